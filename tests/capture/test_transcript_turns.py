"""The turns of a transcript: one with the live events', with subagents in threads of their own."""

from datetime import timedelta

import pytest
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.capture.events import record_events
from memory.models import CodingSession, Message, Turn
from memory.rules.identity import identify
from tests.capture.sent_transcripts import TALK, said, send
from tests.capture.transcript_samples import assistant, line, minute, user
from tests.events import event, turn_of

pytestmark = pytest.mark.django_db


def test_live_events_and_the_transcript_tell_of_one_turn(alice: Actor) -> None:
    with access.acting(alice):
        record_events(turn_of("Why 200?", "Because of X.", {"tool_name": "Bash"}), actor=alice)
        before = Turn.objects.values().get()
    lines = [user("Why 200?", "u1", promptId="p1"), assistant("Hm.", "a1"), assistant("Because of X, Y.", "a2")]
    send(lines, alice, project=identify(remote="git@github.com:acme/checkout.git"))
    with access.acting(alice):
        assert Turn.objects.values().get() == before, "what live events told stays, and so does the time they set"
        assert CodingSession.objects.get().messages.filter(turn__uuid="p1").count() == 3


def test_what_live_events_left_blank_is_filled_in(alice: Actor) -> None:
    with access.acting(alice):
        record_events([event("PostToolUse", payload={"tool_name": "Bash"})], actor=alice)
    send([user("Why 200?", "u1", promptId="p1"), assistant("Because of X.", "a1")], alice)
    with access.acting(alice):
        turn = Turn.objects.get()
        assert (turn.prompt, turn.answer, turn.tool_count) == ("Why 200?", "Because of X.", 1)
        assert turn.due_at > timezone.now() + timedelta(minutes=5)


def test_a_summarised_turn_is_not_summarised_again(alice: Actor) -> None:
    send(TALK[:2], alice)
    with access.acting(alice):
        Turn.objects.update(summary=["Looked."], due_at=None)
    send(TALK, alice)
    with access.acting(alice):
        turn = Turn.objects.get()
        assert (turn.due_at, turn.answer) == (None, "A typo in main.py.")


def test_a_task_that_wakes_the_agent_opens_a_turn_though_nobody_said_a_word(alice: Actor) -> None:
    notice = {"origin": {"kind": "task-notification"}, "promptId": "p2", "timestamp": minute(5)}
    woken = user("<task-notification>done</task-notification>", "u5", **notice)
    receipt = send([*TALK, woken, assistant("The build is green.", "a5", timestamp=minute(6))], alice)
    assert (receipt.accepted, receipt.skipped) == (4, {"injected": 1})
    with access.acting(alice):
        turns = Turn.objects.order_by("started_at").values_list("uuid", "prompt", "answer")
        assert list(turns)[1:] == [("p2", "", "The build is green.")]


def test_a_command_says_nothing_but_names_the_turn_of_what_follows(alice: Actor) -> None:
    opening = user("<command-name>/init</command-name>", "u1", timestamp=minute(0))
    noise = [line("progress", uuid=f"n{number}") for number in range(600)]
    send([opening, *noise, assistant("Written.", "a1", timestamp=minute(1))], alice)
    with access.acting(alice):
        turn = Turn.objects.get()
        assert (turn.uuid, turn.prompt, turn.answer) == ("u1", "/init", "Written.")
        assert turn.ended_at - turn.started_at == timedelta(minutes=1)


def test_subagents_have_threads_of_their_own_within_the_turn(alice: Actor) -> None:
    send(TALK, alice)
    task = [
        user("look around", "x1", isSidechain=True, agentId="ag1", promptId="p1", timestamp=minute(2)),
        assistant("Looking.", "x2", isSidechain=True, agentId="ag1", timestamp=minute(2.5), cwd="/home/alice/wt"),
    ]
    send(task, alice, subagent="ag1", path="/x/agent-ag1.jsonl")
    assert said(alice, subagent="ag1") == [("user", "look around"), ("assistant", "Looking.")]
    with access.acting(alice):
        assert set(Message.objects.filter(subagent="ag1").values_list("turn__uuid", flat=True)) == {"p1"}
        session, turn = CodingSession.objects.get(), Turn.objects.get()
        assert (session.root, session.transcript_path) == ("/home/alice/checkout", "")
        assert (turn.prompt, turn.answer) == ("why does it fail?", "A typo in main.py.")


def test_nameless_subagents_between_other_lines_are_told_apart_by_their_parents(alice: Actor) -> None:
    side = {"isSidechain": True}
    lines = [
        user("do both", "u1", timestamp=minute(0)),
        user("task one", "x1", parentUuid=None, timestamp=minute(1), **side),
        user("task two", "y1", parentUuid=None, timestamp=minute(1), **side),
        assistant([{"type": "thinking"}], "x2", parentUuid="x1", timestamp=minute(2), **side),
        assistant("two", "y2", parentUuid="y1", timestamp=minute(2), **side),
        assistant("one", "x3", parentUuid="x2", timestamp=minute(3), **side),
        assistant("one more", "x4", parentUuid="lost", timestamp=minute(4), **side),
        assistant("Done.", "a1", parentUuid="u1", timestamp=minute(5)),
    ]
    send(lines, alice)
    assert [words for _, words in said(alice, subagent="x1")] == ["task one", "one", "one more"]
    assert [words for _, words in said(alice, subagent="y1")] == ["task two", "two"]
    assert [words for _, words in said(alice, subagent="")] == ["do both", "Done."]
    with access.acting(alice):
        assert Turn.objects.get().answer == "Done."


def test_an_old_subagent_file_falls_into_the_turn_of_its_time(alice: Actor) -> None:
    send([*TALK, user("next", "u5", promptId="p5", timestamp=minute(10))], alice)
    send([assistant("Looked.", "x1", isSidechain=True, timestamp=minute(3))], alice, subagent="ag1")
    with access.acting(alice):
        assert Message.objects.get(uuid="x1").turn.uuid == "p1"
