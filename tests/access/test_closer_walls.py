"""What the server's role cannot do by SQL, whatever the code forgets: deeds of others, tokens, links, accounts."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.models import (
    AccessToken,
    Agent,
    Assignment,
    Comment,
    Contradiction,
    Delivery,
    Evidence,
    Feedback,
    Memory,
    MemoryProject,
    Supersession,
    Webhook,
)
from memory.people.session_store import SessionStore
from tests.web.conftest import project_named, session_of, store


def _run(actor: Actor, statement: str, *parameters: Any, may: tuple[str, ...] | None = None) -> int:
    """Run one statement as the server's role in the actor's scope; how many rows it touched."""
    with (
        access.scope(team=actor.team, user=actor.user, may=actor.scopes if may is None else may),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement, parameters)
        return cursor.rowcount


def _refused(actor: Actor, statement: str, *parameters: Any, may: tuple[str, ...] | None = None) -> bool:
    """Whether Postgres refuses it."""
    try:
        _run(actor, statement, *parameters, may=may)
    except DatabaseError as error:
        return "row-level security" in str(error) or "permission denied" in str(error)
    return False


_DEED = """INSERT INTO memory_auditevent (team_id, verb, subject, actor_id, detail, at, hash)
           VALUES (%s, 'pin', 'memory:1', %s, '{}', now(), '')"""


def test_nobody_writes_down_a_deed_of_somebody_else(alice: Actor, bob: Actor) -> None:
    assert _run(bob, _DEED, bob.team.pk, bob.user.pk) == 1
    assert _refused(bob, _DEED, bob.team.pk, alice.user.pk)


@pytest.mark.parametrize("column", ["actor_id", "agent_id", "token_id", "detail", "actor_key", "hash"])
def test_no_column_of_the_audit_log_is_updated_by_the_server(column: str, alice: Actor) -> None:
    with access.acting(alice):
        Agent.objects.create(team=alice.team, agent_id="bot", owner=alice.user)
    for may in (("*",), None):
        assert _refused(alice, f"UPDATE memory_auditevent SET {column} = {column}", may=may)
    assert _refused(alice, "DELETE FROM memory_auditevent", may=("*",))


_TOKEN = """INSERT INTO memory_accesstoken (team_id, user_id, name, prefix, sha256, scopes, created_at)
            VALUES (%s, %s, 'own', 'cairn_', %s, %s, now())"""


def test_a_token_may_no_more_than_who_adds_it(alice: Actor, vera: Actor) -> None:
    own = (vera.team.pk, vera.user.pk)
    assert _run(vera, _TOKEN, *own, "a" * 64, ["read"]) == 1
    for scopes in (["admin"], ["read", "admin"], ["capture", "read"]):
        assert _refused(vera, _TOKEN, *own, "b" * 64, scopes)
    assert _refused(vera, _TOKEN, alice.team.pk, alice.user.pk, "c" * 64, ["read"])
    # An admin's own reading token adds no more than it may.
    assert _refused(alice, _TOKEN, alice.team.pk, alice.user.pk, "d" * 64, ["admin"], may=("read",))
    assert _run(alice, _TOKEN, alice.team.pk, alice.user.pk, "e" * 64, ["admin"]) == 1


def test_a_token_is_never_widened_given_away_or_brought_back(
    alice: Actor, vera: Actor, token_of: Callable[..., str]
) -> None:
    token_of(vera, "read")
    for change in ("scopes = '{admin}'", f"user_id = {alice.user.pk}", "sha256 = repeat('a', 64)", "agent_id = NULL"):
        assert _refused(vera, f"UPDATE memory_accesstoken SET {change}")
    assert _run(vera, "UPDATE memory_accesstoken SET revoked_at = now() WHERE user_id = %s", vera.user.pk) == 1
    assert _refused(vera, "UPDATE memory_accesstoken SET revoked_at = NULL WHERE user_id = %s", vera.user.pk)
    with access.acting(vera):
        assert AccessToken.objects.get(user=vera.user).revoked_at


def _made(actor: Actor, row: Model) -> bool:
    """Whether Postgres lets the server's role insert this row in the actor's scope."""
    try:
        with access.acting(actor):
            # Without RETURNING, which asks the policy for reading as well.
            type(row)._base_manager.bulk_create([row], ignore_conflicts=True)
    except DatabaseError as error:
        assert "row-level security" in str(error), error
        return False
    return True


# A row of each kind that hangs on memories: of the first one, or of both.
_LINKS: dict[str, Callable[[Actor, Memory, Memory], Model]] = {
    "project": lambda me, a, b: MemoryProject(team=me.team, memory=a, project=project_named(me, "acme/checkout-2")),
    "supersession": lambda me, a, b: Supersession(team=me.team, older=a, newer=b),
    "contradiction": lambda me, a, b: Contradiction(team=me.team, older=a, newer=b, kind="number", confidence=0.9),
    "evidence": lambda me, a, b: Evidence(team=me.team, memory=a, source="user", at=timezone.now()),
    "feedback": lambda me, a, b: Feedback(team=me.team, memory=a, author=me.user, verdict="wrong"),
    "comment": lambda me, a, b: Comment(team=me.team, memory=a, author=me.user, content="Is that so?"),
    "assignment": lambda me, a, b: Assignment(team=me.team, memory=a, assignee=me.user, assigned_by=me.user),
    "delivery": lambda me, a, b: Delivery(team=me.team, memory=a, webhook=_hook(me), event="memory.learned"),
}


def _hook(actor: Actor) -> Webhook:
    with access.acting(actor):
        return Webhook.objects.create(team=actor.team, url="https://hooks.example/x", secret="s", events=[])


@pytest.mark.parametrize("link", _LINKS)
@pytest.mark.parametrize("hidden", ["private", "foreign"])
def test_nothing_is_linked_with_what_one_does_not_see(
    link: str, hidden: str, alice: Actor, bob: Actor, mallory: Actor
) -> None:
    owner, visibility = (bob, "private") if hidden == "private" else (mallory, "team")
    there = store(owner, "The gateway waits nine seconds.", visibility=visibility)
    mine = [store(alice, fact) for fact in ("Checkout retries three times.", "Releases go out on Tuesdays.")]
    with access.acting(alice):
        project_named(alice, "acme/checkout-2")
        rows = [_LINKS[link](alice, *pair) for pair in ((there, mine[0]), (mine[0], mine[1]))]
    assert [_made(alice, row) for row in rows] == [False, True]


def test_a_link_is_not_moved_to_what_one_does_not_see(alice: Actor, bob: Actor) -> None:
    there = store(bob, "The gateway waits nine seconds.", visibility="private")
    mine = store(alice, "Checkout retries three times.", session="Retry policy")
    for table in ("memory_memoryproject", "memory_evidence"):
        assert _refused(alice, f"UPDATE {table} SET memory_id = %s WHERE memory_id = %s", there.pk, mine.pk)


def test_projects_sessions_and_hooks_of_another_team_are_linked_with_nothing(alice: Actor, mallory: Actor) -> None:
    memory = store(alice, "Checkout retries three times.")
    with access.acting(mallory):
        project, session = project_named(mallory, "other/mill"), session_of(mallory)
    for row in (
        MemoryProject(team=alice.team, memory=memory, project=project),
        Evidence(team=alice.team, memory=memory, session=session, source="user", at=timezone.now()),
        Delivery(team=alice.team, memory=memory, webhook=_hook(mallory), event="memory.learned"),
    ):
        assert not _made(alice, row)


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT password FROM memory_user",
        "SELECT * FROM memory_user",
        "SELECT to_jsonb(u) FROM memory_user u",
        "SELECT id FROM memory_user WHERE password ~ '^pbkdf2'",
        "SELECT id FROM memory_user ORDER BY password",
        "UPDATE memory_user SET password = ''",
        "UPDATE memory_user SET username = 'x' WHERE password > ''",
        "INSERT INTO memory_user (username, password) VALUES ('x', '')",
        "SELECT session_key FROM django_session",
        "SELECT count(*) FROM django_session",
        "INSERT INTO django_session VALUES ('a', 'b', now())",
        "UPDATE django_session SET expire_date = now()",
        "DELETE FROM django_session",
    ],
)
def test_hashes_and_sign_ins_are_listed_changed_and_searched_by_nobody(statement: str, alice: Actor) -> None:
    for may in (("*",), None):
        assert _refused(alice, statement, may=may)


def test_what_signs_in_is_not_among_what_erasure_reads(alice: Actor, client_of: Callable[[Actor], Client]) -> None:
    key = client_of(alice).session.session_key
    for system, expected in ((False, 0), (True, 1)):
        with access.scope(team=alice.team, system=system), connection.cursor() as cursor:
            cursor.execute("SELECT digest, data FROM cairn_sessions()")
            found = cursor.fetchall()
        assert len(found) == expected
        assert key not in str(found)
    with access.scope(team=alice.team), connection.cursor() as cursor:
        cursor.execute("SELECT cairn_end_sessions(%s)", [[hashlib.sha256(str(key).encode()).hexdigest()]])
    assert SessionStore(key).exists(str(key)), "only erasure ends the sign-ins of others"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE memory_user SET is_superuser = true",
        "INSERT INTO memory_user (username, is_superuser, is_staff, is_active, first_name, last_name, email,"
        " date_joined) VALUES ('eve', true, false, true, '', '', '', now())",
        "DELETE FROM django_migrations",
        "INSERT INTO auth_group (name) VALUES ('everybody')",
        "INSERT INTO memory_user_user_permissions (user_id, permission_id) SELECT id, 1 FROM memory_user",
    ],
)
def test_the_servers_role_makes_no_operators_and_no_permissions(statement: str, alice: Actor) -> None:
    assert _refused(alice, statement)
