"""Who acts, and the wall around their team: every query of a team's rows runs inside one of these scopes."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection, transaction
from django.utils import timezone

from memory.errors import Forbidden
from memory.models import AccessToken, Agent, Membership, Team, User

_ROLE_SCOPES = {
    Membership.Role.VIEWER: {"read"},
    Membership.Role.MEMBER: {"read", "capture", "write"},
    Membership.Role.CURATOR: {"read", "capture", "write", "curate"},
    Membership.Role.ADMIN: {"read", "capture", "write", "curate", "admin"},
}


@dataclass(frozen=True)
class Actor:
    """A person in a team, by sign-in or by token, with what they may do there."""

    user: User
    team: Team
    role: str
    scopes: frozenset[str]
    agent: Agent | None = None
    token: AccessToken | None = None

    def may(self, scope: str) -> bool:
        """Whether both the role and the token allow this scope."""
        return scope in self.scopes

    def require(self, scope: str) -> None:
        """Raise Forbidden unless the actor holds `scope`."""
        if not self.may(scope):
            raise Forbidden(f"This needs the '{scope}' scope; ask a team admin for a role or token that has it.")


def _key(row: Team | User | int | None) -> str:
    key = row.pk if isinstance(row, Team | User) else row
    return str(key or "")


@contextmanager
def scope(
    *, team: Team | int | None, user: User | int | None = None, system: bool = False, token: str = ""
) -> Iterator[None]:
    """Open a transaction in which row-level security shows this team's rows, and this person's private ones.

    `system` also shows everybody's private rows of the team; only maintenance uses it. The settings are
    local to the transaction (`set_config(…, true)`), so a pooled connection never carries them on.
    """
    wanted = [_key(team), _key(user), "on" if system else "", token]
    with transaction.atomic():
        before = _exchange(wanted)
        yield
        _exchange(before)


def _exchange(wanted: list[str]) -> list[str]:
    """Set the four settings and return what they were, so that scopes nest."""
    names = ["cairn.team", "cairn.user", "cairn.system", "cairn.token"]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(f'current_setting({name!r}, true)' for name in names)}")
        before = [value or "" for value in cursor.fetchone()]
        pairs = ", ".join(["set_config(%s, %s, true)"] * len(names))
        cursor.execute(f"SELECT {pairs}", [part for pair in zip(names, wanted, strict=True) for part in pair])
    return before


@contextmanager
def acting(actor: Actor) -> Iterator[None]:
    """The scope of one actor."""
    with scope(team=actor.team, user=actor.user):
        yield


def team_ids() -> list[int]:
    """Ids of all teams, for maintenance that visits each in its own scope."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT cairn_team_ids()")
        return [row[0] for row in cursor.fetchall()]


def actor_for_token(raw: str) -> Actor | None:
    """The actor a raw token stands for; None when it is unknown, expired, revoked or its person has left."""
    if not raw.startswith(AccessToken.PREFIX) or not raw.isascii():
        return None
    digest = AccessToken.digest(raw)
    now = timezone.now()
    with scope(team=None, token=digest):
        token = AccessToken.objects.usable(now).filter(sha256=digest).first()
    if token is None:
        return None
    with scope(team=token.team_id, user=token.user_id):
        token = AccessToken.objects.select_related("team", "user", "agent").get(pk=token.pk)
        actor = actor_for(token.user, team=token.team, token=token)
        _note_use(token, now)
    return actor


def _note_use(token: AccessToken, now: object) -> None:
    """Keep "last used" true to the minute without a write on every request."""
    if token.last_used_at is None or (timezone.now() - token.last_used_at).total_seconds() > 60:
        AccessToken.objects.filter(pk=token.pk).update(last_used_at=now)


def actor_for(user: User, *, team: Team | int | None = None, token: AccessToken | None = None) -> Actor | None:
    """The actor a person is in `team` (default: their first), narrowed by a token's scopes.

    None without a membership there, and for a deactivated account.
    """
    team_id = team.pk if isinstance(team, Team) else team
    with scope(team=team_id, user=user):
        memberships = Membership.objects.select_related("team").filter(user=user).order_by("pk")
        membership = memberships.filter(team_id=team_id).first() if team_id else memberships.first()
    if membership is None or not user.is_active:
        return None
    allowed = _ROLE_SCOPES[Membership.Role(membership.role)]
    held = allowed & set(token.scopes) if token else allowed
    agent = token.agent if token else None
    return Actor(user, membership.team, membership.role, frozenset(held), agent, token)
