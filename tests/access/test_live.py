"""The live stream, opened by everybody: each hears of what they may see, and of nothing else."""

from contextlib import AsyncExitStack
from types import SimpleNamespace

import pytest
from asgiref.sync import sync_to_async

from memory import access
from memory.models import Memory, MemoryProject
from tests.access.conftest import World, add_acme, begin
from tests.access.refs import PRIVATE, PRIVATE_MARKS, SHARED, SHARED_MARKS, THEN, Home, Refs
from tests.access.visitors import ALICE, ANONYMOUS, INSIDERS, MALLORY, REMOVED, Visitor, ask_page
from tests.access.walk import marks_in
from tests.web.watching import Watching, story, watching

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def committed() -> World:
    """Both teams, for other connections to see."""
    world = begin()
    add_acme(world)
    return world


def _learn(home: Home, refs: Refs, visibility: str) -> None:
    with access.scope(team=home.team, user=home.people["alice"]):
        memory = Memory.objects.create(
            pk=refs.pk(50),
            uuid=refs.uuid(50),
            team=home.team,
            author=home.people["alice"],
            type="decision",
            visibility=visibility,
            content=f"The {refs.word} mill was moved.",
            occurred_at=THEN,
        )
        MemoryProject.objects.create(team=home.team, memory=memory, project_id=home.refs.pk(1))


async def _heard(page: Watching) -> str:
    """All that comes until it is quiet."""
    heard = ""
    while not await page.silence():
        heard += await page.chunk()
    return heard


def test_everybody_hears_of_what_they_may_see(committed: World) -> None:
    home = committed.acme
    assert home
    people = {visitor.name: home.people[visitor.person] for visitor in (ALICE, *INSIDERS)}
    people[MALLORY.name] = committed.other.people["mallory"]
    heard: dict[str, str] = {}

    async def told() -> None:
        async with AsyncExitStack() as streams:
            pages = {}
            for name, user in people.items():
                pages[name] = await streams.enter_async_context(watching(SimpleNamespace(user=user)))
            await sync_to_async(_learn)(home, SHARED, "team")
            await sync_to_async(_learn)(home, PRIVATE, "private")
            for name, page in pages.items():
                heard[name] = await _heard(page)

    story(told)
    assert {name for name, text in heard.items() if "quern mill was moved" in text} == set(people) - {MALLORY.name}
    assert {name for name, text in heard.items() if marks_in(text, PRIVATE_MARKS)} == {ALICE.name}
    assert not marks_in(heard[MALLORY.name], SHARED_MARKS)


@pytest.mark.parametrize("visitor", [ANONYMOUS, REMOVED], ids=lambda visitor: visitor.name)
def test_who_is_nobody_here_gets_no_stream(committed: World, visitor: Visitor) -> None:
    answer = ask_page(visitor, committed.cookies, "GET", "/live")
    assert answer.status == 401
    assert not marks_in(answer.told, [*SHARED_MARKS, *PRIVATE_MARKS])
