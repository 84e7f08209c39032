"""Spends a team's daily budget: a call is counted before it is made, so that many workers cannot spend it twice."""

from datetime import UTC, date

from django.db import connection
from django.db.models import F
from django.utils import timezone

from memory import access
from memory.adapters.distiller import Completion, Distiller, ModelFailed
from memory.models import Team, Usage
from memory.recall.budget import calls_limit

# One statement: the row's lock makes workers of one team stand in line, and each sees what the one before counted.
# Other providers' rows change only when a team changes its provider.
_COUNT_CALL = """
    INSERT INTO memory_usage AS u (team_id, day, provider, calls, failures, input_tokens, output_tokens)
    SELECT %(team)s, %(day)s, %(provider)s, 1, 0, 0, 0 WHERE %(calls)s > %(others)s AND %(tokens)s > %(other_tokens)s
    ON CONFLICT (team_id, day, provider) DO UPDATE SET calls = u.calls + 1
    WHERE u.calls + %(others)s < %(calls)s AND u.input_tokens + u.output_tokens + %(other_tokens)s < %(tokens)s
"""
_NO_LIMIT = 2**62


def count_call(door: Distiller, team: Team) -> date:
    """Take one call from today's budget, and give the day it was counted on. Raises ModelFailed when it is spent."""
    day = timezone.now().astimezone(UTC).date()
    tokens = team.daily_tokens if team.daily_tokens is not None else _NO_LIMIT
    limits: dict[str, str | int | date] = {"calls": calls_limit(team), "tokens": tokens}
    with access.scope(team=team, system=True), connection.cursor() as cursor:
        others, other_tokens = _spent_elsewhere(door, team, day)
        row: dict[str, str | int | date] = {
            "team": team.pk,
            "day": day,
            "provider": door.name,
            "others": others,
            "other_tokens": other_tokens,
        }
        cursor.execute(_COUNT_CALL, row | limits)
        if cursor.rowcount:
            return day
        spent = Usage.objects.filter(team=team, day=day).values_list("calls", flat=True)
        over_calls = sum(spent) >= calls_limit(team)
    unit = f"{calls_limit(team)} calls" if over_calls else f"{tokens} tokens"
    raise ModelFailed(f"the budget of {unit} a day is spent", down=False)


def count_tokens(door: Distiller, team: Team, day: date, spent: Completion) -> None:
    """Add what a call has cost."""
    costs = {
        "input_tokens": F("input_tokens") + spent.input_tokens,
        "output_tokens": F("output_tokens") + spent.output_tokens,
    }
    with access.scope(team=team, system=True):
        Usage.objects.filter(team=team, day=day, provider=door.name).update(**costs)


def count_failure(door: Distiller, team: Team, day: date) -> None:
    """Note that a call brought nothing of use."""
    with access.scope(team=team, system=True):
        Usage.objects.filter(team=team, day=day, provider=door.name).update(failures=F("failures") + 1)


def _spent_elsewhere(door: Distiller, team: Team, day: date) -> tuple[int, int]:
    """Calls and tokens of the day at other providers."""
    rows = Usage.objects.filter(team=team, day=day).exclude(provider=door.name)
    spent = rows.values_list("calls", "input_tokens", "output_tokens")
    return sum(row[0] for row in spent), sum(row[1] + row[2] for row in spent)
