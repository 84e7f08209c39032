"""A question's answers by type, project, person and branch: counted, narrowed, and no name from beyond the wall."""

from typing import Any

import pytest

from memory import access
from memory.access import Actor
from memory.models import Agent
from memory.recall.facets import Chosen, Explored, explore
from memory.recall.similar import similar_memories
from memory.recall.spelling import other_spelling
from tests.web.conftest import project_named, store

pytestmark = pytest.mark.django_db


def found(actor: Actor, question: str, chosen: Chosen | None = None, **more: Any) -> Explored:
    with access.acting(actor):
        return explore(question, actor=actor, chosen=chosen or Chosen(), **more)


def counts(explored: Explored, name: str) -> dict[str, int]:
    return {value.label: value.count for facet in explored.facets if facet.name == name for value in facet.values}


def texts(explored: Explored) -> list[str]:
    return sorted(hit.memory.content for hit in explored.page.hits)


@pytest.fixture
def known(alice: Actor, bob: Actor, mallory: Actor) -> None:
    """Three answers about a gateway in two projects, one for the whole team, and one of another team."""
    store(alice, "The gateway times out after 30 s.", type="failure", session="One")
    store(alice, "The gateway is retried three times.", type="decision", project="acme/shop")
    store(bob, "The gateway is pinned to stripe 11.4.1.", type="dependency", project="")
    store(bob, "Releases go out on Tuesdays.", type="pattern")
    store(mallory, "The gateway of mallory is open.", project="other/secret")


def test_each_facet_counts_the_answers(alice: Actor, known: None) -> None:
    explored = found(alice, "gateway")
    assert explored.page.total == 3
    assert counts(explored, "type") == {"Decision": 1, "Context": 0, "Failure": 1, "Pattern": 0, "Dependency": 1}
    assert counts(explored, "person") == {"alice": 2, "bob": 1}
    assert counts(explored, "project") == {"acme/checkout": 2, "acme/shop": 2}, "what the whole team has is in each"


def test_what_is_chosen_narrows_the_other_facets_and_not_its_own(alice: Actor, known: None) -> None:
    explored = found(alice, "gateway", Chosen(person="alice"))
    assert texts(explored) == ["The gateway is retried three times.", "The gateway times out after 30 s."]
    assert counts(explored, "person") == {"alice": 2, "bob": 1}
    assert counts(explored, "type")["Dependency"] == 0
    both = found(alice, "gateway", Chosen(person="alice", type="failure"))
    assert texts(both) == ["The gateway times out after 30 s."]


def test_every_facet_value_leads_to_as_many_answers_as_it_counts(alice: Actor, known: None) -> None:
    with access.acting(alice):
        project = project_named(alice, "acme/shop")
    assert found(alice, "gateway", Chosen(project=project)).page.total == 2
    assert found(alice, "gateway", Chosen(branch="fix/401-fallback")).page.total == 3
    assert found(alice, "gateway", Chosen(branch="no-such-branch")).page.total == 0
    assert found(alice, "gateway", Chosen(status="disputed")).page.total == 0


def test_a_chosen_value_without_answers_stays_to_be_given_up(alice: Actor, known: None) -> None:
    explored = found(alice, "gateway", Chosen(branch="no-such-branch"))
    assert counts(explored, "branch") == {"no-such-branch": 0, "fix/401-fallback": 3}


def test_agents_and_disputes_are_facets_where_there_are_any(alice: Actor, known: None) -> None:
    with access.acting(alice):
        agent = Agent.objects.create(team=alice.team, agent_id="reviewer", owner=alice.user)
    store(alice, "The gateway speaks HTTP/2.", agent=agent, status="disputed")
    explored = found(alice, "gateway")
    assert counts(explored, "status") == {"Not called wrong": 3, "Called wrong": 1}
    assert texts(found(alice, "gateway", Chosen(agent="reviewer"))) == ["The gateway speaks HTTP/2."]


def test_what_is_private_counts_for_its_author_alone(alice: Actor, bob: Actor, known: None) -> None:
    store(bob, "The gateway password is rotated.", visibility="private")
    assert found(bob, "gateway").page.total == 4
    assert found(alice, "gateway").page.total == 3


def test_another_team_has_facets_of_its_own(mallory: Actor, known: None) -> None:
    explored = found(mallory, "gateway")
    assert texts(explored) == ["The gateway of mallory is open."]
    assert "alice" not in counts(explored, "person")


def test_a_narrow_choice_is_filled_from_beyond_the_counted_ones(alice: Actor, bob: Actor) -> None:
    for number in range(230):
        store(alice, f"The gateway answers request {number}.")
    for number in range(3):
        store(bob, f"In a long text about many other things the gateway fails, case {number}.", type="failure")
    explored = found(alice, "gateway answers request", Chosen(type="failure"))
    assert explored.page.total == 3


def test_pages_of_a_narrowed_question_follow_on(alice: Actor) -> None:
    for number in range(30):
        store(alice, f"The gateway answers request {number}.", type="failure" if number % 2 else "decision")
    first = found(alice, "gateway request", Chosen(type="failure"), limit=10)
    second = found(alice, "gateway request", Chosen(type="failure"), limit=10, offset=10)
    assert (first.page.has_more, second.page.has_more) == (True, False)
    assert len({*texts(first), *texts(second)}) == 15


def test_facets_cost_the_same_queries_for_few_and_many(alice: Actor, django_assert_max_num_queries: Any) -> None:
    for number in range(2):
        store(alice, f"The gateway answers request {number}.", project=f"acme/part-{number}")
    with access.acting(alice), django_assert_max_num_queries(10) as few:
        explore("gateway", actor=alice)
    for number in range(2, 30):
        store(alice, f"The gateway answers request {number}.", project=f"acme/part-{number}")
    with access.acting(alice), django_assert_max_num_queries(len(few)):
        assert explore("gateway", actor=alice).page.total == 30


def test_a_misspelled_question_is_offered_as_the_team_writes_it(alice: Actor, mallory: Actor, known: None) -> None:
    with access.acting(alice):
        nearby = explore("gatewya times", actor=alice).candidates or tuple(
            hit.memory.pk for hit in explore("gateway", actor=alice).page.hits
        )
        assert other_spelling("gatewya times", nearby, actor=alice) == "gateway times"
        assert other_spelling("gateway times", nearby, actor=alice) == ""
    with access.acting(mallory):
        assert other_spelling("gatewya times", nearby, actor=mallory) == ""


def test_similar_memories_are_of_the_same_matter_and_never_hidden_ones(alice: Actor, bob: Actor) -> None:
    one = store(alice, "The gateway client is pinned to stripe 11.4.1 because of max_network_retries.")
    other = store(bob, "The gateway client is pinned to stripe 11.4.2 because of max_network_retries.")
    store(bob, "The gateway client is pinned to stripe 11.4.3 because of max_network_retries.", visibility="private")
    store(alice, "The gateway client is pinned to stripe 11.4.0.", status="superseded")
    store(alice, "Releases go out on Tuesdays.")
    with access.acting(alice):
        found = similar_memories(one, actor=alice)
    assert [related.memory for related in found] == [other]
    assert 0 < found[0].similarity <= 1
