"""The live timeline: what is committed appears, for those who may see it, and after an absence too."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, transaction
from django.utils import timezone

from memory import access, people
from memory.access import Actor
from memory.knowledge import lifecycle
from memory.models import Agent, Evidence, Memory, User
from memory.people.session_store import end_sessions_of
from tests.web.watching import PATIENCE, Ended, request, story, watching
from web import live, shutdown
from web.views import live as stream
from web.watch_permission import Ticket

pytestmark = pytest.mark.django_db(transaction=True)

Remembered = Callable[..., Memory]


def test_a_new_memory_appears_to_the_team_and_to_nobody_else(
    alice: Actor, bob: Actor, mallory: Actor, remembered: Remembered
) -> None:
    async def told() -> None:
        async with watching(bob) as team_mate, watching(mallory) as stranger:
            memory = await sync_to_async(remembered)(alice, "Checkout retries three times.", session="Retry policy")
            event = await team_mate.event()
            assert "event: stone" in event
            assert f'id="m-{memory.uuid}"' in event
            assert await stranger.silence()

    story(told)


def _leave(actor: Actor, alice: Actor, how: str) -> None:
    if how == "removed":
        with access.acting(alice):
            people.remove_person(actor.user, actor=alice)
    elif how == "signed out":
        with access.scope(team=actor.team, system=True):
            assert end_sessions_of(actor.user.pk) == 1
    elif how == "new password":
        actor.user.set_password("another one")
        actor.user.save()
    else:
        User.objects.filter(pk=actor.user.pk).update(is_active=False)


@pytest.mark.parametrize("how", ["removed", "signed out", "new password", "closed"])
def test_who_may_no_longer_watch_is_told_nothing_more(
    alice: Actor, bob: Actor, remembered: Remembered, how: str
) -> None:
    async def told() -> None:
        async with watching(bob) as page:
            await sync_to_async(remembered)(alice, "Checkout retries three times.")
            assert "retries three times" in await page.event()
            await sync_to_async(_leave)(bob, alice, how)
            await sync_to_async(remembered)(alice, "The signing key was rotated.")
            with pytest.raises(Ended):
                await page.event()

    story(told)


def test_a_private_memory_appears_to_its_author_alone(alice: Actor, bob: Actor, remembered: Remembered) -> None:
    async def told() -> None:
        async with watching(bob) as author, watching(alice) as admin:
            await sync_to_async(remembered)(bob, "The demo account expires.", visibility="private")
            assert "demo account" in await author.event()
            assert await admin.silence()

    story(told)


def test_a_forgotten_memory_leaves_every_page(alice: Actor, bob: Actor, remembered: Remembered) -> None:
    memory = remembered(alice, "Checkout retries three times.", learned=timezone.now() - timedelta(minutes=5))

    def forget() -> None:
        with access.acting(alice):
            lifecycle.forget(str(memory.uuid), actor=alice)

    async def told() -> None:
        async with watching(bob) as page:
            await sync_to_async(forget)()
            event = await page.event()
            assert "event: gone" in event
            assert str(memory.uuid) in event

    story(told)


def test_a_draft_does_not_appear(alice: Actor, bob: Actor, remembered: Remembered) -> None:
    async def told() -> None:
        async with watching(bob) as page:
            await sync_to_async(remembered)(alice, "This is only a draft.", status="draft")
            assert "only a draft" not in await page.event()

    story(told)


def test_a_narrowed_page_hears_only_of_what_it_shows(alice: Actor, bob: Actor, remembered: Remembered) -> None:
    remembered(alice, "An older fact.", project="acme/web-shop", learned=timezone.now() - timedelta(days=1))

    async def told() -> None:
        async with watching(bob, "project=acme/web-shop&type=pattern") as page:
            await sync_to_async(remembered)(alice, "A decision of the shop.", project="acme/web-shop")
            await sync_to_async(remembered)(alice, "A pattern of checkout.", type="pattern")
            await sync_to_async(remembered)(alice, "A pattern of the shop.", project="acme/web-shop", type="pattern")
            assert "A pattern of the shop" in await page.event()

    story(told)


@pytest.mark.parametrize("query", ["person=bob", "agent=ci-bot", "branch=nightly/14", "person=bob&branch=nightly/14"])
def test_a_page_of_one_person_agent_or_branch_hears_only_of_that(
    alice: Actor, bob: Actor, remembered: Remembered, query: str
) -> None:
    with access.acting(alice):
        agent = Agent.objects.create(team=alice.team, owner=bob.user, agent_id="ci-bot")

    def learn() -> None:
        remembered(alice, "Somebody else's fact.")
        # In one transaction, as the distiller does it: with the news its evidence is there.
        with transaction.atomic():
            memory = remembered(bob, "The bot's own fact.", agent=agent)
            with access.acting(bob):
                Evidence.objects.filter(memory=memory).update(branch="nightly/14")

    async def told() -> None:
        before = timezone.now()
        async with watching(alice, query) as page:
            await sync_to_async(learn)()
            assert "The bot's own fact" in unescape(await page.event())
            assert await page.silence()
        # So it is for what was missed.
        async with watching(alice, f"{query}&since={before.isoformat()}") as page:
            assert "The bot's own fact" in unescape(await page.event())
            assert await page.silence()

    story(told)


def test_what_is_learned_while_a_page_asks_for_what_it_missed_comes_once(
    alice: Actor, bob: Actor, remembered: Remembered, monkeypatch: pytest.MonkeyPatch
) -> None:
    missed = stream.missed

    def learned_meanwhile(*asked: Any, actor: Actor) -> Any:
        with transaction.atomic():
            remembered(alice, "Checkout retries three times.")
        return missed(*asked, actor=actor)

    monkeypatch.setattr(stream, "missed", learned_meanwhile)

    async def told() -> None:
        async with watching(bob) as page:
            assert "retries three times" in await page.event()
            assert await page.silence()
            await sync_to_async(remembered)(alice, "Checkout gives up after a minute.")
            assert "gives up" in await page.event()

    story(told)


def test_a_page_that_was_away_drops_what_was_forgotten_and_shows_what_was_approved(
    alice: Actor, bob: Actor, remembered: Remembered
) -> None:
    old = timezone.now() - timedelta(days=2)
    forgotten = remembered(alice, "Checkout retries three times.", learned=old)
    draft = remembered(alice, "This was only a draft.", learned=old, status="draft")
    remembered(alice, "This stays as it was.", learned=old)
    before = timezone.now()
    with access.acting(alice):
        lifecycle.forget(str(forgotten.uuid), actor=alice)
        lifecycle.approve(str(draft.uuid), actor=alice)

    async def told() -> None:
        async with watching(bob, f"since={before.isoformat()}") as page:
            events = [await page.event(), await page.event()]
            assert any("event: gone" in event and str(forgotten.uuid) in event for event in events)
            assert any("event: stone" in event and "only a draft" in event for event in events)
            assert await page.silence()

    story(told)


def test_a_page_that_was_away_gets_what_it_missed(alice: Actor, bob: Actor, remembered: Remembered) -> None:
    before = timezone.now()
    remembered(alice, "Long ago.", learned=before - timedelta(hours=1))
    remembered(alice, "Learned meanwhile.")

    async def told() -> None:
        async with watching(bob, **{"Last-Event-ID": before.isoformat()}) as page:
            assert "Learned meanwhile" in await page.event()
            assert await page.silence()
        async with watching(bob, f"since={before.isoformat()}") as page:
            assert "Learned meanwhile" in await page.event()
        # What cannot be read counts from now, with the overlap that late commits need.
        async with watching(bob, "since=yesterday-ish", **{"Last-Event-ID": "2026-99-99T00:00:00Z"}) as page:
            assert "Learned meanwhile" in await page.event()

    story(told)


def test_an_import_is_told_as_one(alice: Actor, bob: Actor, remembered: Remembered) -> None:
    def import_many() -> None:
        with access.acting(alice):
            rows = [
                Memory(team=alice.team, content=f"Imported fact {n}.", type="context", occurred_at=timezone.now())
                for n in range(40)
            ]
            Memory.objects.bulk_create(rows)

    async def told() -> None:
        async with watching(bob) as page:
            await sync_to_async(import_many)()
            assert "event: many" in await page.event()

    story(told)


def test_all_watchers_share_one_listening_connection(alice: Actor, bob: Actor, remembered: Remembered) -> None:
    async def told() -> None:
        async with watching(alice) as one, watching(bob) as two, watching(bob) as three:
            assert len(live.hub().watchers) == 3
            await sync_to_async(remembered)(alice, "Checkout retries three times.")
            for page in (one, two, three):
                assert "retries three" in await page.event()
        assert not live.hub().watchers

    story(told)


def _connections() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return cursor.fetchone()[0]


def test_open_pages_hold_no_connection_but_the_one_that_listens(alice: Actor, bob: Actor) -> None:
    async def told() -> None:
        before = await sync_to_async(_connections)()
        async with watching(alice), watching(bob), watching(bob):
            # Postgres takes a moment to notice that a connection was closed.
            for _ in range(30):
                if (now := await sync_to_async(_connections)()) <= before + 1:
                    break
                await asyncio.sleep(0.1)
            assert now <= before + 1

    story(told)


def test_a_broken_connection_ends_the_streams_and_the_next_one_listens_anew(
    alice: Actor, bob: Actor, remembered: Remembered
) -> None:
    async def told() -> None:
        async with watching(bob) as page:
            live.hub()._listening.cancel()  # type: ignore[union-attr]
            with pytest.raises(Ended):
                await page.event()
        async with watching(bob) as page:
            await sync_to_async(remembered)(alice, "Checkout retries three times.")
            assert "retries three" in await page.event()

    story(told)


def test_a_slow_reader_is_let_go_without_slowing_the_others(alice: Actor) -> None:
    async def told() -> None:
        watcher = live.Watcher(1, Ticket(1, "", ""))
        announcement = live.Announcement("many", "40", timezone.now())
        for _ in range(1000):
            watcher.tell(announcement)
        assert watcher.queue.qsize() <= 200

    story(told)


async def _status(actor: Actor) -> int:
    exchange = await request(actor, "", {})
    return int((await exchange.receive_output(PATIENCE))["status"])


def test_one_person_watches_on_so_many_pages_and_others_beside_them(
    alice: Actor, bob: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "_MOST_OF_ONE", 2)

    async def told() -> None:
        async with watching(alice):
            async with watching(alice):
                assert await _status(alice) == 429
                async with watching(bob):
                    pass
            # A page that was closed makes room for another.
            async with watching(alice):
                pass

    story(told)


def test_all_together_leave_connections_to_pages(alice: Actor, bob: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "_MOST", 1)

    async def told() -> None:
        async with watching(alice):
            assert await _status(bob) == 503

    story(told)


def test_the_silence_is_filled_with_heartbeats(bob: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.01)

    async def told() -> None:
        async with watching(bob) as page:
            assert [await page.chunk() for _ in range(2)] == [": still here\n\n"] * 2

    story(told)


def test_a_stream_ends_after_its_time_so_that_access_is_checked_again(
    bob: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "LIFETIME", 0.0)

    async def told() -> None:
        async with watching(bob) as page:
            with pytest.raises(Ended):
                await page.event()

    story(told)


@pytest.fixture
def server_hears() -> Iterator[list[int]]:
    """The signals that reach the server's own handler."""
    heard: list[int] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGTERM, lambda number, _: heard.append(number))
    yield heard
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_stopping_server_does_not_wait_for_open_pages(bob: Actor, server_hears: list[int]) -> None:
    async def told() -> None:
        shutdown.end_on_signals()
        async with watching(bob) as page:
            signal.raise_signal(signal.SIGTERM)
            with pytest.raises(Ended):
                await page.event()
        await live.close()

    # In the main thread, where servers run and signals arrive.
    asyncio.run(told())
    assert server_hears == [signal.SIGTERM]


def test_without_a_database_the_stream_says_so(bob: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> dict[str, object]:
        return {"host": "127.0.0.1", "port": 1, "connect_timeout": 1}

    monkeypatch.setattr(live, "connection_parameters", nowhere)

    async def told() -> None:
        exchange = await request(bob, "", {})
        assert (await exchange.receive_output(PATIENCE))["status"] == 503

    story(told)
