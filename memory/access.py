"""Actors and database scopes: every query of a team's rows runs inside one of these scopes."""

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
    """A person in a team, signed in or with a token, and their rights there."""

    user: User
    team: Team
    role: str
    scopes: frozenset[str]
    agent: Agent | None = None
    token: AccessToken | None = None
    # Switched off by a curator (knowledge/blocking.py): reads on, and changes nothing until the block is lifted.
    blocked: bool = False

    def may(self, scope: str) -> bool:
        """Return whether both the role and the token allow this scope."""
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
    """Return the error for a blocked token, agent, session or person."""
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
    """Open the scope of one actor, who can write only what role and token allow."""
    with scope(team=actor.team, user=actor.user, may=actor.scopes):
        yield


def within(actor: Actor) -> AbstractContextManager[None]:
    """Use the open scope, or open one for the actor. For work between two calls of a model."""
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
    """Return the ids of all teams, for maintenance that visits each in its own scope."""
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
    """Return why a raw token is invalid: `unknown`, `revoked`, `expired`, or `left` (its owner left the team)."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT cairn_token_state(%s)", [AccessToken.digest(raw)])
        return str(cursor.fetchone()[0])


def _note_use(token: AccessToken) -> None:
    """Update "last used" at most once a minute instead of on every request."""
    now = timezone.now()
    if token.last_used_at is None or (now - token.last_used_at).total_seconds() > 60:
        with scope(team=token.team_id, user=token.user_id):
            AccessToken.objects.filter(pk=token.pk).update(last_used_at=now)


def actor_for(user: User, *, team: Team | int | None = None) -> Actor | None:
    """Return the person's actor in `team` (default: their first); None if not a member or the account is closed."""
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
