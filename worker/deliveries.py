"""Sends what waits for web hooks: claims what is due, sends it outside every transaction, and notes what came of it.

A worker that dies between claim and answer loses nothing: its claim ends, and the same message, under the same
`webhook-id`, is sent again.
"""

import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from memory import access
from memory.adapters.webhooks import Answer, Letter, send
from memory.knowledge.webhooks import OFF
from memory.models import Delivery, Memory, Webhook
from memory.rules.signing import signed

AT_ONCE = 16
# Longer than the ten seconds of a message, so that nobody else takes it up meanwhile.
LEASE = 60.0
ATTEMPTS = 8
# 10 s, 36 s, 2 min, 8 min, 28 min, 100 min, 6 h: what the seven pauses between eight attempts grow to.
_FIRST, _GROWTH, _LONGEST = 10.0, 3.6, 6 * 3600.0
_JITTER = 0.2
_LONGEST_WISH = 24 * 3600.0
_TOLD = (Memory.Status.ACTIVE, Memory.Status.DISPUTED)
_HIDDEN = "The memory is no longer shown to the team."
_CLAIM = "SELECT delivery_id, team_id FROM cairn_claim_deliveries(%s, make_interval(secs => %s))"
_Key = tuple[int, int]


@dataclass(frozen=True)
class Sent:
    """How much was claimed, arrived, and will be tried again."""

    claimed: int
    arrived: int
    again: int


def deliver_due() -> Sent:
    """Send what is due, some at a time, until nothing is."""
    claimed = arrived = again = 0
    while keys := _claimed():
        letters = {key: letter for key in keys if (letter := _letter(key))}
        answers = dict(zip(letters, send(list(letters.values())), strict=True)) if letters else {}
        for key, answer in answers.items():
            _note(key, answer)
        claimed += len(keys)
        arrived += sum(answer.arrived for answer in answers.values())
        again += sum(not answer.arrived for answer in answers.values())
    return Sent(claimed, arrived, again)


def pause(attempts: int, wish: float = 0.0) -> timedelta:
    """How long to wait after so many attempts, never less than the receiver asked for (within a day)."""
    usual = min(_LONGEST, _FIRST * _GROWTH ** (attempts - 1))
    jittered = usual * random.uniform(1 - _JITTER, 1 + _JITTER)  # noqa: S311 - spreads load, guards nothing
    return timedelta(seconds=max(jittered, min(wish, _LONGEST_WISH)))


def _claimed() -> Sequence[_Key]:
    """(delivery, team) of what is this worker's for the time of the lease; committed before anything is sent."""
    with transaction.atomic(), connection.cursor() as db:
        db.execute(_CLAIM, [AT_ONCE, LEASE])
        return db.fetchall()


def _letter(key: _Key) -> Letter | None:
    """The signed message as things are now; None where there is nothing to send any more, which is noted."""
    number, team = key
    with access.scope(team=team, system=True):
        delivery = Delivery.objects.select_related("webhook", "team").filter(pk=number).first()
        if delivery is None:
            return None
        memory = Memory.objects.prefetch_related("projects").get(pk=delivery.memory_id)
        if why := _why_not(delivery.webhook, memory):
            _end(delivery, Delivery.Status.DEAD, error=why)
            return None
        body = json.dumps(_payload(delivery, memory), ensure_ascii=False).encode()
    headers = signed(delivery.webhook.secret, str(delivery.uuid), int(time.time()), body)
    return Letter(delivery.webhook.url, body, headers)


def _why_not(hook: Webhook, memory: Memory) -> str:
    if not hook.active:
        return OFF
    shown = memory.visibility != Memory.Visibility.PRIVATE and memory.status in _TOLD and not memory.purged_at
    return "" if shown else _HIDDEN


def _payload(delivery: Delivery, memory: Memory) -> dict[str, object]:
    return {
        "id": str(delivery.uuid),
        "event": delivery.event,
        "at": delivery.created_at.isoformat(),
        "team": delivery.team.slug,
        "memory": {
            "id": str(memory.uuid),
            "type": memory.type,
            "content": memory.content,
            "status": memory.status,
            "projects": sorted(project.identity for project in memory.projects.all()),
            "url": f"{settings.CAIRN_PUBLIC_URL}/memories/{memory.uuid}",
        },
    }


def _note(key: _Key, answer: Answer) -> None:
    number, team = key
    with access.scope(team=team, system=True):
        delivery = Delivery.objects.filter(pk=number, status=Delivery.Status.WAITING).first()
        if delivery is None:
            return
        told = {"response_status": answer.status, "error": answer.error[:200]}
        if answer.arrived:
            _end(delivery, Delivery.Status.DELIVERED, delivered_at=timezone.now(), **told)
        elif answer.gone or delivery.attempts >= ATTEMPTS:
            _end(delivery, Delivery.Status.DEAD, **told)
        else:
            due = timezone.now() + pause(delivery.attempts, answer.wait)
            Delivery.objects.filter(pk=number).update(next_attempt_at=due, **told)
        if answer.gone:
            off = {"active": False, "disabled_reason": "Its receiver answered that it is gone (410)."}
            Webhook.objects.filter(pk=delivery.webhook_id).update(**off)


def _end(delivery: Delivery, status: Delivery.Status, **columns: object) -> None:
    Delivery.objects.filter(pk=delivery.pk).update(status=status, next_attempt_at=None, **columns)
