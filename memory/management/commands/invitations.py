"""`manage.py invitations [--revoke N]`: who is invited and has not come yet."""

import json
from typing import Any

from django.core.management.base import CommandParser

from memory import people
from memory.management.actor import actor_of, add_actor_arguments
from memory.management.command import VerbCommand
from memory.models import Invitation


class Command(VerbCommand):
    """List the invitations that wait, or withdraw one."""

    help = "List a team's pending invitations, or withdraw one."

    def add_arguments(self, parser: CommandParser) -> None:
        """Of which team, and which one to withdraw."""
        parser.add_argument("--revoke", type=int, metavar="N", help="withdraw the one with this number")
        parser.add_argument("--json", action="store_true", dest="as_json", help="for scripts")
        add_actor_arguments(parser)

    def act(self, *, revoke: int | None, as_json: bool, team: str | None, user: str | None, **options: Any) -> None:
        """Withdraw or list."""
        actor = actor_of(team=team, user=user)
        if revoke is not None:
            done = people.revoke_invitation(revoke, actor=actor)
            self.stdout.write("Withdrawn." if done else "This invitation was already used or withdrawn.")
            return
        waiting = people.list_invitations(actor=actor, waiting=True)
        if as_json:
            self.stdout.write(json.dumps([_told(invitation) for invitation in waiting]))
            return
        for invitation in waiting:
            until = f"{invitation.expires_at:%Y-%m-%d %H:%M}"
            self.stdout.write(f"{invitation.pk}  {invitation.email or 'anybody'}  {invitation.role}  until {until}")
        if not waiting:
            self.stdout.write("No pending invitations.")


def _told(invitation: Invitation) -> dict[str, object]:
    return {
        "id": invitation.pk,
        "email": invitation.email,
        "role": invitation.role,
        "expires_at": invitation.expires_at.isoformat(),
    }
