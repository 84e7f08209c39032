"""The sections about the machinery: what comes in, what models cost, what waits, whose plugin is silent."""

from collections.abc import Sequence
from datetime import date

from memory.recall.insights import captures, people, queue, spending
from web.charts import BarChart, Table, bar_chart, levels
from web.insights.asked import Asked
from web.insights.dates import by_week, short


def captured(asked: Asked) -> dict[str, object]:
    """Events and messages along time, and what was redacted, by kind."""
    found = captures.captures(actor=asked.actor, period=asked.period)
    days, (events, messages), unit = by_week(asked.period.days, found.events, found.messages)
    kinds = list(found.redactions)
    drawn = levels([found.redactions[kind] for kind in kinds])
    return {
        "captures": found,
        "charts": [
            _chart(name, f"{what} per {unit}", days, numbers, unit)
            for name, what, numbers in (
                ("events", "Events of the plugin", events),
                ("messages", "Messages of conversations", messages),
            )
            if any(numbers)
        ],
        "redactions": [(kind.replace("_", " "), level) for kind, level in zip(kinds, drawn, strict=True)],
        "redacted": sum(found.redactions.values()),
    }


def spent(asked: Asked) -> dict[str, object]:
    """Calls and tokens a day, under the line of the budget."""
    found = spending.spending(actor=asked.actor, period=asked.period)
    days, (calls, failures, tokens), unit = by_week(found.days, found.calls, found.failures, found.tokens)
    # The budget is a day's: over weeks there is no line to draw.
    daily = unit == "day"
    limits = (found.calls_limit, found.tokens_limit) if daily else (None, None)
    return {
        "spending": found,
        "anything": any(found.calls),
        "today": (found.calls[-1], found.tokens[-1]),
        "failures": sum(failures),
        "charts": [
            _chart("calls", f"Model calls per {unit} (UTC)", days, calls, unit, limits[0]),
            _chart("tokens", f"Tokens in and out per {unit} (UTC)", days, tokens, unit, limits[1]),
        ],
    }


def waiting(asked: Asked) -> dict[str, object]:
    """The queue's numbers, judged."""
    return {"queue": queue.queue_health(actor=asked.actor)}


def heard_from(asked: Asked) -> dict[str, object]:
    """Each person's last capture, the silent ones first."""
    found = people.last_captures(actor=asked.actor)
    silent = sum(1 for one in found if one.silent)
    return {"people": found, "silent": silent, "sees_people": people.sees_people(asked.actor)}


def _chart(
    name: str, title: str, days: Sequence[date], numbers: Sequence[int], unit: str, limit: int | None = None
) -> BarChart:
    labels = [short(day) for day in days]
    over = sum(1 for number in numbers if limit is not None and number >= limit > 0)
    says = f"{sum(numbers):,} in all; most in one {unit}: {max(numbers):,}."
    if limit is not None:
        says += f" The budget is {limit:,} per day; it was spent on {over} day{'' if over == 1 else 's'}."
    table = Table(title, [f"{unit.capitalize()}{' of' if unit == 'week' else ''}", "Number"],
                  list(zip(labels, numbers, strict=True)))  # fmt: skip
    return bar_chart(name, title, says=says, values=numbers, labels=labels, limit=limit, table=table)
