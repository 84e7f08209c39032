"""A data folder without room, or that takes no writing: the session goes on, is told so, and room heals it."""

import subprocess
from collections import Counter
from pathlib import Path

import pytest

from hooks.config import Settings
from hooks.flush import BATCH_EVENTS, Flush
from tests.disks import fill_up, small_disk
from tests.hooks.conftest import SESSION, Machine, eventually
from tests.hooks.conversation import Conversation
from tests.hooks.scripted_server import ScriptedServer
from tests.hooks.test_live_transcripts import flush, stop, talk
from tests.hooks.test_spool_and_flush import fill


@pytest.fixture
def disk(machine: Machine):
    """The machine's data folder as a disk of its own."""
    with small_disk(machine.data, "2m") as place:
        yield place


def read_only(disk: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)


@pytest.mark.parametrize("spoil", [fill_up, read_only])
@pytest.mark.parametrize("known", [True, False])
def test_a_data_folder_that_takes_no_writing_is_told_beside_the_briefing(
    machine: Machine, server: ScriptedServer, disk: Path, spoil, known
) -> None:
    if known:
        machine.hook("SessionStart", source="startup")
        server.wait_for_events(1)
    spoil(disk)
    said = machine.hook("SessionStart", source="startup")
    assert "ERROR: nothing is captured" in said["systemMessage"]
    assert str(machine.spool) in said["systemMessage"]
    assert server.briefing["text"].splitlines()[1] in said["hookSpecificOutput"]["additionalContext"]


@pytest.mark.parametrize("spoil", [fill_up, read_only])
def test_other_hooks_end_well_and_recall_still_answers(machine: Machine, server: ScriptedServer, disk: Path, spoil):
    machine.hook("SessionStart", source="startup")
    spoil(disk)
    machine.bash()
    machine.hook("Stop", last_assistant_message="done")
    machine.raw("Stop", b"{broken")
    said = machine.hook("UserPromptSubmit", prompt="how many retries do we allow per payment?")
    assert server.hits[0]["snippet"] in said["hookSpecificOutput"]["additionalContext"]


def test_a_full_disk_keeps_no_flush_from_making_room(machine: Machine, server: ScriptedServer, disk: Path) -> None:
    machine.no_flush()
    settings = Settings(machine.url, machine.token)
    run = Flush(str(machine.spool), settings)
    fill(run.spool, BATCH_EVENTS + 10)
    fill_up(disk)
    assert run.run()
    assert run.halt is None
    assert len(server.events) == BATCH_EVENTS + 10
    assert not run.spool.has_work()


def test_an_event_that_does_not_fit_leaves_no_half_line_and_the_next_one_is_kept(
    machine: Machine, server: ScriptedServer, disk: Path
) -> None:
    machine.no_flush()
    machine.bash(command="make before")
    ballast = fill_up(disk)
    for number in range(20):
        machine.bash(command=f"make {number}", stdout="x" * 3000)
    assert machine.spool.joinpath("spool.jsonl").read_bytes().endswith(b"\n")
    ballast.unlink()
    machine.bash(command="make after")
    (machine.spool / "state.json").unlink()
    machine.hook("Stop", last_assistant_message="done")
    assert eventually(lambda: machine.lines() == [])
    assert {"make before", "make after"} <= {
        event["payload"]["tool_input"]["command"] for event in server.events.values() if event["event"] == "PostToolUse"
    }
    assert machine.dead_letters() == []


def test_a_torn_state_leaves_no_file_behind(machine: Machine, server: ScriptedServer, disk: Path) -> None:
    machine.no_flush()
    run = Flush(str(machine.spool), Settings(machine.url, machine.token))
    fill(run.spool, 3)
    fill_up(disk)
    run.run()
    assert [path.name for path in machine.spool.iterdir() if path.name.rpartition(".")[2].isdigit()] == []


def noted(machine: Machine, conversation: Conversation) -> None:
    """Leaves the note that a transcript has grown, without the event: sending that would make room."""
    machine.no_flush()
    stop(machine, conversation)
    (machine.spool / "spool.jsonl").unlink()


def long_talk(machine: Machine) -> Conversation:
    """A transcript that takes several requests, and the note of it."""
    conversation = talk(machine).ask("why does the retry swallow the 401?")
    for number in range(40):
        conversation.answer(f"{number} " + "word " * 20_000)
    noted(machine, conversation)
    return conversation


def test_a_transcript_whose_place_cannot_be_noted_waits_for_room_and_goes_whole(
    machine: Machine, server: ScriptedServer, disk: Path
) -> None:
    conversation = long_talk(machine)
    ballast = fill_up(disk)
    for _ in range(3):
        halt = flush(machine).halt
        assert halt is not None
        assert halt.code == "disk"
    ballast.unlink()
    assert flush(machine).halt is None
    assert list(server.transcripts[SESSION]) == conversation.uuids
    chunk = {line["uuid"] for line in server.transcript_requests[0][2]}
    sent = Counter(line["uuid"] for _, _, lines in server.transcript_requests for line in lines)
    assert {uuid for uuid, times in sent.items() if times > 1} <= chunk != set(conversation.uuids)
    assert not list(machine.spool.glob("transcripts/*.taken"))


def test_half_a_place_in_the_journal_spoils_no_other(machine: Machine, server: ScriptedServer, disk: Path) -> None:
    conversation = talk(machine).ask("question 0")
    journal = machine.spool / "transcripts" / "offsets.jsonl"
    # So near to the end of the disk's block that the next place does not fit into it.
    while not journal.exists() or journal.stat().st_size % 4096 < 4000:
        machine.no_flush()
        stop(machine, conversation.ask(f"question {len(conversation.uuids)}"))
        assert flush(machine).halt is None
    noted(machine, conversation.ask("on a full disk"))
    ballast = fill_up(disk)
    assert flush(machine).halt is not None
    assert not journal.read_bytes().endswith(b"\n")
    ballast.unlink()
    assert flush(machine).halt is None
    machine.no_flush()
    stop(machine, conversation.ask("with room again"))
    requests = len(server.transcript_requests)
    assert flush(machine).halt is None
    assert list(server.transcripts[SESSION]) == conversation.uuids
    assert [len(lines) for _, _, lines in server.transcript_requests[requests:]] == [1]


def test_what_was_said_elsewhere_is_not_sent_because_its_end_could_not_be_noted(
    machine: Machine, server: ScriptedServer, disk: Path
) -> None:
    conversation = talk(machine).ask("said while Cairn was off")
    machine.no_flush()
    machine.hook("SessionStart", source="resume", transcript_path=str(conversation.path))
    noted(machine, conversation.ask("said since"))
    ballast = fill_up(disk)
    flush(machine)
    ballast.unlink()
    machine.no_flush()
    stop(machine, conversation.ask("said with room again"))
    assert flush(machine).halt is None
    assert server.said(SESSION) == ["said since", "said with room again"]
