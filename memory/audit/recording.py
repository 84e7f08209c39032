"""The one way to write the audit log; call it inside the transaction of the deed."""

import re

from memory.access import Actor
from memory.models import AuditEvent, Team

_PLAIN = re.compile(r"[a-z][a-z' ]{0,40}")


def tellable(cue: str) -> str:
    """A cue without what only its memory says (`wording: cron job` → `wording`): erasure cannot reach the audit."""
    kind = cue.partition(":")[0]
    return kind if _PLAIN.fullmatch(kind) else "other"


def record(verb: str, subject: str, *, actor: Actor, **detail: object) -> AuditEvent:
    """Append one deed. `subject` is "noun:id"; `detail` holds counts and ids, never content, names or secrets."""
    return AuditEvent.objects.create(
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
