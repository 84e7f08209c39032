"""Contradictions over HTTP: listed, narrowed, judged once, and unseen by other teams."""

from collections.abc import Callable

import pytest
from django.test import Client

from memory.access import Actor
from tests.api.conftest import CENTS, get, post

pytestmark = pytest.mark.django_db

OTHER = CENTS.replace("three", "seven")


@pytest.fixture
def pair(tell: Callable[..., dict], bob: Actor, api_of: Callable[..., Client]) -> dict:
    """CENTS by alice and its denial by bob."""
    tell(CENTS)
    tell(OTHER, actor=bob)
    (found,) = get(api_of(bob), "contradictions").json()["results"]
    return found


def test_a_pair_is_listed_with_both_sides(pair: dict) -> None:
    assert (pair["kind"], pair["status"], pair["judge"], pair["verdict"]) == ("number", "open", "rules", "")
    assert (pair["older"]["content"], pair["newer"]["content"]) == (CENTS, OTHER)
    assert (pair["older_says"], pair["newer_says"]) == ("3", "7")
    assert pair["resolved_by"] is None and pair["confidence"] > 0.8


def test_the_list_is_narrowed_and_paged(
    api_of: Callable[..., Client], alice: Actor, pair: dict, tell: Callable
) -> None:
    tell(CENTS.replace("three", "nine"))
    client = api_of(alice)
    first = get(client, "contradictions", limit=2).json()
    rest = get(client, "contradictions", limit=2, before=first["next"]).json()
    assert (len(first["results"]), len(rest["results"]), rest["next"]) == (2, 1, None)
    assert rest["results"][0]["id"] == pair["id"]
    for narrowing, count in (
        ({"project": "acme/checkout"}, 3),
        ({"project": "acme/unknown"}, 0),
        ({"status": "resolved"}, 0),
        ({"status": "all"}, 3),
    ):
        assert len(get(client, "contradictions", **narrowing).json()["results"]) == count


@pytest.mark.parametrize("query", [{"status": "closed"}, {"limit": 0}, {"limit": 101}, {"before": "x"}])
def test_a_wrong_question_is_answered_with_what_is_right(
    api_of: Callable[..., Client], alice: Actor, query: dict
) -> None:
    response = get(api_of(alice), "contradictions", **query)
    assert response.status_code == 400
    assert response.headers["Content-Type"] == "application/problem+json"


def test_a_verdict_is_given_once(api_of: Callable[..., Client], alice: Actor, pair: dict) -> None:
    path = f"contradictions/{pair['id']}/resolve"
    done = post(api_of(alice), path, {"verdict": "supersede", "keep": pair["newer"]["id"].replace("-", "")})
    assert done.status_code == 200, done.content
    assert done.json()["memory"]["id"] == pair["newer"]["id"] and done.json()["memory"]["contradictions"] == 0
    assert done.json()["contradiction"]["resolved_by"] == "alice"
    assert get(api_of(alice), f"memories/{pair['older']['id']}").json()["status"] == "superseded"
    late = post(api_of(alice), path, {"verdict": "dismiss"})
    assert (late.status_code, late.json()["code"]) == (409, "already_resolved")
    assert "alice" in late.json()["detail"]


def test_both_become_one_over_http(api_of: Callable[..., Client], alice: Actor, pair: dict) -> None:
    told = CENTS.replace("three refunds", "three refunds of March and seven of April")
    done = post(api_of(alice), f"contradictions/{pair['id']}/resolve", {"verdict": "merge", "content": told})
    assert done.status_code == 200, done.content
    assert done.json()["memory"]["content"] == told
    empty = post(api_of(alice), f"contradictions/{pair['id']}/resolve", {"verdict": "merge"})
    assert empty.status_code == 409


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"verdict": "burn"}, 400, "invalid"),
        ({}, 400, "invalid"),
        ({"verdict": "supersede", "keep": "00000000"}, 400, "invalid"),
        ({"verdict": "merge", "content": "thanks a lot, great!"}, 422, "rejected"),
    ],
)
def test_a_wrong_verdict_changes_nothing(
    api_of: Callable[..., Client], alice: Actor, pair: dict, body: dict, status: int, code: str
) -> None:
    response = post(api_of(alice), f"contradictions/{pair['id']}/resolve", body)
    assert (response.status_code, response.json()["code"]) == (status, code), response.content
    assert len(get(api_of(alice), "contradictions").json()["results"]) == 1


def test_members_read_and_do_not_judge(api_of: Callable[..., Client], bob: Actor, vera: Actor, pair: dict) -> None:
    assert len(get(api_of(vera), "contradictions").json()["results"]) == 1
    for actor in (bob, vera):
        assert post(api_of(actor), f"contradictions/{pair['id']}/resolve", {"verdict": "dismiss"}).status_code == 403


def test_another_team_cannot_tell_hidden_from_missing(
    api_of: Callable[..., Client], mallory: Actor, pair: dict
) -> None:
    client = api_of(mallory)
    assert get(client, "contradictions", status="all").json()["results"] == []
    hidden = post(client, f"contradictions/{pair['id']}/resolve", {"verdict": "dismiss"})
    missing = post(client, "contradictions/99999999/resolve", {"verdict": "dismiss"})
    assert hidden.status_code == missing.status_code == 404
    assert hidden.content == missing.content


def test_a_memory_tells_its_evidence_and_its_contradictions(
    api_of: Callable[..., Client], vera: Actor, pair: dict
) -> None:
    told = get(api_of(vera), f"memories/{pair['older']['id']}").json()
    assert told["contradictions"] == 1
    (seen,) = told["evidence"]
    assert (seen["author"], seen["source"], seen["session"]) == ("alice", "explicit", None)
    assert seen["excerpt"] == CENTS
    assert {"at", "turn", "tools", "files", "branch", "commit"} <= set(seen)


def test_a_preview_shows_what_it_would_contradict(
    api_of: Callable[..., Client], bob: Actor, cents: dict, noise: dict
) -> None:
    shown = post(api_of(bob), "memories", {"content": OTHER, "preview": True}).json()
    (conflict,) = shown["conflicts"]
    assert (conflict["id"], conflict["kind"]) == (cents["id"], "number")
    assert (conflict["older_says"], conflict["newer_says"]) == ("3", "7")
    assert get(api_of(bob), "contradictions").json()["results"] == []
