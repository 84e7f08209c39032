"""A row of the audit log that is changed, taken out or cut off shows; many writers at once leave no gap."""

import os
import threading
from collections.abc import Callable

import psycopg
import pytest
from django.db import DatabaseError, connection, connections

from memory import access, audit
from memory.access import Actor
from memory.audit.chain import Break, verify
from memory.errors import Forbidden
from memory.models import AccessToken, AuditEvent

pytestmark = pytest.mark.django_db(transaction=True)

WRITERS, DEEDS = 8, 125


def _log(actor: Actor, count: int) -> None:
    for number in range(count):
        with access.acting(actor):
            audit.record("count", f"number:{number}", actor=actor, number=number)


def _chain(actor: Actor):  # type: ignore[no-untyped-def]
    with access.acting(actor):
        return verify(actor=actor)


def _tamper(statement: str) -> None:
    """As somebody who may do anything in Postgres, past every trigger."""
    url = os.environ["CAIRN_TEST_SUPERUSER_URL"].replace("/cairn?", f"/{connection.settings_dict['NAME']}?")
    with psycopg.connect(url, autocommit=True) as superuser:
        superuser.execute("SET session_replication_role = replica")
        superuser.execute(statement)


def test_an_untouched_log_is_whole_and_each_team_has_its_own(alice: Actor, mallory: Actor) -> None:
    _log(alice, 3)
    _log(mallory, 2)
    start = _chain(mallory).events
    _log(alice, 2)
    assert _chain(mallory).events == start
    assert _chain(alice).broken is None
    assert len(_chain(alice).head) == 64


def test_what_a_transaction_wrote_itself_counts_already(alice: Actor) -> None:
    before = _chain(alice).events
    with access.acting(alice):
        audit.record("count", "number:1", actor=alice)
        assert verify(actor=alice).events == before + 1
        audit.record("count", "number:2", actor=alice)
    assert _chain(alice).events == before + 2


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("DELETE FROM memory_auditevent WHERE detail->>'number' = '1'", "is missing"),
        ("UPDATE memory_auditevent SET verb = 'else' WHERE detail->>'number' = '1'", "is not what was written"),
        ("UPDATE memory_auditevent SET actor_key = 0 WHERE detail->>'number' = '1'", "is not what was written"),
        ("UPDATE memory_auditevent SET at = at + interval '1 s' WHERE detail->>'number' = '1'", "is not what was"),
        ("DELETE FROM memory_auditevent WHERE detail->>'number' = '4'", "the end is cut off"),
    ],
)
def test_a_row_that_is_changed_or_taken_out_shows(statement: str, expected: str, alice: Actor) -> None:
    before = _chain(alice).events
    _log(alice, 5)
    _tamper(statement)
    broken = _chain(alice).broken
    assert isinstance(broken, Break)
    assert broken.sequence == before + (5 if "end" in expected else 2)
    assert expected in broken.detail


@pytest.mark.parametrize("column", ["actor_id", "agent_id", "token_id"])
def test_a_deed_that_is_shown_as_anothers_shows(
    column: str, alice: Actor, bob: Actor, token_of: Callable[..., str]
) -> None:
    token_of(bob, agent="bot")
    before = _chain(alice).events
    _log(alice, 3)
    with access.acting(bob):
        token = AccessToken.objects.get(user=bob.user)
        other = {"actor_id": bob.user.pk, "agent_id": token.agent_id, "token_id": token.pk}[column]
    _tamper(f"UPDATE memory_auditevent SET {column} = {other} WHERE detail->>'number' = '1'")
    broken = _chain(alice).broken
    assert isinstance(broken, Break)
    assert (broken.sequence, "shows another person" in broken.detail) == (before + 2, True)


def test_a_deed_that_is_shown_as_nobodys_shows(alice: Actor) -> None:
    before = _chain(alice).events
    _log(alice, 3)
    _tamper("UPDATE memory_auditevent SET actor_id = NULL WHERE detail->>'number' = '1'")
    assert _chain(alice).broken == Break(
        before + 2, f"event {before + 2} shows another person, agent or token than was written"
    )


def test_rows_of_before_agents_were_chained_stay_whole(alice: Actor, bob: Actor, token_of: Callable[..., str]) -> None:
    token_of(bob, agent="bot")
    _log(alice, 1)
    # As the log of before is: the agent is shown, and neither kept nor in the hash.
    _tamper(
        "UPDATE memory_auditevent SET agent_key = NULL, token_key = NULL,"
        " agent_id = (SELECT max(id) FROM memory_agent);"
        "DO $$ DECLARE e memory_auditevent; said text := ''; BEGIN"
        f" FOR e IN SELECT * FROM memory_auditevent WHERE team_id = {alice.team.pk} ORDER BY sequence LOOP"
        "  said := cairn_audit_hash(said, e); UPDATE memory_auditevent SET hash = said WHERE id = e.id; END LOOP;"
        f" UPDATE memory_audithead SET hash = said WHERE team_id = {alice.team.pk}; END $$"
    )
    _log(alice, 1)
    assert _chain(alice).broken is None


def test_a_row_that_was_written_past_the_trigger_shows(alice: Actor) -> None:
    _log(alice, 1)
    _tamper(
        "INSERT INTO memory_auditevent (team_id, verb, subject, detail, at, hash)"
        f" VALUES ({alice.team.pk}, 'forged', '', '{{}}', now(), '')"
    )
    assert "past the chain" in _chain(alice).broken.detail


def test_the_server_itself_can_neither_change_nor_delete_a_row(alice: Actor, bob: Actor) -> None:
    _log(alice, 1)
    for forbidden in (
        "UPDATE memory_auditevent SET verb = 'else'",
        "UPDATE memory_auditevent SET hash = ''",
        f"UPDATE memory_auditevent SET actor_id = {bob.user.pk}",
        "DELETE FROM memory_auditevent",
        "UPDATE memory_audithead SET sequence = 0",
    ):
        with pytest.raises(DatabaseError), access.acting(alice), connection.cursor() as cursor:
            cursor.execute(forbidden)
    assert _chain(alice).broken is None


def test_a_member_verifies_nothing(bob: Actor) -> None:
    with pytest.raises(Forbidden):
        _chain(bob)


def test_a_thousand_deeds_from_eight_connections_make_one_chain(alice: Actor, bob: Actor) -> None:
    before = _chain(alice).events
    failures: list[Exception] = []

    def work(actor: Actor) -> None:
        try:
            _log(actor, DEEDS)
        except Exception as error:
            failures.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work, args=((alice, bob)[number % 2],)) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    chain = _chain(alice)
    assert (chain.events - before, chain.broken) == (WRITERS * DEEDS, None)
    with access.acting(alice):
        assert AuditEvent.objects.filter(verb="count", sequence=None).count() == 0
