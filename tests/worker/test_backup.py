"""Backing up and restoring through `manage.py`, on real databases: every row comes back, or a clear refusal."""

import gzip
import hashlib
import json
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import connection
from psycopg import sql

from memory import access
from memory.access import Actor
from memory.distill.embedding import embed_backlog
from memory.knowledge.lifecycle import forget
from memory.knowledge.remember import remember
from memory.models import Memory
from tests.talks import CACHE, HEALTH, METRICS, talk
from tests.worker.backups import backed_up, empty_database, manage, url_of, urls_of
from worker.stack.postgres import embedded_postgres

PASSPHRASE = "correct horse battery staple"
FACTS = (
    "The checkout service caches orders in Valkey for five minutes.",
    "We decided to retry payments three times with exponential backoff.",
    "Deployments to production run on Tuesdays, after the smoke tests.",
)
_SEARCH = """
from memory import access, people
from memory.models import User
from memory.recall.search import search_memories
team = people.find_team("acme")
actor = access.actor_for(User.objects.get(username="alice"), team=team)
for question in ("Where are orders cached?", "How often do we retry payments?", "When do we deploy?"):
    with access.acting(actor):
        page = search_memories(question, actor=actor, limit=5)
    print(question, page.known, [str(hit.memory.uuid) for hit in page.hits])
"""
_SAVE = """
from memory import access, people
from memory.knowledge.remember import remember
from memory.models import User
actor = access.actor_for(User.objects.get(username="alice"), team=people.find_team("acme"))
with access.acting(actor):
    remember("The restored server listens on port 8787.", actor=actor)
"""


@pytest.fixture
def filled(alice: Actor, bob: Actor, mallory: Actor) -> None:
    """Two teams with facts, a private one, a replaced and a forgotten one, conversations and vectors."""
    talk(alice, HEALTH, CACHE, METRICS)
    for actor in (alice, mallory):
        with access.acting(actor):
            first, *_, last = [remember(fact, actor=actor) for fact in FACTS]
            remember("Orders are cached in Valkey for ten minutes.", actor=actor, supersedes=str(first.uuid))
            remember(
                "The Redis of this laptop listens on port 6380.", actor=actor, visibility=Memory.Visibility.PRIVATE
            )
            if actor is mallory:
                forget(str(last.uuid), actor=actor)
    assert embed_backlog().done


def _rows(superuser_url: str) -> dict[str, tuple[int, str]]:
    """The number of rows of every table, and a hash over all of them, as the superuser, whom nothing is hidden from."""
    with psycopg.connect(superuser_url) as superuser:
        tables = superuser.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        question = (
            "SELECT count(*), md5(coalesce(string_agg(row::text, chr(10) ORDER BY row::text), '')) FROM {} AS row"
        )
        found = {}
        for (table,) in tables:
            row = superuser.execute(sql.SQL(question).format(sql.Identifier(table))).fetchone()
            assert row
            found[table] = row
        return found


def _next_values(superuser_url: str) -> dict[str, int | None]:
    with psycopg.connect(superuser_url) as superuser:
        return dict(superuser.execute("SELECT sequencename, last_value FROM pg_sequences").fetchall())


def _answers(**environment: str) -> str:
    done = manage("shell", "--no-imports", "-c", _SEARCH, **environment)
    assert done.returncode == 0, done.stderr
    assert "True [" in done.stdout
    return done.stdout


def _fact(number: int) -> str:
    return f"Service number {number} listens on port {9000 + number}."


@contextmanager
def _writing(actor: Actor) -> Iterator[list[int]]:
    """Somebody who saves facts, one after the other, until the block ends; gives how many there are."""
    saved, stop = [0], threading.Event()

    def write() -> None:
        while not stop.is_set():
            with access.acting(actor):
                remember(_fact(saved[0]), actor=actor)
            saved[0] += 1
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield saved
    finally:
        stop.set()
        writer.join()


@pytest.mark.django_db(transaction=True)
def test_a_backup_comes_back_row_by_row_and_search_answers_the_same(filled: None, place: Path) -> None:
    backup = backed_up(place / "backups")
    before, values = _rows(url_of("CAIRN_TEST_SUPERUSER_URL")), _next_values(url_of("CAIRN_TEST_SUPERUSER_URL"))
    answers = _answers(**urls_of(""))
    assert before["memory_memory"][0] >= 10 and before["memory_message"][0] and before["memory_auditevent"][0]
    home = str(place / "home")
    refused = manage("restore", backup, CAIRN_HOME=home, CAIRN_BACKUP_PASSPHRASE=PASSPHRASE)
    assert refused.returncode == 1 and "is not encrypted" in refused.stderr
    done = manage("restore", "--unencrypted", backup, CAIRN_HOME=home, CAIRN_BACKUP_PASSPHRASE=PASSPHRASE)
    assert done.returncode == 0, done.stderr
    assert "not encrypted" in done.stdout
    with embedded_postgres(Path(home), durable=True) as restored:
        assert _rows(restored.superuser_url) == before
        assert _next_values(restored.superuser_url) == values
        urls = {"DATABASE_URL": restored.app_url, "CAIRN_OWNER_DATABASE_URL": restored.owner_url}
        assert _answers(CAIRN_HOME=home, **urls) == answers
        for team in ("acme", "other"):
            assert manage("audit_log", "--team", team, "--verify", CAIRN_HOME=home, **urls).returncode == 0
        filled_home = manage("restore", backup, CAIRN_HOME=home, **urls)
        assert filled_home.returncode == 1 and "is not empty" in filled_home.stderr
    # A stopped home's database is started for a backup of it, which holds the same rows in the same order.
    again = manage("backup", place / "again", CAIRN_HOME=home)
    assert again.returncode == 0, again.stderr
    for file in backup.glob("*.copy.gz"):
        assert sorted(gzip.decompress(file.read_bytes()).splitlines()) == sorted(
            gzip.decompress((Path(again.stdout.strip()) / file.name).read_bytes()).splitlines()
        ), file.name


@pytest.mark.django_db(transaction=True)
def test_an_encrypted_backup_made_while_somebody_writes_is_one_moment(filled: None, alice: Actor, place: Path) -> None:
    with _writing(alice) as saved:
        backup = backed_up(place, "--encrypt", CAIRN_BACKUP_PASSPHRASE=PASSPHRASE)
        during = saved[0]
    assert during, "nobody wrote meanwhile"
    for file in backup.iterdir():
        assert file.stat().st_mode & 0o077 == 0
        assert b"Valkey" not in file.read_bytes()
    with empty_database() as database:
        unsealed = backed_up(place / "unsealed")
        refused = manage("restore", unsealed, CAIRN_BACKUP_PASSPHRASE=PASSPHRASE, **urls_of(database))
        assert refused.returncode == 1 and "is not encrypted" in refused.stderr and "--unencrypted" in refused.stderr
        for passphrase in ("", "another passphrase"):
            refused = manage("restore", backup, CAIRN_BACKUP_PASSPHRASE=passphrase, **urls_of(database))
            assert refused.returncode == 1 and "passphrase" in refused.stderr
        done = manage("restore", backup, CAIRN_BACKUP_PASSPHRASE=PASSPHRASE, **urls_of(database))
        assert done.returncode == 0, done.stderr
        assert "encrypted, with your passphrase" in done.stdout
        assert manage("audit_log", "--team", "acme", "--verify", **urls_of(database)).returncode == 0
        with psycopg.connect(url_of("CAIRN_TEST_SUPERUSER_URL", database)) as superuser:
            question = "SELECT content FROM memory_memory WHERE content LIKE 'Service number%' ORDER BY id"
            kept = [content for (content,) in superuser.execute(question)]
        # Every write until one moment, and none of those after it.
        assert len(kept) <= saved[0]
        assert kept == [_fact(number) for number in range(len(kept))]
        # Triggers and identities work on: the restored server is written to as any other.
        assert manage("shell", "--no-imports", "-c", _SAVE, **urls_of(database)).returncode == 0


def _cut(backup: Path) -> None:
    file = backup / "memory_memory.copy.gz"
    file.write_bytes(file.read_bytes()[:-20])


def _lose(backup: Path) -> None:
    (backup / "memory_team.copy.gz").unlink()


def _from_the_future(backup: Path) -> None:
    """A whole backup with a migration that is yet to be written."""
    _lists(backup, lambda migrations: [*migrations, ["memory", "9999_future"]])


def _lists(backup: Path, change: Callable[[list[list[str]]], list[list[str]]]) -> None:
    """Have a backup list other migrations."""
    manifest = json.loads((backup / "manifest.json").read_text())
    manifest["migrations"] = change(manifest["migrations"])
    (backup / "manifest.json").write_text(json.dumps(manifest))
    digest = hashlib.sha256((backup / "manifest.json").read_bytes()).hexdigest()
    others = [line for line in (backup / "SHA256SUMS").read_text().splitlines() if "manifest" not in line]
    (backup / "SHA256SUMS").write_text("\n".join([*others, f"{digest}  manifest.json"]) + "\n")


@pytest.mark.django_db(transaction=True)
def test_a_backup_from_before_the_migrations_were_squashed_is_restored(filled: None, place: Path) -> None:
    old = shutil.copytree(backed_up(place / "whole"), place / "old")
    _lists(
        old,
        lambda migrations: [
            one for one in migrations if one[1] not in ("0001_initial", "0002_functions") or one[0] != "memory"
        ],
    )
    unfinished = shutil.copytree(old, place / "unfinished")
    _lists(unfinished, lambda migrations: [one for one in migrations if one != ["memory", "0038_proved_addresses"]])
    with empty_database() as database:
        refused = manage("restore", unfinished, **urls_of(database))
        assert refused.returncode == 1 and "migrations that are unknown here (memory.0001_rows)" in refused.stderr
        done = manage("restore", old, **urls_of(database))
        assert done.returncode == 0, done.stderr
        restored = _rows(url_of("CAIRN_TEST_SUPERUSER_URL", database))
        assert restored and restored == _rows(url_of("CAIRN_TEST_SUPERUSER_URL"))


@pytest.mark.django_db(transaction=True)
def test_what_cannot_be_restored_is_one_clear_line_and_leaves_the_database_empty(filled: None, place: Path) -> None:
    whole = backed_up(place / "whole")
    breakages: list[tuple[Callable[[Path], None], str]] = [
        (_cut, "memory_memory.copy.gz is missing or does not match"),
        (_lose, "memory_team.copy.gz is missing or does not match"),
        (_from_the_future, "migrations that are unknown here (memory.9999_future)"),
        (lambda backup: shutil.rmtree(backup), "There is no backup in"),
    ]
    with empty_database() as database:
        for number, (harm, reason) in enumerate(breakages):
            broken = shutil.copytree(whole, place / str(number))
            harm(broken)
            refused = manage("restore", broken, **urls_of(database))
            assert (refused.returncode, refused.stderr.count("\n")) == (1, 1), refused.stderr
            assert reason in refused.stderr
            assert _rows(url_of("CAIRN_TEST_SUPERUSER_URL", database)) == {}
    refused = manage("restore", whole, **urls_of(""))
    assert refused.returncode == 1 and "is not empty" in refused.stderr


@pytest.mark.django_db(transaction=True)
def test_a_role_that_row_level_security_binds_makes_no_backup(filled: None, place: Path) -> None:
    urls = urls_of("")
    refused = manage("backup", place, **urls | {"CAIRN_OWNER_DATABASE_URL": urls["DATABASE_URL"]})
    assert refused.returncode == 1
    assert "CAIRN_OWNER_DATABASE_URL" in refused.stderr
    assert [path.name for path in place.iterdir() if path.name != ".lock"] == []
