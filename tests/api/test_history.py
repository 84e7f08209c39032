"""The history search over HTTP: messages with what was said around them, in the shape that its readers know."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from memory.access import Actor
from memory.models import CodingSession
from tests.api.conftest import get
from tests.talks import CACHE, HEALTH, METRICS, REMOTE, SESSION, STARTED, talk

pytestmark = pytest.mark.django_db

QUESTION = "Redis caching layer"


@pytest.fixture
def talked(alice: Actor) -> CodingSession:
    """Alice's session of 19 March 2026."""
    return talk(alice, HEALTH, CACHE, METRICS)


def found(response: object) -> list[str]:
    assert response.status_code == 200, response.content
    return [result["matched_message"]["content"] for result in response.json()["results"]]


def test_a_team_mate_finds_what_was_said_with_the_words_around_it(
    api_of: Callable[..., Client], bob: Actor, talked: CodingSession
) -> None:
    response = get(api_of(bob), "history", q=QUESTION, context_before_after=1)
    page = response.json()
    assert set(page) >= {"results", "query", "total_matches", "offset", "has_more", "excluded_sessions"}
    assert (page["query"], page["offset"], page["has_more"], page["excluded_sessions"]) == (QUESTION, 0, False, 0)
    assert page["total_matches"] == len(page["results"]) >= 1
    result = page["results"][0]
    assert set(result) == {"matched_message", "score", "context"}
    message = result["matched_message"]
    uuid = message.pop("uuid")
    assert CACHE[0] in uuid
    assert message == {
        "role": "user",
        "content": CACHE[1],
        "timestamp": "2026-03-19T09:01:00Z",
        "project": "acme/checkout",
        "session_id": SESSION,
        "turn": CACHE[0],
        "subagent": "",
        "compacted": False,
    }
    assert 0.2 <= result["score"] <= 1 and result["score"] == round(result["score"], 4)
    said = [line["content"] for line in result["context"]]
    here = said.index(CACHE[1])
    assert said[here - 1 : here + 2] == [HEALTH[2], CACHE[1], CACHE[2]]
    assert result["context"][here] == {
        "role": "user",
        "content": CACHE[1],
        "timestamp": "2026-03-19T09:01:00Z",
        "is_match": True,
    }
    assert "sql;dur=" in response.headers["Server-Timing"]


def test_the_question_may_go_by_its_other_name(
    api_of: Callable[..., Client], alice: Actor, talked: CodingSession
) -> None:
    assert found(get(api_of(alice), "history", query=QUESTION)) == found(get(api_of(alice), "history", q=QUESTION))
    assert CACHE[1] in found(get(api_of(alice), "history", query=QUESTION))


def test_a_project_narrows_and_global_does_not(
    api_of: Callable[..., Client], alice: Actor, talked: CodingSession
) -> None:
    elsewhere = "The blog has a Redis caching layer too."
    talk(alice, ("b1", elsewhere), session="blog", remote="git@github.com:acme/blog.git")
    client = api_of(alice)
    assert elsewhere not in found(get(client, "history", q=QUESTION, project=REMOTE))
    assert CACHE[1] not in found(get(client, "history", q=QUESTION, project="acme/blog"))
    for everywhere in ({}, {"scope": "global"}, {"scope": "global", "project": "acme/blog"}):
        assert {CACHE[1], elsewhere} <= set(found(get(client, "history", q=QUESTION, **everywhere)))


def test_an_unknown_project_finds_nothing_and_is_no_mistake(
    api_of: Callable[..., Client], alice: Actor, talked: CodingSession
) -> None:
    assert get(api_of(alice), "history", q=QUESTION, project="nowhere").json() == {
        "results": [],
        "query": QUESTION,
        "total_matches": 0,
        "offset": 0,
        "has_more": False,
        "excluded_sessions": 0,
        "sessions": [],
        "period": None,
    }


def test_after_is_inclusive_and_before_exclusive(
    api_of: Callable[..., Client], alice: Actor, talked: CodingSession
) -> None:
    for bounds, there in (
        ({"after": "2026-03-19T09:01:00Z"}, True),
        ({"after": "2026-03-19T09:01:01Z"}, False),
        ({"before": "2026-03-19T09:01:00Z"}, False),
        ({"before": "2026-03-20", "after": "2026-03-19"}, True),
        ({"before": "2026-03-19"}, False),
    ):
        assert (CACHE[1] in found(get(api_of(alice), "history", q=QUESTION, **bounds))) is there, bounds


def test_pages_follow_each_other_without_loss(api_of: Callable[..., Client], alice: Actor) -> None:
    for number in range(5):
        words = f"Deploy number {number} of the payment gateway failed"
        talk(alice, (f"t{number}", words), session=f"s{number}", started_at=STARTED + timedelta(days=number))
    pages = [
        get(api_of(alice), "history", q="payment gateway deploy", max_results=2, offset=at).json() for at in (0, 2, 4)
    ]
    assert [page["has_more"] for page in pages] == [True, True, False]
    assert {page["total_matches"] for page in pages} == {5}
    uuids = [result["matched_message"]["uuid"] for page in pages for result in page["results"]]
    assert len(uuids) == len(set(uuids)) == 5


def test_subagents_words_can_be_left_out(api_of: Callable[..., Client], alice: Actor) -> None:
    talk(alice, ("t1", "Look around.", {"a7": "The Redis caching layer lives in cache.py."}))
    result = get(api_of(alice), "history", q=QUESTION).json()["results"][0]["matched_message"]
    assert (result["subagent"], result["turn"]) == ("a7", "t1")
    assert found(get(api_of(alice), "history", q=QUESTION, include_subagents="0")) == []


def test_what_a_session_lost_at_its_compaction_is_told_so(api_of: Callable[..., Client], alice: Actor) -> None:
    talk(alice, HEALTH, CACHE, METRICS, compactions=[STARTED + timedelta(seconds=90)])
    for question, lost in ((QUESTION, True), ("Prometheus metrics", False)):
        results = get(api_of(alice), "history", q=question, context_before_after=0).json()["results"]
        assert results[0]["matched_message"]["compacted"] is lost


def test_the_conversations_that_answer_as_a_whole_are_named_in_their_order(
    api_of: Callable[..., Client], alice: Actor, bob: Actor, mallory: Actor, talked: CodingSession
) -> None:
    talk(alice, ("b1", "Is there a Redis caching layer in the blog?"), session="blog", remote=REMOTE)
    page = get(api_of(bob), "history", q=f"{QUESTION} in March 2026").json()
    assert {session["session_id"] for session in page["sessions"]} == {SESSION, "blog"}
    assert set(page["sessions"][0]) == {"session_id", "title", "project", "branch", "last_event_at"}
    assert page["period"]["first"].startswith("2026-03-01")
    hidden = get(api_of(mallory), "history", q=QUESTION).json()
    assert (hidden["sessions"], hidden["period"]) == ([], None)


def test_another_team_finds_nothing_and_counts_nothing(
    api_of: Callable[..., Client], mallory: Actor, talked: CodingSession
) -> None:
    for query in ({}, {"project": REMOTE}, {"scope": "global"}):
        page = get(api_of(mallory), "history", q=QUESTION, **query).json()
        assert (page["results"], page["total_matches"], page["has_more"]) == ([], 0, False)


def test_viewers_search_and_tokens_without_the_scope_do_not(
    api_of: Callable[..., Client], vera: Actor, talked: CodingSession
) -> None:
    assert CACHE[1] in found(get(api_of(vera), "history", q=QUESTION))
    refused = get(api_of(vera, "capture"), "history", q=QUESTION)
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ({}, "q: "),
        ({"q": " "}, "q: "),
        ({"q": "x" * 8001}, "q: "),
        ({"q": "x", "context_before_after": 21}, "context_before_after"),
        ({"q": "x", "context_before_after": -1}, "context_before_after"),
        ({"q": "x", "threshold": 1.5}, "threshold"),
        ({"q": "x", "threshold": "high"}, "threshold"),
        ({"q": "x", "threshold": "nan"}, "threshold"),
        ({"q": "x", "max_results": 0}, "max_results"),
        ({"q": "x", "max_results": 101}, "max_results"),
        ({"q": "x", "offset": -1}, "offset"),
        ({"q": "x", "after": "soon"}, "2026-03-19"),
        ({"q": "x", "scope": "galaxy"}, "global"),
        ({"q": "x", "include_subagents": "some"}, "include_subagents"),
        ({"q": "x\x00y"}, "q: "),
    ],
)
def test_a_wrong_parameter_is_named(
    api_of: Callable[..., Client], bob: Actor, query: dict[str, object], says: str
) -> None:
    response = get(api_of(bob), "history", **query)
    assert response.status_code == 400, response.content
    assert says in response.json()["detail"]
