"""Whose a transcript is: team mates share it once, other teams see nothing, and who may send it, for which project."""

from collections.abc import Sequence

import pytest

from memory import access
from memory.access import Actor
from memory.capture.transcripts.known import Known
from memory.capture.transcripts.placing import Line
from memory.errors import Forbidden, Refused
from memory.models import CodingSession, Message, Project, ToolCall, Turn
from memory.rules.identity import identify
from tests.capture.sent_transcripts import TALK, said, send
from tests.capture.transcript_samples import line, minute, result, user

pytestmark = pytest.mark.django_db


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
