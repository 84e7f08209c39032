"""Sessions are found by the beginning of their id, listed, and read as they went, by their team alone."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory import access
from memory.access import Actor
from memory.errors import NotFound, Refused
from memory.models import CodingSession, Message, Observation, Turn
from memory.recall.sessions import TurnText, cursor_after, find_session, list_sessions, read_turns, turns_of
from tests.talks import CACHE, HEALTH, METRICS, SESSION, STARTED, talk

pytestmark = pytest.mark.django_db


def seen_by(actor: Actor, verb: Callable, *given: object, **options: object) -> object:
    with access.acting(actor):
        return verb(*given, actor=actor, **options)


def read(actor: Actor, session: CodingSession, ref: str, **options: object) -> list[TurnText]:
    return seen_by(actor, read_turns, session, ref, **options)


def told(text: TurnText) -> list[str]:
    return [item.text for item in text.items]


def test_a_session_is_found_by_its_id_and_by_eight_characters_of_it(alice: Actor, bob: Actor) -> None:
    session = talk(alice, HEALTH, CACHE)
    for ref in (SESSION, SESSION[:8], f" {SESSION[:20]} "):
        found = seen_by(bob, find_session, ref)
        assert (found, found.turn_count) == (session, 2)


@pytest.mark.parametrize("ref", [SESSION[:7], "%", "", " ", SESSION[:8] + "%", "\x00" * 9, "\ud800" * 9, "x" * 5000])
def test_what_names_no_session_finds_none(alice: Actor, ref: str) -> None:
    talk(alice, HEALTH)
    with pytest.raises(NotFound):
        seen_by(alice, find_session, ref)


def test_a_short_id_is_found_when_it_is_whole(alice: Actor) -> None:
    session = talk(alice, session="s1")
    assert seen_by(alice, find_session, "s1") == session


def test_a_beginning_that_two_sessions_share_is_refused(alice: Actor) -> None:
    talk(alice, session="abcdefgh-1")
    talk(alice, session="abcdefgh-12")
    with pytest.raises(Refused, match="Give more characters"):
        seen_by(alice, find_session, "abcdefgh")
    assert seen_by(alice, find_session, "abcdefgh-1").external_id == "abcdefgh-1"


def test_the_own_session_comes_before_a_team_mates_of_the_same_id(alice: Actor, bob: Actor, vera: Actor) -> None:
    older = talk(alice)
    newer = talk(bob, started_at=STARTED + timedelta(days=1))
    assert seen_by(alice, find_session, SESSION) == older
    assert seen_by(bob, find_session, SESSION[:8]) == newer
    assert seen_by(vera, find_session, SESSION) == newer, "of others' the latest"


def test_another_team_finds_nothing_not_even_an_ambiguity(alice: Actor, mallory: Actor) -> None:
    talk(alice, HEALTH)
    talk(alice, session=SESSION[:8] + "-other")
    answers = []
    for ref in (SESSION, SESSION[:8], "nowhere-at-all"):
        with pytest.raises(NotFound) as refusal:
            seen_by(mallory, find_session, ref)
        answers.append(refusal.value.detail)
    assert len(set(answers)) == 1
    assert seen_by(mallory, list_sessions) == []


def test_the_latest_session_comes_first_and_pages_lose_and_repeat_none(alice: Actor, bob: Actor) -> None:
    for number in range(5):  # two at once, as a forked conversation and its origin are
        talk(alice, session=f"s{number}", started_at=STARTED + timedelta(hours=number // 2))
    paged: list[str] = []
    before = None
    while page := seen_by(bob, list_sessions, limit=2, before=before):
        paged += [session.external_id for session in page]
        before = cursor_after(page[-1])
    assert paged == ["s4", "s3", "s2", "s1", "s0"]


def test_sessions_before_a_moment_end_there(alice: Actor) -> None:
    talk(alice, session="early")
    talk(alice, session="late", started_at=STARTED + timedelta(days=1))
    listed = seen_by(alice, list_sessions, before=STARTED + timedelta(days=1))
    assert [session.external_id for session in listed] == ["early"]


@pytest.mark.parametrize("cursor", ["x", "1", "1.", "-1.2", "9" * 30 + ".1", "1.2; DROP"])
def test_a_cursor_that_is_none_is_refused(alice: Actor, cursor: str) -> None:
    with pytest.raises(Refused, match="'next' value of the previous page"):
        seen_by(alice, list_sessions, before=cursor)


def test_sessions_are_listed_by_project_and_by_what_they_were_about(alice: Actor) -> None:
    shop = talk(alice, HEALTH, session="shop", title="Health checks")
    blog = talk(alice, CACHE, session="blog", remote="git@github.com:acme/blog.git", branch="speed")
    assert seen_by(alice, list_sessions, project=blog.project) == [blog]
    for query, found in {"HEALTH CH": shop, "redis caching": blog, "speed": blog, "blo": blog}.items():
        assert seen_by(alice, list_sessions, query=query) == [found]
    assert len(seen_by(alice, list_sessions, query="alice")) == 2
    assert seen_by(alice, list_sessions, query="100%\x00") == []


def test_turns_are_told_in_order_each_in_a_line(alice: Actor, bob: Actor) -> None:
    long = ("f" * 36, "word " * 60)
    session = talk(alice, HEALTH, CACHE, long)
    lines = seen_by(bob, turns_of, session)
    assert [(line.turn.uuid, line.preview, line.tools) for line in lines[:2]] == [
        (HEALTH[0], HEALTH[1], 0),
        (CACHE[0], CACHE[1], 2),
    ]
    assert len(lines[2].preview) <= 80 and lines[2].preview.endswith("…")
    assert [line.at for line in lines] == [STARTED + timedelta(minutes=number) for number in range(3)]


def test_turns_that_begin_alike_are_called_by_their_whole_id(alice: Actor) -> None:
    session = talk(alice, ("session-b-0001", "One?"), ("session-b-0002", "Two?"), CACHE)
    shorts = [line.short for line in seen_by(alice, turns_of, session)]
    assert shorts == ["session-b-0001", "session-b-0002", CACHE[0][:12]]
    assert [read(alice, session, short, context=0)[0].short for short in shorts] == shorts


def test_a_turn_whose_prompt_no_hook_told_is_previewed_from_its_transcript(alice: Actor) -> None:
    session = talk(alice, HEALTH)
    with access.acting(alice):
        session.turns.update(prompt="")
    assert seen_by(alice, turns_of, session)[0].preview == HEALTH[1]


def test_a_turn_without_a_transcript_counts_the_tools_that_hooks_saw(alice: Actor) -> None:
    session = talk(alice)
    with access.acting(alice):
        Turn.objects.create(team=alice.team, session=session, uuid="p1", started_at=STARTED, tool_count=7)
    assert seen_by(alice, turns_of, session)[0].tools == 7


def test_a_turn_is_read_verbatim_with_its_tools_where_they_were_used(alice: Actor, bob: Actor) -> None:
    text = read(bob, talk(alice, CACHE), "8e45ce0d")[0]
    assert (text.turn.uuid, text.at, text.prompt, text.wanted) == (CACHE[0], STARTED, CACHE[1], True)
    assert told(text) == [
        "Let me first look at the middleware.",
        "[Read] src/middleware/__init__.py",
        "[Bash] pytest -q tests/cache → 3 failed",
        "The cache key is `api:v1:{endpoint}`.",
    ]
    assert [item.kind for item in text.items] == ["text", "tool", "tool", "text"]


def test_the_turns_around_come_along(alice: Actor) -> None:
    session = talk(alice, HEALTH, CACHE, METRICS)
    around = {context: [text.turn.uuid for text in read(alice, session, "c708", context=context)] for context in (0, 1)}
    assert around == {0: [METRICS[0]], 1: [CACHE[0], METRICS[0]]}
    middle = read(alice, session, CACHE[0], context=9)
    assert [text.wanted for text in middle] == [False, True, False]


def test_a_turn_is_found_by_a_message_in_it(alice: Actor) -> None:
    session = talk(alice, HEALTH, CACHE)
    with access.acting(alice):
        uuid = Message.objects.get(content=CACHE[-1]).uuid
    assert read(alice, session, uuid[:20], context=0)[0].turn.uuid == CACHE[0]


@pytest.mark.parametrize("ref", ["deadbeef", "", "%", "_" * 8, "\x00"])
def test_a_turn_that_is_not_there_is_not_found(alice: Actor, ref: str) -> None:
    session = talk(alice, HEALTH)
    with pytest.raises(NotFound):
        read(alice, session, ref)


def test_a_beginning_that_two_turns_share_is_refused(alice: Actor) -> None:
    session = talk(alice, ("abc1", "One?"), ("abc2", "Two?"))
    with pytest.raises(Refused, match="Give more characters"):
        read(alice, session, "abc")


def test_subagents_speak_when_they_are_asked_for_where_they_began(alice: Actor) -> None:
    asked = (
        "t1",
        "Which middleware?",
        "I ask around.",
        ("Task", "explore"),
        {"a7": "Three files."},
        {"b8": "None."},
        "Two.",
    )
    session = talk(alice, asked)
    assert told(read(alice, session, "t1")[0]) == ["I ask around.", "[Task] explore", "Two."]
    whole = read(alice, session, "t1", include_subagents=True)[0]
    assert [(item.text, item.subagent) for item in whole.items][2:4] == [("Three files.", "a7"), ("None.", "b8")]
    with access.acting(alice):
        message = Message.objects.get(subagent="b8")
    found = read(alice, session, message.uuid)[0]
    assert [item.subagent for item in found.items if item.subagent] == ["b8"], "the one whose message was meant"


def test_before_its_transcript_arrives_a_turn_is_told_from_what_hooks_saw(alice: Actor, bob: Actor) -> None:
    session = talk(alice)
    with access.acting(alice):
        turn = Turn.objects.create(
            team=alice.team, session=session, uuid="p1", started_at=STARTED, prompt="Fix it.", answer="Fixed."
        )
        Observation.objects.create(
            team=alice.team,
            client_id="0195f3aa-0000-7000-8000-000000000001",
            event="PostToolUse",
            session=session,
            turn=turn,
            author=alice.user,
            payload={"tool_name": "Edit", "tool_input": {"file_path": "src/main.py", "old_string": "a"}},
            occurred_at=STARTED,
            status="pending",
        )
    own, others = read(alice, session, "p1")[0], read(bob, session, "p1")[0]
    assert (own.prompt, told(own)) == ("Fix it.", ["[Edit] src/main.py", "Fixed."])
    assert told(others) == ["Fixed."], "raw observations are their author's"


def test_however_many_turns_are_read_the_queries_stay_few(alice: Actor) -> None:
    session = talk(alice, HEALTH, CACHE, METRICS, *((f"t{number}", "And?", "So.") for number in range(20)))
    counts = {}
    with access.acting(alice):
        for context in (0, 20):
            with CaptureQueriesContext(connection) as queries:
                read_turns(session, CACHE[0], actor=alice, context=context)
            counts[context] = len(queries)
        with CaptureQueriesContext(connection) as queries:
            turns_of(session, actor=alice)
    assert counts[0] <= counts[20] <= 5
    assert len(queries) <= 3


def test_reading_needs_the_read_scope(alice: Actor, bob: Actor) -> None:
    session = talk(alice, HEALTH)
    blind = access.Actor(bob.user, bob.team, bob.role, frozenset({"capture"}))
    for verb, given in (
        (find_session, [SESSION]),
        (list_sessions, []),
        (turns_of, [session]),
        (read_turns, [session, HEALTH[0]]),
    ):
        with pytest.raises(Refused, match="'read' scope"):
            seen_by(blind, verb, *given)
