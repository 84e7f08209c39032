"""`manage.py send_digest [--team T] [--to USER] [--week 2026-W47]`: send the week's digest by e-mail now."""

from datetime import timedelta
from smtplib import SMTPException
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from memory.errors import Refused, Unavailable
from memory.management.actor import actor_of
from memory.management.command import VerbCommand
from memory.recall.digest import read_week, week_of
from worker.digests import send_to, send_weekly


class Command(VerbCommand):
    """What the scheduler does on Monday morning, or one mail to one person."""

    help = (
        "Without --to: send last week's digest to everybody who chose it and has not got it yet, in all teams."
        " With --to: send one person the digest of a week as they see it, whatever they chose."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Whom, and which week."""
        parser.add_argument("--team", help="name or slug (optional if there is only one team)")
        parser.add_argument("--to", help="the person's name; they need an e-mail address")
        parser.add_argument("--week", help="as 2026-W47 (default: last week); only with --to")

    def act(self, *, team: str | None, to: str | None, week: str | None, **_: Any) -> None:
        """Send, and say how much went."""
        if not to:
            if team or week:
                raise Refused("invalid", "--team and --week go with --to; without it everybody gets last week's.")
            mailed = send_weekly(timezone.now())
            self.stdout.write(f"{mailed.sent} sent, {mailed.failed} failed.")
            return
        self._send_one(team, to, week)

    def _send_one(self, team: str | None, to: str, week: str | None) -> None:
        actor = actor_of(team=team, user=to)
        if not actor.user.email:
            raise Refused("no_email", f"{to} has no e-mail address.")
        wanted = read_week(week) if week else week_of(timezone.now() - timedelta(days=7))
        try:
            sent = send_to(actor, wanted)
        except (OSError, SMTPException) as error:
            raise Unavailable(f"The mail server rejected it ({type(error).__name__}); see CAIRN_EMAIL_URL.") from None
        self.stdout.write(
            f"{wanted} sent to {actor.user.email}." if sent else f"{wanted} has no news, so no mail was sent."
        )
