"""Eight people at once, each on a connection of their own: one wins, the others learn who it was."""

import threading
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from memory import access
from memory.access import Actor
from memory.knowledge.feedback import give_feedback
from memory.knowledge.lifecycle import forget, pin, retype
from memory.knowledge.remember import remember
from memory.knowledge.tagging import tag
from memory.models import AuditEvent, Feedback, Memory, Supersession
from tests.conftest import _actor
from tests.knowledge.test_contradiction_detection import as_

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 20
FACT = "The parser of feed-{} reads {} columns because the vendor changed the export."
Deed = Callable[[Client], HttpResponse]


@pytest.fixture
def crowd(alice: Actor) -> list[Actor]:
    """Eight curators of team acme."""
    return [_actor(f"curator-{number}", "acme", "curator") for number in range(8)]


def at_once(deeds: list[Callable[[], object]]) -> list[object]:
    """All of them at the same moment, each on a thread and a connection of its own; what each came to."""
    gate, came_to = threading.Barrier(len(deeds)), [None] * len(deeds)

    def do(place: int) -> None:
        connection.ensure_connection()
        gate.wait()
        try:
            came_to[place] = deeds[place]()
        except Exception as error:
            came_to[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=do, args=(place,)) for place in range(len(deeds))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return came_to


def corrects(memory: Memory, turn: int, place: int) -> Deed:
    body = {"content": FACT.format(f"{turn}-by-{place}", 100 + place)}
    return lambda client: client.patch(f"/api/v1/memories/{memory.uuid}", body, content_type="application/json")


def merges(memory: Memory, other: Memory) -> Deed:
    body = {"ids": [str(memory.uuid), str(other.uuid)]}
    return lambda client: client.post("/api/v1/memories/merge", body, content_type="application/json")


def forgets(memory: Memory) -> Deed:
    return lambda client: client.delete(f"/api/v1/memories/{memory.uuid}")


def test_of_eight_who_supersede_merge_and_forget_at_once_one_wins_and_the_others_learn_who(
    alice: Actor, crowd: list[Actor], api_of: Callable[..., Client]
) -> None:
    clients = [api_of(actor) for actor in crowd]
    winners = set()
    for turn in range(ROUNDS):
        memory, *others = (as_(alice, remember, FACT.format(f"{turn}-{name}", 7)) for name in "abcd")
        deeds = [corrects(memory, turn, 0), forgets(memory), merges(memory, others[0]), corrects(memory, turn, 3)]
        deeds += [merges(others[1], memory), forgets(memory), corrects(memory, turn, 6), merges(memory, others[2])]
        answers = at_once([partial(deed, clients[place]) for place, deed in enumerate(deeds)])
        codes = [answer.status_code for answer in answers]  # type: ignore[attr-defined]
        assert sorted(codes) in ([200, *[409] * 7], [201, *[409] * 7]), [a.content for a in answers]
        won = next(place for place, code in enumerate(codes) if code != 409)
        winners.add(won)
        for answer in (answer.json() for answer in answers if answer.status_code == 409):
            assert answer["by"] == f"curator-{won}" and answer["at"], answer
            assert answer["detail"].startswith(f"curator-{won} ")
            assert answer["memory_status"] == ("forgotten" if won in (1, 5) else "superseded")
        with access.acting(alice):
            assert AuditEvent.objects.filter(subject=f"memory:{memory.uuid}").exclude(verb="remember").count() == 1
            assert Supersession.objects.filter(older=memory).count() == (0 if won in (1, 5) else 1)
            touched = set(Memory.objects.filter(status="superseded").values_list("pk", flat=True))
            lost = {side.pk for place, side in ((2, others[0]), (4, others[1]), (7, others[2])) if place != won}
            assert not touched & lost, "who lost a merger keeps the other side"
    assert len(winners) > 1


def test_verbs_that_do_not_exclude_each_other_all_happen_and_none_waits_for_ever(
    alice: Actor, crowd: list[Actor]
) -> None:
    for turn in range(5):
        memory = as_(alice, remember, FACT.format(f"{turn}-z", 7))
        ref = str(memory.uuid)
        came_to = at_once([
            *(partial(as_, who, give_feedback, ref, "wrong") for who in crowd[:4]),
            partial(as_, crowd[4], tag, ref, add=["x"]),
            partial(as_, crowd[5], tag, ref, add=["y"]),
            partial(as_, crowd[6], pin, ref),
            partial(as_, crowd[7], retype, ref, "pattern"),
        ])  # fmt: skip
        assert all(isinstance(result, Memory) for result in came_to), came_to
        with access.acting(alice):
            now = Memory.objects.get(pk=memory.pk)
            assert (now.status, sorted(now.tags), now.pinned, now.type) == ("disputed", ["x", "y"], True, "pattern")
            assert Feedback.objects.filter(memory=memory).count() == 4
            assert AuditEvent.objects.filter(subject=f"memory:{ref}").count() == 9


def test_who_changes_several_in_one_transaction_waits_for_nobody_who_waits_for_them(
    alice: Actor, crowd: list[Actor]
) -> None:
    pair = [as_(alice, remember, FACT.format(name, 7)) for name in ("left", "right")]

    def all_of(actor: Actor, memories: list[Memory]) -> str:
        with access.acting(actor):
            for memory in memories:
                pin(str(memory.uuid), actor=actor, pinned=not Memory.objects.get(pk=memory.pk).pinned)
                tag(str(memory.uuid), actor=actor, add=[actor.user.username])
        return "done"

    orders = [pair, pair[::-1]] * 4
    came_to = at_once(
        [lambda who=who, order=order: all_of(who, order) for who, order in zip(crowd, orders, strict=True)]
    )
    assert came_to == ["done"] * 8
    as_(alice, forget, str(pair[0].uuid))
