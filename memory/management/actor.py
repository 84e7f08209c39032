"""As whom an operator's command acts: a person named by --user in the team named by --team, with their rights."""

from argparse import ArgumentParser

from memory import access, people
from memory.access import Actor
from memory.errors import Refused
from memory.models import Membership, Project, Team, User
from memory.recall.project_lookup import find_project
from memory.rules.identity import ProjectIdentity, from_remote


def add_actor_arguments(parser: ArgumentParser) -> None:
    """--team and --user."""
    parser.add_argument("--team", help="name or slug (optional if there is only one team)")
    parser.add_argument("--user", help="the person to act as, with their rights (default: the team's first admin)")


def actor_of(*, team: str | None, user: str | None, but: str | None = None) -> Actor:
    """The actor whom the arguments name; by default the first admin, if possible one who is not called `but`.

    Raises Refused where that is nobody, or several teams are possible.
    """
    home = team_of(team)
    person = _person(user) if user else _first_admin(home, but)
    actor = access.actor_for(person, team=home)
    if actor is None:
        raise Refused("not_found", f"{person.username} is not in team {home.slug}.")
    return actor


def team_of(name: str | None) -> Team:
    """The team that --team names, or the only one. Raises Refused where that is none, or several are possible."""
    return people.find_team(name) if name else _only_team()


def known_project(name: str | None, *, actor: Actor) -> Project | None:
    """The project that --project names. Raises Refused where the team has none of that name, or several."""
    project = find_project(name, actor=actor)
    if name and project is None:
        raise Refused("unknown_project", f"Team {actor.team.slug} has no single project '{name}'.")
    return project


def wanted_project(name: str | None, *, actor: Actor) -> ProjectIdentity | None:
    """The project that --project names; a remote may be new. Raises Refused where it is neither."""
    project = find_project(name, actor=actor)
    if project:
        return ProjectIdentity(project.identity, project.name)
    new = from_remote(name) if name else None
    if name and new is None:
        raise Refused(
            "unknown_project",
            f"Team {actor.team.slug} has no single project '{name}'. Give a git remote to create one.",
        )
    return new


def _only_team() -> Team:
    ids = access.team_ids()
    if len(ids) != 1:
        what = (
            "There are several teams. Choose one with --team."
            if ids
            else "There is no team. Create one with `add_team`."
        )
        raise Refused("unknown_team", what)
    with access.scope(team=ids[0]):
        return Team.objects.get(pk=ids[0])


def _person(username: str) -> User:
    person = User.objects.filter(username=username).first()
    if person is None:
        raise Refused("not_found", f"Person '{username}' does not exist.")
    return person


def _first_admin(team: Team, but: str | None) -> User:
    with access.scope(team=team):
        admins = Membership.objects.filter(team=team, role=Membership.Role.ADMIN).select_related("user").order_by("pk")
        first = admins.exclude(user__username=but or "").first() or admins.first()
    if first is None:
        raise Refused("not_found", f"Team {team.slug} has no admin. Add one, or choose who acts with --user.")
    return first.user
