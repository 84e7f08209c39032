"""A question that names a time and no subject is answered by what is of that time, whatever its words."""

from collections.abc import Callable, Sequence

import pytest

from memory import access
from memory.access import Actor
from memory.models import Memory
from memory.recall.explaining import look_closely
from memory.recall.facets import explore
from memory.recall.search import SearchPage, search_memories

pytestmark = pytest.mark.django_db
CENTS = "Amounts are stored as integer cents, floats lost a cent in refunds."
QUEUE = "The checkout queue moved to Valkey so that it survives a restart."
LOCK = "The nightly export waited for a lock of the invoices table and timed out."
OLD = "Sessions were kept in signed cookies."
RELEASE = "The 2.3 release was shipped with the new cart."
Know = Callable[..., Memory]


@pytest.fixture(autouse=True)
def told(tell_aged: Know, alice: Actor) -> None:
    """Two decisions and a failure of these days, one decision of long ago."""
    tell_aged(alice, CENTS, 1)
    tell_aged(alice, QUEUE, 2)
    tell_aged(alice, LOCK, 1, "failure")
    tell_aged(alice, OLD, 90)


def ask(actor: Actor, question: str, **how: object) -> SearchPage:
    with access.acting(actor):
        return search_memories(question, actor=actor, **how)


def texts(page: SearchPage) -> set[str]:
    return {hit.memory.content for hit in page.hits}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What happened in the last 3 days?", [CENTS, QUEUE, LOCK]),
        ("what did we decide in the last 3 days", [CENTS, QUEUE]),
        ("what went wrong in the last 3 days", [LOCK]),
        ("Was haben wir in den letzten 3 Tagen entschieden?", [CENTS, QUEUE]),
        ("what did we decide in the last 4 months", [CENTS, QUEUE, OLD]),
    ],
)
def test_all_of_a_time_is_found_though_it_shares_no_word(alice: Actor, question: str, expected: Sequence[str]) -> None:
    page = ask(alice, question)
    assert texts(page) == set(expected)
    assert page.is_overview and page.known and page.total == len(expected)


def test_a_question_with_a_subject_is_searched_as_ever(alice: Actor) -> None:
    page = ask(alice, "what did we decide about cents in the last 3 days")
    assert texts(page) == {CENTS} and not page.is_overview


def test_a_time_of_which_nothing_is_known_has_no_answer(alice: Actor) -> None:
    page = ask(alice, "what happened in March 2019?")
    assert not page.known and not page.is_overview


def test_filters_narrow_it_and_a_type_that_is_chosen_holds(alice: Actor) -> None:
    assert texts(ask(alice, "what did we decide in the last 3 days", types=["failure"])) == {LOCK}
    assert not ask(alice, "what happened in the last 3 days", tag="nobody-has-this").known
    assert not ask(alice, "what happened in the last 3 days", agent_id="nobody").known


def test_pages_follow_each_other(alice: Actor) -> None:
    question = "what happened in the last 3 days"
    first, second = ask(alice, question, limit=2), ask(alice, question, limit=2, offset=2)
    assert first.has_more and not second.has_more
    assert texts(first) | texts(second) == {CENTS, QUEUE, LOCK} and not texts(first) & texts(second)


def test_the_side_of_an_event_is_a_time_too(tell_aged: Know, alice: Actor) -> None:
    tell_aged(alice, RELEASE, 30)
    assert texts(ask(alice, "what has changed since the 2.3 release?")) == {CENTS, QUEUE, LOCK}
    assert texts(ask(alice, "what did we decide before the 2.3 release?")) == {OLD}


def test_what_is_private_and_what_is_of_another_team_is_not_in_it(
    tell_aged: Know, alice: Actor, bob: Actor, mallory: Actor
) -> None:
    tell_aged(alice, "The key of the vault lies under the mat.", 1, visibility="private")
    question = "what happened in the last 3 days"
    assert ask(alice, question).total == 4
    assert ask(bob, question).total == 3
    assert not ask(mallory, question).known


def test_it_says_how_it_was_read(alice: Actor) -> None:
    with access.acting(alice):
        insight = look_closely("what did we decide in the last 3 days", actor=alice)
        types = explore("what happened in the last 3 days", actor=alice).facets[0]
    assert insight.explanation.is_overview and insight.explanation.period
    assert not insight.explanation.words and insight.answers == 2
    assert {value.label: value.count for value in types.values if value.count} == {"Decision": 2, "Failure": 1}
