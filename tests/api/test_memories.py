"""Memories over HTTP: told, fetched, corrected, forgotten, reviewed, and unseen by other teams."""

import uuid
from collections.abc import Callable

import pytest
from django.test import Client

from memory import access
from memory.access import Actor
from memory.knowledge.lifecycle import approve
from memory.models import Memory
from tests.api.conftest import CENTS, REMOTE, get, post

pytestmark = pytest.mark.django_db

# Every address of one memory: method, suffix, scope that it needs, body.
DEEDS = [
    ("get", "", "read", None),
    ("patch", "", "write", {"content": CENTS.replace("three", "seven")}),
    ("delete", "", "write", None),
    ("post", "/restore", "write", {}),
    ("post", "/approve", "curate", {}),
    ("post", "/reject", "curate", {}),
    ("post", "/pin", "curate", {}),
    ("get", "/lineage", "read", None),
    ("post", "/confirm", "curate", {}),
    ("post", "/retype", "write", {"type": "pattern"}),
    ("post", "/tags", "write", {"add": ["money"]}),
    ("post", "/share", "write", {}),
    ("post", "/split", "curate", {"contents": [f"{CENTS} One.", f"{CENTS} Two."]}),
    ("post", "/feedback", "write", {"verdict": "helpful"}),
    ("delete", "/feedback", "write", None),
    ("post", "/undo", "write", {}),
]


def do(client: Client, method: str, path: str, body: object = None) -> object:
    sent = {"data": body, "content_type": "application/json"} if body is not None else {}
    return getattr(client, method)(f"/api/v1/memories/{path}", **sent)


def test_what_is_told_is_stored_with_its_project_and_author(cents: dict) -> None:
    assert cents["content"].startswith("Refund.amount_cents")
    assert cents["projects"] == ["acme/checkout"]
    assert (cents["author"], cents["source"], cents["status"]) == ("alice", "explicit", "active")


def test_what_would_steer_a_terminal_is_not_stored(tell: Callable[..., dict]) -> None:
    steering = "\x1b[2J\x1b]0;owned\x07\x9b2K\x08\u202e"
    told = tell(content=f"Amounts are stored in {steering}integer cents.")
    assert told["content"] == "Amounts are stored in integer cents."


def test_relative_dates_count_from_the_tellers_own_midnight(tell: Callable[..., dict]) -> None:
    told = tell(
        "The export job runs on Celery 5.7.0 since yesterday because cron lost its environment.",
        occurred_at="2026-03-19T00:30:00+01:00",
    )
    assert "2026-03-18" in told["content"]


def test_a_preview_shows_what_would_be_stored_and_stores_nothing(
    api_of: Callable[..., Client], bob: Actor, cents: dict
) -> None:
    password = "DATABASE_PASSWORD=hunter2hunter2"
    told = {"content": f"{CENTS} The test database uses {password}.", "preview": True}
    response = post(api_of(bob), "memories", told)
    assert response.status_code == 200
    shown = response.json()
    assert set(shown) == {"content", "stored", "type", "confidence", "redactions", "related", "conflicts"}
    assert "hunter2" not in shown["content"] + shown["stored"]
    assert shown["redactions"][0]["count"] == 1
    assert shown["related"][0]["id"] == cents["id"]
    with access.acting(bob):
        assert Memory.objects.count() == 1


def test_a_duplicate_is_answered_with_what_it_repeats(api_of: Callable[..., Client], bob: Actor, cents: dict) -> None:
    response = post(api_of(bob), "memories", {"content": CENTS, "projects": [REMOTE]})
    assert response.status_code == 409
    assert response.json()["code"] == "duplicate"
    assert response.json()["duplicate_of"] == cents["id"]


@pytest.mark.parametrize(("content", "reason"), [("ok", "noise"), ("use redis", "too_short"), ("x" * 8001, "too_long")])
def test_what_holds_no_fact_is_rejected_with_the_reason(
    api_of: Callable[..., Client], bob: Actor, content: str, reason: str
) -> None:
    response = post(api_of(bob), "memories", {"content": content})
    assert response.status_code == 422
    assert (response.json()["code"], response.json()["reason"]) == ("rejected", reason)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({}, "content"),
        ({"content": "half a pair \ud83d is no text"}, "U+D83D"),
        ({"content": "a NUL \x00 is no text either"}, "Null"),
        ({"content": CENTS, "type": "opinion"}, "decision, failure"),
        ({"content": CENTS, "visibility": "world"}, "private, project, team"),
        ({"content": CENTS, "occurred_at": "soon"}, "2026-03-19"),
        ({"content": CENTS, "projects": "checkout"}, "projects"),
        ({"content": CENTS, "projects": ["no such project"]}, "no such project"),
    ],
)
def test_a_wrong_field_is_named(
    api_of: Callable[..., Client], bob: Actor, fields: dict[str, object], says: str
) -> None:
    response = post(api_of(bob), "memories", fields)
    assert response.status_code == 400
    assert says in response.json()["detail"]


def test_a_memory_is_fetched_by_id_by_prefix_and_without_dashes(
    api_of: Callable[..., Client], bob: Actor, cents: dict
) -> None:
    ref = cents["id"]
    for written in (ref, ref.upper(), ref[:8], ref[:13], ref.replace("-", ""), ref.replace("-", "")[:12]):
        assert get(api_of(bob), f"memories/{written}").json()["content"] == cents["content"]
    assert get(api_of(bob), f"memories/{ref[:7]}").status_code == 404


def test_fetching_counts_as_use_and_listing_does_not(api_of: Callable[..., Client], bob: Actor, cents: dict) -> None:
    asked = api_of(bob)
    get(asked, "search", q=CENTS)
    get(asked, "memories/recent")
    assert get(asked, f"memories/{cents['id']}").json()["uses"] == 1
    assert get(asked, "memories", ids=cents["id"]).json()["results"][0]["uses"] == 2


def test_a_viewers_reading_ranks_nothing(api_of: Callable[..., Client], bob: Actor, vera: Actor, cents: dict) -> None:
    for _ in range(3):
        assert get(api_of(vera), f"memories/{cents['id']}").json()["uses"] == 0
    assert get(api_of(bob, "read"), f"memories/{cents['id']}").json()["uses"] == 1


def test_several_are_fetched_at_once_in_the_order_asked_for(
    api_of: Callable[..., Client], bob: Actor, cents: dict, noise: dict, tell: Callable[..., dict]
) -> None:
    other = tell("Capture rows have a unique constraint on (order, psp_event_id) instead of a Redis lock.")
    ids = ",".join([other["id"], str(uuid.uuid4()), noise["id"], cents["id"][:8]])
    results = get(api_of(bob), "memories", ids=ids, expand=1).json()["results"]
    assert [memory["id"] for memory in results] == [other["id"], cents["id"]]
    assert results[0]["neighbours"] == [] and results[0]["anchor"] is None


@pytest.mark.parametrize("ids", ["", " , "])
def test_fetching_nothing_is_a_mistake(api_of: Callable[..., Client], bob: Actor, ids: str) -> None:
    assert get(api_of(bob), "memories", ids=ids).status_code == 400


def test_a_correction_supersedes_and_the_lineage_shows_it(
    api_of: Callable[..., Client], bob: Actor, cents: dict
) -> None:
    asked = api_of(bob)
    response = do(asked, "patch", cents["id"], {"content": CENTS.replace("three", "seven")})
    assert response.status_code == 201
    newer = response.json()
    assert newer["id"] != cents["id"] and "seven" in newer["content"]
    around = get(asked, f"memories/{cents['id']}/lineage").json()
    assert around["memory"]["status"] == "superseded"
    assert [memory["id"] for memory in around["newer"]] == [newer["id"]]
    assert [hit["id"] for hit in get(asked, "search", q=CENTS).json()["results"]] == [newer["id"]]


@pytest.mark.parametrize("verb", ["pin", "approve", "confirm"])
def test_what_a_curator_vouched_for_stays_when_a_member_corrects_it(
    api_of: Callable[..., Client], alice: Actor, bob: Actor, cents: dict, verb: str
) -> None:
    wrong = CENTS.replace("three", "seven")
    if verb == "approve":
        with access.acting(alice):
            Memory.objects.filter(uuid=cents["id"]).update(status="draft")
    assert do(api_of(alice), "post", f"{cents['id']}/{verb}", {}).status_code == 200
    supersedes = post(api_of(bob), "memories", {"content": wrong.replace("seven", "nine"), "supersedes": cents["id"]})
    newer = do(api_of(bob), "patch", cents["id"], {"content": wrong})
    for answer in (supersedes, newer):
        assert (answer.status_code, answer.json()["status"], answer.json()["pinned"]) == (201, "draft", False)
        assert cents["id"][:8] in answer.json()["reason"]
    old = get(api_of(bob), f"memories/{cents['id']}").json()
    assert (old["status"], old["pinned"]) == ("active", verb == "pin")
    agreed = do(api_of(alice), "patch", cents["id"], {"content": wrong}).json()
    assert (agreed["id"], agreed["status"], agreed["pinned"]) == (newer.json()["id"], "active", verb == "pin")
    assert get(api_of(bob), f"memories/{cents['id']}").json()["status"] == "superseded"


@pytest.mark.parametrize("verb", ["pin", "approve", "confirm"])
def test_what_a_curator_vouched_for_is_not_taken_away_or_sorted_anew_by_a_member(
    api_of: Callable[..., Client], alice: Actor, bob: Actor, cents: dict, verb: str
) -> None:
    if verb == "approve":
        with access.acting(alice):
            Memory.objects.filter(uuid=cents["id"]).update(status="draft")
    assert do(api_of(alice), "post", f"{cents['id']}/{verb}", {}).status_code == 200
    before = get(api_of(bob), f"memories/{cents['id']}").json()
    changes = (
        ("delete", cents["id"], None),
        ("post", f"{cents['id']}/retype", {"type": "failure" if cents["type"] != "failure" else "pattern"}),
        ("post", f"{cents['id']}/tags", {"add": ["db"]}),
    )
    for how, path, body in changes:
        refused = do(api_of(bob), how, path, body)
        assert refused.status_code == 403 and "curator" in refused.json()["detail"]
    after = get(api_of(bob), f"memories/{cents['id']}").json()
    assert [after[name] for name in ("status", "type", "tags")] == [before[name] for name in ("status", "type", "tags")]
    for how, path, body in reversed(changes):
        assert do(api_of(alice), how, path, body).status_code == 200


def test_a_private_memory_stays_its_authors_whatever_became_of_it(
    api_of: Callable[..., Client], bob: Actor, tell: Callable[..., dict]
) -> None:
    mine = tell("Bob's sandbox runs on port 8443 because 8080 is taken by the proxy.", actor=bob, visibility="private")
    with access.acting(bob):
        Memory.objects.filter(uuid=mine["id"]).update(status="draft")
        approve(mine["id"], actor=bob)
    asked = api_of(bob)
    assert do(asked, "post", f"{mine['id']}/retype", {"type": "pattern"}).status_code == 200
    assert do(asked, "post", f"{mine['id']}/share", {}).status_code == 200
    assert do(asked, "post", f"{mine['id']}/tags", {"add": ["db"]}).status_code == 200
    assert do(asked, "delete", mine["id"]).status_code == 200


def test_a_proposed_correction_takes_the_place_of_what_was_pinned_when_a_curator_approves_it(
    api_of: Callable[..., Client], alice: Actor, bob: Actor, cents: dict
) -> None:
    asked, curator = api_of(bob), api_of(alice)
    assert do(curator, "post", f"{cents['id']}/pin", {}).status_code == 200
    proposed = do(asked, "patch", cents["id"], {"content": CENTS.replace("three", "seven")}).json()
    approved = do(curator, "post", f"{proposed['id']}/approve", {}).json()
    assert (approved["status"], approved["pinned"]) == ("active", True)
    around = get(asked, f"memories/{cents['id']}/lineage").json()
    assert around["memory"]["status"] == "superseded"
    assert [memory["id"] for memory in around["newer"]] == [proposed["id"]]


def test_a_proposed_correction_of_what_is_gone_stands_alone(
    api_of: Callable[..., Client], alice: Actor, bob: Actor, cents: dict
) -> None:
    curator = api_of(alice)
    assert do(curator, "post", f"{cents['id']}/pin", {}).status_code == 200
    proposed = do(api_of(bob), "patch", cents["id"], {"content": CENTS.replace("three", "seven")}).json()
    assert do(curator, "delete", cents["id"]).status_code == 200
    approved = do(curator, "post", f"{proposed['id']}/approve", {}).json()
    assert (approved["status"], approved["pinned"]) == ("active", False)
    assert get(curator, f"memories/{cents['id']}").json()["status"] == "forgotten"


def test_what_is_gone_takes_no_proposal(api_of: Callable[..., Client], alice: Actor, bob: Actor, cents: dict) -> None:
    curator = api_of(alice)
    assert do(curator, "post", f"{cents['id']}/pin", {}).status_code == 200
    assert do(curator, "delete", cents["id"]).status_code == 200
    late = do(api_of(bob), "patch", cents["id"], {"content": CENTS.replace("three", "seven")})
    assert (late.status_code, late.json()["code"]) == (409, "not_current")
    assert get(curator, "review", kind="draft").json()["results"] == []


@pytest.mark.parametrize("moment", ["0001-01-01", "9999-12-31", "2199-01-01T00:00:00Z"])
def test_a_time_that_cannot_be_is_refused(api_of: Callable[..., Client], bob: Actor, moment: str) -> None:
    told = {"content": f"Yesterday {CENTS}", "occurred_at": moment}
    response = post(api_of(bob), "memories", told)
    assert (response.status_code, response.json()["code"]) == (400, "invalid")


def test_what_is_forgotten_can_be_restored(api_of: Callable[..., Client], bob: Actor, cents: dict) -> None:
    asked = api_of(bob)
    assert do(asked, "delete", cents["id"]).json()["status"] == "forgotten"
    assert get(asked, "search", q=CENTS).json()["results"] == []
    assert do(asked, "delete", cents["id"]).status_code == 409
    assert do(asked, "post", f"{cents['id']}/restore", {}).json()["status"] == "active"


def test_only_the_agent_itself_or_a_curator_forgets_what_an_agent_told(
    api_of: Callable[..., Client], alice: Actor, bob: Actor
) -> None:
    told = post(api_of(bob, agent="nightly"), "memories", {"content": CENTS}).json()
    assert told["agent_id"] == "nightly"
    refused = do(api_of(bob), "delete", told["id"])
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert do(api_of(bob), "delete", f"{told['id']}?agent_id=nightly").status_code == 200
    assert do(api_of(alice), "post", f"{told['id']}/restore", {}).status_code == 200


def test_a_curator_pins_and_unpins(api_of: Callable[..., Client], alice: Actor, cents: dict) -> None:
    assert do(api_of(alice), "post", f"{cents['id']}/pin", {}).json()["pinned"] is True
    assert do(api_of(alice), "post", f"{cents['id']}/pin", {"pinned": False}).json()["pinned"] is False


@pytest.mark.parametrize(("verb", "status"), [("approve", "active"), ("reject", "forgotten")])
def test_a_curator_decides_about_a_draft(
    api_of: Callable[..., Client], alice: Actor, cents: dict, verb: str, status: str
) -> None:
    with access.acting(alice):
        Memory.objects.filter(uuid=cents["id"]).update(status="draft")
    assert do(api_of(alice), "post", f"{cents['id']}/{verb}", {}).json()["status"] == status
    assert do(api_of(alice), "post", f"{cents['id']}/{verb}", {}).status_code == 409


@pytest.mark.parametrize(("method", "suffix", "scope", "body"), DEEDS)
def test_each_deed_needs_its_scope(
    api_of: Callable[..., Client],
    alice: Actor,
    cents: dict,
    method: str,
    suffix: str,
    scope: str,
    body: object,
) -> None:
    others = {"capture", "read", "write", "curate", "admin"} - {scope}
    refused = do(api_of(alice, *others), method, f"{cents['id']}{suffix}", body)
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")


@pytest.mark.parametrize(("method", "suffix", "scope", "body"), DEEDS)
def test_a_hidden_memory_and_a_missing_one_are_the_same(
    api_of: Callable[..., Client],
    mallory: Actor,
    cents: dict,
    method: str,
    suffix: str,
    scope: str,
    body: object,
) -> None:
    hidden = do(api_of(mallory), method, f"{cents['id']}{suffix}", body)
    missing = do(api_of(mallory), method, f"{uuid.uuid4()}{suffix}", body)
    assert hidden.status_code == missing.status_code == 404
    assert hidden.content == missing.content


@pytest.mark.parametrize(("method", "suffix", "scope", "body"), DEEDS)
def test_what_is_private_is_missing_for_team_mates_whatever_they_try(
    api_of: Callable[..., Client],
    bob: Actor,
    alice: Actor,
    tell: Callable[..., dict],
    method: str,
    suffix: str,
    scope: str,
    body: object,
) -> None:
    secret = tell(CENTS, actor=bob, visibility="private")
    hidden = do(api_of(alice), method, f"{secret['id']}{suffix}", body)
    missing = do(api_of(alice), method, f"{uuid.uuid4()}{suffix}", body)
    assert hidden.status_code == missing.status_code == 404 and hidden.content == missing.content


@pytest.mark.parametrize(("method", "suffix", "scope", "body"), DEEDS)
def test_a_viewer_reads_only(
    api_of: Callable[..., Client], vera: Actor, cents: dict, method: str, suffix: str, scope: str, body: object
) -> None:
    answer = do(api_of(vera), method, f"{cents['id']}{suffix}", body)
    assert answer.status_code == (200 if scope == "read" else 403)


def test_a_private_memory_is_hidden_from_team_mates(
    api_of: Callable[..., Client], bob: Actor, tell: Callable[..., dict]
) -> None:
    secret = tell(CENTS, visibility="private")
    assert get(api_of(bob), f"memories/{secret['id']}").status_code == 404
    assert get(api_of(bob), "memories", ids=secret["id"]).json()["results"] == []


def test_telling_needs_the_write_scope(api_of: Callable[..., Client], bob: Actor, vera: Actor) -> None:
    assert post(api_of(bob, "read"), "memories", {"content": CENTS}).status_code == 403
    assert post(api_of(vera), "memories", {"content": CENTS}).status_code == 403


def test_a_project_that_is_named_twice_is_one(tell: Callable[..., dict]) -> None:
    told = tell(CENTS, projects=[REMOTE, "https://github.com/acme/checkout", REMOTE])
    assert told["projects"] == ["acme/checkout"]
