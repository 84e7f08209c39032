"""The team's web hooks and the latest of what was sent to them, for its admins."""

from memory.access import Actor
from memory.models import Delivery, Webhook

MOST = 50


def webhooks(*, actor: Actor) -> list[Webhook]:
    """Those that are on, then the latest of those that are off."""
    actor.authorize("webhooks")
    rows = Webhook.objects.filter(team=actor.team).select_related("created_by").order_by("-pk")
    on = list(rows.filter(active=True))
    return [*on, *rows.filter(active=False)[:10]]


def deliveries(*, actor: Actor, limit: int = MOST) -> list[Delivery]:
    """The latest, as far as the asker sees their memories."""
    actor.authorize("webhooks")
    rows = Delivery.objects.filter(team=actor.team).select_related("webhook", "memory").order_by("-pk")
    return list(rows.defer("memory__tsv", "memory__bm25", "memory__embedding")[:limit])
