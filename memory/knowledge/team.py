"""The team's own settings: its name, where captured memories start, what models may cost, how long things stay."""

from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.db import transaction

from memory import audit
from memory.access import Actor
from memory.errors import Refused
from memory.knowledge import line
from memory.models import Team

CHANGEABLE = (
    *("name", "capture_policy", "line", "stale_after_changes", "distiller", "daily_calls", "daily_tokens"),
    *("client_distill", "removes_names"),
    *("raw_days", "forgotten_days", "message_days"),
)
_MOST_DAYS = 36_500
_DAYS = ("raw_days", "forgotten_days", "message_days")


@transaction.atomic
def change_team(*, actor: Actor, **wanted: object) -> tuple[str, ...]:
    """Change what is given (names of `CHANGEABLE`; None is the server's default); returns what is different now.

    It counts from now on: what is stored stays as it is. Legal hold has verbs of its own (holds.py). Raises
    Forbidden, and Refused with what is wrong.
    """
    actor.authorize("policy")
    if unknown := sorted(set(wanted) - set(CHANGEABLE)):
        raise Refused("invalid", f"A team has no setting {', '.join(unknown)}.")
    team = Team.objects.select_for_update().get(pk=actor.team.pk)
    before = {name: getattr(team, name) for name in wanted}
    for name, value in wanted.items():
        setattr(team, name, value)
    _check(team, wanted)
    changed = tuple(name for name in wanted if getattr(team, name) != before[name])
    if changed:
        team.save(update_fields=changed)
        if "line" in changed:
            line.note_set(was=before["line"], now=team.line, actor=actor)
        # The name is not told: the audit log holds no names.
        told = {name: {"was": before[name], "now": getattr(team, name)} for name in changed if name != "name"}
        audit.record("change_team", f"team:{team.pk}", actor=actor, fields=list(changed), changes=told)
    return changed


def _check(team: Team, wanted: Collection[str]) -> None:
    """Raises Refused with what is wrong in the fields that are `wanted`."""
    try:
        team.full_clean(exclude=[field.name for field in Team._meta.fields if field.name not in wanted])
    except ValidationError as error:
        said = [f"{name}: {' '.join(told)}" for name, told in error.message_dict.items()]
        raise Refused("invalid", " ".join(said)) from None
    if any((getattr(team, name) or 0) > _MOST_DAYS for name in _DAYS):
        raise Refused("invalid", f"Days can be at most {_MOST_DAYS:,}. Leave them empty for the default.")
    if "line" in wanted:
        team.line = line.checked(team.line)
    if not 1 <= team.stale_after_changes <= 1_000:
        raise Refused("invalid", "The number of file changes before a review must be 1 to 1,000.")
