"""What is done to memories over HTTP: each verb through its address, with its refusals."""

from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client

from memory.access import Actor
from tests.api.conftest import CENTS, PSYCOPG, REMOTE, WEBHOOKS, get, post

pytestmark = pytest.mark.django_db


def on(client: Client, memory: dict, verb: str, body: object = None) -> HttpResponse:
    return post(client, f"memories/{memory['id']}/{verb}", body)


def test_two_become_one_and_one_becomes_two(
    api_of: Callable[..., Client], alice: Actor, bob: Actor, tell: Callable[..., dict], cents: dict
) -> None:
    other = tell(WEBHOOKS, actor=bob)
    curator = api_of(alice)
    merged = post(curator, "memories/merge", {"ids": [cents["id"][:13], other["id"]]})
    assert merged.status_code == 201 and CENTS in merged.json()["content"] and WEBHOOKS in merged.json()["content"]
    assert get(curator, f"memories/{cents['id']}").json()["status"] == "superseded"
    parts = on(curator, merged.json(), "split", {"contents": [CENTS, WEBHOOKS]})
    assert parts.status_code == 201
    assert [part["content"] for part in parts.json()["results"]] == [CENTS, WEBHOOKS]
    late = post(curator, "memories/merge", {"ids": [cents["id"], parts.json()["results"][0]["id"]]})
    assert (late.status_code, late.json()["code"], late.json()["by"]) == (409, "not_current", "alice")
    assert late.json()["status"] == 409 and late.json()["memory_status"] == "superseded"
    assert late.json()["successor"] == merged.json()["id"]


def test_mergers_are_for_curators_and_for_what_they_see(
    api_of: Callable[..., Client], alice: Actor, bob: Actor, mallory: Actor, tell: Callable[..., dict], cents: dict
) -> None:
    body = {"ids": [cents["id"], tell(WEBHOOKS)["id"]]}
    assert post(api_of(bob), "memories/merge", body).status_code == 403
    assert post(api_of(alice, "write", "read"), "memories/merge", body).status_code == 403
    assert post(api_of(mallory), "memories/merge", body).status_code == 404
    for wrong in ({}, {"ids": [cents["id"]]}, {"ids": [cents["id"], cents["id"]]}, {"ids": "all"}):
        assert post(api_of(alice), "memories/merge", wrong).status_code == 400


def test_a_private_memory_is_shared(api_of: Callable[..., Client], bob: Actor, vera: Actor, tell: Callable) -> None:
    mine = tell(CENTS, actor=bob, visibility="private")
    assert get(api_of(vera), f"memories/{mine['id']}").status_code == 404
    shared = on(api_of(bob), mine, "share", {"visibility": "project", "projects": [REMOTE]})
    assert (shared.status_code, shared.json()["visibility"]) == (200, "project")
    assert get(api_of(vera), f"memories/{mine['id']}").json()["content"] == CENTS
    refused = on(api_of(bob), mine, "share", {"visibility": "private"})
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert on(api_of(bob), mine, "share", {"projects": ["nowhere"]}).json()["code"] == "unknown_project"


def test_feedback_disputes_and_is_taken_back(
    api_of: Callable[..., Client], alice: Actor, bob: Actor, cents: dict
) -> None:
    assert on(api_of(bob), cents, "feedback", {"verdict": "wrong"}).json()["status"] == "active"
    assert on(api_of(alice), cents, "feedback", {"verdict": "wrong"}).json()["status"] == "disputed"
    withdrawn = api_of(bob).delete(f"/api/v1/memories/{cents['id']}/feedback")
    assert (withdrawn.status_code, withdrawn.json()["status"]) == (200, "active")
    assert on(api_of(bob), cents, "feedback", {"verdict": "helpful"}).json()["uses"] == 1
    for wrong in ({}, {"verdict": "meh"}):
        refused = on(api_of(bob), cents, "feedback", wrong)
        assert refused.status_code == 400 and "verdict" in refused.json()["detail"]


def test_types_tags_and_standing_are_set_and_undone(api_of: Callable[..., Client], alice: Actor, cents: dict) -> None:
    client = api_of(alice)
    assert on(client, cents, "retype", {"type": "pattern"}).json()["type"] == "pattern"
    assert on(client, cents, "tags", {"add": ["money", "db"]}).json()["tags"] == ["money", "db"]
    assert on(client, cents, "undo").json()["tags"] == []
    assert on(client, cents, "confirm", {"review_by": "2027-01-01"}).json()["review_by"] == "2027-01-01"
    fresh = on(client, cents, "confirm").json()
    assert fresh["confirmed_at"] and fresh["file_changes"] == 0
    for verb, wrong in (("retype", {"type": "opinion"}), ("tags", {"add": "x"}), ("undo", {"event": "last"}),
                        ("confirm", {"review_by": "soon"})):  # fmt: skip
        assert on(client, cents, verb, wrong).status_code == 400


def test_undo_tells_what_happened_since(api_of: Callable[..., Client], alice: Actor, bob: Actor, cents: dict) -> None:
    assert api_of(bob).delete(f"/api/v1/memories/{cents['id']}").status_code == 200
    assert on(api_of(alice), cents, "restore").status_code == 200
    late = on(api_of(bob), cents, "undo")
    assert (late.status_code, late.json()["code"], late.json()["by"]) == (409, "changed_since", "alice")
    assert on(api_of(alice), cents, "undo").json()["status"] == "forgotten"


def test_the_second_who_forgets_learns_who_was_first(
    api_of: Callable[..., Client], alice: Actor, bob: Actor, cents: dict
) -> None:
    api_of(bob).delete(f"/api/v1/memories/{cents['id']}")
    late = api_of(alice).delete(f"/api/v1/memories/{cents['id']}").json()
    assert late["detail"].startswith("bob forgot this ") and late["memory_status"] == "forgotten"
    assert (late["code"], late["by"]) == ("wrong_status", "bob") and late["at"].startswith("20")


def test_an_agent_sees_and_changes_its_own_where_it_says_who_it_is(
    api_of: Callable[..., Client], alice: Actor, bob: Actor, tell: Callable[..., dict]
) -> None:
    mine, other = tell(CENTS, actor=bob, agent_id="nightly"), tell(PSYCOPG, actor=bob, agent_id="weekly")
    client = api_of(bob)
    fetched = get(client, "memories", ids=f"{mine['id']},{other['id']}", agent_id="nightly").json()["results"]
    assert [memory["id"] for memory in fetched] == [mine["id"]]
    assert get(client, f"memories/{other['id']}", agent_id="nightly").status_code == 404
    assert get(client, f"memories/{other['id']}/lineage", agent_id="nightly").status_code == 404
    listed = get(client, "memories/recent", agent_id="weekly").json()["results"]
    assert [memory["id"] for memory in listed] == [other["id"]]
    assert get(client, "memories/stale", agent_id="weekly").json()["results"] == []
    for verb, body in (("tags", {"add": ["x"]}), ("retype", {"type": "context"}), ("share", {"projects": []})):
        assert on(client, mine, verb, body | {"agent_id": "weekly"}).json()["code"] == "forbidden"
        assert on(client, mine, verb, body | {"agent_id": "nightly"}).status_code == 200
    corrected = {"content": CENTS.replace("three", "seven"), "agent_id": "weekly"}
    path = f"/api/v1/memories/{mine['id']}"
    assert client.patch(path, corrected, content_type="application/json").status_code == 403
    corrected["agent_id"] = "nightly"
    newer = client.patch(path, corrected, content_type="application/json").json()
    assert newer["agent_id"] == "nightly"
    for actor, agent in ((bob, "weekly"), (alice, "weekly")):
        refused = api_of(actor).delete(f"/api/v1/memories/{newer['id']}?agent_id={agent}")
        assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")


def test_the_token_of_an_agent_speaks_for_it_and_for_no_agent_of_somebody_else(
    api_of: Callable[..., Client], alice: Actor, bob: Actor, cents: dict
) -> None:
    nightly = api_of(bob, agent="nightly")
    mine = post(nightly, "memories", {"content": WEBHOOKS}).json()
    assert nightly.delete(f"/api/v1/memories/{cents['id']}").status_code == 403, "a person told that"
    assert nightly.delete(f"/api/v1/memories/{mine['id']}").status_code == 200
    assert on(nightly, mine, "restore").status_code == 200
    hers = api_of(alice, "read", "write", agent="release")
    assert post(hers, "memories", {"content": PSYCOPG, "agent_id": "nightly"}).status_code == 403
    assert hers.delete(f"/api/v1/memories/{mine['id']}?agent_id=nightly").status_code == 403
