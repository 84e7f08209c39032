"""The cast and the ground they stand on: alice and bob share a team, mallory is in another."""

import os
from collections.abc import Callable, Iterator

import psycopg
import pytest
from django.db import connections
from django.test import Client
from psycopg import sql

from memory import access, people
from memory.access import Actor


@pytest.fixture(scope="session")
def django_db_setup(django_db_blocker: object, worker_id: str) -> Iterator[None]:
    """A copy of the migrated database for each test process; the application's role works in it, as it does live."""
    name = f"cairn_{worker_id}"
    superuser = os.environ["CAIRN_TEST_SUPERUSER_URL"].replace("/cairn?", "/postgres?")
    with psycopg.connect(superuser, autocommit=True) as connection:
        identifier = sql.Identifier(name)
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(identifier))
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE cairn OWNER cairn_owner").format(identifier))
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
        home = people.add_team(team)
    user, _ = people.add_person(username, team=home, role=role, password=f"{username}-password")
    actor = access.actor_for(user, team=home)
    assert actor
    return actor


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
