"""Who acts, and the wall around their team: every query of a team's rows runs inside one of these scopes."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from memory.errors import Forbidden, Refused
from memory.models import AccessToken, Agent, Block, Membership, Team, User
from memory.models.rows import from_json
from memory.permissions import PERMISSIONS, scopes_of

_READING = frozenset({AccessToken.Scope.READ.value})
# Whoever is blocked must not get around it by a new token of their own.
_LEFT_TO_THE_BLOCKED = ("search", "export")


@dataclass(frozen=True)
class Actor:
    """A person in a team, by sign-in or by token, with what they may do there."""

    user: User
    team: Team
    role: str
    scopes: frozenset[str]
    agent: Agent | None = None
    token: AccessToken | None = None
    # Switched off by a curator (knowledge/blocking.py): reads on, and changes nothing until the block is lifted.
    blocked: bool = False

    def may(self, scope: str) -> bool:
        """Whether both the role and the token allow this scope."""
        return scope in self.scopes

    def require(self, scope: str) -> None:
        """Raise Forbidden unless the actor holds `scope`."""
        if self.blocked and scope != AccessToken.Scope.READ:
            raise blocked()
        if not self.may(scope):
            raise Forbidden(f"This action needs the '{scope}' scope. Ask a team admin for a role or token that has it.")

    def authorize(self, permission: str) -> None:
        """Raise Forbidden unless the actor holds the scope of this permission (permissions.py)."""
        if self.blocked and permission not in _LEFT_TO_THE_BLOCKED:
            raise blocked()
        self.require(PERMISSIONS[permission].scope)


def blocked() -> Refused:
    """What whoever is switched off is told."""
    detail = "A curator has blocked this token, agent, session or person. Ask a curator to lift the block."
    return Refused("blocked", detail, status=403)


# Team, person, "on" for maintenance, and the scopes that may write ("*" for the server's own work).
Settings = tuple[str, str, str, str]
_NAMES = ("cairn.team", "cairn.user", "cairn.system", "cairn.scopes")
_SET = "SELECT " + ", ".join(f"set_config('{name}', %({name})s, true)" for name in _NAMES)


def _key(row: Team | User | int | None) -> str:
    key = row.pk if isinstance(row, Team | User) else row
    return str(key or "")


@contextmanager
def scope(
    *, team: Team | int | None, user: User | int | None = None, system: bool = False, may: Iterable[str] = ("*",)
) -> Iterator[None]:
    """Open a transaction in which row-level security shows this team's rows, and this person's private ones.

    `system` also shows everybody's private rows of the team; only maintenance uses it. `may` are the scopes whose
    rows can be written, by default all: what the server does by itself. The settings are local to the transaction
    (`set_config(…, true)`), so a pooled connection never carries them on; scopes nest.
    """
    outer: Settings | None = getattr(connection, "cairn_scope", None)
    with transaction.atomic():
        _set(_settings(team, user, may, system=system))
        try:
            yield
        finally:
            connection.cairn_scope = outer  # type: ignore[attr-defined]
        # Where the transaction goes on, the scope must not; where it ends here, so do its settings.
        if outer or connection.savepoint_ids:
            _set(outer or ("", "", "", ""))
            connection.cairn_scope = outer  # type: ignore[attr-defined]


def _settings(
    team: Team | int | None, user: User | int | None, may: Iterable[str], *, system: bool = False
) -> Settings:
    return _key(team), _key(user), "on" if system else "", ",".join(sorted(may))


def _set(settings: Settings) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_SET, dict(zip(_NAMES, settings, strict=True)))
    connection.cairn_scope = settings  # type: ignore[attr-defined]


@contextmanager
def acting(actor: Actor) -> Iterator[None]:
    """The scope of one actor, who writes no more than role and token allow."""
    with scope(team=actor.team, user=actor.user, may=actor.scopes):
        yield


def within(actor: Actor) -> AbstractContextManager[None]:
    """The scope that is open, else one of the actor's own: for what a caller may do between two thoughts of a model."""
    return nullcontext() if getattr(connection, "cairn_scope", None) else acting(actor)


def execute(statement: str, parameters: Mapping[str, Any], *, actor: Actor) -> None:
    """Execute one statement as the actor: in the scope that is open, undone alone if it fails, else in one of its own.

    Where no transaction is open its own takes one round trip, not six: Postgres takes statements that are sent together
    for one transaction.
    """
    if connection.in_atomic_block:
        opened = transaction.atomic() if getattr(connection, "cairn_scope", None) else acting(actor)
        with opened, connection.cursor() as cursor:
            cursor.execute(statement, parameters)
        return
    with connection.cursor() as cursor:
        _execute_alone(cursor, statement, parameters, actor)


def rows(question: str, parameters: Mapping[str, Any], *, actor: Actor) -> list[tuple[Any, ...]]:
    """What one statement answers the actor: in the scope that is open, else in one of its own, as `execute` has it."""
    if connection.in_atomic_block and not getattr(connection, "cairn_scope", None):
        with acting(actor):
            return rows(question, parameters, actor=actor)
    with connection.cursor() as cursor:
        if connection.in_atomic_block:
            cursor.execute(question, parameters)
        else:
            _execute_alone(cursor, question, parameters, actor)
            cursor.nextset()  # behind what the settings answer
        return cursor.fetchall()


def _execute_alone(cursor: CursorWrapper, statement: str, parameters: Mapping[str, Any], actor: Actor) -> None:
    settings = dict(zip(_NAMES, _settings(actor.team, actor.user, actor.scopes), strict=True))
    cursor.execute(f"{_SET}; {statement}", {**parameters, **settings})


def team_ids() -> list[int]:
    """Ids of all teams, for maintenance that visits each in its own scope."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT cairn_team_ids()")
        return [row[0] for row in cursor.fetchall()]


def actor_for_token(raw: str) -> Actor | None:
    """The actor a raw token stands for; None when it is unknown, expired, revoked or its person has left.

    One statement, for every request pays for it. The rows in the actor lack what nobody asks a request for (a
    token's digest, a password); Django loads that if somebody does.
    """
    if not raw.startswith(AccessToken.PREFIX) or not raw.isascii():
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT cairn_holder(%s)", [AccessToken.digest(raw)])
        found = cursor.fetchone()[0]
    if found is None:
        return None
    holder = json.loads(found)
    token, user, team = (
        from_json(AccessToken, holder["token"]),
        from_json(User, holder["user"]),
        from_json(Team, holder["team"]),
    )
    agent = from_json(Agent, holder["agent"]) if holder["agent"] else None
    _note_use(token)
    scopes, is_blocked = scopes_of(holder["role"], frozenset(token.scopes)), holder["blocked"]
    return Actor(user, team, holder["role"], _left(scopes, is_blocked), agent, token, is_blocked)


def why_refused(raw: str) -> str:
    """Why a raw token opens nothing: unknown, revoked, expired, or left (its person has)."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT cairn_token_state(%s)", [AccessToken.digest(raw)])
        return str(cursor.fetchone()[0])


def _note_use(token: AccessToken) -> None:
    """Keep "last used" true to the minute without a write on every request."""
    now = timezone.now()
    if token.last_used_at is None or (now - token.last_used_at).total_seconds() > 60:
        with scope(team=token.team_id, user=token.user_id):
            AccessToken.objects.filter(pk=token.pk).update(last_used_at=now)


def actor_for(user: User, *, team: Team | int | None = None) -> Actor | None:
    """The actor a person is in `team` (default: their first); None without membership or with a closed account."""
    team_id = team.pk if isinstance(team, Team) else team
    with scope(team=team_id, user=user):
        memberships = Membership.objects.select_related("team").filter(user=user).order_by("pk")
        membership = (memberships.filter(team=team_id) if team_id else memberships).first()
    if membership is None or not user.is_active:
        return None
    with scope(team=membership.team):
        is_blocked = Block.objects.filter(team=membership.team, person=user, lifted_at=None).exists()
    scopes = _left(scopes_of(membership.role), is_blocked)
    return Actor(user, membership.team, membership.role, scopes, blocked=is_blocked)


def _left(scopes: frozenset[str], is_blocked: bool) -> frozenset[str]:
    """What a block leaves of the scopes: reading, so that Postgres refuses all else too."""
    return scopes & _READING if is_blocked else scopes
