"""What comes in and what is taken out of it: events and messages a day, redactions by kind, from the audit's counts."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.db import connection
from django.db.models import F, IntegerField, QuerySet, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, TruncDate

from memory.access import Actor
from memory.models import AuditEvent
from memory.recall.insights.period import Period

EVENTS, MESSAGES = "events", "transcripts"
# Sums of counts alone: the audit's rows themselves are an admin's.
_REDACTIONS = """
    SELECT kind, sum(number::int) FROM memory_auditevent e
    CROSS JOIN LATERAL jsonb_each_text(e.detail -> 'redactions') AS taken (kind, number)
    WHERE e.team_id = %s AND e.verb IN ('capture', 'redact') AND e.at >= %s AND e.detail -> 'redactions' <> '{}'
    GROUP BY kind ORDER BY 2 DESC, 1
"""


@dataclass(frozen=True)
class Captures:
    """Events of the hooks and messages of transcripts, one number for each day, oldest first; redactions by kind.

    A day is that of the arrival: a history that is imported counts where it came in.
    """

    events: tuple[int, ...]
    messages: tuple[int, ...]
    redactions: Mapping[str, int]


def captures(*, actor: Actor, period: Period) -> Captures:
    """Sums of the whole team, whoever asks. Two queries."""
    actor.authorize("search")
    counts = {(day, what): total for day, what, total in _a_day(actor, period)}
    events, messages = (tuple(counts.get((day, what), 0) for day in period.days) for what in (EVENTS, MESSAGES))
    return Captures(events, messages, _redactions(actor, period))


def _a_day(actor: Actor, period: Period) -> QuerySet[AuditEvent, tuple[date, str, int]]:
    found = AuditEvent.objects.filter(team=actor.team, verb="capture", subject__in=(EVENTS, MESSAGES))
    days = found.filter(at__gte=period.since).values(day=TruncDate("at", tzinfo=period.zone), what=F("subject"))
    accepted = Sum(Cast(KT("detail__accepted"), IntegerField()), default=0)
    return days.annotate(total=accepted).order_by().values_list("day", "what", "total")


def _redactions(actor: Actor, period: Period) -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute(_REDACTIONS, [actor.team.pk, period.since])
        return dict(cursor.fetchall())
