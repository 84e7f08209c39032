"""Sessions over HTTP: listed in pages, told in lines, read turn by turn, by their team alone."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from memory import access
from memory.access import Actor
from tests.api.conftest import get
from tests.talks import CACHE, HEALTH, METRICS, REMOTE, SESSION, STARTED, talk

pytestmark = pytest.mark.django_db

ADDRESSES = [f"sessions/{SESSION}", f"sessions/{SESSION}/turns", f"sessions/{SESSION}/turns/{HEALTH[0]}"]


def test_a_team_mate_sees_what_a_session_was(api_of: Callable[..., Client], alice: Actor, bob: Actor) -> None:
    compacted = STARTED + timedelta(minutes=1)
    talk(alice, HEALTH, title="Health", transcript_path="/home/alice/s.jsonl", compactions=[compacted])
    told = get(api_of(bob), f"sessions/{SESSION[:8]}").json()
    assert told == {
        "id": SESSION,
        "project": "acme/checkout",
        "branch": "main",
        "author": "alice",
        "agent_id": None,
        "title": "Health",
        "started_at": "2026-03-19T09:00:00Z",
        "last_event_at": "2026-03-19T09:01:00Z",
        "ended_at": None,
        "transcript": "/home/alice/s.jsonl",
        "turn_count": 1,
        "compactions": ["2026-03-19T09:01:00Z"],
    }
    assert get(api_of(bob), "sessions").json() == {"results": [told], "next": None}


def test_pages_follow_each_other(api_of: Callable[..., Client], alice: Actor, vera: Actor) -> None:
    for number in range(3):
        talk(alice, session=f"s{number}", started_at=STARTED + timedelta(days=number))
    client = api_of(vera)
    first = get(client, "sessions", limit=2).json()
    second = get(client, "sessions", limit=2, before=first["next"]).json()
    assert [[session["id"] for session in page["results"]] for page in (first, second)] == [["s2", "s1"], ["s0"]]
    assert second["next"] is None
    dated = get(client, "sessions", before="2026-03-20").json()["results"]
    assert [session["id"] for session in dated] == ["s0"]


def test_a_project_narrows_and_an_unknown_one_has_none(api_of: Callable[..., Client], alice: Actor) -> None:
    talk(alice, session="shop")
    talk(alice, session="blog", remote="git@github.com:acme/blog.git")
    for name in (REMOTE, "checkout"):
        assert [session["id"] for session in get(api_of(alice), "sessions", project=name).json()["results"]] == ["shop"]
    assert get(api_of(alice), "sessions", project="nowhere").json() == {"results": [], "next": None}


def test_turns_come_in_lines(api_of: Callable[..., Client], alice: Actor, bob: Actor) -> None:
    talk(alice, HEALTH, CACHE)
    told = get(api_of(bob), f"sessions/{SESSION}/turns").json()
    assert told["session"]["turn_count"] == 2
    assert told["results"][1] == {
        "turn": CACHE[0],
        "short": "8e45ce0d-9a0",
        "at": "2026-03-19T09:01:00Z",
        "preview": CACHE[1],
        "tools": 2,
        "distiller": "",
        "distiller_note": "",
    }


def test_a_turn_comes_verbatim_with_those_around_it(api_of: Callable[..., Client], alice: Actor, bob: Actor) -> None:
    talk(alice, HEALTH, CACHE, METRICS)
    told = get(api_of(bob), f"sessions/{SESSION}/turns/8e45ce0d", context=1).json()
    assert [(turn["short"], turn["wanted"]) for turn in told["results"]] == [
        ("3075ee94-0f6", False),
        ("8e45ce0d-9a0", True),
        ("c708b40c-8f8", False),
    ]
    middle = told["results"][1]
    assert (middle["prompt"], middle["at"]) == (CACHE[1], "2026-03-19T09:01:00Z")
    assert middle["items"][0] == {
        "kind": "text",
        "role": "assistant",
        "text": "Let me first look at the middleware.",
        "at": "2026-03-19T09:01:01Z",
        "subagent": "",
    }
    assert [item["kind"] for item in middle["items"]] == ["text", "tool", "tool", "text"]


def test_subagents_are_left_out_unless_they_are_asked_for(api_of: Callable[..., Client], alice: Actor) -> None:
    talk(alice, ("t1", "Which files?", {"a7": "Three files."}, "Three."))
    for asked, said in {"0": ["Three."], "1": ["Three files.", "Three."]}.items():
        told = get(api_of(alice), f"sessions/{SESSION}/turns/t1", include_subagents=asked).json()
        assert [item["text"] for item in told["results"][0]["items"]] == said


@pytest.mark.parametrize("path", ADDRESSES)
def test_another_team_learns_nothing_not_even_that_it_exists(
    api_of: Callable[..., Client], alice: Actor, mallory: Actor, path: str
) -> None:
    talk(alice, HEALTH)
    hidden, missing = get(api_of(mallory), path), get(api_of(mallory), path.replace(SESSION, "f" * 36))
    assert hidden.status_code == 404
    assert hidden.json() == missing.json()
    assert get(api_of(mallory), "sessions", project=REMOTE).json() == {"results": [], "next": None}
    assert get(api_of(mallory), "sessions").json() == {"results": [], "next": None}


@pytest.mark.parametrize("path", ["sessions", *ADDRESSES])
def test_viewers_read_and_tokens_without_the_scope_do_not(
    api_of: Callable[..., Client], alice: Actor, vera: Actor, path: str
) -> None:
    talk(alice, HEALTH)
    assert get(api_of(vera), path).status_code == 200
    refused = get(api_of(vera, "capture"), path)
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")


@pytest.mark.parametrize(
    ("path", "query", "status", "says"),
    [
        ("sessions", {"limit": 0}, 400, "limit"),
        ("sessions", {"limit": 101}, 400, "limit"),
        ("sessions", {"before": "soon"}, 400, "'next' value of the previous page"),
        ("sessions", {"before": "2026-99-99"}, 400, "2026-03-19"),
        ("sessions/0a1b", {}, 404, "at least 8"),
        ("sessions/%00%00%00%00%00%00%00%00", {}, 404, ""),
        (f"sessions/{SESSION}/turns/deadbeef", {}, 404, "List its turns"),
        (f"sessions/{SESSION}/turns/{HEALTH[0]}", {"context": -1}, 400, "context"),
        (f"sessions/{SESSION}/turns/{HEALTH[0]}", {"context": 21}, 400, "context"),
        (f"sessions/{SESSION}/turns/{HEALTH[0]}", {"include_subagents": "maybe"}, 400, "include_subagents"),
        ("sessions/abcdefgh", {}, 400, "Give more characters"),
    ],
)
def test_a_mistake_is_answered_with_what_to_do(
    api_of: Callable[..., Client], alice: Actor, path: str, query: dict[str, object], status: int, says: str
) -> None:
    talk(alice, HEALTH)
    talk(alice, session="abcdefgh-1")
    talk(alice, session="abcdefgh-2")
    response = get(api_of(alice), path, **query)
    assert response.status_code == status, response.content
    assert response.headers["Content-Type"] == "application/problem+json"
    assert says in response.json()["detail"]


def test_a_session_outlives_its_author(api_of: Callable[..., Client], alice: Actor, bob: Actor) -> None:
    session = talk(alice, HEALTH)
    with access.acting(alice):
        type(session).objects.update(author=None)
    assert get(api_of(bob), f"sessions/{SESSION}").json()["author"] is None
