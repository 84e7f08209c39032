"""`manage.py set_role PERSON ROLE`."""

from typing import Any

from django.core.management.base import CommandParser

from memory import people
from memory.management.actor import actor_of, add_actor_arguments
from memory.management.command import VerbCommand
from memory.models import Membership


class Command(VerbCommand):
    """Give a person of a team another role."""

    help = "Change a person's role. Admins cannot change their own, and the last admin stays admin."

    def add_arguments(self, parser: CommandParser) -> None:
        """Who, as what, on whose behalf."""
        parser.add_argument("person", help="login name")
        parser.add_argument("role", choices=Membership.Role.values)
        add_actor_arguments(parser)

    def act(self, *, person: str, role: str, team: str | None, user: str | None, **options: Any) -> None:
        """Change it."""
        actor = actor_of(team=team, user=user)
        people.change_role(people.find_member(person, actor=actor), role, actor=actor)
        self.stdout.write(f"{person} is {role} of {actor.team.slug}.")
