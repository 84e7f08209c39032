"""What a team knows goes into a folder, and comes out of it in another team as it was."""

from pathlib import Path

import pytest

from memory import access
from memory.access import Actor
from memory.exchange.export import Exported, export_markdown
from memory.exchange.memsearch_import import import_memsearch
from memory.knowledge.lifecycle import forget
from memory.models import AuditEvent, CodingSession, Evidence, Memory, Project, Turn
from memory.recall.fetch import lineage
from memory.recall.log import daily_log, logged_days
from tests.exchange.conftest import CACHE, LAYERS, LONG, RETRY, fact, known, project

pytestmark = pytest.mark.django_db


def exported(root: Path, actor: Actor, **narrowing: object) -> Exported:
    return export_markdown(root, actor=actor, **narrowing)  # type: ignore[arg-type]


def logs(actor: Actor) -> dict[str, str]:
    with access.acting(actor):
        return {str(day): daily_log(day, actor=actor) for day in logged_days(actor=actor)}


def test_everything_comes_back_in_an_empty_team(tmp_path: Path, story: None, alice: Actor, mallory: Actor) -> None:
    out = exported(tmp_path / "out", alice)
    assert out == Exported(files=4, memories=6, turns=2, projects=2)
    before, told = known(alice), logs(alice)
    receipt = import_memsearch(tmp_path / "out", actor=mallory)
    assert (receipt.memories, receipt.duplicates, receipt.turns) == (6, 0, 2)
    assert not receipt.refusals and not receipt.skipped and not receipt.redactions
    assert known(mallory) == [entry for entry in before if entry[5] != "superseded"]
    assert logs(mallory) == told
    with access.acting(mallory):
        assert {project.name for project in Project.objects.all()} == {"acme/checkout", "acme/search"}
        session = CodingSession.objects.get(external_id="alice-1")
        assert (session.branch, session.title, session.author) == ("main", "The order cache", mallory.user)
        turn = Turn.objects.get(uuid="t1")
        assert turn.tool_count == 7 and turn.due_at is None
        assert turn.started_at == session.started_at and turn.ended_at
        assert Evidence.objects.count() == 6


def test_a_second_import_adds_nothing(tmp_path: Path, story: None, alice: Actor, mallory: Actor) -> None:
    exported(tmp_path / "out", alice)
    import_memsearch(tmp_path / "out", actor=mallory)
    before = known(mallory, ids=True)
    again = import_memsearch(tmp_path / "out", actor=mallory)
    assert (again.memories, again.duplicates, again.turns) == (0, 6, 0)
    assert known(mallory, ids=True) == before
    with access.acting(mallory):
        assert Evidence.objects.count() == 6
        assert not Memory.objects.filter(corroborations__gt=0).exists()


def test_at_home_an_import_changes_nothing(tmp_path: Path, story: None, alice: Actor, bob: Actor) -> None:
    exported(tmp_path / "out", alice)
    before = known(bob, ids=True)
    receipt = import_memsearch(tmp_path / "out", actor=bob)
    assert (receipt.memories, receipt.duplicates) == (0, 6)
    assert known(bob, ids=True) == before


def test_what_was_lost_at_home_comes_back_under_its_own_id_and_author(
    tmp_path: Path, story: None, alice: Actor, bob: Actor
) -> None:
    exported(tmp_path / "out", bob)
    before = known(bob, ids=True)
    with access.acting(bob):
        Memory.objects.all().delete()
        CodingSession.objects.all().delete()
    receipt = import_memsearch(tmp_path / "out", actor=alice)
    assert receipt.memories == 7
    assert known(bob, ids=True) == [entry for entry in before if entry[5] != "superseded"]
    with access.acting(bob):
        assert Memory.objects.get(content=RETRY).author == bob.user
        assert Memory.objects.get(content=CACHE).author == alice.user
        assert CodingSession.objects.get(external_id="bob-2").author == bob.user
    assert not any("staging" in str(entry[0]) for entry in known(alice)), "it is still Bob's alone"


def test_the_wall_holds(tmp_path: Path, story: None, alice: Actor, bob: Actor, mallory: Actor) -> None:
    nothing = Exported(files=0, memories=0, turns=0, projects=0)
    assert exported(tmp_path / "mallory", mallory) == nothing
    exported(tmp_path / "alice", alice, everything=True)
    exported(tmp_path / "bob", bob)
    told = {name: _all_text(tmp_path / name) for name in ("mallory", "alice", "bob")}
    assert "acme" not in told["mallory"]
    assert "staging" not in told["alice"] and "staging" in told["bob"]
    assert told["alice"].count(LAYERS) == told["bob"].count(LAYERS) == 1


def _all_text(root: Path) -> str:
    return "\n".join(path.read_text() for path in root.rglob("*") if path.is_file())


def test_lineage_survives_where_everything_is_exported(
    tmp_path: Path, story: None, alice: Actor, mallory: Actor
) -> None:
    exported(tmp_path / "out", alice, everything=True)
    receipt = import_memsearch(tmp_path / "out", actor=mallory)
    assert receipt.memories == 7
    assert known(mallory) == known(alice)
    with access.acting(mallory):
        newer = Memory.objects.get(content__contains="psycopg 3.2")
        assert ["3.1" in older.content for older in lineage(newer, actor=mallory).older] == [True]
    again = import_memsearch(tmp_path / "out", actor=mallory)
    assert (again.memories, again.duplicates) == (0, 7)


def test_what_replaces_waits_for_what_it_replaces(tmp_path: Path, story: None, alice: Actor, mallory: Actor) -> None:
    exported(tmp_path / "out", alice, everything=True)
    # A file that comes first names the newer one, as where somebody corrected the date of a fact.
    folder = tmp_path / "out" / "acme-checkout"
    today = max(path for path in folder.glob("2*.md"))
    assert "supersedes" in today.read_text()
    today.rename(folder / "2020-01-01.md")
    assert import_memsearch(tmp_path / "out", actor=mallory).memories == 7
    with access.acting(mallory):
        newer = Memory.objects.get(content__contains="psycopg 3.2")
        assert len(lineage(newer, actor=mallory).older) == 1


def test_links_to_what_never_came_are_left_out_and_the_others_kept(
    tmp_path: Path, story: None, alice: Actor, mallory: Actor
) -> None:
    exported(tmp_path / "out", alice, everything=True)
    for path in (tmp_path / "out" / "acme-checkout").glob("2*.md"):
        # The older one, too, now says that it replaces something that no file holds.
        lost = '"status":"superseded","supersedes":["00000000-0000-4000-8000-000000000000"],'
        path.write_text(path.read_text().replace('"status":"superseded",', lost))
    assert import_memsearch(tmp_path / "out", actor=mallory).memories == 7
    with access.acting(mallory):
        newer = Memory.objects.get(content__contains="psycopg 3.2")
        assert ["3.1" in older.content for older in lineage(newer, actor=mallory).older] == [True]


def test_what_stands_twice_in_the_files_is_one_memory(
    tmp_path: Path, story: None, alice: Actor, mallory: Actor
) -> None:
    exported(tmp_path / "out", alice)
    path = tmp_path / "out" / "team" / "2026-02-09.md"
    head, _, bullets = path.read_text().partition("\n")
    path.write_text(f"{head}\n{bullets}{bullets}")
    (path.parent / "2026-02-10.md").write_text(path.read_text())
    receipt = import_memsearch(tmp_path / "out", actor=mallory)
    assert (receipt.memories, receipt.duplicates) == (6, 3)


def test_what_was_forgotten_is_neither_exported_nor_brought_back(
    tmp_path: Path, story: None, alice: Actor, mallory: Actor
) -> None:
    exported(tmp_path / "out", alice)
    with access.acting(alice):
        forget(str(Memory.objects.get(content=CACHE).uuid), actor=alice)
    assert import_memsearch(tmp_path / "out", actor=alice).memories == 0
    with access.acting(alice):
        assert Memory.objects.get(content=CACHE).status == "forgotten"
    assert exported(tmp_path / "out", alice, everything=True).memories == 6
    assert import_memsearch(tmp_path / "out", actor=mallory).memories == 6
    with access.acting(mallory):
        assert not Memory.objects.filter(content=CACHE).exists()


def test_what_the_team_knows_by_itself_gains_evidence_once(
    tmp_path: Path, story: None, alice: Actor, mallory: Actor
) -> None:
    exported(tmp_path / "out", alice)
    with access.acting(mallory):
        own = fact(mallory, CACHE, "decision", of=None, projects=(project(mallory, "other/shop"),))
    for expected in ((5, 1), (0, 6)):
        receipt = import_memsearch(tmp_path / "out", actor=mallory)
        assert (receipt.memories, receipt.duplicates) == expected
    with access.acting(mallory):
        only = Memory.objects.get(content=CACHE)
        assert (only.uuid, only.corroborations, only.evidence.count()) == (own.uuid, 1, 2)
        assert {one.name for one in only.projects.all()} == {"acme/checkout", "other/shop"}


def test_a_line_that_somebody_changed_is_a_memory_of_its_own(
    tmp_path: Path, story: None, alice: Actor, bob: Actor
) -> None:
    exported(tmp_path / "out", alice)
    path = tmp_path / "out" / "acme-checkout" / "2026-02-09.md"
    path.write_text(path.read_text().replace("Memcached cannot expire by tag", "Memcached has no tags"))
    receipt = import_memsearch(tmp_path / "out", actor=bob)
    assert (receipt.memories, receipt.duplicates) == (1, 5)
    with access.acting(bob):
        assert Memory.objects.filter(content__startswith="Redis L1").count() == 2
    assert import_memsearch(tmp_path / "out", actor=bob).memories == 0


def test_a_dry_run_counts_and_stores_nothing(tmp_path: Path, story: None, alice: Actor, mallory: Actor) -> None:
    exported(tmp_path / "out", alice, everything=True)
    receipt = import_memsearch(tmp_path / "out", actor=mallory, dry_run=True)
    assert (receipt.memories, receipt.duplicates, receipt.turns) == (7, 0, 2)
    assert receipt.projects == {"acme/checkout", "acme/search"}
    with access.acting(mallory):
        for rows in (Memory, Project, CodingSession, Turn, Evidence):
            assert not rows.objects.exists()
        assert not AuditEvent.objects.filter(verb="import").exists()


def test_an_import_is_in_the_audit_log(tmp_path: Path, story: None, alice: Actor, mallory: Actor) -> None:
    exported(tmp_path / "out", alice)
    import_memsearch(tmp_path / "out", actor=mallory)
    with access.acting(mallory):
        whole = AuditEvent.objects.get(subject="memories:memsearch")
        assert (whole.verb, whole.detail["memories"], whole.actor) == ("import", 6, mallory.user)
        one = Memory.objects.get(content=CACHE)
        assert AuditEvent.objects.filter(verb="import", subject=f"memory:{one.uuid}").count() == 1


def test_one_project_travels_alone(tmp_path: Path, story: None, alice: Actor, mallory: Actor) -> None:
    with access.acting(alice):
        search = Project.objects.get(name="acme/search")
    assert exported(tmp_path / "out", alice, project=search) == Exported(files=1, memories=1, turns=1, projects=1)
    assert [path.name for path in (tmp_path / "out").iterdir() if path.is_dir()] == ["acme-search"]
    text = _all_text(tmp_path / "out")
    assert RETRY in text and CACHE not in text and LAYERS not in text and LONG not in text
    import_memsearch(tmp_path / "out", actor=mallory)
    with access.acting(mallory):
        shared = Memory.objects.get()
        assert {one.identity for one in shared.projects.all()} == {"github.com/acme/checkout", "github.com/acme/search"}
