"""`cairn import`: the conversations of this machine reach the server once, whatever happens on the way."""

import gzip
import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest

from tests.hooks.conftest import PLUGIN, SESSION, eventually
from tests.hooks.conversation import SECRET, Conversation
from tests.hooks.scripted_server import queries

OLDER, NEWER = "0a552a6c-c127-4b8d-982a-653cad2e9550", "9b552a6c-c127-4b8d-982a-653cad2e9551"


@pytest.fixture
def projects(machine):
    """The folder in which Claude Code keeps its conversations."""
    return machine.home / ".claude" / "projects"


@pytest.fixture
def history(machine, projects):
    """Two sessions of the clone, one of them with a subagent, and one of a folder that is gone."""
    first = Conversation(projects / "-checkout" / f"{OLDER}.jsonl", machine.project)
    first.ask("why does the retry swallow the 401?").answer("Because of the bare except.").bulk(3)
    agent = projects / "-checkout" / OLDER / "subagents" / "agent-a1b2.jsonl"
    Conversation(agent, machine.project, OLDER, "a1b2").answer("I looked around.")
    Conversation(projects / "-checkout" / f"{NEWER}.jsonl", machine.project).ask("deploy it").answer("Deployed.")
    gone = Conversation(projects / "-gone" / "1c552a6c-c127-4b8d-982a-653cad2e9552.jsonl", machine.home / "gone")
    return [first, gone.ask("what was here?").answer("A spike.")]


def requests_of(server, session):
    return [query for found, query, _ in server.transcript_requests if found == session]


def test_everything_is_sent_once_to_its_project_and_session(machine, server, history):
    done = machine.cairn("import", "-y")
    assert done.returncode == 0, done.stderr
    assert "Sent 7 new messages from 4 files." in done.stdout
    assert {session: len(lines) for session, lines in server.transcripts.items()} == {
        OLDER: 3,
        NEWER: 2,
        "1c552a6c-c127-4b8d-982a-653cad2e9552": 2,
    }
    main, agent = requests_of(server, OLDER)
    assert (main["remote"], main["branch"]) == ("git@github.com:acme/checkout.git", "feature/retry")
    assert (agent["subagent"], agent["remote"]) == ("a1b2", "git@github.com:acme/checkout.git")
    (gone,) = requests_of(server, "1c552a6c-c127-4b8d-982a-653cad2e9552")
    assert gone["root"] == str(machine.home / "gone")
    assert "remote" not in gone


def test_a_second_run_sends_nothing_and_says_so(machine, server, history):
    machine.cairn("import", "-y")
    sent = len(server.transcript_requests)
    again = machine.cairn("import", "-y")
    assert (again.returncode, len(server.transcript_requests)) == (0, sent)
    assert "everything in 4 files" in again.stdout
    assert "4 already sent" in again.stdout


def test_a_dry_run_shows_what_would_go_and_sends_nothing(machine, server, history, projects):
    (projects / "-checkout" / "empty.jsonl").touch()
    (projects / "-checkout" / "notes.jsonl").write_text(json.dumps({"a": 1}, indent=1))
    own = Conversation(projects / "-checkout" / OLDER / "subagents" / "agent-c3d4.jsonl", machine.project, OLDER, "c3")
    own.answer("What the memory says.").path.with_suffix(".meta.json").write_text('{"agentType": "cairn:recaller"}')
    done = machine.cairn("import", "--dry-run")
    assert done.returncode == 0, done.stderr
    lines = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines() if line}
    assert lines["git@github.com:acme/checkout.git"][:2] == ["2", "5"]
    assert lines["…" + str(machine.home / "gone")[-49:]][:2] == ["1", "2"]
    assert lines["2"][:5] == ["projects,", "4", "files", "3", "7"]
    for said in ("1 empty (empty.jsonl)", "1 not a transcript (notes.jsonl)", "1 of Cairn itself", "3 progress"):
        assert said in done.stdout
    assert "nothing was sent" in done.stdout
    assert server.transcript_requests == []
    assert list(machine.data.glob("spools/*/transcripts")) == []


def test_a_dry_run_needs_no_login(machine, history):
    machine.token = ""
    assert machine.cairn("import", "--dry-run").returncode == 0
    assert "cairn login" in machine.cairn("import").stderr


def test_what_live_sessions_have_sent_is_not_sent_again(machine, server, history, projects):
    machine.hook("Stop", session_id=OLDER, transcript_path=str(history[0].path))
    assert eventually(lambda: len(server.transcripts.get(OLDER, ())) == 3)
    done = machine.cairn("import", "-y")
    assert "Sent 4 new messages from 2 files." in done.stdout
    machine.hook("Stop", session_id=OLDER, transcript_path=str(history[0].ask("and now?").path))
    assert eventually(lambda: len(server.transcripts[OLDER]) == 4)
    assert [len(lines) for session, _, lines in server.transcript_requests if session == OLDER] == [2, 1, 1]


def test_after_an_interruption_it_goes_on_where_it_was(machine, server, history):
    blocked, free = threading.Event(), threading.Event()

    def second(lines):
        if len(server.transcript_requests) == 2 and not free.is_set():
            blocked.set()
            free.wait(5)

    server.answer_transcripts_with = second
    command = [sys.executable, str(PLUGIN / "cairn.py"), "import", "-y"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
    # A shell starts what runs in the background deaf to Ctrl-C, and that is inherited.
    hearing = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    running = subprocess.Popen(command, env=machine.environment(), cwd=machine.project, text=True, **pipes, **hearing)
    assert blocked.wait(10)
    time.sleep(0.1)  # it waits for the answer now
    os.kill(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=10)
    assert running.returncode == 130
    assert "run `cairn import` again to continue" in said
    server.answer_transcripts_with = None
    free.set()
    assert machine.cairn("import", "-y").returncode == 0
    offsets = [(session, query["path"], query["offset"]) for session, query, _ in server.transcript_requests]
    assert len(offsets) == 5, "only what was under way is sent again"
    assert sum(len(lines) for lines in server.transcripts.values()) == 7


def test_a_server_that_goes_away_ends_it_with_what_is_left_to_do(machine, server, history):
    server.answer_transcripts_with = lambda lines: (503, {"code": "x"}, {}) if len(server.transcripts) > 1 else None
    done = machine.cairn("import", "-y")
    assert done.returncode == 1
    assert "again to continue" in done.stderr
    server.answer_transcripts_with = None
    assert machine.cairn("import", "-y").returncode == 0
    assert sum(len(lines) for lines in server.transcripts.values()) == 7


def test_a_pause_that_the_server_asks_for_is_kept(machine, server, history):
    began = time.monotonic()
    full = [(429, {"code": "throttled"}, {"Retry-After": "1"})]
    server.answer_transcripts_with = lambda lines: full.pop() if full else None
    done = machine.cairn("import", "-y")
    assert done.returncode == 0, done.stderr
    assert time.monotonic() - began > 1
    assert "Sent 7 new messages from 4 files." in done.stdout


def test_a_refused_or_unreadable_file_does_not_stop_the_others(machine, server, history, projects):
    refused = (422, {"code": "not_a_transcript", "detail": "not like this"}, {})
    broken = (500, {"code": "error", "detail": "Something broke."}, {})
    verdicts = {"A spike.": refused, "Deployed.": broken}
    server.answer_transcripts_with = lambda lines: next((v for k, v in verdicts.items() if k in repr(lines)), None)
    with gzip.open(projects / "-checkout" / "torn.jsonl.gz", "wb") as file:
        file.write(history[0].path.read_bytes())
    torn = projects / "-checkout" / "torn.jsonl.gz"
    torn.write_bytes(torn.read_bytes()[:-20])
    done = machine.cairn("import", "-y")
    assert done.returncode == 1
    assert "Sent 3 new messages" in done.stdout
    assert f"{NEWER}.jsonl: the server answered 500: Something broke." in done.stderr
    assert "torn.jsonl.gz: not readable" in done.stderr
    assert "not like this [not_a_transcript]" in done.stderr


def test_one_file_packed_or_not_can_be_named(machine, server, history, tmp_path):
    packed = tmp_path / f"{OLDER}.jsonl.gz"
    packed.write_bytes(gzip.compress(history[0].path.read_bytes()))
    done = machine.cairn("import", str(packed))
    assert "Sent 2 new messages from 1 files." in done.stdout, done.stderr
    assert "Nothing new" in machine.cairn("import", str(packed)).stdout
    machine.cairn("import", str(history[1].path))
    assert set(server.transcripts) == {OLDER, history[1].session}


def test_a_file_of_any_name_finds_its_session_in_its_lines(machine, server, tmp_path):
    for name, session, agent in (("old-agent", SESSION, "agent-ff.jsonl"), ("renamed", NEWER, "copy.jsonl")):
        Conversation(tmp_path / name / agent, machine.project, session, "ff" * (name == "old-agent")).answer(name)
    machine.cairn("import", str(tmp_path), "-y")
    assert set(server.transcripts) == {SESSION, NEWER}
    assert requests_of(server, SESSION)[0]["subagent"] == "ff"


def test_all_of_it_can_be_given_to_one_project(machine, server, history):
    assert machine.cairn("import", "-y", "-p", "github.com/acme/billing").returncode == 0
    assert {query["remote"] for _, query, _ in server.transcript_requests} == {"https://github.com/acme/billing"}


def test_all_of_it_can_be_given_to_a_project_that_the_server_knows_by_name(machine, server, history):
    done = machine.cairn("import", "-y", "-p", "checkout")
    assert done.returncode == 0, done.stderr
    assert "\ncheckout " in done.stdout
    assert queries(server, "/api/v1/briefing") == [{"project": ["checkout"], "budget": ["0"]}]
    for _, query, _ in server.transcript_requests:
        assert query["project"] == "checkout" and "remote" not in query


def test_a_name_that_the_server_does_not_know_sends_nothing(machine, server, history):
    server.briefing["status"]["project"] = ""
    refused = machine.cairn("import", "-y", "-p", "bilingl")
    assert (refused.returncode, server.transcript_requests) == (1, [])
    assert "'bilingl' is neither a folder, nor a git remote" in refused.stderr


def test_a_worktree_that_the_client_removed_belongs_to_its_repository(machine, server, projects):
    tree = machine.project / ".claude" / "worktrees" / "fix"
    Conversation(projects / "-w" / f"{SESSION}.jsonl", tree).ask("try it here")
    machine.cairn("import", "-y")
    assert requests_of(server, SESSION)[0]["remote"] == "git@github.com:acme/checkout.git"


def test_a_copied_conversation_follows_the_one_it_was_copied_from(machine, server, history, projects):
    copy = projects / "-checkout" / f"{SESSION}.jsonl"
    shutil.copy(history[0].path, copy)
    os.utime(copy, (1, 1))
    Conversation(copy, machine.project).raw('{"type": "user", "uuid": "new", "message": {"content": "go on"}}')
    machine.cairn("import", "-y")
    order = [session for session, _, _ in server.transcript_requests]
    assert order.index(OLDER) < order.index(SESSION)


def test_secrets_do_not_leave_the_machine(machine, server, projects):
    Conversation(projects / "-x" / f"{SESSION}.jsonl", machine.project).ask(f"the token is {SECRET}")
    machine.cairn("import", "-y")
    assert "[REDACTED:" in repr(server.transcript_requests)
    assert SECRET not in repr(server.transcript_requests)


def test_without_conversations_or_with_a_wrong_path_it_says_so(machine, tmp_path):
    assert "has stored no conversations" in machine.cairn("import").stderr
    assert "does not exist" in machine.cairn("import", "/no/such/place").stderr
    (tmp_path / "readme.txt").touch()
    assert "no transcripts" in machine.cairn("import", str(tmp_path / "readme.txt")).stderr
    assert machine.cairn("import", CAIRN_DISABLE="1").returncode == 1


def test_the_clients_own_folder_setting_is_honoured(machine, server, tmp_path):
    Conversation(tmp_path / "elsewhere" / "projects" / "-x" / f"{SESSION}.jsonl", machine.project).ask("hello there")
    machine.cairn("import", "-y", CLAUDE_CONFIG_DIR=str(tmp_path / "elsewhere"))
    assert server.said(SESSION) == ["hello there"]


@pytest.mark.parametrize(("answer", "sent"), [(b"y\n", 3), (b"\n", 0)])
def test_on_a_terminal_it_asks_first_and_draws_a_bar(machine, server, history, answer, sent):
    shown = b""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(machine.project)
        os.execve(sys.executable, [sys.executable, str(PLUGIN / "cairn.py"), "import"], machine.environment())
    answered = False
    while True:
        try:
            shown += os.read(terminal, 4096)
        except OSError:
            break
        if b"[y/N]" in shown and not answered:
            answered = True
            os.write(terminal, answer)
    os.waitpid(child, 0)
    assert f"Send this to {machine.url}?".encode() in shown
    assert len(server.transcripts) == sent
    assert (b"[########################] sending 100%" in shown) is bool(sent)
    assert (b"Nothing was sent." in shown) is not bool(sent)
