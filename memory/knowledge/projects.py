"""Verbs on a project: a better name, and the other identities under which clients know it."""

from django.db import transaction

from memory import audit
from memory.access import Actor
from memory.errors import Conflict, NotFound, Refused
from memory.models import Project, ProjectAlias
from memory.recall.projects import find_by_number
from memory.rules import identity

_LONGEST_NAME = 200
_LONGEST_IDENTITY = 400


@transaction.atomic
def rename_project(number: int, name: str, *, actor: Actor) -> str:
    """Give a project another name; returns the one it had. Clients find it by its identity, which stays.

    Raises Forbidden, NotFound, Refused for no name or one that is too long, Conflict where another has it.
    """
    actor.authorize("projects")
    project = find_by_number(number, actor=actor)
    wanted = " ".join(name.split())
    if not wanted or len(wanted) > _LONGEST_NAME:
        raise Refused("invalid", f"A name must have 1 to {_LONGEST_NAME} characters.")
    if Project.objects.filter(team=actor.team, name__iexact=wanted).exclude(pk=project.pk).exists():
        raise Conflict("taken", f"Another project has the name {wanted}. If both are the same project, merge them.")
    if wanted != project.name:
        Project.objects.filter(pk=project.pk).update(name=wanted)
        audit.record("rename_project", f"project:{project.pk}", actor=actor)
    return project.name


@transaction.atomic
def add_alias(number: int, text: str, *, actor: Actor) -> ProjectAlias:
    """Let another remote or identity mean this project.

    Raises Forbidden, NotFound, Refused for what is no identity, Conflict for one that is taken.
    """
    actor.authorize("projects")
    project = find_by_number(number, actor=actor)
    known = _identity(text)
    if Project.objects.filter(team=actor.team, identity=known).exists():
        raise Conflict("taken", f"{known} is a separate project. Merge it into this one.")
    if ProjectAlias.objects.filter(team=actor.team, identity=known).exists():
        raise Conflict("taken", f"{known} already belongs to a project.")
    alias = ProjectAlias.objects.create(team=actor.team, project=project, identity=known)
    audit.record("add_alias", f"project:{project.pk}", actor=actor, alias=alias.pk)
    return alias


@transaction.atomic
def remove_alias(number: int, alias: int, *, actor: Actor) -> str:
    """Let an identity mean this project no more; returns it. What came under it stays. Raises Forbidden, NotFound."""
    actor.authorize("projects")
    project = find_by_number(number, actor=actor)
    found = ProjectAlias.objects.filter(project=project, pk=alias).first() if alias < 2**63 else None
    if found is None:
        raise NotFound("This project does not have this alias.")
    found.delete()
    audit.record("remove_alias", f"project:{project.pk}", actor=actor, alias=alias)
    return found.identity


def _identity(text: str) -> str:
    """What a client would send: a remote is normalised, anything else is taken as an identity."""
    remote = identity.from_remote(text.strip())
    known = remote.identity if remote else text.strip().lower()
    if not known or len(known) > _LONGEST_IDENTITY or any(letter.isspace() for letter in known):
        raise Refused("invalid", "Give a git remote, like git@github.com:acme/checkout.git, or an identity.")
    return known
