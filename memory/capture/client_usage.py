"""Adds up what developers' own Claude spent on distilling, as their plugins tell it with a turn's facts."""

from collections.abc import Iterable
from datetime import UTC, date

from django.db.models import F

from memory.access import Actor
from memory.capture.event_validation import DISTILLED, Event
from memory.models import ClientUsage

_AMOUNTS = ("calls", "failures", "input_tokens", "output_tokens", "microdollars")
# A call reads ten turns of some 5,000 tokens; what tells of more is a broken client, and must not spoil the sums.
_MOST = {"calls": 10, "failures": 10, "input_tokens": 2_000_000, "output_tokens": 500_000, "microdollars": 50_000_000}


def count(events: Iterable[Event], *, actor: Actor) -> None:
    """Add these events to the team's sums; a query or two for each day and model."""
    sums: dict[tuple[date, str], dict[str, int]] = {}
    for event in events:
        if event.name == DISTILLED:
            told = _told(event)
            key = (event.occurred_at.astimezone(UTC).date(), _model(event))
            so_far = sums.setdefault(key, dict.fromkeys(told, 0))
            sums[key] = {name: so_far[name] + amount for name, amount in told.items()}
    for (day, model), amounts in sums.items():
        row, _ = ClientUsage.objects.get_or_create(team=actor.team, day=day, model=model)
        added = {name: F(name) + amount for name, amount in amounts.items()}
        ClientUsage.objects.filter(pk=row.pk).update(**added)


def _told(event: Event) -> dict[str, int]:
    usage = event.payload.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    facts = event.payload.get("facts")
    counted = {name: _amount(usage.get(name), _MOST[name]) for name in _AMOUNTS}
    return {**counted, "turns": 1, "facts": min(len(facts), 5) if isinstance(facts, list) else 0}


def _amount(value: object, most: int) -> int:
    sane = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most
    return int(value) if sane else 0  # type: ignore[call-overload]


def _model(event: Event) -> str:
    """The model as the plugin was set: `haiku`."""
    told = event.payload.get("distiller")
    return told.removeprefix("claude:")[:60] if isinstance(told, str) else ""
