"""Transcripts become messages, tool calls and turns once each, whoever sends them, in what pieces, and how often."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.capture.events import record_events
from memory.capture.transcripts import TranscriptReceipt, record_transcript
from memory.capture.transcripts.known import Known
from memory.capture.transcripts.placing import Line
from memory.errors import Forbidden, Refused
from memory.models import AuditEvent, CodingSession, LexiconSize, Message, Project, ToolCall, Turn
from memory.rules.identity import identify
from tests.capture.transcript_samples import assistant, line, minute, result, use, user
from tests.events import event, turn_of

pytestmark = pytest.mark.django_db

TALK = [
    user("why does it fail?", "u1", promptId="p1", timestamp=minute(0)),
    assistant("Let me look.", "a1", timestamp=minute(1)),
    assistant([use("t1", "Bash", command="pytest -q")], "a2", timestamp=minute(2)),
    user(result("t1", "1 failed", failed=True), "u2", promptId="p1", timestamp=minute(3)),
    assistant("A typo in main.py.", "a3", timestamp=minute(4)),
]


def send(lines: list[bytes], actor: Actor, session_id: str = "s1", **changes: object) -> TranscriptReceipt:
    with access.acting(actor):
        return record_transcript(lines, session_id=session_id, actor=actor, **changes)


def said(actor: Actor, **wanted: object) -> list[tuple[str, str]]:
    """Role and words of all messages in order, as `actor` sees them."""
    with access.acting(actor):
        rows = Message.objects.filter(**wanted).order_by("session", "subagent", "position")
        return list(rows.values_list("role", "content"))


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


def test_the_project_is_the_one_named_or_the_sessions_or_that_of_the_folder(alice: Actor) -> None:
    named = identify(remote="git@github.com:acme/checkout.git")
    send([user("one", "u1", sessionId="s1")], alice, session_id="s1", project=named)
    send([user("two", "u2", sessionId="s1")], alice, session_id="s1", project=identify(root="/elsewhere"))
    send([user("three", "u3", sessionId="s2", cwd="/home/alice/blog")], alice, session_id="s2")
    worktree = "/home/alice/blog/.claude/worktrees/wt1"
    send([user("four", "u4", sessionId="s3", cwd=worktree)], alice, session_id="s3")
    with access.acting(alice):
        projects = dict(CodingSession.objects.values_list("external_id", "project__name"))
        assert projects == {"s1": "acme/checkout", "s2": "blog", "s3": "blog"}
        assert Project.objects.count() == 2
        assert set(Message.objects.filter(session__external_id="s1").values_list("project__name")) == {
            ("acme/checkout",)
        }


def test_the_words_of_messages_are_counted_for_search(alice: Actor) -> None:
    send(TALK, alice)
    with access.acting(alice):
        assert LexiconSize.objects.get(collection="message").documents == 3


def test_a_team_mate_sees_the_talk_and_sends_no_copy_of_it(alice: Actor, bob: Actor) -> None:
    send(TALK, alice)
    with access.acting(alice):
        before = CodingSession.objects.values().get()
    assert [words for _, words in said(bob)] == [words for _, words in said(alice)]
    late = user(result("t1", "something else"), "u2", timestamp=minute(3))
    receipt = send([*TALK, late, line("custom-title", customTitle="Bob's")], bob)
    assert (receipt.accepted, receipt.duplicates, receipt.calls) == (0, 3, 0)
    with access.acting(bob):
        assert CodingSession.objects.values().get() == before
        assert ToolCall.objects.get().result == "1 failed"


def test_what_a_team_mate_adds_is_in_a_session_of_their_own(alice: Actor, bob: Actor) -> None:
    send(TALK, alice)
    assert send([*TALK, user("bob goes on", "u9", timestamp=minute(9))], bob).accepted == 1
    with access.acting(alice):
        sessions = CodingSession.objects.values_list("author__username", "messages__position")
        assert sorted(sessions) == [("alice", 1), ("alice", 2), ("alice", 3), ("bob", 1)]


def test_two_who_send_one_conversation_at_once_store_it_once(
    alice: Actor, bob: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(TALK, alice)
    of, looks = Known.of, []

    def too_early(project: Project, lines: Sequence[Line]) -> Known:
        looks.append(project)
        return of(project, lines) if len(looks) > 1 else Known({}, {})

    monkeypatch.setattr(Known, "of", too_early)
    receipt = send([*TALK, user("bob goes on", "u9", timestamp=minute(9))], bob)
    assert (receipt.accepted, receipt.duplicates, receipt.calls) == (1, 3, 0)
    with access.acting(bob):
        assert Message.objects.get(uuid="u9").position == 1
        assert CodingSession.objects.count() == 2


def test_another_team_sees_nothing_and_may_have_the_same_uuids(alice: Actor, mallory: Actor) -> None:
    send(TALK, alice)
    assert said(mallory) == []
    with access.acting(mallory):
        assert not CodingSession.objects.exists() and not ToolCall.objects.exists() and not Turn.objects.exists()
    assert send(TALK, mallory).accepted == 3
    assert len(said(alice)) == 3


def test_a_viewer_may_not_send(vera: Actor) -> None:
    with pytest.raises(Forbidden):
        send(TALK, vera)


def test_a_session_has_an_id(alice: Actor) -> None:
    with pytest.raises(Refused, match="session"):
        send(TALK, alice, session_id=" ")


def test_an_agent_of_the_sender_may_be_named(alice: Actor, bob: Actor) -> None:
    send([user("by my nightly agent", "u1")], alice, agent_id="nightly")
    send([user("not my agent", "u2", sessionId="s2")], bob, session_id="s2", agent_id="nightly")
    with access.acting(alice):
        agents = CodingSession.objects.order_by("external_id").values_list("agent__agent_id", flat=True)
        assert list(agents) == ["nightly", None]


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
