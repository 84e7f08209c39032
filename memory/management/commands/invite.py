"""`manage.py invite [EMAIL] --role R`: the link is the last line of the output."""

import os
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from memory import people
from memory.management.actor import actor_of, add_actor_arguments
from memory.management.command import VerbCommand
from memory.models import Membership
from memory.people.invitations import DAYS


class Command(VerbCommand):
    """Make an invitation."""

    help = (
        "Create a link with which one person can join a team. It is shown only once, because only its digest is stored."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Whom, as what, until when, on whose behalf."""
        parser.add_argument(
            "email", nargs="?", default="", help="address of the invited person (default: anyone with the link)"
        )
        parser.add_argument("--role", choices=Membership.Role.values, default=Membership.Role.MEMBER.value)
        parser.add_argument("--days", type=int, default=DAYS, help=f"how many days it is valid (default: {DAYS})")
        parser.add_argument("--url", default=_address(), help="the server's address (default: %(default)s)")
        add_actor_arguments(parser)

    def act(
        self, *, email: str, role: str, days: int, url: str, team: str | None, user: str | None, **options: Any
    ) -> None:
        """Make it; the link alone goes to the last line of the output."""
        actor = actor_of(team=team, user=user)
        invitation, raw = people.invite(email, role, actor=actor, days=days)
        until = f"{invitation.expires_at:%Y-%m-%d %H:%M %Z}"
        self.note(
            f"For {email or 'anyone with the link'}, as {role} of {actor.team.slug}, until {until}. Shown this once:"
        )
        self.stdout.write(f"{url.rstrip('/')}/join/{raw}")


def _address() -> str:
    """Where people reach the server: its first name behind TLS, else this machine."""
    if settings.CAIRN_HTTPS and settings.ALLOWED_HOSTS[0] not in ("*", "127.0.0.1"):
        return f"https://{settings.ALLOWED_HOSTS[0].lstrip('.')}"
    return f"http://127.0.0.1:{os.environ.get('PORT') or 8787}"
