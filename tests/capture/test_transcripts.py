"""Transcripts become messages, tool calls and turns once each, whoever sends them, in what pieces, and how often."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.capture.transcripts import record_transcript
from memory.errors import Refused
from memory.models import AuditEvent, CodingSession, LexiconSize, Message, Project, ToolCall, Turn
from tests.capture.sent_transcripts import TALK, said, send
from tests.capture.transcript_samples import assistant, line, minute, result, use, user

pytestmark = pytest.mark.django_db


def test_a_conversation_becomes_messages_a_call_and_a_turn(alice: Actor) -> None:
    receipt = send(TALK, alice, path="/home/alice/.claude/projects/x/s1.jsonl")
    assert (receipt.accepted, receipt.calls, receipt.duplicates, receipt.skipped) == (3, 1, 0, {})
    assert receipt.next_offset == sum(map(len, TALK)) and receipt.sessions == {"s1"}
    assert said(alice) == [
        ("user", "why does it fail?"),
        ("assistant", "Let me look."),
        ("assistant", "A typo in main.py."),
    ]
    with access.acting(alice):
        session, turn, call = CodingSession.objects.get(), Turn.objects.get(), ToolCall.objects.get()
        positions = list(Message.objects.order_by("said_at").values_list("position", flat=True))
        assert positions == [1, 2, 3]
        assert (call.name, call.target, call.result, call.failed) == ("Bash", "pytest -q", "1 failed", True)
        assert call.message.content == "Let me look." and call.turn == turn
    assert (turn.uuid, turn.prompt, turn.answer, turn.tool_count) == (
        "p1",
        "why does it fail?",
        "A typo in main.py.",
        1,
    )
    assert turn.due_at <= timezone.now() and turn.ended_at - turn.started_at == timedelta(minutes=4)
    assert (session.branch, session.root, session.author) == ("main", "/home/alice/checkout", alice.user)
    assert (session.started_at, session.last_event_at) == (turn.started_at, turn.ended_at)
    assert session.transcript_path.endswith("s1.jsonl")


def test_sending_the_same_again_adds_nothing(alice: Actor) -> None:
    send(TALK, alice)
    again = send(TALK, alice)
    assert (again.accepted, again.calls, again.duplicates) == (0, 0, 3)
    with access.acting(alice):
        assert (Message.objects.count(), ToolCall.objects.count(), Turn.objects.count()) == (3, 1, 1)
        assert AuditEvent.objects.filter(verb="capture").count() == 1, "nothing new is no deed"


def test_a_file_may_come_in_any_pieces(alice: Actor) -> None:
    for piece in TALK:
        send([piece], alice)
    with access.acting(alice):
        assert list(Message.objects.order_by("position").values_list("position", "turn__uuid")) == [
            (1, "p1"),
            (2, "p1"),
            (3, "p1"),
        ]
        call, turn = ToolCall.objects.get(), Turn.objects.get()
        assert (call.result, call.failed, call.message.content) == ("1 failed", True, "Let me look.")
        assert (turn.answer, turn.tool_count) == ("A typo in main.py.", 1)


def test_the_offset_stops_before_a_line_that_is_still_being_written(alice: Actor) -> None:
    receipt = send([TALK[0], TALK[1][:40]], alice, offset=1000)
    assert (receipt.accepted, receipt.skipped, receipt.next_offset) == (1, {}, 1000 + len(TALK[0]))
    whole = send([TALK[0], TALK[1].rstrip(b"\n")], alice)
    assert (whole.accepted, whole.next_offset) == (1, len(TALK[0]) + len(TALK[1]) - 1)


def test_bad_lines_are_counted_and_sink_no_other(alice: Actor) -> None:
    bad = [b"{cut off\n", b"\n", b'"massive error"\n', b'{"silly": "this"}\n', line("progress"), b"\xff\xfe\n"]
    receipt = send([bad[0], *TALK[:2], *bad[1:]], alice)
    assert receipt.accepted == 2
    assert receipt.skipped == {"malformed": 2, "not_an_object": 1, "unknown": 1, "progress": 1}


def test_what_is_no_transcript_is_refused_at_once(alice: Actor) -> None:
    for lines in ([b"[\n", b'  {"type": "user",\n'], [b"\x7fELF\x02\n"], [b'[{"type": "user"}]\n']):
        with pytest.raises(Refused, match="JSON object") as refusal:
            send(lines, alice)
        assert refusal.value.code == "not_a_transcript"
    with pytest.raises(Refused, match="JSON object"):
        send([b"no json\n"] * 501 + TALK, alice)
    assert send([b"{cut off\n"], alice, offset=5000).skipped == {"malformed": 1}, "later pieces may begin anywhere"
    assert send([], alice).accepted == 0 and send([b"\n"], alice).accepted == 0
    with access.acting(alice):
        assert not CodingSession.objects.exists() and not Project.objects.exists()


def test_a_forked_file_adds_only_what_is_new_to_it(alice: Actor) -> None:
    send(TALK, alice)
    fork = {"sessionId": "s2", "promptId": "p2"}
    copied = [
        user("why does it fail?", "u1", timestamp=minute(0), **fork),
        assistant("Let me look.", "a1", timestamp=minute(1), sessionId="s2"),
        assistant([use("t1", "Bash", command="pytest -q")], "a2", timestamp=minute(2), sessionId="s2"),
        user(result("t1", "1 failed", failed=True), "u2", timestamp=minute(3), **fork),
        assistant("A typo in main.py.", "a3", timestamp=minute(4), sessionId="s2"),
    ]
    receipt = send(copied, alice, session_id="s2")
    assert (receipt.accepted, receipt.duplicates, receipt.calls) == (0, 3, 0)
    with access.acting(alice):
        assert CodingSession.objects.get().external_id == "s1", "a copy alone makes no session"
    new = [
        user("and now?", "u9", timestamp=minute(5), **fork),
        assistant("Fixed.", "a9", timestamp=minute(6), sessionId="s2"),
    ]
    assert send(copied + new, alice, session_id="s2").accepted == 2
    with access.acting(alice):
        turn = Turn.objects.get(session__external_id="s2")
        assert (turn.uuid, turn.prompt, turn.answer) == ("p2", "and now?", "Fixed.")
        assert turn.session.started_at == turn.started_at, "what was copied is not when the fork began"


def test_a_fork_alone_keeps_the_turns_that_it_copied_apart(alice: Actor) -> None:
    lines = [
        user("first", "u1", promptId="p2", timestamp=minute(0)),
        assistant("one", "a1", timestamp=minute(1)),
        user("second", "u2", promptId="p2", timestamp=minute(2)),
        assistant("two", "a2", timestamp=minute(3)),
    ]
    send(lines, alice)
    with access.acting(alice):
        turns = Turn.objects.order_by("started_at").values_list("uuid", "prompt", "answer")
        assert list(turns) == [("u1", "first", "one"), ("p2", "second", "two")]


def test_each_line_belongs_to_the_session_that_it_names(alice: Actor) -> None:
    lines = [
        user("in one", "u1", sessionId="s1"),
        user("in two", "u2", sessionId="s2"),
        user("in neither", "u3", sessionId=None),
    ]
    receipt = send(lines, alice, session_id="s1", path="/x/s1.jsonl")
    assert receipt.sessions == {"s1", "s2"}
    assert said(alice, session__external_id="s1") == [("user", "in one"), ("user", "in neither")]
    with access.acting(alice):
        paths = CodingSession.objects.order_by("external_id").values_list("transcript_path", flat=True)
        assert list(paths) == ["/x/s1.jsonl", ""]


def test_a_line_without_a_uuid_and_two_lines_with_one_are_each_stored_once(alice: Actor) -> None:
    lines = [user("no name", None), user("one", "u1"), user("another", "u1"), user("one", "u1")]
    first, second = send(lines, alice), send(lines, alice)
    assert (first.accepted, first.duplicates) == (3, 1)
    assert (second.accepted, second.duplicates) == (0, 4)
    assert [words for _, words in said(alice)] == ["no name", "one", "another"]
    with access.acting(alice):
        assert not Message.objects.filter(turn=None).exists()


def test_older_lines_that_come_later_find_their_place(alice: Actor) -> None:
    send(TALK[4:], alice)
    send(TALK[:4], alice)
    with access.acting(alice):
        rows = Message.objects.order_by("position").values_list("position", "uuid")
        assert list(rows) == [(1, "u1"), (2, "a1"), (3, "a3")]


def test_lines_of_one_moment_keep_the_order_of_the_file_and_those_without_one_take_the_last(alice: Actor) -> None:
    lines = [user("a", "m1", timestamp=minute(7))]
    lines += [assistant(words, f"m{words}", timestamp=None) for words in "bcd"]
    lines += [assistant("e", "me", timestamp="soon"), assistant("f", "mf", timestamp=minute(8))]
    send(lines, alice)
    assert "".join(words for _, words in said(alice)) == "abcdef"
    with access.acting(alice):
        assert Message.objects.get(uuid="md").said_at == datetime.fromisoformat(minute(7))


def test_a_clock_that_runs_ahead_is_held_back(alice: Actor) -> None:
    send([user("from the future", "u1", timestamp="2199-01-01T00:00:00Z")], alice)
    with access.acting(alice):
        assert Message.objects.get().said_at < timezone.now() + timedelta(minutes=6)
        assert CodingSession.objects.get().last_event_at < timezone.now() + timedelta(minutes=6)


def test_secrets_private_blocks_and_what_postgres_cannot_hold_are_not_stored(alice: Actor) -> None:
    token = "ghp_" + "k3Jd92mXqP7sLzR4tVbN8wYcF1hG6uEoAiQ5"
    lines = [
        user(f"use {token} <private>my salary</private> for\x00 the deploy \ud800", "u1"),
        user("<private>all of it</private>", "u2"),
        assistant([use("t1", "Bash", command=f"curl -H 'Authorization: Bearer {token}' x")], "a1"),
        user(result("t1", f"token={token}"), "u3"),
        line("custom-title", customTitle=f"Deploy with {token}"),
    ]
    receipt = send(lines, alice)
    assert (receipt.accepted, receipt.skipped) == (1, {"private": 1})
    with access.acting(alice):
        call, audited = ToolCall.objects.get(), AuditEvent.objects.get(verb="capture").detail
        title, prompts = CodingSession.objects.get().title, Turn.objects.values_list("prompt", flat=True)
        stored = " ".join([Message.objects.get().content, call.target, call.result, title, *prompts])
    assert "ghp_" not in stored and "salary" not in stored and "all of it" not in stored and "\x00" not in stored
    assert "the deploy \ufffd" in stored and "Deploy with" in title
    assert sum(audited["redactions"].values()) >= 4 and audited["skipped"] == {"private": 1}
    assert (audited["accepted"], audited["calls"]) == (1, 1)


def test_what_cairn_answered_is_not_stored_again(alice: Actor) -> None:
    lines = [
        assistant([use("t1", "mcp__plugin_cairn_cairn__search_memory", query="deploy")], "a1"),
        user(result("t1", "M-1 deploys on Friday are banned"), "u1"),
        assistant([use("t2", "Skill", skill="cairn:memory-recall", args="deploy")], "a2"),
    ]
    send(lines, alice)
    send([user(result("t2", "M-1 deploys on Friday are banned"), "u2")], alice)
    with access.acting(alice):
        calls = ToolCall.objects.order_by("call_id").values_list("name", "target", "result")
        assert list(calls) == [
            ("mcp__plugin_cairn_cairn__search_memory", "deploy", ""),
            ("Skill", "cairn:memory-recall deploy", ""),
        ]


def test_endless_words_are_cut_in_the_middle_with_a_mark(alice: Actor) -> None:
    send([user("begin " + "word " * 50_000 + "end", "u1")], alice)
    ((_, words),) = said(alice)
    assert len(words) < 101_000 and words.startswith("begin") and words.endswith("end") and "cut by Cairn" in words


def test_a_session_learns_its_title_compactions_and_branch(alice: Actor) -> None:
    boundary = line("system", uuid="b1", subtype="compact_boundary", timestamp=minute(3))
    lines = [
        line("summary", summary="Somebody else's talk", leafUuid="elsewhere"),
        line("summary", summary="Our talk", leafUuid="a1"),
        *TALK,
        boundary,
        line("system", uuid="b2", subtype="compact_boundary", isSidechain=True, timestamp=minute(4)),
        user("go on", "u7", gitBranch="fix", timestamp=minute(5)),
    ]
    send(lines, alice)
    send([*lines, boundary], alice)
    with access.acting(alice):
        session = CodingSession.objects.get()
    assert (session.title, session.branch) == ("Our talk", "fix")
    assert session.compactions == [datetime.fromisoformat(minute(3))]
    send([line("custom-title", customTitle="Another")], alice)
    with access.acting(alice):
        assert CodingSession.objects.get().title == "Our talk", "a title once given stays"


def test_titles_alone_make_no_session(alice: Actor) -> None:
    lines = [line("summary", summary="Old talk", leafUuid="x", cwd=None), line("file-history-snapshot")]
    assert send(lines, alice).skipped == {"file-history-snapshot": 1}
    with access.acting(alice):
        assert not CodingSession.objects.exists() and not Project.objects.exists()


def test_the_words_of_messages_are_counted_for_search(alice: Actor) -> None:
    send(TALK, alice)
    with access.acting(alice):
        assert LexiconSize.objects.get(collection="message").documents == 3


def test_more_lines_take_no_more_queries(alice: Actor, django_assert_max_num_queries: Callable) -> None:
    lines = []
    for number in range(120):
        lines += [
            user(f"question {number}", f"u{number}", promptId=f"p{number}"),
            assistant([use(f"t{number}", "Bash", command="ls")], f"a{number}"),
            user(result(f"t{number}", "a.py"), f"r{number}", promptId=f"p{number}"),
            assistant(f"answer {number}", f"b{number}"),
        ]
    with access.acting(alice), django_assert_max_num_queries(40):
        receipt = record_transcript(lines, session_id="s1", actor=alice)
    assert (receipt.accepted, receipt.calls) == (240, 120)
    with access.acting(alice), django_assert_max_num_queries(15):
        assert record_transcript(lines, session_id="s1", actor=alice).accepted == 0
