"""Finds or makes the project that an event or a question is about."""

from django.db.models import BooleanField, Case, Q, Value, When

from memory.access import Actor
from memory.models import Project, ProjectAlias
from memory.rules import identity
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


def find_project(text: str, *, actor: Actor) -> Project | None:
    """The project that a person or client means by a remote, git dir, folder, identity or name; None without match.

    A name, or the last part of one, must be that of one project only: a guess between two would mix them up.
    """
    text = text.strip()
    if not text:
        return None
    remote = identity.from_remote(text)
    identities = {text.lower(), *([remote.identity] if remote else [])}
    if text.startswith(("/", "~")) or text[1:3] in (":\\", ":/"):
        identities.add(identity.from_path(text).identity)
    aliased = ProjectAlias.objects.filter(team=actor.team, identity__in=identities).values("project")
    known = Q(identity__in=identities) | Q(pk__in=aliased)
    named = Q(name__iexact=text) | Q(name__iendswith=f"/{text}")
    found = list(
        Project.objects.filter(known | named, team=actor.team).annotate(
            is_known=Case(When(known, then=Value(True)), default=Value(False), output_field=BooleanField())
        )[:50]
    )
    for fits in (
        lambda project: project.is_known,
        lambda project: project.name.lower() == text.lower(),
        lambda project: True,
    ):
        if matches := [project for project in found if fits(project)]:
            return matches[0] if len(matches) == 1 else None
    return None


def _known(wanted: str, *, actor: Actor) -> Project | None:
    project = Project.objects.filter(team=actor.team, identity=wanted).first()
    if project is None:
        alias = ProjectAlias.objects.filter(team=actor.team, identity=wanted).select_related("project").first()
        project = alias.project if alias else None
    return project
