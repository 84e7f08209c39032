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


# Team, person, "on" for maintenance, and the digest of a token that is being looked up.
Settings = tuple[str, str, str, str]


def _key(row: Team | User | int | None) -> str:
    key = row.pk if isinstance(row, Team | User) else row
    return str(key or "")


@contextmanager
def scope(
    *, team: Team | int | None, user: User | int | None = None, system: bool = False, token: str = ""
) -> Iterator[None]:
    """Open a transaction in which row-level security shows this team's rows, and this person's private ones.

    `system` also shows everybody's private rows of the team; only maintenance uses it. The settings are
    local to the transaction (`set_config(…, true)`), so a pooled connection never carries them on; scopes nest.
    """
    outer: Settings | None = getattr(connection, "cairn_scope", None)
    with transaction.atomic():
        _set((_key(team), _key(user), "on" if system else "", token))
        try:
            yield
        finally:
            connection.cairn_scope = outer  # type: ignore[attr-defined]
        # Where the transaction goes on, the scope must not; where it ends here, so do its settings.
        if outer or connection.savepoint_ids:
            _set(outer or ("", "", "", ""))
            connection.cairn_scope = outer  # type: ignore[attr-defined]


def _set(settings: Settings) -> None:
    names = ("cairn.team", "cairn.user", "cairn.system", "cairn.token")
    with connection.cursor() as cursor:
        pairs = ", ".join(["set_config(%s, %s, true)"] * len(names))
        cursor.execute(f"SELECT {pairs}", [part for pair in zip(names, settings, strict=True) for part in pair])
    connection.cairn_scope = settings  # type: ignore[attr-defined]


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
        held = AccessToken.objects.usable(now).filter(sha256=digest).values_list("pk", "team_id", "user_id").first()
        if held is None:
            return None
        pk, team_id, user_id = held
        with scope(team=team_id, user=user_id):
            token = AccessToken.objects.select_related("team", "user", "agent").get(pk=pk)
            actor = _actor(token.user, token.team, token)
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
        return _actor(user, team_id, token)


def _actor(user: User, team: Team | int | None, token: AccessToken | None) -> Actor | None:
    memberships = Membership.objects.select_related("team").filter(user=user).order_by("pk")
    membership = (memberships.filter(team=team) if team else memberships).first()
    if membership is None or not user.is_active:
        return None
    allowed = _ROLE_SCOPES[Membership.Role(membership.role)]
    held = allowed & set(token.scopes) if token else allowed
    agent = token.agent if token else None
    return Actor(user, membership.team, membership.role, frozenset(held), agent, token)
