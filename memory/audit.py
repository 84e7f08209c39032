"""The one way to write the audit log; call it inside the transaction of the deed."""

from memory.access import Actor
from memory.models import AuditEvent


def record(verb: str, subject: str, *, actor: Actor, **detail: object) -> AuditEvent:
    """Append one deed. `subject` is "noun:id"; `detail` holds counts and ids, never content or secrets."""
    return AuditEvent.objects.create(
        team=actor.team,
        verb=verb,
        subject=subject,
        actor=actor.user,
        agent=actor.agent,
        token=actor.token,
        detail=detail,
    )
