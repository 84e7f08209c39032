"""What the team asks and nobody has told the memory: grouped, put to the team, answered, dismissed."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.errors import Forbidden, NotFound, Refused
from memory.knowledge.gaps import answer_gap, ask_team, dismiss_gap, is_asked, reopen_gap, withdraw_question
from memory.models import AuditEvent, Memory, Recall
from memory.recall.asked import note_recall
from memory.recall.gaps import Gap, gap_count, gaps
from tests.web.conftest import project_named, store

pytestmark = pytest.mark.django_db
ANSWER = "The workers are deployed by the release pipeline, because manual deploys forgot the migrations."


def ask(actor: Actor, question: str, *shown: Memory, **more: Any) -> None:
    with access.acting(actor):
        note_recall(question, actor=actor, surface="mcp", shown=[memory.pk for memory in shown], **more)


def do(actor: Actor, verb: Any, *args: Any, **more: Any) -> Any:
    with access.acting(actor):
        return verb(*args, actor=actor, **more)


def listed(actor: Actor, **more: Any) -> list[Gap]:
    found: list[Gap] = do(actor, gaps, **more)
    return found


def test_what_is_asked_alike_is_one_gap_that_says_how_often_and_where(alice: Actor, bob: Actor, mallory: Actor) -> None:
    with access.acting(alice):
        project = project_named(alice, "acme/checkout")
    ask(alice, "how do we deploy the workers?", project=project)
    ask(bob, "deploying workers, how")
    ask(bob, "how are releases numbered")
    first, second = listed(alice)
    assert (first.question, first.count) == ("how are releases numbered", 1)
    assert (second.question, second.count) == ("deploying workers, how", 2)
    assert (second.projects, second.wanted_by) == ((project,), ()), "nobody is named who did not ask the team"
    assert do(alice, gap_count) == 2
    assert (listed(mallory), do(mallory, gap_count)) == ([], 0)


def test_what_found_something_is_no_gap_nor_what_finds_it_later(alice: Actor) -> None:
    memory = store(alice, "Workers are deployed by the pipeline.")
    ask(alice, "how do we deploy the workers", memory)
    ask(alice, "how are releases numbered")
    assert [gap.question for gap in listed(alice)] == ["how are releases numbered"]
    ask(alice, "releases numbered how", memory)
    assert listed(alice) == []


def test_half_a_word_and_what_is_older_than_90_days_is_no_gap(alice: Actor) -> None:
    ask(alice, "how are releases numbered")
    with access.acting(alice):
        Recall.objects.update(at=timezone.now() - timedelta(days=91))
    ask(alice, "dep")
    assert listed(alice) == []


def test_a_question_put_to_the_team_comes_first_with_the_name_of_who_wants_to_know(alice: Actor, vera: Actor) -> None:
    ask(vera, "how do we deploy the workers")
    ask(alice, "how are releases numbered")
    do(vera, ask_team, "how do we deploy the workers")
    do(vera, ask_team, "How do we deploy the workers?")
    first, _ = listed(alice)
    assert (first.question, first.count, first.wanted_by) == ("how do we deploy the workers", 1, (vera.user,))
    assert do(vera, is_asked, "how do we deploy the workers")
    assert not do(alice, is_asked, "how do we deploy the workers")
    with access.acting(alice):
        assert AuditEvent.objects.filter(verb="ask_team").count() == 1


def test_what_was_put_to_the_team_can_be_taken_back(alice: Actor, bob: Actor) -> None:
    do(bob, ask_team, "how do we deploy the workers")
    with pytest.raises(NotFound):
        do(alice, withdraw_question, "how do we deploy the workers")
    do(bob, withdraw_question, "how do we deploy the workers")
    assert [gap.wanted_by for gap in listed(alice)] == [()]


def test_the_team_is_not_asked_nothing(bob: Actor) -> None:
    with pytest.raises(Refused):
        do(bob, ask_team, "  ")


def test_an_answer_is_a_memory_and_closes_the_gap(alice: Actor, bob: Actor, mallory: Actor) -> None:
    ask(bob, "how do we deploy the workers")
    (gap,) = listed(alice)
    with pytest.raises(NotFound):
        do(mallory, answer_gap, gap.gist, ANSWER)
    memory = do(alice, answer_gap, gap.gist, ANSWER)
    assert (memory.content, memory.author_id) == (ANSWER, alice.user.pk)
    assert listed(alice) == []
    with access.acting(alice):
        assert Recall.objects.get().answered_by_id == memory.pk
    with pytest.raises(NotFound):
        do(alice, answer_gap, gap.gist, ANSWER)


def test_what_the_team_knows_already_closes_a_gap_too(alice: Actor, bob: Actor) -> None:
    ask(bob, "how do we deploy the workers")
    ask(bob, "who ships the celery things")
    shipped, deployed = listed(alice)
    known = do(alice, answer_gap, deployed.gist, ANSWER)
    assert do(bob, answer_gap, shipped.gist, ANSWER) == known
    assert listed(alice) == []


def test_what_holds_no_fact_leaves_the_gap_open(alice: Actor, vera: Actor) -> None:
    ask(alice, "how do we deploy the workers")
    (gap,) = listed(alice)
    with pytest.raises(Refused):
        do(alice, answer_gap, gap.gist, "no idea")
    with pytest.raises(Forbidden):
        do(vera, answer_gap, gap.gist, ANSWER)
    assert listed(alice) == [gap]


def test_a_curator_dismisses_a_gap_for_good_unless_the_team_is_asked(alice: Actor, bob: Actor) -> None:
    ask(bob, "what is for lunch today")
    (gap,) = listed(alice)
    with pytest.raises(Forbidden):
        do(bob, dismiss_gap, gap.gist)
    assert do(alice, dismiss_gap, gap.gist) == 1
    ask(alice, "what is for lunch today")
    assert listed(alice) == []
    with pytest.raises(NotFound):
        do(alice, dismiss_gap, "no such gist")
    do(bob, ask_team, "what is for lunch today")
    assert [gap.wanted_by for gap in listed(alice)] == [(bob.user,)]


def test_a_dismissal_is_taken_back(alice: Actor, bob: Actor) -> None:
    ask(bob, "what is for lunch today")
    (gap,) = listed(alice)
    do(alice, dismiss_gap, gap.gist)
    assert do(alice, reopen_gap, gap.gist) == 1
    assert listed(alice) == [gap]


def test_pages_of_gaps_hold_each_once(alice: Actor, bob: Actor) -> None:
    for number in range(7):
        ask(bob, f"where is module {number} configured")
    do(bob, ask_team, "where is module 3 configured")
    seen: list[str] = []
    place = ""
    while page := listed(alice, limit=3, before=place):
        seen += [gap.question for gap in page]
        place = page[-1].place
    assert seen == [f"where is module {number} configured" for number in (3, 6, 5, 4, 2, 1, 0)]
    with pytest.raises(Refused):
        listed(alice, before="else")


def test_a_list_of_gaps_costs_the_same_queries_for_few_and_many(
    alice: Actor, bob: Actor, django_assert_num_queries: Any
) -> None:
    with access.acting(alice):
        project = project_named(alice, "acme/checkout")
    for number in range(12):
        ask(bob, f"where is module {number} configured", project=project)
        do(bob, ask_team, f"where is module {number} configured")
    with access.acting(alice):
        for limit in (1, 12):
            with django_assert_num_queries(3):
                assert len(gaps(actor=alice, limit=limit)) == limit
