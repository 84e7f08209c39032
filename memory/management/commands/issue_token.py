"""`manage.py issue_token USER --team T --scopes …`: the raw token is the last line of the output."""

import re
from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

from memory import access, people
from memory.management.command import VerbCommand
from memory.models import AccessToken, Team, User

SCOPES = "scopes: capture (send events), read (search), write (remember, forget), curate (review), admin"


class Command(VerbCommand):
    """Issue a token."""

    help = "Create a token for a person's plugin or an agent. It is shown only once, because only its digest is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whose, where, for what, until when."""
        parser.epilog = SCOPES
        parser.add_argument("user", help="login name of a team member")
        parser.add_argument("--team", required=True, help="name or slug of the team")
        parser.add_argument(
            "--scopes",
            required=True,
            nargs="+",
            metavar="SCOPE",
            help=f"one or more of {', '.join(AccessToken.Scope.values)} (a plugin: capture read write)",
        )
        parser.add_argument("--agent", help="the agent that uses it; only this agent can forget what it remembers")
        parser.add_argument(
            "--take-name",
            action="store_true",
            help="take the agent's name over from another person, whose agent then gets the owner's name added",
        )
        parser.add_argument(
            "--expires",
            metavar="WHEN",
            help="2027-01-31, an ISO date and time, days like 90d, or never (default: CAIRN_TOKEN_DAYS)",
        )
        parser.add_argument("--name", default="", help="name of the token, shown in lists")

    def act(
        self,
        *,
        user: str,
        team: str,
        scopes: list[str],
        agent: str | None,
        expires: str | None,
        name: str,
        take_name: bool,
        **options: Any,
    ) -> None:
        """Issue it; the token alone goes to the last line of the output."""
        found, person = people.find_team(team), _person(user)
        wanted = [scope for part in scopes for scope in part.split(",") if scope]
        for_good = expires == "never"
        until = _moment(expires) if expires and not for_good else None
        token, raw = people.issue_token(
            person,
            team=found,
            scopes=wanted,
            name=name,
            agent=agent,
            expires=until,
            for_good=for_good,
            take_name=take_name,
        )
        self._explain(token, person, found)
        self.stdout.write(raw)

    def _explain(self, token: AccessToken, person: User, team: Team) -> None:
        until = f"until {token.expires_at:%Y-%m-%d %H:%M %Z}" if token.expires_at else "without expiry"
        self.note(f"For {person.username} in {team.slug}: {', '.join(token.scopes)}, {until}. Shown this once:")
        actor = access.actor_for(person, team=team)
        if actor and (idle := sorted(set(token.scopes) - actor.scopes)):
            self.note(f"The role {actor.role} does not allow {person.username} to use: {', '.join(idle)}.")


def _person(username: str) -> User:
    person = User.objects.filter(username=username).first()
    if person is None:
        raise CommandError(f"Person '{username}' does not exist. Run `manage.py add_person {username} --team …` first.")
    return person


def _moment(text: str) -> datetime:
    """When a token ends: a date means the end of that day."""
    if days := re.fullmatch(r"(\d{1,5})d", text):
        return timezone.now() + timedelta(days=int(days[1]))
    try:
        if day := parse_date(text):
            return timezone.make_aware(datetime(day.year, day.month, day.day)) + timedelta(days=1)
        moment = parse_datetime(text)
    except (ValueError, OverflowError):
        moment = None
    if moment is None:
        raise CommandError(f"'{text}' is not a date. Write 2027-01-31, 2027-01-31T12:00+01:00 or 90d.")
    return moment if moment.tzinfo else timezone.make_aware(moment)
