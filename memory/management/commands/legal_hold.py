"""`manage.py legal_hold on|off [--team T] [--project P]`: while it stands, nothing is purged or erased."""

from typing import Any

from django.core.management.base import CommandParser

from memory import access
from memory.knowledge.holds import hold, release
from memory.management.actor import actor_of, add_actor_arguments, known_project
from memory.management.command import VerbCommand


class Command(VerbCommand):
    """Lay or lift a legal hold."""

    help = "Put a legal hold on a team or a project, or release it. While the hold is on, nothing is purged or erased."

    def add_arguments(self, parser: CommandParser) -> None:
        """On or off, of what, as whom."""
        parser.add_argument("switch", choices=["on", "off"])
        parser.add_argument("--project", help="only this project (remote, folder or name)")
        add_actor_arguments(parser)

    def act(self, *, switch: str, project: str | None, team: str | None, user: str | None, **_: Any) -> None:
        """Lay or lift it, and say so."""
        actor = actor_of(team=team, user=user)
        found = known_project(project, actor=actor)
        with access.acting(actor):
            (hold if switch == "on" else release)(actor=actor, project=found)
        what = f"project {found.name}" if found else f"team {actor.team.slug}"
        self.stdout.write(f"Legal hold {switch}: {what}.")
