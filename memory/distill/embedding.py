"""Gives vectors to what has none of the current model: newest first, in short runs that let live capture pass."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import connection

from memory import access
from memory.doors.embedder import Embedder, embedder
from memory.knowledge import conflicts
from memory.models import Memory, Message

# Facts before words, for they are few and asked for most.
_KINDS: tuple[tuple[type[Memory] | type[Message], str], ...] = ((Memory, "-occurred_at"), (Message, "-said_at"))


@dataclass(frozen=True)
class EmbeddingRun:
    """How many rows one run gave a vector, and whether it stopped for the clock with rows left."""

    done: int = 0
    unfinished: bool = False


def embed_backlog(*, seconds: float = 5.0, batch: int = 64) -> EmbeddingRun:
    """Work through the teams' backlogs, a batch each in turn, for about `seconds`. Safe in many workers at once.

    A row waits while it has no vector, or one of another model; meanwhile its words find it.
    Raises Unavailable while the embedder is away.
    """
    door, end = embedder(), time.monotonic() + seconds
    teams, done = access.team_ids(), 0
    while teams:
        for team_id in list(teams):
            if time.monotonic() > end:
                return EmbeddingRun(done, unfinished=True)
            embedded = _embed_some(team_id, door, batch)
            done += embedded
            if not embedded:
                teams.remove(team_id)
    return EmbeddingRun(done)


def _embed_some(team_id: int, door: Embedder, batch: int) -> int:
    """Embed up to `batch` rows of one team; 0 when none waits, or another worker has the team."""
    with access.scope(team=team_id, system=True), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(hashtext('cairn.embedding'), %s)", [team_id % 2**31])
        if not cursor.fetchone()[0]:
            return 0
        for rows, newest_first in _KINDS:
            if texts := _waiting_texts(rows, newest_first, door.model, batch):
                vectors = door.embed_texts(list(texts.values()))
                _store(rows, dict(zip(texts, vectors, strict=True)), door.model)
                if rows is Memory:  # saved without a vector, they were compared by their words alone
                    conflicts.look_again(texts, team=team_id)
                return len(texts)
    return 0


def _waiting_texts(rows: type[Memory] | type[Message], newest_first: str, model: str, batch: int) -> dict[int, str]:
    """Keys and texts of the next rows: those without any vector, then those of other models."""
    for other in _other_models(rows, model):
        found = rows.objects.filter(embedding_model=other).exclude(content="").order_by(newest_first)
        if texts := dict(found.values_list("pk", "content")[:batch]):
            return texts
    return {}


def _other_models(rows: type[Memory] | type[Message], model: str) -> Iterator[str]:
    """Names in use other than `model`, "" (no vector) first: one step in the index for each."""
    names = rows.objects.order_by("embedding_model").values_list("embedding_model", flat=True)
    name = names.first()
    while name is not None:
        if name != model:
            yield name
        name = names.filter(embedding_model__gt=name).first()


def _store(rows: type[Memory] | type[Message], vectors: dict[int, list[float]], model: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {rows._meta.db_table} AS t SET embedding = v.vector::halfvec, embedding_model = %s"  # noqa: S608
            " FROM unnest(%s::bigint[], %s::text[]) AS v(id, vector) WHERE t.id = v.id",
            [model, list(vectors), [str(vector) for vector in vectors.values()]],
        )
