"""`manage.py rotate_token TOKEN`: the new raw token is the last line of the output."""

import re
from argparse import ArgumentTypeError
from datetime import timedelta
from typing import Any

from django.core.management.base import CommandParser

from memory import access, people
from memory.errors import NotFound
from memory.management.actor import actor_of, add_actor_arguments
from memory.management.command import VerbCommand

_UNITS = {"m": "minutes", "h": "hours", "d": "days"}


class Command(VerbCommand):
    """Give a token a new secret."""

    help = "Replace a token with a new secret. The old one stops working immediately, unless --grace is given."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which, and how long the old one works on."""
        parser.add_argument("token", help="its number or its first characters, as `list_tokens` shows them")
        parser.add_argument(
            "--grace",
            type=_span,
            default=timedelta(0),
            metavar="10m",
            help="how long the old one stays valid, 7d at most",
        )
        add_actor_arguments(parser)

    def act(self, *, token: str, grace: timedelta, team: str | None, user: str | None, **options: Any) -> None:
        """Rotate it on its owner's behalf; the token alone goes to the last line of the output."""
        old = people.find_token(token, actor=actor_of(team=team, user=user))
        owner = access.actor_for(old.user, team=old.team)
        if owner is None:
            raise NotFound(f"{old.user.username} has left the team.")
        new, raw = people.rotate_token(old, actor=owner, grace=grace)
        until = f"until {new.expires_at:%Y-%m-%d %H:%M %Z}" if new.expires_at else "without expiry"
        self.note(f"For {old.user.username} in {old.team.slug}: {', '.join(new.scopes)}, {until}. Shown this once:")
        self.stdout.write(raw)


def _span(text: str) -> timedelta:
    """10m, 2h or 1d."""
    found = re.fullmatch(r"(\d{1,4})([mhd])", text)
    if not found:
        raise ArgumentTypeError(f"'{text}' is not a duration. Write 10m, 2h or 1d.")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})
