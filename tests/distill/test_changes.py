"""What a short prompt changes is kept in the developer's words, without what was only said to the agent."""

import pytest

from memory.access import Actor
from memory.models import Memory
from tests.distill.test_answering import EDIT, memories, say

pytestmark = pytest.mark.django_db


def _changes(actor: Actor) -> list[Memory]:
    return memories(actor, cue="told a change")


def test_a_rule_is_kept_word_by_word_and_signed_by_who_said_it(alice: Actor) -> None:
    rule = "From now on every webhook handler must only store the event and answer 200"
    say(alice, (f"Good. {rule}. Please change the Northpay handler.", "The p95 fell from 4.1 s to 38 ms.", EDIT))
    (kept,) = _changes(alice)
    assert kept.content == f"{rule}."
    assert kept.status == "active" and not kept.unsigned


def test_a_task_is_no_part_of_what_changed(alice: Actor) -> None:
    say(alice, ("The order list takes three seconds. Make it fast.", "The page went from 2.8 s to 140 ms.", EDIT))
    assert not [kept for kept in memories(alice) if "Make it fast" in kept.content]


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("delegate, make it continue", "Done. guard the read loop against 0 bytes, now `retries = 3`."),
        ("Yes please, add the document with all that we discussed.", "Added; the limit is now 40."),
        ("can you take a look again, we renamed the package", "Branch is now 10 commits ahead of `main`."),
        ("Create a plan and implement it with Sonnet 5 as a subagent. Also update the docs.", "Planned."),
    ],
)
def test_what_only_tells_the_agent_to_act_changes_nothing(alice: Actor, prompt: str, answer: str) -> None:
    say(alice, (prompt, answer, EDIT))
    assert not _changes(alice)


def test_a_negation_at_the_beginning_stays(alice: Actor) -> None:
    told = "No retries are made on 4xx responses from now on, because they cannot succeed."
    say(alice, (told, "Changed.", EDIT))
    assert [(kept.content, kept.status) for kept in memories(alice)] == [(told, "active")]


def test_a_new_value_is_kept_with_what_it_was_asked_for(alice: Actor) -> None:
    say(alice, ("the remember cookie should be shorter too, one week", "`REMEMBER_DAYS` is now 7.", EDIT))
    (kept,) = _changes(alice)
    assert kept.content == "The remember cookie should be shorter too, one week. `REMEMBER_DAYS` is now 7."
