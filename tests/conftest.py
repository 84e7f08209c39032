"""The cast and the ground they stand on: alice and bob share a team, mallory is in another."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import connections
from django.test import Client
from psycopg import sql

from memory import access, people
from memory.access import Actor
from memory.models import Team
from tests.live import LiveStack, new_home


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser or a client on a busy machine may take minutes, where any other test hangs after two."""
    for item in items:
        if item.get_closest_marker("e2e") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(600))


@pytest.fixture(scope="session")
def django_db_setup(django_db_blocker: object, worker_id: str) -> Iterator[None]:
    """A copy of the migrated database for each test process; the application's role works in it, as it does live."""
    name = f"cairn_{worker_id}"
    superuser = os.environ["CAIRN_TEST_SUPERUSER_URL"].replace("/cairn?", "/postgres?")
    with psycopg.connect(superuser, autocommit=True) as connection:
        identifier = sql.Identifier(name)
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(identifier))
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE cairn OWNER cairn_owner").format(identifier))
        # A copy has none of the rights of the database itself.
        connection.execute(sql.SQL("REVOKE TEMPORARY ON DATABASE {} FROM PUBLIC").format(identifier))
    with psycopg.connect(superuser.replace("/postgres?", f"/{name}?"), autocommit=True) as connection:
        # Tests that commit are cleaned up by TRUNCATE, which the server itself may not do.
        connection.execute("GRANT TRUNCATE ON ALL TABLES IN SCHEMA public TO cairn_app")
    for alias in ("default", "owner"):
        connections[alias].close()
        connections[alias].settings_dict["NAME"] = name
    yield
    for alias in ("default", "owner"):
        connections[alias].close()


def _actor(username: str, team: str, role: str) -> Actor:
    try:
        home = people.find_team(team)
    except people.Refused:
        home = _believing(people.add_team(team))
    user, _ = people.add_person(username, team=home, role=role, password=f"{username}-password")
    actor = access.actor_for(user, team=home)
    assert actor
    return actor


def _believing(team: Team) -> Team:
    """The cast's teams believe whatever is captured: most tests are about what becomes of it then.

    Tests of who may be believed set a line (`set_policy`), as teams do.
    """
    with access.scope(team=team):
        Team.objects.filter(pk=team.pk).update(line=0.0)
    return team


@pytest.fixture(autouse=True)
def quick_passwords(settings: object) -> None:
    """Hashing a password well takes longer than most tests."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def nobody_has_guessed_yet(settings: object) -> None:
    """A cache of its own for each test: who guessed in one is not locked out in the next, nor beside it."""
    default = settings.CACHES["default"]  # type: ignore[attr-defined]
    settings.CACHES = {"default": {**default, "KEY_PREFIX": uuid.uuid4().hex}}  # type: ignore[attr-defined]


@pytest.fixture
def alice(db: None) -> Actor:
    """An admin of team acme."""
    return _actor("alice", "acme", "admin")


@pytest.fixture
def bob(db: None) -> Actor:
    """A member of team acme."""
    return _actor("bob", "acme", "member")


@pytest.fixture
def vera(db: None) -> Actor:
    """A viewer of team acme."""
    return _actor("vera", "acme", "viewer")


@pytest.fixture
def mallory(db: None) -> Actor:
    """An admin of another team, to whom acme must not even exist."""
    return _actor("mallory", "other", "admin")


@pytest.fixture
def token_of() -> Callable[..., str]:
    """A raw token of an actor, with all scopes of the contract unless told otherwise."""

    def issue(actor: Actor, *scopes: str, agent: str | None = None) -> str:
        wanted = list(scopes) or ["capture", "read", "write", "curate", "admin"]
        return people.issue_token(actor.user, team=actor.team, scopes=wanted, agent=agent)[1]

    return issue


@pytest.fixture
def api_of(token_of: Callable[..., str]) -> Callable[..., Client]:
    """An HTTP client that carries an actor's bearer token."""

    def client(actor: Actor, *scopes: str, agent: str | None = None) -> Client:
        return Client(headers={"Authorization": f"Bearer {token_of(actor, *scopes, agent=agent)}"})

    return client


@pytest.fixture
def client_of() -> Callable[[Actor], Client]:
    """A browser-like client that is signed in as an actor."""

    def client(actor: Actor) -> Client:
        browser = Client()
        browser.force_login(actor.user)
        return browser

    return client


@pytest.fixture(scope="session")
def live_stack() -> Iterator[LiveStack]:
    """A running server with the cast in it; `stop()` and `start()` are for tests of the way back."""
    home = new_home()
    stack = LiveStack(home)
    try:
        stack.start()
        stack.populate()
        yield stack
    finally:
        stack.stop()
        shutil.rmtree(home.parent, ignore_errors=True)


@pytest.fixture(scope="session")
def embedder_socket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The real embedder process, shared by the tests of one test process; its exported model stays in build/."""
    socket_path = Path(tempfile.mkdtemp(prefix="cairn-emb-")) / "embedder.sock"
    home = Path(__file__).resolve().parent.parent / "build" / "embedder"
    environment = {**os.environ, "CAIRN_HOME": str(home), "CAIRN_EMBEDDER_SOCKET": str(socket_path)}
    process = subprocess.Popen([sys.executable, "-m", "worker.embedder"], env=environment)
    try:
        deadline = time.monotonic() + 60
        while not socket_path.exists():
            assert process.poll() is None and time.monotonic() < deadline, "the embedder did not start"
            time.sleep(0.05)
        yield str(socket_path)
    finally:
        process.terminate()
        process.wait(10)
        shutil.rmtree(socket_path.parent, ignore_errors=True)


@pytest.fixture
def real_embedder(embedder_socket: str, settings: object) -> None:
    """Use all-MiniLM-L6-v2 instead of the hash twin."""
    settings.CAIRN_EMBEDDER = "local"  # type: ignore[attr-defined]
    settings.CAIRN_EMBEDDER_SOCKET = embedder_socket  # type: ignore[attr-defined]


@pytest.fixture
def vacuumed(db: None) -> None:
    """Tables without the rows that earlier tests rolled back, and a planner that knows it.

    Autovacuum may have looked while only those were there: for a table of many pages without a row Postgres plans as
    for one row, and a thousand searches take three minutes.
    """
    superuser, name = os.environ["CAIRN_TEST_SUPERUSER_URL"], connections["default"].settings_dict["NAME"]
    with psycopg.connect(superuser, dbname=name, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")
