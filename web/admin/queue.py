"""What waits, what was given up, and the buttons that try it again: a page of the admin site of its own."""

from dataclasses import dataclass

import redis
from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse

from memory.distill.retrying import retry_failed
from memory.errors import CairnError
from memory.knowledge.webhooks import try_again
from memory.models import Delivery
from memory.recall.queue import Queue, queue_of
from web.admin.scope import actor_of, may
from worker.tasks import nudge

_PATIENCE = 1
# So many are sent again by one click; the receiver wants to live.
_AT_ONCE = 100
_DEAD = Delivery.Status.DEAD


@dataclass(frozen=True)
class Nudges:
    """Messages in Celery's queue; None where the queue does not answer."""

    waiting: int | None


def queue(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    """The numbers; a POST tries again what was given up: turns, or deliveries."""
    if request.method == "POST":
        _again(request)
        return redirect("admin:queue")
    return TemplateResponse(request, "admin/queue.html", context | {"title": "Queue", **numbers(request)})


def numbers(request: HttpRequest) -> dict[str, object]:
    """What waits and what was given up, for the page and for the site's first page."""
    actor = actor_of(request)
    queued: Queue = queue_of(actor=actor)
    return {"queue": queued, "nudges": Nudges(_length()), "sends": may(request, "admin")}


def _again(request: HttpRequest) -> None:
    try:
        if request.POST.get("what") == "deliveries":
            _deliver_again(request)
        else:
            turns = retry_failed(actor=actor_of(request))
            # A worker that comes before the rows are there would find nothing.
            transaction.on_commit(nudge)
            messages.success(request, f"{turns} turns are queued again.")
    except CairnError as refusal:
        messages.error(request, refusal.detail)


def _deliver_again(request: HttpRequest) -> None:
    actor, sent = actor_of(request), 0
    actor.authorize("webhooks")
    for key in Delivery.objects.filter(status=_DEAD).order_by("pk").values_list("pk", flat=True)[:_AT_ONCE]:
        try:
            try_again(key, actor=actor)
            sent += 1
        except CairnError as refusal:
            messages.error(request, f"Delivery {key}: {refusal.detail}")
    messages.success(request, f"{sent} deliveries are queued again.")


def _length() -> int | None:
    patience = {"socket_timeout": _PATIENCE, "socket_connect_timeout": _PATIENCE}
    try:
        with redis.from_url(settings.REDIS_URL, **patience) as broker:
            return int(broker.llen("celery"))
    except (redis.RedisError, ValueError, OSError):
        return None
