"""Words of private memories weigh for their author alone: nobody else can tell whether they stand anywhere."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.knowledge.remember import remember
from memory.knowledge.sharing import share
from memory.models.lexicon import LexemeFrequency
from memory.recall import lexicon
from tests.api.conftest import get

ApiOf = Callable[..., Client]
ASKED = "Does the gateway of project zebra retry?"
PRIVATE = [f"Project Zebra has a gateway that number {number} retries." for number in range(4)]


@pytest.fixture(autouse=True)
def known(alice: Actor) -> None:
    """What the whole team knows."""
    with access.acting(alice):
        for fact in ("The gateway retries three times.", "Releases go out on Tuesdays.", "The project is in Java."):
            remember(fact, actor=alice)


def _private(actor: Actor) -> list[str]:
    with access.acting(actor):
        return [str(remember(fact, actor=actor, visibility="private").uuid) for fact in PRIVATE]


@pytest.fixture
def moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches of one moment, for scores fade with time."""
    now = timezone.now()
    monkeypatch.setattr("memory.recall.search.timezone", SimpleNamespace(now=lambda: now))


@pytest.mark.parametrize("refreshed", [False, True])
def test_a_viewer_is_told_the_same_whether_a_word_stands_in_a_private_memory(
    refreshed: bool, api_of: ApiOf, alice: Actor, vera: Actor, moment: None
) -> None:
    def told() -> dict[str, Any]:
        if refreshed:
            lexicon.refresh_team(alice.team.pk)
        return get(api_of(vera), "search", q=ASKED, explain=1, record=0).json()

    before = told()
    assert before["results"] and {"gain"} <= set(before["results"][0]["why"]["words"][0])
    _private(alice)
    assert told() == before


def _frequencies(actor: Actor) -> list[tuple[Any, ...]]:
    with access.acting(actor):
        return list(LexemeFrequency.objects.order_by("slot", "owner").values_list("slot", "owner", "documents"))


def test_the_counts_themselves_show_nothing_private(alice: Actor, bob: Actor, vera: Actor) -> None:
    before = _frequencies(vera)
    ids = _private(alice)
    assert _frequencies(vera) == _frequencies(bob) == before
    assert len(_frequencies(alice)) > len(before)
    with access.acting(alice):
        share(ids[0], actor=alice)
    assert len(_frequencies(vera)) > len(before), "what is shared weighs for everybody"
    counted = {who.user.pk: _frequencies(who) for who in (alice, vera)}
    lexicon.refresh_team(alice.team.pk)
    assert {who.user.pk: _frequencies(who) for who in (alice, vera)} == counted


def test_ones_own_private_words_are_known_words(api_of: ApiOf, alice: Actor) -> None:
    _private(alice)
    told = get(api_of(alice), "search", q="zebra", explain=1, record=0).json()
    assert len(told["results"]) == len(PRIVATE)


_NAMES = """SELECT bool_or(strange) FROM cairn_search_memories(
    'gateway zebra', NULL, '', 10, NULL, NULL, NULL, NULL, NULL, NULL, %s)"""


def test_a_name_that_is_private_is_a_name_that_nobody_knows(alice: Actor, vera: Actor) -> None:
    def strange(actor: Actor) -> bool:
        with access.acting(actor), connection.cursor() as cursor:
            cursor.execute(_NAMES, [["Zebra"]])
            return bool(cursor.fetchone()[0])

    assert strange(vera)
    _private(alice)
    assert strange(vera)
    assert not strange(alice)
