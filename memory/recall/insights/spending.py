"""What the team's model has cost each day, against what it may."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.db.models import Sum
from django.utils import timezone

from memory.access import Actor
from memory.models import Usage
from memory.recall.budget import calls_limit
from memory.recall.insights.period import Period


@dataclass(frozen=True)
class Spending:
    """Calls, failures and tokens (in and out) of all providers for each day (UTC, as the budget has it), oldest first.

    No limit of tokens is None.
    """

    days: tuple[date, ...]
    calls: tuple[int, ...]
    failures: tuple[int, ...]
    tokens: tuple[int, ...]
    calls_limit: int
    tokens_limit: int | None


def spending(*, actor: Actor, period: Period, now: datetime | None = None) -> Spending:
    """The meter's days in the period. One query."""
    actor.authorize("search")
    days = _days(period.weeks[0], (now or timezone.now()).astimezone(UTC).date())
    spent = Usage.objects.filter(team=actor.team, day__gte=days[0]).values("day").order_by()
    tokens = Sum("input_tokens") + Sum("output_tokens")
    sums = spent.annotate(made=Sum("calls"), failed=Sum("failures"), tokens=tokens)
    found = {row["day"]: (row["made"], row["failed"], row["tokens"]) for row in sums}
    calls, failures, used = zip(*(found.get(day, (0, 0, 0)) for day in days), strict=True)
    return Spending(days, calls, failures, used, calls_limit(actor.team), actor.team.daily_tokens)


def _days(first: date, today: date) -> tuple[date, ...]:
    """At least one: behind Greenwich the first Monday can begin a day later than the server's."""
    count = max((today - first).days + 1, 1)
    return tuple(first + timedelta(days=number) for number in range(count))
