"""`manage.py list_tokens`: a team's tokens, whose they are, what they may and when they end."""

import json
from datetime import datetime
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from memory import people
from memory.management.actor import actor_of, add_actor_arguments
from memory.management.command import VerbCommand
from memory.models import AccessToken


class Command(VerbCommand):
    """List the tokens of a team."""

    help = "List a team's active tokens. Secrets are not shown."

    def add_arguments(self, parser: CommandParser) -> None:
        """Of which team, and in which form."""
        parser.add_argument("--all", action="store_true", dest="ended", help="also expired and revoked ones")
        parser.add_argument("--json", action="store_true", dest="as_json", help="for scripts")
        add_actor_arguments(parser)

    def act(self, *, ended: bool, as_json: bool, team: str | None, user: str | None, **options: Any) -> None:
        """List them."""
        actor = actor_of(team=team, user=user)
        tokens = [_told(token) for token in people.list_tokens(actor=actor, everybody=actor.may("admin"))]
        shown = [token for token in tokens if ended or token["state"] == "works"]
        if as_json:
            self.stdout.write(json.dumps(shown))
            return
        for token in shown:
            self.stdout.write("  ".join(f"{token[column]}" for column in _COLUMNS))
        if not shown:
            self.stdout.write("No tokens.")


_COLUMNS = ("id", "prefix", "person", "name", "agent", "scopes", "expires_at", "last_used_at", "state")


def _told(token: AccessToken) -> dict[str, object]:
    return {
        "id": token.pk,
        "prefix": token.prefix,
        "person": token.user.username,
        "name": token.name or "-",
        "agent": token.agent.agent_id if token.agent else "-",
        "scopes": ",".join(token.scopes),
        "expires_at": _moment(token.expires_at),
        "last_used_at": _moment(token.last_used_at),
        "state": _state(token),
    }


def _moment(moment: datetime | None) -> str:
    return moment.isoformat(timespec="seconds") if moment else "-"


def _state(token: AccessToken) -> str:
    if token.revoked_at:
        return "revoked"
    return "expired" if token.expires_at and token.expires_at <= timezone.now() else "works"
