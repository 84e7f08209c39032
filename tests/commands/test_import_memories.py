"""`manage.py import_memories`: what came in, what was refused and where, and nothing twice."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from memory import access
from memory.access import Actor
from memory.models import Memory

pytestmark = pytest.mark.django_db

DAY = """\
## Session 14:30

### 14:30
<!-- session:s1 turn:t1 transcript:/tmp/s1.jsonl -->
- Added Redis caching middleware to the API with a 5-minute TTL
- ok thanks
"""


def run(*arguments: object) -> tuple[str, str]:
    """What the command prints: its output and its notes."""
    out, notes = StringIO(), StringIO()
    call_command("import_memories", *map(str, arguments), stdout=out, stderr=notes, no_color=True)
    return out.getvalue(), notes.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository with one day of memsearch."""
    memory = tmp_path / "shop" / ".memsearch" / "memory"
    memory.mkdir(parents=True)
    (memory / "2026-02-09.md").write_text(DAY)
    return tmp_path / "shop"


def contents(actor: Actor) -> list[str]:
    with access.acting(actor):
        return list(Memory.objects.values_list("content", flat=True))


def test_it_says_what_came_in_and_what_was_refused_and_where(folder: Path, alice: Actor, bob: Actor) -> None:
    out, notes = run(folder, "--format", "memsearch")
    assert out.splitlines() == [
        "1 files: 1 memories new, 0 already here, 1 turns summarised.",
        "Projects: shop.",
        "Refused: 1 noise.",
        f"  {folder}/.memsearch/memory/2026-02-09.md:6: noise",
    ]
    assert notes.strip() == "As alice of acme."
    assert contents(bob) == ["Added Redis caching middleware to the API with a 5-minute TTL."]


def test_a_second_import_adds_nothing_and_json_says_so(folder: Path, alice: Actor) -> None:
    run(folder, "--format", "memsearch")
    out, _ = run(folder, "--format", "memsearch", "--json")
    told = json.loads(out)
    assert (told["memories"], told["duplicates"], told["turns"], told["dry_run"]) == (0, 1, 0, False)
    assert told["refused"] == {"noise": 1} and told["refusals"][0]["line"] == 6


def test_a_dry_run_stores_nothing(folder: Path, alice: Actor) -> None:
    out, notes = run(folder, "--format", "memsearch", "--dry-run")
    assert out.startswith("1 files: 1 memories would be new") and "dry run" in notes
    assert contents(alice) == []


def test_a_remote_makes_the_project_that_everything_goes_into(folder: Path, alice: Actor, bob: Actor) -> None:
    run(folder, "--format", "memsearch", "--project", "git@github.com:acme/shop.git", "--user", "bob", "--team", "acme")
    with access.acting(alice):
        memory = Memory.objects.with_context().get()
        assert [one.identity for one in memory.projects.all()] == ["github.com/acme/shop"]
        assert memory.author == bob.user
    run(folder, "--format", "memsearch", "--project", "shop")
    assert len(contents(alice)) == 1


@pytest.mark.parametrize(("written", "read"), [("markdown", "memsearch"), ("jsonl", "jsonl")])
def test_an_export_goes_into_another_team(
    folder: Path, tmp_path: Path, alice: Actor, mallory: Actor, written: str, read: str
) -> None:
    run(folder, "--format", "memsearch", "--team", "acme")
    call_command("export_memories", str(tmp_path / "out"), "--team", "acme", "--format", written, stdout=StringIO())
    out, _ = run(tmp_path / "out", "--format", read, "--team", "other", "--json")
    assert json.loads(out)["memories"] == 1
    assert contents(mallory) == contents(alice)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--format", "memsearch"], "no file named like"),
        (["--format", "jsonl"], "no archive"),
        (["--format", "auto-memory"], "no memory folder"),
        (["~nobody-here/x", "--format", "memsearch"], "There is nothing at ~nobody-here/x"),
        (["--format", "papyrus"], "invalid choice: 'papyrus'"),
        ([], "--format"),
        (["--format", "jsonl", "--project", "unheard"], "Give a git remote to create one"),
        (["--format", "memsearch", "--user", "vera"], "needs the 'write' scope"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    tmp_path: Path, alice: Actor, vera: Actor, arguments: list[str], says: str
) -> None:
    with pytest.raises(CommandError, match=says) as refusal:
        run(*([] if arguments[:1] == ["~nobody-here/x"] else [tmp_path]), *arguments)
    assert "\n" not in str(refusal.value)
