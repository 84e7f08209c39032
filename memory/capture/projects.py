"""Finds or makes the project that an event is about."""

from memory.access import Actor
from memory.models import Project, ProjectAlias
from memory.rules.identity import ProjectIdentity


def project_for(wanted: ProjectIdentity, *, actor: Actor) -> Project:
    """The team's project with this identity (or alias), made on first sight."""
    known = _known(wanted.identity, actor=actor)
    if known:
        return known
    project, _ = Project.objects.get_or_create(
        team=actor.team, identity=wanted.identity, defaults={"name": wanted.name[:200]}
    )
    return project


def _known(wanted: str, *, actor: Actor) -> Project | None:
    project = Project.objects.filter(team=actor.team, identity=wanted).first()
    if project is None:
        alias = ProjectAlias.objects.filter(team=actor.team, identity=wanted).select_related("project").first()
        project = alias.project if alias else None
    return project
