"""`manage.py revoke_token TOKEN`."""

from typing import Any

from django.core.management.base import CommandParser

from memory import people
from memory.management.actor import actor_of, add_actor_arguments
from memory.management.command import VerbCommand


class Command(VerbCommand):
    """Revoke a token."""

    help = "Revoke a token immediately."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which, on whose behalf."""
        parser.add_argument("token", help="its number or its first characters, as `list_tokens` shows them")
        add_actor_arguments(parser)

    def act(self, *, token: str, team: str | None, user: str | None, **options: Any) -> None:
        """Revoke it."""
        actor = actor_of(team=team, user=user)
        found = people.find_token(token, actor=actor)
        done = people.revoke_token(found, actor=actor)
        whose = f"{found.prefix}… of {found.user.username}"
        self.stdout.write(f"{whose} no longer works." if done else f"{whose} was already revoked.")
