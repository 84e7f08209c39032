"""The kill switch hides what a source led to, nothing else, and lifting it brings exactly that back."""

from collections.abc import Callable

import pytest
from django.test import Client

from memory import access, people
from memory.access import Actor
from memory.distill.pipeline import distill_pending
from memory.errors import Conflict, Forbidden, NotFound, Refused
from memory.knowledge import review
from memory.knowledge.blocking import block, blocks, lift
from memory.knowledge.lifecycle import approve, forget
from memory.knowledge.remember import remember, update
from memory.models import AuditEvent, CodingSession, Memory, Observation
from memory.recall.history import search_history
from memory.recall.lists import recent
from memory.recall.search import search_memories
from memory.recall.sessions import list_sessions
from tests.api.conftest import get, post
from tests.conftest import _actor
from tests.distill.story import ANSWER, EDIT, PROMPT
from tests.distill.test_pipeline import capture
from tests.events import turn_of
from tests.knowledge.test_contradiction_detection import LONG, SHORT, as_

pytestmark = pytest.mark.django_db

SAID = "We moved the zebra queue to Kafka because RabbitMQ lost messages."


@pytest.fixture
def cora(db: None) -> Actor:
    """A curator of team acme."""
    return _actor("cora", "acme", "curator")


def standing(actor: Actor) -> dict[str, tuple[str, str, bool]]:
    """All that the actor sees of memories: status, the one before, and whether it is blocked, by content."""
    with access.acting(actor):
        rows = Memory.objects.order_by("pk")
        return {row.content: (row.status, row.status_before, row.blocked_by_id is not None) for row in rows}


def with_token(actor: Actor, agent: str | None = None) -> Actor:
    """The actor as a request with a token of theirs has it."""
    scopes = ["capture", "read", "write"]
    raw = people.issue_token(actor.user, team=actor.team, scopes=scopes, agent=agent)[1]
    found = access.actor_for_token(raw)
    assert found
    return found


def works(actor: Actor, session: str = "s1") -> None:
    capture(actor, turn_of(PROMPT, ANSWER, EDIT, session=session))
    assert distill_pending().failed == 0


def says(client: Client, session: str) -> None:
    line = f'{{"type":"user","uuid":"{session}-u","sessionId":"{session}","timestamp":"2026-03-19T10:00:00Z",'
    line += f'"message":{{"role":"user","content":"{SAID}"}}}}\n'
    path = f"/api/v1/transcripts/{session}?remote=git@github.com:acme/checkout.git&root=/home/bob/checkout"
    assert client.post(path, line, content_type="application/x-ndjson").json()["accepted"] == 1


@pytest.mark.parametrize("kind", ["token", "agent", "session", "person"])
def test_a_block_hides_what_only_its_source_led_to_and_lifting_brings_it_back(
    bob: Actor, cora: Actor, kind: str
) -> None:
    source = with_token(bob, agent="robot" if kind == "agent" else None)
    as_(cora, remember, LONG)
    works(source)
    before = {name: standing(actor) for name, actor in (("bob", bob), ("cora", cora))}
    assert len(before["cora"]) > 1
    assert source.token
    named = {"token": source.token.prefix, "agent": "robot", "session": "s1", "person": "bob"}[kind]
    done = as_(cora, block, **{kind: named}, reason="its laptop was stolen")
    assert (done.memories, done.sessions) == (len(before["cora"]) - 1, 1)
    assert list(standing(bob)) == [LONG]
    hidden = {content: found for content, found in standing(cora).items() if content != LONG}
    assert set(hidden.values()) == {("quarantined", "active", True)}
    assert {memory.content for memory in as_(bob, recent)} == {LONG}
    assert {hit.memory.content for hit in as_(cora, search_memories, query="CardDeclined payment client").hits} <= {
        LONG
    }
    assert as_(bob, list_sessions) == [] and len(as_(cora, list_sessions)) == 1
    entries = as_(cora, review.queue, kinds=["quarantined"]).entries
    assert {entry.reason for entry in entries} == {"its source is blocked: its laptop was stolen"}
    again = as_(cora, lift, done.block.pk)
    assert (again.memories, again.sessions) == (done.memories, 1)
    assert {"bob": standing(bob), "cora": standing(cora)} == before
    assert len(as_(bob, list_sessions)) == 1


def test_what_somebody_else_says_too_stays(alice: Actor, bob: Actor, cora: Actor) -> None:
    works(bob)
    works(alice, session="s2")
    before = standing(cora)
    assert as_(cora, block, person="bob", reason="left in anger").memories == 0
    assert standing(cora) == before


def test_what_rests_on_two_blocked_sources_is_hidden_until_one_is_lifted(bob: Actor, cora: Actor) -> None:
    dave = _actor("dave", "acme", "member")
    works(bob)
    works(dave, session="s2")
    before = standing(cora)
    first = as_(cora, block, person="bob", reason="one")
    second = as_(cora, block, person="dave", reason="two")
    assert (first.memories, second.memories) == (0, len(before))
    as_(cora, lift, first.block.pk)
    assert standing(cora) == before
    as_(cora, block, person="bob", reason="again")
    as_(cora, lift, second.block.pk)
    assert standing(cora) == before


def test_two_blocks_of_one_source_hide_until_both_are_lifted(bob: Actor, cora: Actor) -> None:
    works(bob)
    before = standing(cora)
    first = as_(cora, block, session="s1", reason="one")
    second = as_(cora, block, person="bob", reason="two")
    as_(cora, lift, first.block.pk)
    assert {found[2] for found in standing(cora).values()} == {True} and as_(bob, list_sessions) == []
    as_(cora, lift, second.block.pk)
    assert standing(cora) == before and len(as_(bob, list_sessions)) == 1


def test_statuses_from_before_come_back_and_what_a_curator_did_meanwhile_stays(bob: Actor, cora: Actor) -> None:
    texts = [LONG.replace("300", str(number)).replace("product", f"p{number}") for number in range(4)]
    kept, approved, forgotten, gone = (as_(bob, remember, text) for text in texts)
    with access.scope(team=bob.team):
        Memory.objects.filter(pk=kept.pk).update(status="disputed", status_before="active", reason="two say so")
    as_(bob, forget, str(gone.uuid))
    done = as_(cora, block, person="bob", reason="why")
    as_(cora, approve, str(approved.uuid))
    as_(cora, forget, str(forgotten.uuid))
    as_(cora, lift, done.block.pk)
    found = standing(cora)
    assert found[kept.content] == ("disputed", "active", False)
    assert found[approved.content][0] == "active" and found[forgotten.content][0] == "forgotten"
    assert found[gone.content] == ("forgotten", "active", False)


def test_whose_correction_is_not_believed_has_corrected_nothing(alice: Actor, bob: Actor, cora: Actor) -> None:
    old = as_(alice, remember, LONG)
    as_(bob, update, str(old.uuid), SHORT)
    before = standing(cora)
    done = as_(cora, block, person="bob", reason="wrong on purpose")
    assert list(standing(bob)) == [LONG] and standing(bob)[LONG][0] == "active"
    as_(cora, lift, done.block.pk)
    assert standing(cora) == before


def test_who_is_blocked_reads_on_and_changes_nothing(
    bob: Actor, cora: Actor, api_of: Callable[..., Client], client_of: Callable[[Actor], Client]
) -> None:
    client, browser = api_of(bob), client_of(bob)
    done = as_(cora, block, person="bob", reason="why")
    for refused in (
        post(client, "memories", {"content": LONG}),
        post(client, "events", {"events": turn_of(PROMPT, ANSWER)}),
        post(browser, "memories", {"content": LONG}),
    ):
        assert (refused.status_code, refused.json()["code"]) == (403, "blocked")
    assert get(client, "memories/recent").status_code == 200
    blocked = access.actor_for(bob.user, team=bob.team)
    assert blocked and blocked.blocked
    with pytest.raises(Refused, match="blocked"):
        blocked.authorize("own_tokens")
    as_(cora, lift, done.block.pk)
    assert post(client, "memories", {"content": LONG}).status_code == 201


def test_an_agent_is_blocked_over_its_owners_token_too(bob: Actor, cora: Actor, api_of: Callable[..., Client]) -> None:
    client = api_of(bob)
    told = post(client, "memories", {"content": LONG, "agent_id": "robot"}).json()
    as_(cora, block, agent="robot", reason="hallucinates")
    assert get(client, f"memories/{told['id']}").status_code == 404
    refused = post(client, "memories", {"content": SHORT, "agent_id": "robot"})
    assert (refused.status_code, refused.json()["code"]) == (403, "blocked")
    assert post(client, "memories", {"content": SHORT}).status_code == 201
    batch = turn_of(PROMPT, ANSWER, agent_id="robot")
    assert {entry["code"] for entry in post(client, "events", {"events": batch}).json()["rejected"]} == {"blocked"}


def test_a_blocked_session_takes_nothing_and_the_history_search_passes_it_over(
    alice: Actor, bob: Actor, cora: Actor, api_of: Callable[..., Client]
) -> None:
    says(api_of(bob), "s-bad")
    client = api_of(alice, "read")
    wanted = {"q": "zebra queue Kafka", "scope": "global"}
    assert get(client, "history", **wanted).json()["total_matches"] == 1
    done = as_(cora, block, session="s-bad", reason="read a poisoned page")
    assert get(client, "history", **wanted).json()["total_matches"] == 0
    assert get(client, "sessions/s-bad").status_code == 404
    assert as_(cora, search_history, query="zebra queue Kafka").total_matches == 1
    batch = turn_of(PROMPT, ANSWER, session="s-bad")
    answer = post(api_of(bob), "events", {"events": batch}).json()
    assert answer["accepted"] == 0 and {entry["code"] for entry in answer["rejected"]} == {"blocked"}
    path = "/api/v1/transcripts/s-bad?remote=git@github.com:acme/checkout.git&root=/home/bob/checkout"
    lines = api_of(bob).post(path, '{"type":"user","uuid":"z"}\n', content_type="application/x-ndjson")
    assert (lines.status_code, lines.json()["code"]) == (422, "blocked")
    as_(cora, lift, done.block.pk)
    assert get(client, "history", **wanted).json()["total_matches"] == 1


def test_a_copy_of_a_blocked_conversation_is_known_and_no_failure(
    bob: Actor, cora: Actor, api_of: Callable[..., Client]
) -> None:
    carol = _actor("carol", "acme", "member")
    says(api_of(bob), "s-bad")
    as_(cora, block, session="s-bad", reason="read a poisoned page")
    line = '{"type":"user","uuid":"s-bad-u","message":{"role":"user","content":"Hi"}}'
    path = "/api/v1/transcripts/s-copy?remote=git@github.com:acme/checkout.git&root=/home/carol/checkout"
    answer = api_of(carol).post(path, line + "\n", content_type="application/x-ndjson")
    assert (answer.status_code, answer.json()["duplicates"]) == (202, 1)


def test_what_waits_for_a_worker_waits_until_the_block_is_lifted(bob: Actor, cora: Actor) -> None:
    capture(bob, turn_of(PROMPT, ANSWER, EDIT))
    done = as_(cora, block, person="bob", reason="why")
    assert distill_pending().made == 0 and standing(cora) == {}
    with access.scope(team=bob.team, user=bob.user):
        assert Observation.objects.filter(status="pending").exists()
    as_(cora, lift, done.block.pk)
    assert distill_pending().made > 0 and standing(bob)


def test_private_memories_of_the_source_are_hidden_too_and_never_shown_to_the_curator(bob: Actor, cora: Actor) -> None:
    as_(bob, remember, LONG, visibility="private")
    done = as_(cora, block, person="bob", reason="why")
    assert done.memories == 1 and standing(cora) == {} == standing(bob)
    as_(cora, lift, done.block.pk)
    assert standing(bob)[LONG][0] == "active"


def test_only_curators_block_and_only_what_is_of_their_team(
    alice: Actor, bob: Actor, cora: Actor, mallory: Actor, api_of: Callable[..., Client]
) -> None:
    works(bob)
    with pytest.raises(Forbidden):
        as_(bob, block, person="cora", reason="why")
    for source in ({"person": "bob"}, {"session": "s1"}, {"agent": "x"}, {"token": "1"}):
        with pytest.raises(NotFound):
            as_(mallory, block, reason="why", **source)
    with pytest.raises(Forbidden):
        as_(cora, block, person="alice", reason="an admin")
    for wrong in ({}, {"person": "bob", "agent": "x"}, {"person": "cora"}):
        with pytest.raises(Refused):
            as_(cora, block, reason="why", **wrong)
    done = as_(alice, block, person="bob", reason="why")
    with pytest.raises(Conflict):
        as_(cora, block, person="bob", reason="why")
    with pytest.raises(NotFound):
        as_(mallory, lift, done.block.pk)
    assert as_(mallory, blocks, lifted=True) == []
    as_(cora, lift, done.block.pk)
    with pytest.raises(Conflict):
        as_(cora, lift, done.block.pk)
    with access.acting(alice):
        deeds = AuditEvent.objects.filter(subject=f"block:{done.block.pk}").order_by("pk")
        assert [(deed.verb, deed.detail["memories"]) for deed in deeds] == [
            ("block", done.memories),
            ("lift", done.memories),
        ]


def test_blocks_over_http(bob: Actor, cora: Actor, mallory: Actor, api_of: Callable[..., Client]) -> None:
    works(with_token(bob))
    wanted = {"person": "bob", "reason": "stolen laptop"}
    assert post(api_of(bob), "blocks", wanted).status_code == 403
    done = post(api_of(cora), "blocks", wanted)
    assert done.status_code == 201 and done.json()["memories"] > 0
    (seen,) = get(api_of(cora), "blocks").json()["results"]
    assert (seen["source"], seen["name"], seen["reason"], seen["blocked_by"]) == (
        "person", "bob", "stolen laptop", "cora"
    )  # fmt: skip
    assert post(api_of(mallory), f"blocks/{seen['id']}/lift").status_code == 404
    assert get(api_of(mallory), "blocks", lifted=1).json() == {"results": []}
    assert post(api_of(cora), f"blocks/{seen['id']}/lift").status_code == 200
    assert get(api_of(cora), "blocks").json()["results"] == []


def test_tokens_are_kept_on_what_they_brought(bob: Actor) -> None:
    source = with_token(bob)
    works(source)
    as_(source, remember, LONG)
    with access.scope(team=bob.team, user=bob.user):
        assert set(Observation.objects.values_list("token", flat=True)) == {source.token.pk}
        assert set(CodingSession.objects.values_list("token", flat=True)) == {source.token.pk}
        evidence = {row.token_id for memory in Memory.objects.all() for row in memory.evidence.all()}
        assert evidence == {source.token.pk}
