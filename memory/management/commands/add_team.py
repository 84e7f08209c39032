"""`manage.py add_team NAME`."""

from typing import Any

from django.core.management.base import CommandParser

from memory import people
from memory.management.command import VerbCommand


class Command(VerbCommand):
    """Create a team."""

    help = "Create a team. Teams share no knowledge and no tokens."

    def add_arguments(self, parser: CommandParser) -> None:
        """The team's name."""
        parser.add_argument("name", help="its name, e.g. 'Acme Payments'; other commands accept it too")

    def act(self, *, name: str, **options: Any) -> None:
        """Make it, and say how it is called."""
        team = people.add_team(name)
        self.stdout.write(f"Created team '{team.name}'. Its short name for commands is {team.slug}.")
