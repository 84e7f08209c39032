"""`manage.py import_transcripts`: a folder of Claude Code becomes history, once, whatever lies in it."""

import gzip
import json
import shutil
import subprocess
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from memory import access, people
from memory.access import Actor
from memory.capture.events import record_events
from memory.models import CodingSession, LexiconSize, Message, Project, ToolCall
from tests.capture.transcript_samples import SHARED, assistant, beside, line, minute, result, use, user
from tests.events import event

pytestmark = pytest.mark.django_db

TALK = [
    user("why does it fail?", "u1", promptId="p1", timestamp=minute(0)),
    assistant([use("t1", "Agent", description="look")], "a1", timestamp=minute(1)),
    user(result("t1", "a typo"), "u2", promptId="p1", timestamp=minute(3)),
    assistant("A typo in main.py.", "a2", timestamp=minute(4)),
    line("progress", uuid="n1"),
]
TASK = [
    user("look around", "x1", promptId="p1", isSidechain=True, agentId="ag1", timestamp=minute(1)),
    assistant("A typo.", "x2", isSidechain=True, agentId="ag1", timestamp=minute(2)),
]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A `~/.claude/projects` with all that lies in such a folder."""
    project = tmp_path / "projects" / "-home-alice-checkout"
    agents = project / "s1" / "subagents"
    for folder in (agents / "workflows" / "wf_1", project / "s1" / "tool-results", project / "memory"):
        folder.mkdir(parents=True)
    (project / "s1.jsonl").write_bytes(b"".join(TALK))
    (agents / "agent-ag1.jsonl").write_bytes(b"".join(TASK))
    (agents / "agent-ag1.meta.json").write_text("{}")
    (agents / "agent-acompact-1f.jsonl").write_bytes(user("Your task is to summarise", "c1", isSidechain=True))
    (agents / "workflows" / "wf_1" / "journal.jsonl").write_text('{"type": "started", "agentId": "w1"}\n')
    step = assistant("Mapped.", "w2", isSidechain=True, sessionId="s1#agent-w1", timestamp=minute(2))
    (agents / "workflows" / "wf_1" / "agent-w1.jsonl").write_bytes(step)
    (project / "s1" / "tool-results" / "t1.jsonl").write_bytes(user("the output of a tool", "r1"))
    (project / "memory" / "notes.jsonl").write_bytes(user("a note", "m1"))
    (project / "sessions-index.json").write_text('{"entries": [{"sessionId": "s9"}]}')
    (project / "s2.jsonl").touch()
    (project / "s3.jsonl").write_bytes(line("summary", summary="An old talk", leafUuid="z", cwd=None) + b"\n")
    zipped = user("from long ago", "u7", sessionId="s4", cwd="/home/alice/blog", timestamp=minute(0))
    (project / "s4.jsonl.gz").write_bytes(gzip.compress(zipped))
    return project.parent


def run(*arguments: object) -> str:
    out = StringIO()
    call_command("import_transcripts", *map(str, arguments), stdout=out, stderr=StringIO(), no_color=True)
    return out.getvalue()


def report(*arguments: object) -> dict:
    return json.loads(run(*arguments, "--json"))


def test_a_whole_folder_becomes_history(alice: Actor, home: Path) -> None:
    found = report(home)
    assert found == {
        "files": 6,
        "sessions": 2,
        "messages": 6,
        "duplicates": 0,
        "skipped": {"clients_agent": 1, "journal": 1, "progress": 1},
        "errors": [],
    }
    with access.acting(alice):
        threads = Message.objects.filter(session__external_id="s1").values_list("subagent", "content")
        assert sorted(threads) == [
            ("", "A typo in main.py."),
            ("", "why does it fail?"),
            ("ag1", "A typo."),
            ("ag1", "look around"),
            ("w1", "Mapped."),
        ]
        assert ToolCall.objects.get().result == "a typo"
        assert {project.name for project in Project.objects.all()} == {"checkout", "blog"}
        session = CodingSession.objects.get(external_id="s1")
        assert session.author == alice.user and session.transcript_path == str(home / "-home-alice-checkout/s1.jsonl")
        assert Message.objects.get(uuid="x2").turn.uuid == "p1"
        assert LexiconSize.objects.get(collection="message").refreshed_at is not None


def test_a_second_run_adds_nothing_and_says_so(alice: Actor, home: Path) -> None:
    assert "6 messages stored for alice in acme, from 2 sessions in 6 files." in run(home)
    again = run(home)
    assert "0 messages stored" in again and "6 messages were already stored." in again
    assert "Not kept: 1 clients_agent, 1 journal, 1 progress." in again
    assert report(home)["duplicates"] == 6


def test_a_dry_run_tells_what_there_is_and_stores_nothing(alice: Actor, home: Path) -> None:
    found = report(home, "--dry-run")
    assert (found["files"], found["sessions"], found["messages"], found["duplicates"]) == (6, 2, 6, 0)
    with access.acting(alice):
        assert not Message.objects.exists() and not Project.objects.exists() and not CodingSession.objects.exists()
    told = run(home, "--dry-run")
    assert "checkout" in told and "blog" in told and "6 messages would be stored" in told
    run(home / "-home-alice-checkout" / "s1.jsonl")
    assert report(home, "--dry-run")["messages"] == 4, "what is stored already is no news"


def test_one_bad_file_costs_no_other(alice: Actor, home: Path) -> None:
    bad = {
        "array.jsonl": json.dumps([{"type": "user"}], indent=2).encode(),
        "binary.jsonl": bytes(range(256)) * 100,
        "cut.jsonl.gz": gzip.compress(b"".join(TALK))[:60],
        "text.jsonl": b"Dear diary\n",
    }
    for name, content in bad.items():
        (home / name).write_bytes(content)
    (home / "half.jsonl").write_bytes(user("half a file", "h1") + TALK[0][:50])
    found = report(home)
    assert (found["files"], found["messages"], found["skipped"]["malformed"]) == (7, 7, 1)
    assert sorted(Path(error["file"]).name for error in found["errors"]) == sorted(bad)
    assert all(error["detail"] for error in found["errors"])
    with pytest.raises(CommandError, match="No transcript could be read"):
        run(home / "text.jsonl")


def test_a_path_that_is_not_there_is_said_at_once(alice: Actor, home: Path) -> None:
    with pytest.raises(CommandError, match="The file or folder"):
        run(home, home / "nowhere")
    with pytest.raises(CommandError, match="The file or folder ~nobody-here/x"):
        run("~nobody-here/x")


def test_a_file_named_twice_is_read_once(alice: Actor, home: Path) -> None:
    path = home / "-home-alice-checkout" / "s1.jsonl"
    assert report(path, path, path.parent)["duplicates"] == 0


def test_the_project_may_be_named(alice: Actor, home: Path) -> None:
    with pytest.raises(CommandError, match="no single project 'checkout'"):
        run(home, "--project", "checkout")
    run(home / "-home-alice-checkout" / "s1.jsonl", "--project", "git@github.com:acme/checkout.git")
    run(home, "--project", "checkout")
    with access.acting(alice):
        assert [project.identity for project in Project.objects.all()] == ["github.com/acme/checkout"]
        assert Message.objects.filter(project__identity="github.com/acme/checkout").count() == 6


def test_a_folder_that_is_a_clone_here_is_known_by_its_remote(alice: Actor, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "init", "-q", clone], check=True)
    subprocess.run(["git", "-C", clone, "remote", "add", "origin", "git@github.com:acme/blog.git"], check=True)
    path = tmp_path / "s1.jsonl"
    path.write_bytes(user("in a clone", "u1", cwd=str(clone)))
    assert report(path)["messages"] == 1
    with access.acting(alice):
        assert Project.objects.get().identity == "github.com/acme/blog"


def test_a_folder_where_the_person_works_already_is_that_project(alice: Actor, home: Path) -> None:
    with access.acting(alice):
        record_events([event(session_id="live")], actor=alice)
    run(home / "-home-alice-checkout" / "s1.jsonl")
    with access.acting(alice):
        assert Project.objects.get().identity == "github.com/acme/checkout"
        assert CodingSession.objects.count() == 2


def test_whose_it_is_must_be_clear(alice: Actor, bob: Actor, vera: Actor, mallory: Actor, home: Path) -> None:
    with pytest.raises(CommandError, match="Choose one with --team"):
        run(home)
    assert "stored for bob in acme" in run(home, "--team", "acme", "--user", "bob")
    for arguments, says in (
        (["--team", "nowhere"], "Team 'nowhere' does not exist"),
        (["--team", "acme", "--user", "nobody"], "Person 'nobody' does not exist"),
        (["--team", "acme", "--user", "mallory"], "mallory is not in team acme"),
        (["--team", "acme", "--user", "vera"], "'capture' scope"),
    ):
        with pytest.raises(CommandError, match=says):
            run(home, *arguments)
    with access.acting(mallory):
        assert not Message.objects.exists()
    with access.acting(alice):
        assert Message.objects.filter(session__author=bob.user).count() == 6


def test_without_a_team_or_its_admin_it_says_what_to_do(db: None, home: Path) -> None:
    with pytest.raises(CommandError, match="add_team"):
        run(home)
    people.add_team("empty")
    with pytest.raises(CommandError, match="has no admin"):
        run(home)


def test_an_interrupted_import_goes_on_where_it_stopped(
    alice: Actor, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from memory.capture.transcripts import importing

    record, calls = importing.record_transcript, []

    def stop(*args: object, **options: object) -> object:
        calls.append(args)
        if len(calls) > 1:
            raise KeyboardInterrupt
        return record(*args, **options)

    monkeypatch.setattr(importing, "record_transcript", stop)
    with pytest.raises(KeyboardInterrupt):
        run(home)
    monkeypatch.undo()
    found = report(home)
    assert found["messages"] + found["duplicates"] == 6 and found["messages"] < 6


@beside
def test_real_folders_are_imported_without_an_error(alice: Actor, tmp_path: Path) -> None:
    folders = ("real_projects/-experiments-worktrees", "fixtures/workflow_basic", "fixtures/teammates")
    for folder in folders:
        shutil.copytree(SHARED / "claude-code-log" / folder, tmp_path / folder)
    found = report(tmp_path)
    # One conversation with six agents, one with two teammates, one with a workflow of three.
    assert (found["files"], found["sessions"], found["errors"]) == (14, 3, [])
    assert found["skipped"]["journal"] == 1
    with access.acting(alice):
        threads = CodingSession.objects.values_list("messages__subagent", flat=True).distinct()
        assert len(set(threads)) == 1 + 6 + 2 + 3
        assert {project.name for project in Project.objects.all()} == {"worktrees", "repo", "test-fixture"}
