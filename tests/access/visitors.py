"""Who walks through the doors, what the matrix lets them do, and what they are told."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memory import access
from memory.models import AccessToken, Agent
from memory.permissions import scopes_of
from tests.access.refs import OTHER, SHARED
from tests.access.world import ROLES, Home, issue, secret

_DEVELOPER = ("capture", "read", "write")
_ALL = tuple(AccessToken.Scope.values)
# That somebody opened what they had asked for is no change of what the team knows.
_NOTES_A_READING = "UPDATE memory_recall SET fetched ="


@dataclass(frozen=True)
class Visitor:
    """Somebody at a door: a person by their role, narrowed to a token's scopes; no role means no way in."""

    name: str
    person: str = ""
    role: str = ""
    scopes: tuple[str, ...] = _ALL
    code: str = "unauthenticated"
    foreign: bool = False

    def may(self, scope: str) -> bool:
        """What the matrix says (memory/permissions.py)."""
        return bool(self.role) and scope in scopes_of(self.role, frozenset(self.scopes))


MALLORY = Visitor("admin of another team", "mallory", "admin", foreign=True)
ANONYMOUS = Visitor("anonymous")
REMOVED = Visitor("removed person", "remo", code="token_revoked")
# The author of what is private, whom nobody else may see it for.
ALICE = Visitor("author", "alice", "admin")
# By name and role only: nothing here says what a role may do.
INSIDERS = [Visitor(role, person, role) for person, role in ROLES.items() if person != "alice"]
AGENT = Visitor("agent of another owner", "bob", "member", _DEVELOPER)
READER = Visitor("admin's token for reading", "alice", "admin", ("read",))
LOCKED_OUT = [
    ANONYMOUS,
    REMOVED,
    Visitor("revoked token", "bob", code="token_revoked"),
    Visitor("expired token", "bob", code="token_expired"),
]
VISITORS = [*INSIDERS, AGENT, READER, MALLORY, *LOCKED_OUT]
HOLDERS = [visitor for visitor in [*VISITORS, ALICE] if visitor.person and not visitor.foreign]
# Those with a browser. Tokens open no page.
BROWSERS = [*INSIDERS, MALLORY, ANONYMOUS, REMOVED]

_WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE)\b|SELECT cairn_(choose_digest|save_session|end_session)\b")


@dataclass(frozen=True)
class Answer:
    """All that a visitor learns: status, headers and body; and what the database was asked for it."""

    status: int
    headers: dict[str, str]
    body: str
    asked: list[str] = field(repr=False, default_factory=list)

    @property
    def told(self) -> str:
        """Headers and body in one text."""
        return "\n".join([*(f"{name}: {value}" for name, value in self.headers.items()), self.body])

    @property
    def written(self) -> list[str]:
        """Statements that change rows."""
        wrote = [sql for sql in self.asked if _WRITES.match(sql)]
        return [sql for sql in wrote if not sql.lstrip().startswith(_NOTES_A_READING)]


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is written inside did not happen."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def captured() -> Iterator[list[str]]:
    """The statements of a block."""
    asked: list[str] = []
    connection.queries_log.clear()  # it forgets the oldest past some thousands
    with CaptureQueriesContext(connection) as queries:
        yield asked
    asked += [query["sql"] for query in queries]


def give_token(home: Home, visitor: Visitor) -> None:
    """The token that this visitor carries, in the state that makes them who they are."""
    now = timezone.now()
    more: dict[str, Any] = {
        "agent of another owner": lambda: {"agent": Agent.objects.get(agent_id=home.refs.text("agent-two"))},
        "revoked token": lambda: {"revoked_at": now},
        "expired token": lambda: {"expires_at": now - timedelta(minutes=1)},
    }.get(visitor.name, dict)
    number = 10 + [*VISITORS, ALICE].index(visitor)
    with access.scope(team=home.team):
        issue(home, number, visitor.person, name=visitor.name, scopes=visitor.scopes, **more())


def bearer(visitor: Visitor) -> dict[str, str]:
    """The header that carries a visitor's token."""
    word = (OTHER if visitor.foreign else SHARED).word
    return {"Authorization": f"Bearer {secret(word, visitor.name)}"} if visitor.person else {}


def ask_api(visitor: Visitor, method: str, path: str, **sent: Any) -> Answer:
    """One request with a visitor's token, undone afterwards."""
    return _ask(Client(headers=bearer(visitor), raise_request_exception=False), method, path, sent)


def ask_page(visitor: Visitor, cookies: dict[str, str], method: str, path: str, **sent: Any) -> Answer:
    """One request of a visitor's browser, with the cookie of its sign-in alone, undone afterwards."""
    client = Client(raise_request_exception=False)
    if visitor.name in cookies:
        client.cookies[settings.SESSION_COOKIE_NAME] = cookies[visitor.name]
    return _ask(client, method, path, sent)


def sign_in(home: Home, visitor: Visitor) -> str:
    """The session of somebody's browser."""
    client = Client()
    client.force_login(home.people[visitor.person])
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def _ask(client: Client, method: str, path: str, sent: dict[str, Any]) -> Answer:
    with undone(), captured() as asked:
        response = client.generic(method, path, **sent)
        body = b"".join(response.streaming_content) if response.streaming else response.content
    headers = {name: value for name, value in response.headers.items() if name != "Content-Length"}
    for name, morsel in response.cookies.items():
        headers[f"Set-Cookie {name}"] = morsel.value
    return Answer(response.status_code, headers, body.decode("utf-8", "replace"), asked)
