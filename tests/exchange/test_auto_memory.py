"""Claude Code's own notes: the project's become the team's, those on the person stay theirs."""

import json
from pathlib import Path

import pytest

from memory import access
from memory.access import Actor
from memory.errors import Refused
from memory.exchange.auto_memory import import_auto_memory
from memory.models import Evidence, Memory
from memory.rules.identity import ProjectIdentity

pytestmark = pytest.mark.django_db

FREEZE = "Merges to main are frozen until 2026-03-05 because the mobile release branch is cut; see [[release-plan]]."


def note(folder: Path, name: str, kind: str, body: str, description: str = "one line") -> None:
    text = f"---\nname: {name}\ndescription: {description}\nmetadata:\n  type: {kind}\n---\n\n{body}\n"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.md").write_text(text)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A client's folder with one project whose name has hyphens, and one that says nothing of where it is."""
    slug = tmp_path / "projects" / "-home-alice-my-shop"
    note(slug / "memory", "freeze", "project", FREEZE)
    note(
        slug / "memory", "reviews", "feedback", "Run the integration tests of orders against a real Postgres, no mocks."
    )
    note(slug / "memory", "empty", "reference", "", "Latency of checkout is on the Grafana board `checkout-p95`")
    (slug / "memory" / "MEMORY.md").write_text("- [Freeze](freeze.md)\n")
    (slug / "memory" / "plain.md").write_text("No front matter at all\n")
    said = {"type": "user", "uuid": "u1", "message": {"role": "user", "content": "hello"}}
    line = {**said, "sessionId": "s1", "cwd": "/home/alice/my-shop", "timestamp": "2026-02-09T10:00:00Z"}
    (slug / "s1.jsonl").write_text(json.dumps(line) + "\n")
    note(
        tmp_path / "projects" / "-elsewhere" / "memory",
        "lost",
        "project",
        "The worker runs on Celery 5.7 in eu-west-1.",
    )
    return tmp_path / "projects"


def test_notes_become_memories_of_the_project_that_the_transcripts_name(notes: Path, alice: Actor, bob: Actor) -> None:
    receipt = import_auto_memory(notes, actor=alice)
    assert (receipt.memories, receipt.projects, receipt.refusals) == (3, {"my-shop"}, [])
    assert sorted((Path(one.file).name, one.reason) for one in receipt.skipped) == [
        *(("lost.md", "no_project"), ("plain.md", "no_front_matter")),
    ]
    with access.acting(bob):
        told = {memory.content: memory for memory in Memory.objects.visible_to(bob).with_context()}
    assert len(told) == 2, "what is said of a person is theirs"
    freeze = next(memory for content, memory in told.items() if "frozen" in content)
    assert "release-plan" in freeze.content and "[[" not in freeze.content
    assert ([one.name for one in freeze.projects.all()], freeze.tags, freeze.source) == (
        ["my-shop"],
        ["project"],
        "imported",
    )
    assert any("checkout-p95" in content for content in told)


def test_a_second_import_adds_nothing(notes: Path, alice: Actor, mallory: Actor) -> None:
    import_auto_memory(notes, actor=alice)
    again = import_auto_memory(notes, actor=alice)
    assert (again.memories, again.duplicates) == (0, 3)
    with access.acting(alice):
        assert Evidence.objects.count() == 3
    with access.acting(mallory):
        assert not Memory.objects.exists()


def test_a_private_note_is_no_evidence_for_the_team(notes: Path, alice: Actor, bob: Actor) -> None:
    shop = ProjectIdentity("github.com/acme/shop", "acme/shop")
    note(notes.parent / "bobs" / "memory", "reviews", "project",
         "Run the integration tests of orders against a real Postgres, no mocks.")  # fmt: skip
    assert import_auto_memory(notes.parent / "bobs", actor=bob, project=shop).memories == 1
    receipt = import_auto_memory(notes, actor=alice, project=shop)
    assert (receipt.memories, receipt.duplicates) == (3, 1)
    with access.acting(bob):
        assert Memory.objects.get(content__contains="integration tests").evidence.count() == 1


def test_a_dry_run_stores_nothing_and_a_folder_without_notes_is_said(notes: Path, tmp_path: Path, alice: Actor) -> None:
    assert import_auto_memory(notes, actor=alice, dry_run=True).memories == 3
    with access.acting(alice):
        assert not Memory.objects.exists()
    (tmp_path / "none").mkdir()
    with pytest.raises(Refused, match="no memory folder"):
        import_auto_memory(tmp_path / "none", actor=alice)
