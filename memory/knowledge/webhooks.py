"""Verbs of an admin on web hooks: register, test, switch off and on again, and try a delivery once more."""

import json
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from memory import audit
from memory.access import Actor
from memory.adapters.webhooks import Answer, Letter, send, why_unfit
from memory.errors import Conflict, NotFound, Refused
from memory.models import Delivery, Webhook
from memory.rules.signing import new_secret, signed

_MOST = 10
OFF = "The web hook is off."


@dataclass(frozen=True)
class Registered:
    """A new web hook and its secret, which nobody is shown again."""

    webhook: Webhook
    secret: str


def register(url: str, events: Sequence[str], *, actor: Actor) -> Registered:
    """Tell this address of these events from now on.

    Raises Refused for an address to which nothing may be sent, an unknown event or none, or too many web hooks.
    """
    actor.authorize("webhooks")
    url, wanted = url.strip(), [event for event in Webhook.Event.values if event in events]
    if not wanted or set(events) - set(wanted):
        raise Refused("invalid", f"Choose its events: {' or '.join(Webhook.Event.values)}.")
    if wrong := why_unfit(url):
        raise Refused("invalid", wrong)
    with transaction.atomic():
        if Webhook.objects.filter(team=actor.team, active=True).count() >= _MOST:
            raise Refused("too_many", f"A team can have at most {_MOST} web hooks. Turn one off first.")
        secret = new_secret()
        hook = Webhook.objects.create(team=actor.team, url=url, secret=secret, events=wanted, created_by=actor.user)
        audit.record("add_webhook", f"webhook:{hook.pk}", actor=actor, events=wanted)
    return Registered(hook, secret)


@transaction.atomic
def switch(number: int, active: bool, *, actor: Actor) -> Webhook:
    """Off: nothing is sent any more. On again: what still waited when it was switched off is sent. Raises NotFound."""
    actor.authorize("webhooks")
    hook = _find(number, actor=actor)
    changed = Webhook.objects.filter(pk=hook.pk, active=not active).update(active=active, disabled_reason="")
    if changed:
        audit.record("webhook_on" if active else "webhook_off", f"webhook:{hook.pk}", actor=actor)
    if changed and active:
        held = Delivery.objects.filter(webhook=hook, status=Delivery.Status.DEAD, error=OFF)
        held.update(status=Delivery.Status.WAITING, error="", next_attempt_at=timezone.now())
    hook.active, hook.disabled_reason = active, ""
    return hook


def test(number: int, *, actor: Actor) -> Answer:
    """Send a signed message without a memory, now, and say what came of it. Raises NotFound."""
    actor.authorize("webhooks")
    hook = _find(number, actor=actor)
    ref = str(uuid.uuid4())
    about = {"id": ref, "event": "webhook.test", "at": timezone.now().isoformat()}
    body = json.dumps({**about, "team": actor.team.slug, "memory": None}).encode()
    answer = send([Letter(hook.url, body, signed(hook.secret, ref, int(time.time()), body))])[0]
    audit.record("test_webhook", f"webhook:{hook.pk}", actor=actor, status=answer.status)
    return answer


@transaction.atomic
def try_again(number: int, *, actor: Actor) -> Delivery:
    """Send a delivery that was given up once more, with all its attempts. Raises NotFound, Conflict for another."""
    actor.authorize("webhooks")
    delivery = Delivery.objects.filter(team=actor.team, pk=number).select_related("webhook").first()
    if delivery is None:
        raise NotFound("This delivery does not exist.")
    if not delivery.webhook.active:
        raise Conflict("off", OFF)
    waiting = {"status": Delivery.Status.WAITING, "attempts": 0, "next_attempt_at": timezone.now(), "error": ""}
    if not Delivery.objects.filter(pk=delivery.pk, status=Delivery.Status.DEAD).update(**waiting):
        raise Conflict("wrong_status", f"This delivery is {delivery.get_status_display().lower()}, not failed.")
    audit.record("retry_delivery", f"webhook:{delivery.webhook_id}", actor=actor, delivery=delivery.pk)
    return delivery


def _find(number: int, *, actor: Actor) -> Webhook:
    hook = Webhook.objects.filter(team=actor.team, pk=number).first()
    if hook is None:
        raise NotFound("This web hook does not exist.")
    return hook
