"""The audit rows of deeds on people, which the server's operator may do as well as an admin."""

from memory import audit
from memory.access import Actor
from memory.models import Team


def noted(verb: str, subject: str, *, team: Team, actor: Actor | None, **detail: object) -> None:
    """Append one deed; without an actor it was the operator, by a command. Call it inside the team's scope."""
    if actor:
        audit.record(verb, subject, actor=actor, **detail)
    else:
        audit.note(verb, subject, team=team, **detail)
