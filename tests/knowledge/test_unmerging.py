"""A merger and a split are taken back as a whole, and only as long as nothing else has happened since."""

import pytest

from memory import access
from memory.access import Actor
from memory.errors import Conflict, Forbidden, Refused
from memory.knowledge.lifecycle import forget, pin, restore
from memory.knowledge.merging import merge, preview
from memory.knowledge.remember import remember, update
from memory.knowledge.resolving import resolve
from memory.knowledge.splitting import split_off
from memory.knowledge.undo import undo
from memory.models import AuditEvent, Memory
from memory.recall.fetch import lineage
from tests.conftest import _actor
from tests.knowledge.test_contradiction_detection import LONG, SHORT, as_, pairs, stored
from tests.knowledge.test_merging import BOTH, PORT, QUEUE, TLS, found, now, refs

pytestmark = pytest.mark.django_db


@pytest.fixture
def two(alice: Actor, bob: Actor) -> list[Memory]:
    memories = [as_(alice, remember, PORT, tags=["net"]), as_(bob, remember, TLS, tags=["tls"])]
    as_(alice, pin, str(memories[1].uuid))
    return memories


def statuses(actor: Actor, *memories: Memory) -> list[str]:
    return [now(actor, memory).status for memory in memories]


@pytest.mark.parametrize("at", ["source", "other source", "merged"])
def test_a_merger_is_taken_back_from_either_end(alice: Actor, bob: Actor, two: list[Memory], at: str) -> None:
    merged = as_(alice, merge, refs(two), content=BOTH)
    ref = {"source": two[0], "other source": two[1], "merged": merged}[at].uuid
    back = as_(alice, undo, str(ref))
    assert back == two[0] and statuses(alice, *two, merged) == ["active", "active", "forgotten"]
    again = [now(alice, side) for side in two]
    assert [(side.tags, side.pinned) for side in again] == [(["net"], False), (["tls"], True)]
    assert set(found(bob, "checkout service TLS port")) == set(two)
    with access.acting(alice):
        assert not lineage(merged, actor=alice).older
    # It would stand beside its sources.
    with pytest.raises(Refused, match="undone") as refusal:
        as_(alice, restore, str(merged.uuid))
    assert refusal.value.code == "taken_apart"
    assert as_(alice, merge, refs(two), content=BOTH).status == "active", "merged again"


@pytest.mark.parametrize("at", ["whole", "part"])
def test_a_split_is_taken_back_from_either_end(alice: Actor, bob: Actor, at: str) -> None:
    whole = as_(bob, remember, BOTH)
    parts = as_(alice, split_off, str(whole.uuid), [PORT, TLS])
    assert as_(alice, undo, str((whole if at == "whole" else parts[1]).uuid)) == whole
    assert statuses(alice, whole, *parts) == ["active", "forgotten", "forgotten"]


def test_drafts_are_drafts_again(alice: Actor, two: list[Memory]) -> None:
    with access.acting(alice):
        Memory.objects.filter(pk__in=[side.pk for side in two]).update(status="draft")
    merged = as_(alice, merge, refs(two))
    as_(alice, undo, str(merged.uuid))
    assert statuses(alice, *two) == ["draft", "draft"]


def test_what_happened_since_stands_in_the_way(alice: Actor, bob: Actor, two: list[Memory]) -> None:
    merged = as_(alice, merge, refs(two), content=BOTH)
    deed = _deed(alice, "merge")
    stored(bob, BOTH)
    with pytest.raises(Conflict, match="bob added again this") as late:
        as_(alice, undo, str(merged.uuid), event=deed)
    assert late.value.code == "changed_since" and statuses(alice, *two, merged) == ["superseded"] * 2 + ["active"]
    newer = as_(alice, update, str(merged.uuid), QUEUE)
    with pytest.raises(Conflict) as late:
        as_(alice, undo, str(two[0].uuid))
    assert late.value.code == "changed_since" and now(alice, newer).status == "active"


def test_a_part_that_was_forgotten_stands_in_the_way_of_all(alice: Actor, bob: Actor) -> None:
    whole = as_(bob, remember, BOTH)
    parts = as_(alice, split_off, str(whole.uuid), [PORT, TLS])
    as_(bob, forget, str(parts[1].uuid))
    with pytest.raises(Conflict, match="bob forgot this"):
        as_(alice, undo, str(whole.uuid))
    assert statuses(alice, whole, *parts) == ["superseded", "active", "forgotten"]


def test_only_a_curator_takes_a_merger_back(alice: Actor, bob: Actor, two: list[Memory]) -> None:
    cora = _actor("cora", "acme", "curator")
    merged = as_(alice, merge, refs(two), content=BOTH)
    for ref in (merged.uuid, two[0].uuid):
        with pytest.raises((Forbidden, Conflict)):
            as_(bob, undo, str(ref), event=_deed(alice, "merge", first=True))
    assert as_(cora, undo, str(merged.uuid), event=_deed(alice, "merge", first=True)) == two[0]


def test_what_the_sources_disputed_is_open_again(alice: Actor) -> None:
    sides = [as_(alice, remember, LONG), as_(alice, remember, SHORT)]
    assert len(pairs(alice, status="open")) == 1
    merged = as_(alice, merge, refs(sides))
    assert not pairs(alice, status="open")
    as_(alice, undo, str(merged.uuid))
    (pair,) = pairs(alice, status="open")
    judged = as_(alice, resolve, str(pair.pk), "merge").memory
    assert judged and not pairs(alice, status="open")
    as_(alice, undo, str(judged.uuid))
    assert [found.pk for found in pairs(alice, status="open")] == [pair.pk]


def test_a_preview_tells_what_a_merger_makes_and_stores_nothing(alice: Actor, bob: Actor, two: list[Memory]) -> None:
    seen = as_(alice, preview, refs(two))
    assert PORT in seen.content and TLS in seen.content and seen.content.count("As of ") == 2
    assert (seen.tags, seen.status, seen.visibility, seen.evidence) == (("net", "tls"), "active", "team", 2)
    assert seen.inherited["pinned"] and statuses(alice, *two) == ["active", "active"]
    as_(bob, forget, str(two[0].uuid))
    with pytest.raises(Conflict, match="bob forgot this"):
        as_(alice, preview, refs(two))
    with pytest.raises(Forbidden):
        as_(bob, preview, refs(two))


def _deed(actor: Actor, verb: str, *, first: bool = False) -> int:
    with access.acting(actor):
        done = AuditEvent.objects.filter(verb=verb).order_by("pk")
        return (done[0] if first else done.latest("pk")).pk
