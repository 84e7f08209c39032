"""The live timeline's wire: one LISTEN for the whole process, told on to those who may see what it hears."""

import asyncio
import json
import logging
import os
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Self
from weakref import WeakKeyDictionary

import psycopg
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memory.errors import Unavailable
from web.announcements import Announcement, announcements
from web.bodies import answer_busy
from web.direct import briefly, connection_parameters
from web.watch_permission import Ticket, still_standing

logger = logging.getLogger(__name__)

CHANNEL = "cairn_memories"
# A burst (an import) is gathered for this long, in seconds, and told as one.
_BURST = 0.02
# A watcher who reads more slowly than this is let go; the page reconnects and asks for what it missed.
_BACKLOG = 200
# So many streams begin at once: each asks who it is for, and all pages come back together when a server has
# restarted. The pool's other connections stay with the pages.
_OPENINGS = 4
# So many streams one person holds in a process: pages that nobody looks at hold none. And so many all hold, of the
# connections that it has: pages and programs keep the most of them.
_MOST_OF_ONE = 10
_MOST = int(os.environ.get("GRANIAN_BACKPRESSURE") or 4096) // 4
# So many beginnings of one client wait for their turn.
_MOST_WAITING = 50
# Seconds in which a stream begins, the wait for its turn included; its page asks again.
_PATIENCE = 30.0


class TooMany(Exception):
    """No more streams are taken: why, and with which status."""

    def __init__(self, detail: str, status: HTTPStatus) -> None:
        super().__init__(detail)
        self.status = status


@dataclass(eq=False)
class Watcher:
    """One open stream: whose it is, and what waits to be sent; None at the end of the queue ends it."""

    team: int
    ticket: Ticket
    queue: asyncio.Queue[Announcement | None] = field(default_factory=lambda: asyncio.Queue(_BACKLOG))

    def may_see(self, team: int, private_to: int | None) -> bool:
        """The wall again, on the way out."""
        return self.team == team and private_to in (None, self.ticket.user)

    def tell(self, announcement: Announcement) -> None:
        """Queue an announcement; a full queue ends the stream instead."""
        try:
            self.queue.put_nowait(announcement)
        except asyncio.QueueFull:
            self.end()

    def end(self) -> None:
        """End the stream, whatever still waits."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Hub:
    """The one listener of an event loop. Its connection breaks: all streams end, and their pages return."""

    def __init__(self) -> None:
        self.watchers: set[Watcher] = set()
        self.openings = asyncio.Semaphore(_OPENINGS)
        # Beginnings under way, by client.
        self.waiting: Counter[Hashable] = Counter()
        self._listening: asyncio.Task[None] | None = None
        self._ready: asyncio.Future[None] | None = None

    async def listen(self) -> None:
        """Return once the process listens. Raises Unavailable when the database cannot be reached."""
        if self._listening is None or self._listening.done():
            self._ready = asyncio.get_running_loop().create_future()
            self._listening = asyncio.create_task(self._run(self._ready))
        assert self._ready is not None
        try:
            await asyncio.shield(self._ready)
        except (psycopg.Error, OSError) as error:
            raise Unavailable("The live timeline cannot reach the database.") from error

    def make_room(self, user: int) -> None:
        """Raise TooMany where this person, or all together, watch as much as they may already.

        Nobody's older stream ends for it: its page would come back, and end another.
        """
        if sum(watcher.ticket.user == user for watcher in self.watchers) >= _MOST_OF_ONE:
            raise TooMany(
                f"You already have {_MOST_OF_ONE} live pages open. Close some of them.", HTTPStatus.TOO_MANY_REQUESTS
            )
        if len(self.watchers) >= _MOST:
            raise TooMany("The server has reached its limit of live pages.", HTTPStatus.SERVICE_UNAVAILABLE)

    async def close(self) -> None:
        """End every stream and stop listening."""
        if self._listening:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
        self.end_all()

    async def _run(self, ready: asyncio.Future[None]) -> None:
        try:
            async with await _connect() as listener:
                await listener.execute(f"LISTEN {CHANNEL}")
                ready.set_result(None)
                while True:
                    await self._tell(await _heard(listener))
        except (psycopg.Error, OSError) as error:
            logger.warning("live timeline: %s", error)
            if not ready.done():
                ready.set_exception(error)
        finally:
            self.end_all()

    async def _tell(self, notes: Iterable[dict[str, int | None]]) -> None:
        """Render each group of notes once, however many watch it, and not at all when nobody does."""
        groups: dict[tuple[int, int | None], list[int]] = defaultdict(list)
        for note in notes:
            groups[int(note["team"] or 0), note["private_to"]].append(int(note["memory"] or 0))
        for (team, private_to), ids in groups.items():
            watchers = [watcher for watcher in self.watchers if watcher.may_see(team, private_to)]
            if not watchers:
                continue
            watchers = await _let_in(team, watchers)
            for announcement in await _announcements(team, private_to, ids):
                for watcher in watchers:
                    watcher.tell(announcement)

    def end_all(self) -> None:
        """End every stream; their pages come back to whoever answers then."""
        for watcher in self.watchers:
            watcher.end()


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop; a server process has one loop, so one LISTEN."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


async def close() -> None:
    """End all live streams of this loop and stop listening, for the server's shutdown."""
    await hub().close()


async def open_in_turn(
    application: ASGIApp, scope: Scope, receive: Receive, send: Send, client: Hashable = None
) -> None:
    """Run a stream whose beginning waits for its turn; it gives the turn on with its first words.

    One that has not begun in time is answered 503, or ended; so is one of a client of whom many wait already.
    """
    has_begun = False
    waiting = hub().waiting
    if waiting[client] >= _MOST_WAITING:
        await answer_busy(scope, send)
        return
    try:
        async with asyncio.timeout(_PATIENCE) as patience, _Turn(hub().openings, waiting, client) as turn:

            async def sent(message: Message) -> None:
                nonlocal has_begun
                has_begun = True
                if message["type"] == "http.response.body":
                    turn.give_on()
                    patience.reschedule(None)
                await send(message)

            await application(scope, receive, sent)
    except TimeoutError:
        if not has_begun:
            await answer_busy(scope, send)


class _Turn:
    """One of `turns`, held from entering until it is given on, at the latest on leaving."""

    def __init__(self, turns: asyncio.Semaphore, waiting: Counter[Hashable], client: Hashable) -> None:
        self._turns, self._waiting, self._client, self._holds = turns, waiting, client, False

    async def __aenter__(self) -> Self:
        self._waiting[self._client] += 1
        try:
            await self._turns.acquire()
        finally:
            self._waiting[self._client] -= 1
            if not self._waiting[self._client]:
                del self._waiting[self._client]
        self._holds = True
        return self

    async def __aexit__(self, *_: object) -> None:
        self.give_on()

    def give_on(self) -> None:
        """Let the next one begin."""
        if self._holds:
            self._holds = False
            self._turns.release()


async def _connect() -> psycopg.AsyncConnection:
    """A connection of its own, since it stays."""
    return await psycopg.AsyncConnection.connect(**connection_parameters(), application_name="cairn live")


async def _heard(listener: psycopg.AsyncConnection) -> list[dict[str, int | None]]:
    """Wait for the first notification, then gather what follows at once."""
    notes = [note async for note in listener.notifies(stop_after=1)]
    notes += [note async for note in listener.notifies(timeout=_BURST)]
    return [json.loads(note.payload) for note in notes]


async def _let_in(team: int, watchers: list[Watcher]) -> list[Watcher]:
    """Those who may still watch; the streams of the others end, and also of all where nobody can say."""
    tickets = dict.fromkeys(watcher.ticket for watcher in watchers)
    try:
        standing = await briefly(still_standing, team, tickets, thread_sensitive=False)
    except Exception:
        logger.exception("live timeline: who may watch is not known")
        standing = set()
    for watcher in watchers:
        if watcher.ticket not in standing:
            watcher.end()
    return [watcher for watcher in watchers if watcher.ticket in standing]


async def _announcements(team: int, private_to: int | None, ids: list[int]) -> list[Announcement]:
    """What to tell, looked up in a thread of its own, since no request stands behind it."""
    try:
        return await briefly(announcements, team, private_to, ids, thread_sensitive=False)
    except Exception:
        # One memory that cannot be shown must not silence the timeline of everybody.
        logger.exception("live timeline: announcing %s failed", ids)
        return []
