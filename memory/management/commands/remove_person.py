"""`manage.py remove_person PERSON`."""

from typing import Any

from django.core.management.base import CommandParser

from memory import people
from memory.management.actor import actor_of, add_actor_arguments
from memory.management.command import VerbCommand


class Command(VerbCommand):
    """End a person's membership in a team."""

    help = "Remove a person from a team and revoke their tokens immediately. Their memories stay."

    def add_arguments(self, parser: CommandParser) -> None:
        """Who, on whose behalf."""
        parser.add_argument("person", help="login name")
        add_actor_arguments(parser)

    def act(self, *, person: str, team: str | None, user: str | None, **options: Any) -> None:
        """Remove them."""
        actor = actor_of(team=team, user=user)
        revoked = people.remove_person(people.find_member(person, actor=actor), actor=actor)
        self.stdout.write(f"{person} is no longer in {actor.team.slug}; tokens revoked: {revoked}.")
