"""The live stream: one server-sent event for each memory that the person's timeline must add or remove."""

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import datetime

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_GET

from memory import access
from memory.access import Actor
from memory.errors import CairnError
from web import live as wire
from web.access import actor_of, authorize_stream
from web.announcements import Announcement, missed
from web.direct import briefly
from web.filters import Filters, read_filters
from web.live import Watcher
from web.watch_permission import Ticket

# Often enough that proxies keep the connection and a vanished client is noticed, in seconds.
HEARTBEAT = 20.0
# A stream ends after this long (seconds) and the page returns. Who has left meanwhile is told nothing before that.
LIFETIME = 15 * 60.0


@require_GET
@transaction.non_atomic_requests
@authorize_stream("read")
async def live(request: HttpRequest) -> HttpResponseBase:
    """Events `stone`, `gone` and `many`, narrowed like the page, from `since` or the last event it saw."""
    try:
        filters, ticket = await briefly(_asked, request)
        wire.hub().make_room(ticket.user)
        await wire.hub().listen()
    except wire.TooMany as error:
        return HttpResponse(str(error), status=error.status, content_type="text/plain", headers={"Retry-After": "30"})
    except CairnError as error:
        return HttpResponse(error.detail, status=error.status, content_type="text/plain")
    stream = _events(actor_of(request), ticket, filters, _since(request))
    response = StreamingHttpResponse(stream, content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    # nginx would hold events back until its buffer is full.
    response["X-Accel-Buffering"] = "no"
    return response


def _asked(request: HttpRequest) -> tuple[Filters, Ticket]:
    """What is to be shown, and by what right."""
    actor = actor_of(request)
    with access.acting(actor):
        filters = read_filters(request.GET, actor=actor)
    return filters, Ticket(actor.user.pk, request.session.session_key or "", actor.user.get_session_auth_hash())


def _since(request: HttpRequest) -> datetime:
    """Where the page stands: the last event it saw, else the moment it was rendered, else now."""
    for given in (request.headers.get("Last-Event-ID", ""), request.GET.get("since", "")):
        try:
            moment = parse_datetime(given.strip().replace(" ", "+"))
        except ValueError:
            continue
        if moment and timezone.is_aware(moment):
            return moment
    return timezone.now()


async def _events(actor: Actor, ticket: Ticket, filters: Filters, since: datetime) -> AsyncIterator[bytes]:
    watcher = Watcher(actor.team.pk, ticket)
    watchers = wire.hub().watchers
    watchers.add(watcher)
    try:
        yield b": welcome\n\n"
        async with wire.hub().openings:
            absent = await briefly(missed, since, filters, actor=actor)
        for announcement in absent:
            yield announcement.encoded
        async for event in _told(watcher, filters, absent):
            yield event
    finally:
        watchers.discard(watcher)


async def _told(watcher: Watcher, filters: Filters, absent: list[Announcement]) -> AsyncIterator[bytes]:
    """What the watcher is told, as events, with comments in the silences between; not again what `absent` told."""
    shown = {announcement.subject: announcement.data for announcement in absent}
    end = time.monotonic() + LIFETIME
    while time.monotonic() < end:
        try:
            async with asyncio.timeout(HEARTBEAT):
                announcement = await watcher.queue.get()
        except TimeoutError:
            yield b": still here\n\n"
            continue
        if announcement is None:
            return
        # What was committed while the absence was looked up is in both.
        again = shown.pop(announcement.subject, None) == announcement.data
        if not again and announcement.concerns(filters):
            yield announcement.encoded
