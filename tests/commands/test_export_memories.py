"""`manage.py export_memories`: as whom, what, where to, and how much it was."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from memory import access
from memory.access import Actor
from memory.knowledge.remember import remember

pytestmark = pytest.mark.django_db


def run(*arguments: object) -> tuple[str, str]:
    """What the command prints: its output and its notes."""
    out, notes = StringIO(), StringIO()
    call_command("export_memories", *map(str, arguments), stdout=out, stderr=notes, no_color=True)
    return out.getvalue(), notes.getvalue()


@pytest.fixture
def told(alice: Actor, bob: Actor) -> None:
    """A fact of a project, one of the team, and one of Bob's own."""
    with access.acting(bob):
        remember(
            "Use Celery instead of RQ because RQ has no retries.", actor=bob, projects=["git@github.com:acme/shop.git"]
        )
        remember("Postgres 17.5 runs in production with pgvector 0.8.", actor=bob)
        remember("Staging of bob runs at port 8088 behind nginx.", actor=bob, visibility="private")


def text_of(root: Path) -> str:
    return "".join(path.read_text() for path in root.rglob("*") if path.is_file())


def test_it_writes_what_the_first_admin_may_see_and_counts_it(tmp_path: Path, told: None) -> None:
    out, notes = run(tmp_path / "out")
    assert out == f"2 memories and 0 summaries of 1 projects in 2 files under {tmp_path / 'out'}.\n"
    assert notes.strip() == "As alice of acme."
    text = text_of(tmp_path / "out")
    assert "Celery" in text and "pgvector" in text and "8088" not in text


def test_a_person_takes_their_own_private_memories_along(tmp_path: Path, told: None) -> None:
    out, _ = run(tmp_path / "out", "--user", "bob", "--team", "acme", "--json")
    assert json.loads(out) == {"files": 2, "memories": 3, "turns": 0, "projects": 1}
    assert "8088" in text_of(tmp_path / "out")


@pytest.mark.parametrize("format", ["markdown", "jsonl"])
def test_one_project_in_either_format(tmp_path: Path, told: None, format: str) -> None:
    out, _ = run(tmp_path / "out", "--project", "acme/shop", "--format", format, "--json")
    assert json.loads(out)["memories"] == 1
    assert "Celery" in text_of(tmp_path / "out") and "pgvector" not in text_of(tmp_path / "out")


def test_a_second_format_replaces_the_first(tmp_path: Path, told: None) -> None:
    run(tmp_path / "out")
    run(tmp_path / "out", "--format", "jsonl")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [".cairn.json", "memories.jsonl"]


def test_another_teams_admin_takes_nothing_along(tmp_path: Path, told: None, mallory: Actor) -> None:
    out, _ = run(tmp_path / "out", "--team", "other", "--json")
    assert json.loads(out) == {"files": 0, "memories": 0, "turns": 0, "projects": 0}
    assert "acme" not in text_of(tmp_path / "out")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "several teams"),
        (["--team", "nowhere"], "Team 'nowhere' does not exist"),
        (["--team", "acme", "--user", "nobody"], "Person 'nobody' does not exist"),
        (["--team", "acme", "--user", "mallory"], "mallory is not in team acme"),
        (["--team", "acme", "--project", "unheard"], "no single project 'unheard'"),
        (["--team", "acme", "--format", "pdf"], "invalid choice: 'pdf'"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    tmp_path: Path, alice: Actor, mallory: Actor, arguments: list[str], says: str
) -> None:
    with pytest.raises(CommandError, match=says) as refusal:
        run(tmp_path / "out", *arguments)
    assert "\n" not in str(refusal.value)


def test_a_folder_with_other_things_needs_force(tmp_path: Path, told: None) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(CommandError, match="--force"):
        run(tmp_path)
    run(tmp_path, "--force")
    assert (tmp_path / "thesis.tex").read_text() == "mine" and (tmp_path / "team").is_dir()
