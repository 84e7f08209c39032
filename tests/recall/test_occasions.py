"""A question that dates itself by an event: what is of that time comes first, as far as the asker may know of it."""

from collections.abc import Callable

import pytest

from memory import access
from memory.access import Actor
from memory.models import Memory
from memory.recall.search import SearchPage, search_memories

pytestmark = pytest.mark.django_db
BEFORE = "What was the retry limit of the payment gateway before the 2.3 release?"
OLD = "The payment gateway has a retry limit of 3."
NEW = "The payment gateway got a retry limit of 9 in spring."
RELEASE = "The 2.3 release was shipped with the new cart."


def ask(actor: Actor, question: str) -> SearchPage:
    with access.acting(actor):
        return search_memories(question, actor=actor)


def first(page: SearchPage) -> str:
    return page.hits[0].memory.content


def test_the_side_of_an_event_that_is_asked_for_comes_first(tell_aged: Callable[..., Memory], alice: Actor) -> None:
    tell_aged(alice, OLD, 90)
    tell_aged(alice, NEW, 30)
    tell_aged(alice, RELEASE, 60)
    assert first(ask(alice, BEFORE)) == OLD
    assert first(ask(alice, BEFORE.replace("before", "after"))) == NEW
    assert {hit.memory.content for hit in ask(alice, BEFORE).hits} >= {OLD, NEW}, "it weighs, it hides nothing"


def test_a_question_about_what_is_usual_has_no_period(tell_aged: Callable[..., Memory], alice: Actor) -> None:
    tell_aged(alice, RELEASE, 60)
    tell_aged(alice, OLD, 90)
    assert ask(alice, "Which retry limit do we check before the 2.3 release?").period is None
    assert ask(alice, BEFORE.replace("2.3", "7.7")).period is None, "of that release nobody told"


def test_an_event_that_somebody_keeps_to_themselves_dates_no_others_question(
    tell_aged: Callable[..., Memory], alice: Actor, bob: Actor, mallory: Actor
) -> None:
    tell_aged(alice, OLD, 90)
    tell_aged(alice, RELEASE, 60, visibility="private")
    assert ask(alice, BEFORE).period is not None
    assert ask(bob, BEFORE).period is None
    assert ask(mallory, BEFORE).period is None and not ask(mallory, BEFORE).hits
