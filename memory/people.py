"""Verbs on people: teams, persons, tokens; what an operator's commands and the team page call."""

import secrets
from datetime import datetime

from django.db import connection, transaction
from django.utils import timezone
from django.utils.text import slugify

from memory import access
from memory.errors import Conflict, Refused
from memory.models import AccessToken, Agent, AuditEvent, Membership, Team, User


def _next_team_id() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(pg_get_serial_sequence('memory_team', 'id'))")
        return int(cursor.fetchone()[0])


def _team_id(name: str) -> int | None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT cairn_team_id(%s)", [slugify(name)])
        return cursor.fetchone()[0]


def add_team(name: str) -> Team:
    """Create a team. Raises Refused for an empty name, Conflict where its slug is taken."""
    slug = slugify(name)
    if not slug:
        raise Refused("invalid", "A team needs a name with at least one letter or digit.")
    if _team_id(name) is not None:
        raise Conflict("exists", f"There is a team '{slug}' already.")
    # The id comes first: row-level security lets a team be inserted only inside its own scope.
    team_id = _next_team_id()
    with access.scope(team=team_id):
        return Team.objects.create(pk=team_id, name=name.strip(), slug=slug)


def find_team(name: str) -> Team:
    """The team with this name or slug. Raises Refused when there is none."""
    team_id = _team_id(name)
    if team_id is None:
        raise Refused("not_found", f"There is no team '{name}'; `manage.py add_team NAME` makes one.", status=404)
    with access.scope(team=team_id):
        return Team.objects.get(pk=team_id)


@transaction.atomic
def add_person(
    username: str, *, team: Team, role: str, email: str = "", password: str | None = None
) -> tuple[User, str | None]:
    """Add a person to a team, creating the account on first sight.

    Returns the user and the generated password of a new account (None for one that existed).
    Raises Refused for an unknown role.
    """
    if role not in Membership.Role.values:
        raise Refused("invalid", f"'{role}' is no role; choose one of {', '.join(Membership.Role.values)}.")
    user, made = User.objects.get_or_create(username=username, defaults={"email": email})
    if made:
        password = password or secrets.token_urlsafe(12)
        user.set_password(password)
    # Curators see the admin site; what they may do there is decided by the same verbs.
    user.is_staff = user.is_staff or role in (Membership.Role.CURATOR, Membership.Role.ADMIN)
    user.save()
    with access.scope(team=team, user=user):
        Membership.objects.update_or_create(team=team, user=user, defaults={"role": role})
    return user, password if made else None


def issue_token(
    user: User,
    *,
    team: Team,
    scopes: list[str],
    name: str = "",
    agent: str | None = None,
    expires: datetime | None = None,
) -> tuple[AccessToken, str]:
    """Issue a token and return its row and its raw value, which is never shown again.

    Raises Refused for an unknown scope, a past expiry, or a person outside the team.
    """
    unknown = sorted(set(scopes) - set(AccessToken.Scope.values))
    if unknown or not scopes:
        raise Refused(
            "invalid", f"Scopes are {', '.join(AccessToken.Scope.values)}; got {', '.join(unknown) or 'none'}."
        )
    if expires and expires <= timezone.now():
        raise Refused("invalid", "A token cannot expire in the past.")
    with access.scope(team=team, user=user):
        if not Membership.objects.filter(team=team, user=user).exists():
            raise Refused("invalid", f"{user.username} is not in team {team.slug}; `manage.py add_person` first.")
        owned = _agent(agent, user=user, team=team) if agent else None
        return _store_token(user, team=team, scopes=scopes, name=name, agent=owned, expires=expires)


def _agent(agent_id: str, *, user: User, team: Team) -> Agent:
    agent, _ = Agent.objects.get_or_create(team=team, agent_id=agent_id, defaults={"owner": user})
    if agent.owner_id != user.pk:
        raise Refused("forbidden", f"The agent '{agent_id}' belongs to somebody else.", status=403)
    return agent


def _store_token(
    user: User, *, team: Team, scopes: list[str], name: str, agent: Agent | None, expires: datetime | None
) -> tuple[AccessToken, str]:
    raw = AccessToken.new_secret()
    token = AccessToken.objects.create(
        team=team,
        user=user,
        agent=agent,
        name=name,
        scopes=sorted(set(scopes)),
        expires_at=expires,
        prefix=raw[:12],
        sha256=AccessToken.digest(raw),
    )
    AuditEvent.objects.create(team=team, verb="issue_token", subject=f"token:{token.pk}", actor=user, agent=agent)
    return token, raw


def revoke_token(token: AccessToken) -> bool:
    """Revoke at once; False when it was revoked already."""
    now = timezone.now()
    return AccessToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now) == 1
