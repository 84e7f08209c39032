"""The meter of model calls: what a team has spent today (UTC), and what it may."""

from dataclasses import dataclass
from datetime import UTC

from django.conf import settings
from django.db.models import Sum
from django.utils import timezone

from memory.adapters.distiller import chosen
from memory.models import Team, Usage


@dataclass(frozen=True)
class Budget:
    """Today's calls, failures and tokens (in and out) of all providers; no limit of tokens is None."""

    provider: str
    calls: int
    calls_limit: int
    tokens: int
    tokens_limit: int | None
    failures: int


def budget_of(team: Team) -> Budget:
    """The meter of `team`, which is the scope's."""
    spent = Usage.objects.filter(team=team, day=timezone.now().astimezone(UTC).date()).aggregate(
        calls=Sum("calls", default=0),
        failures=Sum("failures", default=0),
        tokens=Sum("input_tokens", default=0) + Sum("output_tokens", default=0),
    )
    return Budget(
        provider=chosen(team.distiller),
        calls_limit=calls_limit(team),
        tokens_limit=team.daily_tokens,
        **spent,
    )


def calls_limit(team: Team) -> int:
    """Model calls that the team may make a day."""
    return team.daily_calls if team.daily_calls is not None else settings.CAIRN_DAILY_LLM_CALLS
