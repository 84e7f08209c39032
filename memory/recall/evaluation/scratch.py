"""A team that exists for one measurement: loaded with a dataset's documents, and removed with all its rows.

A measurement that is killed cannot remove its team. It holds a lock of the session while it runs, which ends with it:
a scratch team whose lock is free is abandoned, and whoever meets it next removes it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from django.db import connection, connections
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from memory import access, people
from memory.access import Actor
from memory.adapters.embedder import embedder
from memory.models import CodingSession, Membership, Memory, MemoryProject, Message, Project, Team, User
from memory.models.lexicon import Collection
from memory.recall import lexicon
from memory.recall.evaluation.dataset import Dataset, Document
from memory.recall.vectors import embed_next, waiting

_CHUNK = 256
# Takes what is being done, and how many of how many are.
Step = Callable[[str, int, int], None]
_TABLES = (
    "memory_memorypassage",
    "memory_memory",  # first, or the table behind the search would still follow the links that go
    "memory_memoryproject",
    "memory_toolcall",
    "memory_messagepassage",
    "memory_message",
    "memory_sessionweights",
    "memory_codingsession",
    "memory_project",
    "memory_lexemefrequency",
    "memory_lexiconsize",
    "memory_membership",
)


_NAME = "^evaluation-[0-9a-f]{12}$"
_KEY = "hashtext('cairn.evaluation'), hashtext(%s)"


@contextmanager
def scratch_team() -> Iterator[Actor]:
    """A team of its own, removed afterwards with all its rows, also where an exception ends the block.

    What killed measurements left behind goes first.
    """
    _remove_abandoned()
    name = f"evaluation-{uuid4().hex[:12]}"
    with _in_use(name):
        team = people.add_team(name)
        try:
            user = _somebody(name, team)
            actor = access.actor_for(user, team=team)
            assert actor
            yield actor
        finally:
            with access.scope(team=team, system=True):
                _remove(team.pk, name)


@contextmanager
def _in_use(name: str) -> Iterator[None]:
    """Hold the team's lock on a connection of its own, which Postgres ends when this process dies."""
    own = connections["default"].copy()
    own.settings_dict["OPTIONS"].pop("pool", None)
    try:
        with own.cursor() as cursor:
            cursor.execute(f"SELECT pg_advisory_lock({_KEY})", [name])
        yield
    finally:
        own.close()


def is_scratch(team_id: int) -> bool:
    """Whether the team of the open scope exists for a measurement alone."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM memory_team WHERE id = %s AND slug ~ %s)", [team_id, _NAME])
        return bool(cursor.fetchone()[0])


def remove_if_abandoned(team_id: int) -> bool:
    """Remove a scratch team whose measurement is dead; False for every other team."""
    with access.scope(team=team_id, system=True), connection.cursor() as cursor:
        cursor.execute("SELECT slug FROM memory_team WHERE id = %s AND slug ~ %s", [team_id, _NAME])
        if not (found := cursor.fetchone()):
            return False
        cursor.execute(f"SELECT pg_try_advisory_xact_lock({_KEY})", found)
        if not cursor.fetchone()[0]:
            return False
        _remove(team_id, found[0])
        return True


def _remove_abandoned() -> None:
    for team_id in access.team_ids():
        remove_if_abandoned(team_id)


def _somebody(name: str, team: Team) -> User:
    """A member without an audit row: those stay for good, and hold their team fast."""
    with access.scope(team=team):
        user = User.objects.create(username=name)
        Membership.objects.create(team=team, user=user, role=Membership.Role.ADMIN)
        return user


def _remove(team_id: int, username: str) -> None:
    """Table by table and without asking Django what hangs on what: a scratch team has only these rows."""
    with connection.cursor() as cursor:
        for table in _TABLES:
            cursor.execute(f"DELETE FROM {table} WHERE team_id = %s", [team_id])  # noqa: S608 - names from above
        cursor.execute("DELETE FROM memory_team WHERE id = %s", [team_id])
        cursor.execute("DELETE FROM memory_user WHERE username = %s", [username])


def unwatched(now: str, done: int, total: int) -> None:
    """For measurements whose progress nobody watches."""


def load_memories(
    dataset: Dataset, *, actor: Actor, with_embedder: bool, step: Step = unwatched
) -> tuple[dict[int, str], dict[str, Project]]:
    """Bulk-load the documents as memories; returns each row's document id, and each pool's project."""
    ids: dict[int, str] = {}
    with access.acting(actor):
        projects = _projects(dataset, actor)
        for chunk in _chunks(dataset.documents):
            rows = Memory.objects.bulk_create(
                Memory(
                    team=actor.team,
                    author=actor.user,
                    type=Memory.Type.PATTERN,
                    content=document.text,
                    occurred_at=_moment(document),
                )
                for document in chunk
            )
            MemoryProject.objects.bulk_create(
                MemoryProject(team=actor.team, memory=row, project=projects[document.pool])
                for row, document in zip(rows, chunk, strict=True)
            )
            ids.update((row.pk, document.id) for row, document in zip(rows, chunk, strict=True))
            step("documents", len(ids), len(dataset.documents))
    _derive(actor, Collection.MEMORY, with_embedder, step)
    return ids, projects


def load_messages(
    dataset: Dataset, *, actor: Actor, with_embedder: bool, step: Step = unwatched
) -> tuple[dict[int, str], dict[str, Project]]:
    """Bulk-load the documents as messages of their sessions; returns each row's document id, and the projects."""
    ids: dict[int, str] = {}
    with access.acting(actor):
        projects = _projects(dataset, actor)
        sessions = _sessions(dataset, projects, actor)
        places = _places(dataset.documents)
        for chunk in _chunks(dataset.documents):
            rows = Message.objects.bulk_create(
                Message(
                    team=actor.team,
                    project=projects[document.pool],
                    session=sessions[document.pool, document.group],
                    uuid=document.id[:100],
                    role=document.role,
                    content=document.text,
                    position=places[document.pool, document.id],
                    said_at=_moment(document) + timedelta(milliseconds=document.position),
                )
                for document in chunk
            )
            ids.update((row.pk, document.id) for row, document in zip(rows, chunk, strict=True))
            step("documents", len(ids), len(dataset.documents))
    _derive(actor, Collection.MESSAGE, with_embedder, step)
    return ids, projects


def _projects(dataset: Dataset, actor: Actor) -> dict[str, Project]:
    pools = {document.pool for document in dataset.documents} | {question.pool for question in dataset.questions}
    return {
        pool: Project.objects.create(team=actor.team, identity=f"evaluation/{pool}"[:400], name=pool[:200])
        for pool in sorted(pools)
    }


def _sessions(dataset: Dataset, projects: dict[str, Project], actor: Actor) -> dict[tuple[str, str], CodingSession]:
    """A session for each group; its id is the group's, told apart by the pool where two pools share a name."""
    first = {(document.pool, document.group): document for document in reversed(dataset.documents)}
    rows = CodingSession.objects.bulk_create(
        CodingSession(
            team=actor.team,
            author=actor.user,
            project=projects[pool],
            external_id=f"{number}:{group}"[:100],
            started_at=_moment(document),
            last_event_at=_moment(document),
        )
        for number, ((pool, group), document) in enumerate(sorted(first.items()))
    )
    return dict(zip(sorted(first), rows, strict=True))


def _places(documents: Sequence[Document]) -> dict[tuple[str, str], int]:
    """Each document's place in its session, from 1 without gaps."""
    groups: dict[tuple[str, str], list[Document]] = defaultdict(list)
    for document in documents:
        groups[document.pool, document.group].append(document)
    return {
        (document.pool, document.id): place
        for group in groups.values()
        for place, document in enumerate(sorted(group, key=lambda one: one.position), 1)
    }


def _chunks(documents: Sequence[Document]) -> Iterator[Sequence[Document]]:
    for start in range(0, len(documents), _CHUNK):
        yield documents[start : start + _CHUNK]


def _moment(document: Document) -> datetime:
    """When it was said; without a zone it is UTC, without a time it is now."""
    moment = parse_datetime(document.at) if document.at else None
    return (moment if moment is None or moment.tzinfo else moment.replace(tzinfo=UTC)) or timezone.now()


def _derive(actor: Actor, collection: Collection, with_embedder: bool, step: Step) -> None:
    """The lexicon and the vectors of what was loaded."""
    with access.scope(team=actor.team, system=True):
        lexicon.refresh(team=actor.team, collection=collection)
        done, total = 0, waiting(embedder()) if with_embedder else 0
        while with_embedder and (embedded := embed_next(embedder(), _CHUNK)):
            done += len(embedded.keys)
            step("vectors", done, max(done, total))
