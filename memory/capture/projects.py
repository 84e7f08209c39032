"""Finds or makes the project that an event or a question is about."""

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
    """The project that a person or client means by a remote, git dir, folder, identity or name; None without match."""
    text = text.strip()
    if not text:
        return None
    remote = identity.from_remote(text)
    guesses = [text.lower(), remote.identity if remote else None]
    if text.startswith(("/", "~")) or text[1:3] in (":\\", ":/"):
        guesses.append(identity.from_path(text).identity)
    for guess in filter(None, guesses):
        if project := _known(guess, actor=actor):
            return project
    return _named(text, actor=actor)


def _known(wanted: str, *, actor: Actor) -> Project | None:
    project = Project.objects.filter(team=actor.team, identity=wanted).first()
    if project is None:
        alias = ProjectAlias.objects.filter(team=actor.team, identity=wanted).select_related("project").first()
        project = alias.project if alias else None
    return project


def _named(name: str, *, actor: Actor) -> Project | None:
    """A name, or the last part of one, when only one project has it: a guess between two would mix them up."""
    projects = Project.objects.filter(team=actor.team)
    exact = list(projects.filter(name__iexact=name)[:2])
    if exact:
        return exact[0] if len(exact) == 1 else None
    ending = list(projects.filter(name__iendswith=f"/{name}")[:2])
    return ending[0] if len(ending) == 1 else None
