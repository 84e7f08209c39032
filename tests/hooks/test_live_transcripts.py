"""A running session's transcript follows its events to the server: each line once, whatever happens in between."""

import json
import os
import signal
import subprocess
import threading

import pytest

from hooks import destinations
from hooks.config import Settings
from hooks.flush import Flush
from hooks.transcripts import backlog
from hooks.transcripts.sending import CHUNK_BYTES, CHUNK_LINES
from tests.hooks.conftest import PLUGIN, SESSION, eventually, is_private
from tests.hooks.conversation import SECRET, Conversation
from tests.hooks.scripted_server import TOKEN, ScriptedServer


def talk(machine, name=SESSION, agent=""):
    folder = machine.home / ".claude" / "projects" / "-checkout"
    path = folder / f"{name}.jsonl" if not agent else folder / SESSION / "subagents" / f"agent-{agent}.jsonl"
    return Conversation(path, machine.project, SESSION if agent else name, agent)


@pytest.fixture
def conversation(machine):
    """A session's transcript with one exchange in it."""
    return talk(machine).ask("why does the retry swallow the 401?").answer("Because of the bare except.")


def stop(machine, conversation, event="Stop", **fields):
    return machine.hook(event, transcript_path=str(conversation.path), session_id=conversation.session, **fields)


def flush(machine, **settings):
    run = Flush(str(machine.spool), Settings(machine.url, machine.token, **settings))
    assert run.run_patiently(10)
    return run


def held_back(machine, conversation):
    """The hook has noted news, and no flush has started by itself."""
    machine.no_flush()
    stop(machine, conversation)


def test_a_stop_sends_what_was_said_after_the_events(machine, server, conversation):
    stop(machine, conversation, last_assistant_message="Because of the bare except.")
    assert eventually(lambda: server.said(SESSION))
    assert server.said(SESSION) == ["why does the retry swallow the 401?", "Because of the bare except."]
    paths = [path.partition("?")[0] for path in server.paths()]
    assert paths.index("/api/v1/events") < paths.index(f"/api/v1/transcripts/{SESSION}")
    (_, query, _) = server.transcript_requests[0]
    assert query == {
        "offset": "0",
        "remote": "git@github.com:acme/checkout.git",
        "git_dir": str(machine.project / ".git"),
        "root": str(machine.project),
        "branch": "main",
        "path": str(conversation.path),
    }


@pytest.mark.parametrize("event", ["Stop", "PreCompact", "SessionEnd"])
def test_every_stop_compaction_and_end_sends_only_what_is_new(machine, server, conversation, event):
    held_back(machine, conversation)
    flush(machine)
    known = len(conversation.uuids)
    conversation.ask("and now?").answer("Now it raises.")
    machine.no_flush()
    stop(machine, conversation, event)
    flush(machine)
    assert len(server.transcript_requests) == 2
    assert [line["uuid"] for line in server.transcript_requests[1][2]] == conversation.uuids[known:]
    assert int(server.transcript_requests[1][1]["offset"]) > 0


def test_subagents_go_as_theirs_but_those_of_cairn_stay(machine, server, conversation):
    talk(machine, agent="a1b2").answer("I looked around.")
    own = talk(machine, agent="c3d4").answer("What the memory says.")
    own.path.with_suffix(".meta.json").write_text(json.dumps({"agentType": "cairn:recaller"}))
    held_back(machine, conversation)
    flush(machine)
    sent = {query.get("subagent", "") for _, query, _ in server.transcript_requests}
    assert sent == {"", "a1b2"}
    assert "What the memory says." not in server.said(SESSION)


def test_a_half_written_line_waits_until_it_is_whole(machine, server, conversation):
    line = json.dumps({"type": "user", "uuid": "late", "message": {"role": "user", "content": "half a line"}})
    with conversation.path.open("a") as file:
        file.write(line[:40])
    held_back(machine, conversation)
    flush(machine)
    assert "half a line" not in server.said(SESSION)
    with conversation.path.open("a") as file:
        file.write(line[40:] + "\n")
    held_back(machine, conversation)
    flush(machine)
    assert server.said(SESSION)[-1] == "half a line"
    assert len(server.transcripts[SESSION]) == 3


def test_while_the_server_is_down_the_offset_stays_and_nothing_is_lost(alone, returned):
    conversation = talk(alone).ask("first")
    for text in ("second", "third"):
        stop(alone, conversation.answer(text))
    assert eventually(lambda: alone.state().get("failures"))
    assert backlog.backlog(str(alone.spool))["files"] == 1
    server = returned()
    done = alone.cairn("flush")
    assert "3 new messages of transcripts" in done.stdout, done.stderr
    assert server.said(SESSION) == ["first", "second", "third"]
    assert not list(alone.spool.glob("transcripts/*.news")) + list(alone.spool.glob("transcripts/*.taken"))


def test_a_flush_killed_while_it_sends_a_transcript_loses_nothing(machine, server, conversation):
    held_back(machine, conversation)
    dead = threading.Event()
    server.answer_transcripts_with = lambda lines: dead.wait(5) and None
    flushing = subprocess.Popen(
        ["/bin/sh", str(PLUGIN / "launch.sh"), "flush"], env=machine.environment(), stdin=subprocess.DEVNULL
    )
    assert eventually(lambda: server.transcript_requests)
    os.kill(flushing.pid, signal.SIGKILL)
    flushing.wait()
    dead.set()
    server.answer_transcripts_with = None
    assert backlog.backlog(str(machine.spool))["files"] == 1
    flush(machine)
    assert len(server.transcript_requests) == 2
    assert len(server.transcripts[SESSION]) == 2


def test_what_is_noted_while_a_flush_is_at_work_is_sent_by_it(machine, server, conversation):
    held_back(machine, conversation)
    seen = []

    def meanwhile(lines):
        if not seen:
            seen.append(stop(machine, conversation.ask("said meanwhile")))

    server.answer_transcripts_with = meanwhile
    flush(machine)
    assert server.said(SESSION)[-1] == "said meanwhile"


def test_a_file_that_became_shorter_is_sent_from_its_beginning(machine, server, conversation):
    held_back(machine, conversation)
    flush(machine)
    conversation.path.write_text("")
    conversation.ask("a new beginning")
    held_back(machine, conversation)
    flush(machine)
    assert server.transcript_requests[-1][1]["offset"] == "0"
    assert "a new beginning" in server.said(SESSION)


def test_a_file_that_is_gone_is_forgotten(machine, server, conversation):
    held_back(machine, conversation)
    conversation.path.unlink()
    assert flush(machine).halt is None
    assert server.transcript_requests == []
    assert backlog.backlog(str(machine.spool))["files"] == 0


def test_only_a_plain_jsonl_file_of_this_person_is_read(machine, server, conversation):
    secret = machine.home / "notes.txt"
    secret.write_text(conversation.path.read_text())
    linked = conversation.path.with_name("linked.jsonl")
    linked.symlink_to(secret)
    for path in (secret, linked, conversation.path.parent):
        machine.no_flush()
        machine.hook("Stop", transcript_path=str(path))
        flush(machine)
    assert server.transcript_requests == []


def test_long_transcripts_go_in_chunks_within_the_contracts_limits(machine, server, conversation):
    for n in range(40):
        conversation.answer(f"{n} " + "word " * 20_000)
    conversation.bulk(CHUNK_LINES * 2)
    held_back(machine, conversation)
    flush(machine)
    sizes = [len(body) for _, path, _, body in server.requests if "/transcripts/" in path]
    assert len(sizes) > 2
    assert max(sizes) <= CHUNK_BYTES + CHUNK_LINES
    assert len(server.transcripts[SESSION]) == 42
    assert not any(line["type"] == "progress" for _, _, lines in server.transcript_requests for line in lines)


def test_a_chunk_that_is_too_large_is_halved(machine, server, conversation):
    for n in range(6):
        conversation.answer(f"answer {n}")
    server.answer_transcripts_with = lambda lines: (413, {"code": "too_large"}, {}) if len(lines) > 2 else None
    held_back(machine, conversation)
    assert flush(machine).refused == 0
    assert len(server.transcripts[SESSION]) == 8
    assert machine.dead_letters() == []


def test_lines_refused_for_good_are_noted_once_by_their_place_and_the_rest_goes_on(machine, server, conversation):
    server.answer_transcripts_with = (422, {"code": "not_a_transcript", "detail": "no line of it is known"}, {})
    held_back(machine, conversation)
    assert flush(machine).refused == 1
    (letter,) = machine.dead_letters()
    end = conversation.path.stat().st_size
    assert (letter["code"], letter["transcript"]["from"], letter["transcript"]["to"]) == ("not_a_transcript", 0, end)
    assert "bare except" not in json.dumps(letter)
    said = machine.cairn("doctor").stdout
    assert "1 parts of transcripts were rejected" in said
    assert str(conversation.path) in said
    server.answer_transcripts_with = None
    held_back(machine, conversation.ask("what came after"))
    flush(machine)
    assert server.said(SESSION) == ["what came after"]
    assert "1 dead letters are queued again" in machine.cairn("flush", "--dead-letters").stdout
    assert len(server.transcripts[SESSION]) == 3
    assert machine.dead_letters() == []


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ((401, {"code": "unauthorized"}, {}), "unauthorized"),
        ((404, {"code": "not_found"}, {}), "no_transcripts"),
        ((503, {"code": "unavailable"}, {}), "unavailable"),
        ((200, b"<html>please log in to the hotel's network", {}), "wrong_url"),
    ],
)
def test_an_answer_that_is_no_verdict_keeps_the_news(machine, server, conversation, answer, code):
    server.answer_transcripts_with = answer
    held_back(machine, conversation)
    assert flush(machine).halt.code == code
    assert machine.dead_letters() == []
    server.answer_transcripts_with = None
    assert flush(machine).messages == 2


def test_a_session_that_the_server_breaks_on_does_not_hold_up_the_others(machine, server, conversation):
    other = talk(machine, "9b552a6c-c127-4b8d-982a-653cad2e9551").ask("what else?")
    broken = (500, {"code": "error", "detail": "Something broke."}, {})
    server.answer_transcripts_with = lambda lines: broken if "swallow" in repr(lines) else None
    held_back(machine, conversation)
    held_back(machine, other)
    assert flush(machine).halt.code == "error"
    assert server.said(other.session) == ["what else?"]
    server.answer_transcripts_with = None
    assert flush(machine).messages == 2


def test_a_secret_reaches_neither_the_server_nor_the_plugins_folder(machine, server, conversation):
    conversation.ask(f"the token is {SECRET}, use it").call("Bash", {"command": f"curl -u x:{SECRET} h"}, SECRET)
    held_back(machine, conversation)
    flush(machine)
    assert SECRET not in repr(server.transcript_requests)
    assert SECRET.encode() not in machine.on_disk()


def test_notes_and_offsets_are_closed_to_other_users(machine, conversation):
    held_back(machine, conversation)
    (note,) = machine.spool.glob("transcripts/*.news")
    assert is_private(note)
    assert is_private(note.parent)
    flush(machine)
    assert is_private(machine.spool / "transcripts" / "offsets.jsonl")


def test_a_torn_or_broken_journal_of_offsets_costs_a_repetition_at_most(machine, server, conversation):
    held_back(machine, conversation)
    flush(machine)
    with (machine.spool / "transcripts" / "offsets.jsonl").open("ab") as file:
        file.write(b'{"path": "half')
    held_back(machine, conversation.ask("more"))
    flush(machine)
    assert len(server.transcript_requests[-1][2]) == 1
    (machine.spool / "transcripts" / "offsets.jsonl").write_bytes(b"\0\xff\n[]\n{}\n")
    held_back(machine, conversation.ask("even more"))
    flush(machine)
    assert len(server.transcripts[SESSION]) == 4


def test_cairn_disable_and_cairns_own_agents_leave_no_note(machine, conversation):
    stop(machine, conversation, environment={"CAIRN_DISABLE": "1"})
    stop(machine, conversation, "SubagentStop", agent_type="cairn:recaller", agent_id="x")
    stop(machine, conversation, "SubagentStop", agent_type="", agent_id="acompact-1")
    assert list(machine.data.glob("spools/*/transcripts/*")) == []


def test_what_was_said_under_one_login_is_not_sent_under_another(machine, server, conversation):
    stop(machine, conversation)
    assert eventually(lambda: len(server.transcripts.get(SESSION, ())) == 2)
    second = ScriptedServer()
    try:
        machine.url = second.url
        held_back(machine, conversation.ask("work for the second customer"))
        flush(machine)
        assert second.said(SESSION) == ["work for the second customer"]
    finally:
        second.stop()


def test_what_waits_for_one_login_is_not_sent_under_another_until_told(alone, server):
    conversation = talk(alone).ask("secret of the first customer")
    stop(alone, conversation)
    assert eventually(lambda: alone.state().get("failures"))
    first = str(alone.spool)
    alone.url = server.url
    held_back(alone, conversation.ask("work for the second customer"))
    flush(alone)
    assert server.said(SESSION) == ["work for the second customer"]
    assert "1 transcript (" in alone.cairn("doctor").stdout
    alone.cairn("flush", "--adopt")
    assert set(server.said(SESSION)) == {"secret of the first customer", "work for the second customer"}
    assert backlog.backlog(first)["files"] == 0


def test_a_new_token_of_the_same_team_goes_on_where_the_old_one_stopped(machine, server, conversation):
    url, machine.url, machine.token = machine.url, "", ""
    machine.cairn("login", "--url", url, "--token-stdin", stdin=TOKEN)
    stop(machine, conversation)
    assert eventually(lambda: len(server.transcripts.get(SESSION, ())) == 2)
    server.token = "cairn_new"
    machine.cairn("login", "--url", url, "--token-stdin", stdin="cairn_new")
    assert "Nothing new" in machine.cairn("import", "-y").stdout
    stop(machine, conversation.ask("said under the new token"))
    assert eventually(lambda: len(server.transcripts[SESSION]) == 3)
    assert [len(lines) for _, _, lines in server.transcript_requests] == [2, 1]


def test_doctor_and_status_tell_what_waits(alone):
    conversation = talk(alone).ask("a question")
    alone.no_flush()
    stop(alone, conversation)
    said = alone.cairn("doctor")
    assert "1 transcript (" in said.stdout
    assert "none sent yet" in said.stdout
    found = json.loads(alone.cairn("doctor", "-j").stdout)["folders"][0]["transcripts"]
    assert (found["files"], found["bytes"], found["refused"]) == (1, conversation.path.stat().st_size, 0)


def test_status_has_a_line_for_transcripts(machine, conversation):
    held_back(machine, conversation)
    assert "1 events; 1 transcript (" in machine.cairn("status").stdout


def test_spools_of_one_machine_do_not_share_offsets(machine, server, conversation):
    held_back(machine, conversation)
    flush(machine)
    other = destinations.folder_for(Settings(machine.url, "cairn_other"), str(machine.data))
    assert backlog.backlog(other) == {"files": 0, "bytes": 0, "refused": 0, "sent_at": 0.0}


def test_what_was_said_while_cairn_was_off_stays_here_until_a_person_imports_it(machine, server, conversation):
    stop(machine, conversation, environment={"CAIRN_DISABLE": "1"})
    path = str(conversation.path)
    machine.hook("SessionStart", source="resume", session_id=SESSION, transcript_path=path)
    conversation.ask("said after").answer("Indeed.")
    stop(machine, conversation)
    assert eventually(lambda: len(server.transcripts.get(SESSION, ())) == 2)
    assert server.said(SESSION) == ["said after", "Indeed."]
    machine.hook("SessionStart", source="resume", session_id=SESSION, transcript_path=path)
    stop(machine, conversation.ask("and later"))
    assert eventually(lambda: len(server.transcripts[SESSION]) == 3)
    assert "Sent 2 new messages from 1 files; 3 were already stored." in machine.cairn("import", "-y").stdout
    assert "Nothing new" in machine.cairn("import", "-y").stdout
    held_back(machine, conversation.ask("the last word"))
    flush(machine)
    assert len(server.transcript_requests[-1][2]) == 1


def test_a_session_resumed_while_its_news_wait_loses_nothing(alone, returned):
    conversation = talk(alone).ask("said while the server was down")
    stop(alone, conversation)
    assert eventually(lambda: alone.state().get("failures"))
    alone.hook("SessionStart", source="resume", session_id=SESSION, transcript_path=str(conversation.path))
    server = returned()
    stop(alone, conversation.ask("said after"))
    alone.cairn("flush")
    assert server.said(SESSION) == ["said while the server was down", "said after"]
