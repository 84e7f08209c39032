"""The audit log as a list: filtered, the newest first, page by page."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from memory.access import Actor
from memory.models import AuditEvent


@dataclass(frozen=True)
class Filter:
    """Which events: every condition that is set must hold.

    `subject` is "noun:id" or a noun alone; `actor` a username, or the number that erasure leaves of a person;
    `since` is inclusive, `until` exclusive.
    """

    verb: str = ""
    subject: str = ""
    actor: str = ""
    agent: str = ""
    since: datetime | None = None
    until: datetime | None = None


def events(*, actor: Actor, wanted: Filter | None = None) -> QuerySet[AuditEvent]:
    """The events of the actor's team that fit, with who did them, in no order yet. Raises Forbidden."""
    actor.authorize("audit")
    found = AuditEvent.objects.filter(_conditions(wanted or Filter()), team=actor.team)
    return found.select_related("actor", "agent", "token")


def list_events(
    *, actor: Actor, wanted: Filter | None = None, limit: int = 50, before: int | None = None
) -> list[AuditEvent]:
    """The newest events that fit; `before` is the key of the last event of the page before. Raises Forbidden."""
    found = events(actor=actor, wanted=wanted).order_by("-pk")
    if before is not None:
        found = found.filter(pk__lt=before)
    return list(found[:limit])


def _conditions(wanted: Filter) -> Q:
    conditions = Q()
    if wanted.verb:
        conditions &= Q(verb=wanted.verb)
    if wanted.subject:
        conditions &= Q(subject=wanted.subject) | Q(subject__startswith=f"{wanted.subject}:")
    if wanted.actor:
        conditions &= _by(wanted.actor)
    if wanted.agent:
        conditions &= Q(agent__agent_id=wanted.agent)
    if wanted.since:
        conditions &= Q(at__gte=wanted.since)
    if wanted.until:
        conditions &= Q(at__lt=wanted.until)
    return conditions


def _by(who: str) -> Q:
    """By name, or by number where it is one (of at most 18 digits, which Postgres holds)."""
    named = Q(actor__username=who)
    return named | Q(actor_key=int(who)) if who.isascii() and who.isdigit() and len(who) < 19 else named
