"""What developers' own Claude has cost and brought each day, as their plugins tell it; whose it was is not kept."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.db.models import Count, Q, Sum
from django.utils import timezone

from memory.access import Actor
from memory.models import ClientUsage, Turn
from memory.recall.insights.period import Period

_SUMS = ("calls", "failures", "turns", "facts", "input_tokens", "output_tokens", "microdollars")


@dataclass(frozen=True)
class OwnClaude:
    """Calls and tokens (in and out) for each day (UTC), oldest first; the sums of the period.

    `taken_over` counts turns of the period that the server had to distill, though they were promised; `wanted` is what
    the team's policy says.
    """

    days: tuple[date, ...]
    calls: tuple[int, ...]
    tokens: tuple[int, ...]
    failures: int
    turns: int
    facts: int
    dollars: float
    taken_over: int
    wanted: str

    @property
    def tokens_a_turn(self) -> int:
        """Tokens, in and out, for each turn that was read."""
        return round(sum(self.tokens) / self.turns) if self.turns else 0


def own_claude(*, actor: Actor, period: Period, now: datetime | None = None) -> OwnClaude:
    """The period's days and sums. Two queries."""
    actor.authorize("search")
    first, today = period.weeks[0], (now or timezone.now()).astimezone(UTC).date()
    spent = ClientUsage.objects.filter(team=actor.team, day__gte=first).order_by().values_list("day")
    rows = spent.annotate(*(Sum(name) for name in _SUMS))
    found: dict[date, dict[str, int]] = {row[0]: dict(zip(_SUMS, row[1:], strict=True)) for row in rows}
    days = tuple(first + timedelta(days=number) for number in range(max((today - first).days + 1, 1)))
    totals = {name: sum(row[name] for row in found.values()) for name in _SUMS}
    return OwnClaude(
        days,
        tuple(found[day]["calls"] if day in found else 0 for day in days),
        tuple(_tokens(found[day]) if day in found else 0 for day in days),
        totals["failures"],
        totals["turns"],
        totals["facts"],
        totals["microdollars"] / 1_000_000,
        _taken_over(actor, period),
        str(actor.team.client_distill),
    )


def _tokens(row: dict[str, int]) -> int:
    return row["input_tokens"] + row["output_tokens"]


def _taken_over(actor: Actor, period: Period) -> int:
    promised = Turn.objects.filter(team=actor.team, distill=Turn.Distill.CLAUDE, started_at__gte=period.since)
    by_server = Q(due_at=None) & ~Q(distiller="") & ~Q(distiller__startswith="claude")
    return int(promised.aggregate(number=Count("pk", filter=by_server))["number"])
