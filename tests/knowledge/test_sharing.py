"""Who sees a memory: its author, its projects, the team; widened by its author, narrowed by a curator."""

import pytest

from memory import access
from memory.access import Actor
from memory.errors import Conflict, Forbidden, NotFound, Refused
from memory.knowledge.remember import remember
from memory.knowledge.sharing import share
from memory.knowledge.undo import undo
from memory.models import AuditEvent, Memory
from memory.recall import lists
from memory.recall.fetch import find_memory
from memory.recall.search import search_memories
from tests.knowledge.test_contradiction_detection import BACK, LONG, SHOP, SHORT, as_, pairs, project, stored

pytestmark = pytest.mark.django_db

FACT = "The payment sandbox refuses cards whose number ends in 0002."


def names(actor: Actor, memory: Memory) -> list[str]:
    with access.acting(actor):
        return sorted(project.name for project in memory.projects.all())


def sees(actor: Actor, memory: Memory) -> bool:
    with access.acting(actor):
        hits = {hit.memory.pk for hit in search_memories(FACT, actor=actor).hits}
        listed = {row.pk for row in lists.recent(actor=actor)}
    assert (memory.pk in hits) == (memory.pk in listed)
    return memory.pk in hits


def test_a_private_memory_is_its_authors_until_it_is_shared(
    alice: Actor, bob: Actor, vera: Actor, mallory: Actor
) -> None:
    mine = as_(bob, remember, FACT, visibility="private")
    assert sees(bob, mine) and not any(sees(other, mine) for other in (alice, vera, mallory))
    for other in (alice, mallory):
        with pytest.raises(NotFound):
            as_(other, share, str(mine.uuid))
    shared = as_(bob, share, str(mine.uuid))
    assert shared.visibility == "team"
    assert sees(alice, mine) and sees(vera, mine) and not sees(mallory, mine)


def test_it_is_shared_with_projects(alice: Actor, bob: Actor) -> None:
    mine = as_(bob, remember, FACT, visibility="private")
    shared = as_(bob, share, str(mine.uuid), projects=[SHOP])
    assert shared.visibility == "project" and names(alice, shared) == ["acme/shop"]
    with access.acting(alice):
        shop, back = project(alice, "acme/shop"), project(alice, "acme/back")
        assert search_memories(FACT, actor=alice, project=shop).hits
        assert not search_memories(FACT, actor=alice, project=back).hits


def test_projects_are_added_by_the_author_and_taken_away_by_curators(alice: Actor, bob: Actor) -> None:
    mine = as_(bob, remember, FACT, projects=[SHOP])
    assert names(bob, as_(bob, share, str(mine.uuid), projects=[SHOP, BACK])) == ["acme/back", "acme/shop"]
    for narrower in ({"projects": [BACK]}, {"visibility": "project"}, {"visibility": "private"}):
        with pytest.raises(Forbidden):
            as_(bob, share, str(mine.uuid), **narrower)
    assert names(alice, as_(alice, share, str(mine.uuid), projects=[BACK])) == ["acme/back"]
    assert names(bob, as_(bob, share, str(mine.uuid), projects=[])) == []
    with pytest.raises(Forbidden):
        as_(bob, share, str(mine.uuid), projects=[SHOP])


def test_others_share_nothing_and_nobody_makes_the_memory_of_another_private(
    alice: Actor, bob: Actor, vera: Actor
) -> None:
    hers = as_(alice, remember, FACT, projects=[SHOP])
    for actor in (bob, vera):
        with pytest.raises(Forbidden):
            as_(actor, share, str(hers.uuid), projects=[])
    his = as_(bob, remember, LONG)
    with pytest.raises(Forbidden, match="another person"):
        as_(alice, share, str(his.uuid), visibility="private")
    assert as_(alice, share, str(hers.uuid), visibility="private").visibility == "private"
    assert not sees(bob, hers)


def test_what_others_said_too_cannot_become_private(alice: Actor, bob: Actor) -> None:
    hers = as_(alice, remember, FACT)
    stored(bob, FACT)
    with pytest.raises(Forbidden, match="Others said"):
        as_(alice, share, str(hers.uuid), visibility="private")


def test_what_the_team_knows_already_is_not_shared_twice(alice: Actor, bob: Actor) -> None:
    mine = as_(bob, remember, FACT, visibility="private")
    known = as_(alice, remember, FACT)
    with pytest.raises(Conflict) as twice:
        as_(bob, share, str(mine.uuid))
    assert twice.value.extra["duplicate_of"] == str(known.uuid)


def test_what_is_shared_is_looked_at_for_contradictions_by_all(alice: Actor, bob: Actor) -> None:
    as_(alice, remember, LONG)
    mine = as_(bob, remember, SHORT, visibility="private")
    assert pairs(alice) == []
    as_(bob, share, str(mine.uuid))
    assert len(pairs(alice)) == 1


@pytest.mark.parametrize(
    "wrong", [{"visibility": "world"}, {"visibility": "project"}, {"projects": ["no such project"]}]
)
def test_a_mistake_is_named_and_changes_nothing(bob: Actor, wrong: dict[str, object]) -> None:
    mine = as_(bob, remember, FACT, visibility="private")
    with pytest.raises(Refused):
        as_(bob, share, str(mine.uuid), **wrong)
    assert as_(bob, find_memory, str(mine.uuid)).visibility == "private"


def test_sharing_is_audited_and_taken_back(alice: Actor, bob: Actor) -> None:
    mine = as_(bob, remember, FACT, visibility="private", projects=[SHOP])
    as_(bob, share, str(mine.uuid), visibility="team", projects=[BACK])
    again = as_(bob, share, str(mine.uuid), visibility="team", projects=[BACK])
    with access.acting(bob):
        assert AuditEvent.objects.filter(subject=f"memory:{mine.uuid}", verb="share").count() == 1, "no deed, no row"
    assert sees(alice, again)
    back = as_(bob, undo, str(mine.uuid))
    assert back.visibility == "private" and names(bob, back) == ["acme/shop"]
    assert not sees(alice, back)


def test_sharing_is_not_taken_back_once_somebody_relies_on_it(alice: Actor, bob: Actor) -> None:
    mine = as_(bob, remember, FACT, visibility="private")
    as_(bob, share, str(mine.uuid))
    stored(alice, FACT)
    with pytest.raises(Conflict, match="alice added again this"):
        as_(bob, undo, str(mine.uuid))
