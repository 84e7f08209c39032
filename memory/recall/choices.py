"""What lists can be narrowed to: the team's projects, people, agents and branches."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, Max, OuterRef, Q

from memory.access import Actor
from memory.models import Agent, CodingSession, Membership, Memory, Project, User

# A branch that nobody has worked on for long is reached by its link, not by a choice.
_BRANCHES = 60


@dataclass(frozen=True)
class Choices:
    """Everything a list can be narrowed to, each in the order in which people look for it."""

    projects: Sequence[Project]
    people: Sequence[User]
    agents: Sequence[Agent]
    branches: Sequence[str]


def choices(*, actor: Actor, project: Project | None = None) -> Choices:
    """The choices of the actor's team; branches are those of `project`, when one is given."""
    actor.authorize("search")
    return Choices(
        projects=list(Project.objects.filter(team=actor.team).order_by("name")),
        people=list(User.objects.filter(memberships__team=actor.team).order_by("username")),
        agents=list(Agent.objects.filter(team=actor.team).order_by("agent_id")),
        branches=_branches(actor, project),
    )


def find_person(username: str, *, actor: Actor) -> User | None:
    """Somebody of the actor's team, or who was in it and taught it something; None for everybody else."""
    here = Q(Exists(Membership.objects.filter(user=OuterRef("pk"), team=actor.team)))
    known = Memory.objects.visible_to(actor).filter(author=OuterRef("pk"))
    return User.objects.filter(here | Q(Exists(known)), username=username).first()


def find_agent(agent_id: str, *, actor: Actor) -> Agent | None:
    """The agent of the actor's team with this name."""
    return Agent.objects.filter(team=actor.team, agent_id=agent_id).first()


def _branches(actor: Actor, project: Project | None) -> list[str]:
    """Those worked on last, the latest first."""
    sessions = CodingSession.objects.filter(team=actor.team).exclude(branch="")
    if project:
        sessions = sessions.filter(project=project)
    found = sessions.values("branch").annotate(last=Max("last_event_at")).order_by("-last", "branch")
    return [row["branch"] for row in found[:_BRANCHES]]
