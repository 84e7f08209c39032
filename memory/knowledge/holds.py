"""Legal hold: while it stands, nothing of the team or the project is purged or erased."""

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.db.models import Model, Q

from memory import audit
from memory.access import Actor
from memory.errors import Conflict
from memory.models import Memory, Project, Team


@transaction.atomic
def hold(*, actor: Actor, project: Project | None = None) -> None:
    """Keep all that the team, or one project, has. Raises Forbidden, Conflict("on_hold") where it is held already."""
    _set(True, project, actor=actor)


@transaction.atomic
def release(*, actor: Actor, project: Project | None = None) -> None:
    """Let retention and erasure work again. Raises Forbidden, Conflict("not_on_hold")."""
    _set(False, project, actor=actor)


def _set(held: bool, project: Project | None, *, actor: Actor) -> None:
    actor.authorize("policy")
    rows: Any = Project.objects.filter(pk=project.pk, team=actor.team) if project else Team.objects
    changed = rows.filter(pk=(project or actor.team).pk, legal_hold=not held).update(legal_hold=held)
    what = f"Project {project.name}" if project else f"Team {actor.team.slug}"
    if not changed and held:
        raise Conflict("on_hold", f"{what} already has a legal hold.")
    if not changed:
        raise Conflict("not_on_hold", f"{what} has no legal hold.")
    subject = f"project:{project.pk}" if project else f"team:{actor.team.pk}"
    audit.record("hold" if held else "release", subject, actor=actor)


def refuse_held_team(team: Team) -> None:
    """Raise Conflict("on_hold") where the whole team is held."""
    if Team.objects.filter(pk=team.pk, legal_hold=True).exists():
        raise Conflict("on_hold", f"Team {team.slug} has a legal hold. Release it before you erase anything.")


def refuse_held(model: type[Model], pks: Collection[int]) -> None:
    """Raise Conflict("on_hold") where one of these rows belongs to a project that is held."""
    held = held_rows(model)
    if pks and held and model._default_manager.filter(held, pk__in=list(pks)).exists():
        told = f"Some of these {model._meta.verbose_name_plural} belong to a project with a legal hold"
        raise Conflict("on_hold", f"{told}. Release it first.")


def held_rows(model: type[Model]) -> Q:
    """The condition that a row belongs to a held project, by whatever way it belongs to one; empty without any."""
    names = {field.name for field in model._meta.get_fields()}
    condition = Q()
    if model is Project:
        condition |= Q(legal_hold=True)
    if model is Memory:
        condition |= Q(projects__legal_hold=True) | Q(evidence__session__project__legal_hold=True)
    if "project" in names and model is not Memory:
        condition |= Q(project__legal_hold=True)
    if "session" in names:
        condition |= Q(session__project__legal_hold=True)
    for side in {"memory", "older", "newer"} & names:
        condition |= Q(**{f"{side}__projects__legal_hold": True})
    return condition
