"""What a running server rests on, looked at one by one: what `manage.py doctor` tells."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import redis
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from memory import access, checks
from memory.adapters.embedder import embedder
from memory.errors import Unavailable
from memory.exchange.backup import scheduled_backups
from memory.management.command import first_line, server_version
from memory.rules.languages.glossary import understood

# A due turn is taken within seconds; after this long nobody is taking any.
PATIENCE = timedelta(minutes=2)
_SECONDS = 3


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. `state` is ok, warning or error; `todo` says what to do about it."""

    name: str
    state: str
    detail: str
    todo: str = ""


@dataclass(frozen=True)
class Queue:
    """What waits in all teams together."""

    due: int = 0
    pending: int = 0
    failed: int = 0
    oldest_due: datetime | None = None
    last_capture: datetime | None = None


def examine() -> Iterator[Finding]:
    """Every finding, the ground first; what rests on the database is left out when that is away."""
    yield from _settings()
    database = _database()
    yield database
    if database.state == "ok":
        yield _role()
        yield _migrations()
    yield _queue()
    yield _embedder()
    yield Finding("languages", "ok", f"rules understand {understood()}; turns in others need a model")
    if database.state == "ok":
        yield from _work()
    yield from _backups()


def _settings() -> Iterator[Finding]:
    wrong = [*checks.secret_key_is_set(), *checks.embedder_is_known()]
    for message in wrong:
        yield Finding("settings", "error", message.msg, message.hint or "")
    if not wrong:
        yield Finding("settings", "ok", f"version {settings.VERSION}, home {settings.CAIRN_HOME}")


def _database() -> Finding:
    try:
        return Finding("database", "ok", f"Postgres {server_version()}")
    except Unavailable as error:
        return Finding("database", "error", error.detail, "Start the stack (`make up`), or check DATABASE_URL.")


def _role() -> Finding:
    messages = checks.server_role_is_walled(databases=["default"])
    if messages:
        return Finding("role", "error", messages[0].msg, messages[0].hint or "")
    if messages := checks.server_role_makes_no_tables(databases=["default"]):
        return Finding("role", "warning", messages[0].msg, messages[0].hint or "")
    return Finding(
        "role",
        "ok",
        f"{connection.settings_dict['USER'] or 'the current user'} is bound by row-level security",
    )


def _migrations() -> Finding:
    if messages := checks.schema_is_whole(databases=["default"]):
        return Finding("migrations", "error", messages[0].msg, messages[0].hint or "")
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan:
        todo = "Run `manage.py migrate --database owner` (`make up` does it by itself)."
        return Finding("migrations", "error", f"{len(plan)} not applied, first {plan[0][0]}", todo)
    return Finding("migrations", "ok", "all applied")


def _queue() -> Finding:
    if not settings.REDIS_URL:
        return Finding("queue", "error", "REDIS_URL is not set", "Start the stack (`make up`), or set REDIS_URL.")
    try:
        redis.from_url(settings.REDIS_URL, socket_timeout=_SECONDS, socket_connect_timeout=_SECONDS).ping()
    except (redis.RedisError, OSError) as error:
        todo = "Start the stack (`make up`), or check REDIS_URL. Nothing is lost, only delayed."
        return Finding("queue", "error", first_line(error), todo)
    return Finding("queue", "ok", "answers")


def _embedder() -> Finding:
    try:
        door = embedder()
        door.embed_query("Are you there?", timeout=_SECONDS)
    except Unavailable as error:
        todo = "Check the embedder's log. Search uses words only until it is back."
        return Finding("embedder", "error", error.detail, todo)
    return Finding("embedder", "ok", f"{door.model}, {door.dimensions} dimensions")


def _work() -> Iterator[Finding]:
    queue, teams = _all_teams()
    now = timezone.now()
    waiting = f"{queue.due} turns due, {queue.pending} observations pending in {teams} teams"
    if queue.oldest_due and now - queue.oldest_due > PATIENCE:
        late = int((now - queue.oldest_due).total_seconds() // 60)
        yield Finding(
            "worker",
            "error",
            f"{waiting}, the oldest since {late} min",
            "Check that the worker is running, and its log.",
        )
    else:
        yield Finding("worker", "ok", waiting)
    todo = "The worker's log names them. They are kept, and nothing else waits for them."
    yield _judged("failed", queue.failed == 0, f"{queue.failed} observations failed", todo)
    seen = f"{queue.last_capture:%Y-%m-%d %H:%M} UTC" if queue.last_capture else "nothing captured yet"
    yield _judged(
        "capture",
        bool(queue.last_capture),
        f"last: {seen}",
        "Install the plugin and run `cairn doctor` on that machine.",
    )


def _backups() -> Iterator[Finding]:
    """Only where a schedule is set: others back up by means of their own."""
    if not (backups := scheduled_backups()):
        return
    last = backups.last()
    detail = f"last: {last:%Y-%m-%d %H:%M} UTC" if last else f"none in {backups.folder} yet"
    todo = "The worker's log says why. Try `manage.py backup DIR` by hand."
    yield _judged("backup", not backups.is_late(timezone.now()), detail, todo)


def _judged(name: str, fine: bool, detail: str, todo: str) -> Finding:
    return Finding(name, "ok", detail) if fine else Finding(name, "warning", detail, todo)


def _all_teams() -> tuple[Queue, int]:
    rows = []
    for team_id in access.team_ids():
        with access.scope(team=team_id, system=True), connection.cursor() as cursor:
            cursor.execute("SELECT due, pending, failed, oldest_due, last_capture FROM cairn_queue()")
            rows.append(cursor.fetchone())
    due, pending, failed = (sum(row[column] for row in rows) for column in range(3))
    return Queue(due, pending, failed, _chosen(min, rows, 3), _chosen(max, rows, 4)), len(rows)


def _chosen(choose: Callable, rows: list[tuple], column: int) -> datetime | None:
    return choose((row[column] for row in rows if row[column]), default=None)
