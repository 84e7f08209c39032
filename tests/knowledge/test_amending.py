"""The newest word wins: it takes the place of what it amends, or stands above it; both stay reachable."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.adapters.embedder import embedded
from memory.knowledge.lifecycle import pin
from memory.knowledge.reopening import reopen
from memory.knowledge.save import Ground, NewFact, save
from memory.knowledge.withdrawing import take_back
from memory.models import Contradiction, Memory, Project
from memory.recall.briefing import briefing
from memory.recall.contradictions import list_contradictions
from memory.recall.fetch import lineage
from memory.recall.search import search_memories

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("embedder"), pytest.mark.usefixtures("real_embedder")]

FIVE = "A webhook delivery is retried 5 times with exponential backoff."
TWELVE = "From now on a webhook delivery is retried 12 times instead of 5, with exponential backoff."
SEVEN = "A webhook delivery is retried 7 times with exponential backoff."
ASKED = "how often is a webhook delivery retried"


def told(
    actor: Actor, content: str, *, days: float = 0, source: str = "user", projects: tuple[str, ...] = ()
) -> Memory:
    moment: datetime = timezone.now() - timedelta(days=days)
    with access.acting(actor):
        about = tuple(
            Project.objects.get_or_create(team=actor.team, identity=name, defaults={"name": name})[0]
            for name in projects
        )
        ground = Ground(source, moment)
        fact = NewFact(content, "decision", ground, "captured", projects=about, embedding=embedded([content])[0])
        return save(fact, actor=actor).memory


def found(actor: Actor) -> list[str]:
    with access.acting(actor):
        return [hit.memory.content for hit in search_memories(ASKED, actor=actor).hits]


def statuses(actor: Actor) -> list[str]:
    with access.acting(actor):
        return list(Memory.objects.order_by("pk").values_list("status", flat=True))


def test_an_amendment_takes_the_place_of_what_it_amends(alice: Actor) -> None:
    old, new = told(alice, FIVE, days=30), told(alice, TWELVE)
    assert statuses(alice) == ["superseded", "active"] and found(alice) == [TWELVE]
    with access.acting(alice):
        assert list(lineage(new, actor=alice).older) == [old]
        (pair,) = list_contradictions(actor=alice)
    assert (pair.status, pair.verdict, pair.resolved_by) == ("resolved", "supersede", None)


def test_an_amendment_can_be_taken_back(alice: Actor) -> None:
    told(alice, FIVE, days=30)
    told(alice, TWELVE)
    with access.acting(alice):
        reopen(str(Contradiction.objects.get().pk), actor=alice)
    assert statuses(alice) == ["active", "active"] and found(alice) == [TWELVE, FIVE]


def test_what_a_curator_pinned_stays_but_stands_behind(alice: Actor) -> None:
    old = told(alice, FIVE, days=30)
    with access.acting(alice):
        pin(str(old.uuid), actor=alice)
    told(alice, TWELVE)
    assert statuses(alice) == ["active", "active"] and found(alice) == [TWELVE, FIVE]


def test_what_only_contradicts_stays_open_and_the_later_one_stands_above(alice: Actor) -> None:
    told(alice, SEVEN)
    told(alice, FIVE, days=200)
    assert statuses(alice) == ["active", "active"] and found(alice) == [SEVEN, FIVE]
    with access.acting(alice):
        text = briefing(actor=alice, project=None).text
    assert text.index(SEVEN) < text.index(FIVE)


def test_an_old_amendment_that_is_imported_late_retires_nothing_newer(alice: Actor) -> None:
    told(alice, SEVEN)
    told(alice, TWELVE, days=200)
    assert statuses(alice) == ["active", "active"] and found(alice)[0] == SEVEN


def test_what_a_tool_printed_amends_nothing(alice: Actor) -> None:
    told(alice, FIVE, days=30)
    told(alice, TWELVE, source="tool")
    assert statuses(alice) == ["active", "active"]


def test_other_projects_and_other_teams_are_left_alone(alice: Actor, mallory: Actor) -> None:
    told(alice, FIVE, days=30, projects=("acme/shop",))
    told(mallory, FIVE, days=30)
    told(alice, TWELVE, projects=("acme/back",))
    assert statuses(alice) == ["active", "active"] and statuses(mallory) == ["active"]


def test_numbers_of_other_things_are_left_alone(alice: Actor) -> None:
    told(alice, "Gateway 7 listens on port 8007.", days=30)
    told(alice, "From now on gateway 12 listens on port 8012.")
    assert statuses(alice) == ["active", "active"]


def test_what_an_amendment_replaced_stands_again_when_it_is_taken_back(alice: Actor) -> None:
    told(alice, FIVE, days=30)
    newer = told(alice, TWELVE)
    assert statuses(alice) == ["superseded", "active"]
    with access.acting(alice):
        assert take_back(newer, because="turned down", actor=alice)
    assert statuses(alice) == ["active", "forgotten"]
    assert found(alice) == [FIVE]
