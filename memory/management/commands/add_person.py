"""`manage.py add_person USER --team T --role R`."""

from typing import Any

from django.core.management.base import CommandParser

from memory import people
from memory.management.command import VerbCommand
from memory.models import Membership

ROLES = """roles:
  viewer   reads
  member   reads, captures, remembers and forgets
  curator  also approves, rejects and pins, and uses the admin site
  admin    also manages people and tokens"""


class Command(VerbCommand):
    """Add a person to a team."""

    help = "Add a person to a team, or change their role there. A new account gets a password, shown once."

    def add_arguments(self, parser: CommandParser) -> None:
        """Who, where, as what."""
        parser.epilog = ROLES
        parser.formatter_class = _keeping_lines(parser.formatter_class)
        parser.add_argument("user", help="the login name (an existing account is used as it is)")
        parser.add_argument("--team", required=True, help="name or slug of the team")
        parser.add_argument("--role", choices=Membership.Role.values, default=Membership.Role.MEMBER.value)
        parser.add_argument("--email", default="", help="for a new account")

    def act(self, *, user: str, team: str, role: str, email: str, **options: Any) -> None:
        """Add them, and show the password of a new account."""
        found = people.find_team(team)
        person, password = people.add_person(user, team=found, role=role, email=email)
        self.stdout.write(f"{person.username} is {role} of {found.slug}.")
        if password:
            self.stdout.write(f"Password (shown once): {password}")


def _keeping_lines(formatter: Any) -> Any:
    """The same formatter, with the epilog's own lines."""

    class Keeping(formatter):
        def _fill_text(self, text: str, width: int, indent: str) -> str:
            kept = "\n".join(indent + line for line in text.splitlines())
            return kept if "\n" in text else super()._fill_text(text, width, indent)

    return Keeping
