"""`manage.py first_run`: the first team, its admin and a token, once; prints one JSON object."""

import json
import secrets

from django.core.management.base import BaseCommand
from django.db import transaction

from memory import people
from memory.models import AccessToken, User

TEAM, ADMIN = "Team", "admin"


class Command(BaseCommand):
    """Parse nothing, make or find the first people, print."""

    help = "Create the first team, admin and token if there are none, and print them as JSON."

    def handle(self, *args: object, **options: object) -> None:
        """Print {"created", "username", "team"} and, at the first run, "password" and "token"."""
        first = _first_people()
        if first["created"]:
            # The operator of this server sees every page of the admin site; its own role may make none.
            User.objects.using("owner").filter(username=ADMIN).update(is_superuser=True)
        print(json.dumps(first))


@transaction.atomic
def _first_people() -> dict[str, object]:
    known = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
    if known or User.objects.exists():
        return {"created": False, "username": known.username if known else ADMIN, "team": TEAM}
    team = people.add_team(TEAM)
    password = secrets.token_urlsafe(12)
    user, _ = people.add_person(ADMIN, team=team, role="admin", password=password)
    _, token = people.issue_token(user, team=team, scopes=list(AccessToken.Scope.values), name="first token")
    return {"created": True, "username": ADMIN, "team": team.slug, "password": password, "token": token}
