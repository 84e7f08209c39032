"""The one way to write the audit log; call it inside the transaction of the deed."""

import re
from collections.abc import Iterable

from memory.access import Actor
from memory.models import AuditEvent, Team

_PLAIN = re.compile(r"[a-z][a-z' ]{0,40}")


def tellable(cue: str) -> str:
    """A cue without what only its memory says (`wording: cron job` → `wording`): erasure cannot reach the audit."""
    kind = cue.partition(":")[0]
    return kind if _PLAIN.fullmatch(kind) else "other"


def record(verb: str, subject: str, *, actor: Actor, **detail: object) -> AuditEvent:
    """Append one deed. `subject` is "noun:id"; `detail` holds counts and ids, never content, names or secrets."""
    event = _event(verb, subject, detail, actor)
    event.save(force_insert=True)
    return event


def record_all(verb: str, deeds: Iterable[tuple[str, dict[str, object]]], *, actor: Actor) -> None:
    """Append many deeds of one kind, each a subject and its detail as `record` has them, in one statement."""
    AuditEvent.objects.bulk_create(_event(verb, subject, detail, actor) for subject, detail in deeds)


def _event(verb: str, subject: str, detail: dict[str, object], actor: Actor) -> AuditEvent:
    return AuditEvent(
        team=actor.team,
        verb=verb,
        subject=subject,
        actor=actor.user,
        agent=actor.agent,
        token=actor.token,
        detail=detail,
    )


def note(verb: str, subject: str, *, team: Team, **detail: object) -> AuditEvent:
    """Append what the server did by itself, on nobody's behalf."""
    return AuditEvent.objects.create(team=team, verb=verb, subject=subject, detail=detail)
