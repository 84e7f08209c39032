"""`manage.py add_team NAME`."""

from typing import Any

from django.core.management.base import CommandParser

from memory import people
from memory.management.command import VerbCommand


class Command(VerbCommand):
    """Create a team."""

    help = "Create a team. Knowledge and tokens are the team's own; nothing crosses from one team to another."

    def add_arguments(self, parser: CommandParser) -> None:
        """The team's name."""
        parser.add_argument("name", help="what people call it, e.g. 'Acme Payments'; other commands take it too")

    def act(self, *, name: str, **options: Any) -> None:
        """Make it, and say how it is called."""
        team = people.add_team(name)
        self.stdout.write(f"Team '{team.name}' is there; commands know it as {team.slug}.")
