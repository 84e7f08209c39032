"""The cast and the ground they stand on: alice and bob share a team, mallory is in another."""

import gc
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
from django.conf import settings
from django.db import connection, connections
from django.test import Client, TransactionTestCase, override_settings
from django.utils.text import slugify
from psycopg import sql

from memory import access, audit, people
from memory.access import Actor
from memory.models import Membership, Team, User
from memory.permissions import scopes_of
from tests.live import LiveStack, new_home


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser or a client on a busy machine may take minutes, where any other test hangs after two."""
    for item in items:
        if item.get_closest_marker("e2e") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(600))


def pytest_collection_finish() -> None:
    """Keep what was imported and collected out of later garbage collections, which would walk it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_setup(django_db_blocker: object, worker_id: str) -> Iterator[None]:
    """A copy of the migrated database for each test process; the application's role works in it, as it does live."""
    name = f"cairn_{worker_id}"
    superuser = os.environ["CAIRN_TEST_SUPERUSER_URL"].replace("/cairn?", "/postgres?")
    with psycopg.connect(superuser, autocommit=True) as server:
        identifier = sql.Identifier(name)
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(identifier))
        server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE cairn OWNER cairn_owner").format(identifier))
        # A copy has none of the rights of the database itself.
        server.execute(sql.SQL("REVOKE TEMPORARY ON DATABASE {} FROM PUBLIC").format(identifier))
    for alias in ("default", "owner"):
        connections[alias].close()
        connections[alias].settings_dict["NAME"] = name
    with (
        psycopg.connect(superuser.replace("/postgres?", f"/{name}?"), autocommit=True) as server,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: server.execute(_EMPTY))
        yield
    for alias in ("default", "owner"):
        connections[alias].close()


# After a test that commits: what Django's `flush` does, but only where there are rows, because it takes milliseconds to
# truncate a table. Triggers and foreign keys are off meanwhile; the locks wait for whoever still writes.
_EMPTY = """
DO $$
DECLARE
    name regclass;
    is_filled boolean;
BEGIN
    SET LOCAL session_replication_role = replica;
    FOR name IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname = 'public'
        AND tablename NOT IN ('django_migrations', 'django_content_type', 'auth_permission')
    LOOP
        EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', name);
        EXECUTE format('SELECT EXISTS (SELECT FROM %s)', name) INTO is_filled;
        IF is_filled THEN
            EXECUTE format('DELETE FROM %s', name);
        END IF;
    END LOOP;
END
$$
"""


def _actor(username: str, team: str, role: str) -> Actor:
    """Write what `people.add_team` and `people.add_person` write (tests/people/test_cast.py), three times as fast."""
    with connection.cursor() as cursor:
        known = "SELECT cairn_team_id(%s), EXISTS (SELECT 1 FROM memory_user WHERE username = %s)"
        team_id, has_account = cursor.execute(known, [slugify(team), username]).fetchone()
        if has_account:
            return _joined(username, team, role)
        if made := team_id is None:
            cursor.execute("SELECT nextval(pg_get_serial_sequence('memory_team', 'id'))")
            team_id = cursor.fetchone()[0]
    user = User(username=username, is_staff=role in ("curator", "admin"))
    user.set_password(f"{username}-password")
    user.save()
    with access.scope(team=team_id, user=user):
        teams = Team.objects
        home = teams.create(pk=team_id, name=team, slug=slugify(team), line=0.0) if made else teams.get(pk=team_id)
        Membership.objects.create(team=home, user=user, role=role)
        audit.note("add_person", f"user:{user.pk}", team=home, role=role)
    return Actor(user, home, role, scopes_of(role))


def _joined(username: str, team: str, role: str) -> Actor:
    """Add somebody to a team as the operator does, with the team where there is none."""
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


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Hash passwords quickly: hashing one well takes longer than most tests."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


_cache_of_this_test = ""


def cache_key(key: str, prefix: str, version: int) -> str:
    """Return where the cache keeps a key: apart from those of other tests."""
    return f"{_cache_of_this_test}:{prefix}:{version}:{key}"


@pytest.fixture(scope="session", autouse=True)
def cache_by_test() -> Iterator[None]:
    """Let the cache ask for the test's own keys; new settings for each test would cost 9,000 times a millisecond."""
    default = {**settings.CACHES["default"], "KEY_FUNCTION": cache_key}
    with override_settings(CACHES={"default": default}):
        yield


@pytest.fixture(autouse=True)
def nobody_has_guessed_yet() -> None:
    """A cache of its own for each test: who guessed in one is not locked out in the next, nor beside it."""
    global _cache_of_this_test
    _cache_of_this_test = uuid.uuid4().hex


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
    with psycopg.connect(superuser, dbname=name, autocommit=True) as server:
        server.execute("VACUUM ANALYZE")
