"""Gives vectors to what has none of the current model: facts, messages, and the passages of long ones."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.db import connection, models
from django.db.models import F, Q
from django.db.models.functions import Substr
from django.utils import timezone

from memory.adapters.embedder import Embedder
from memory.adapters.token_vectors import TextReading
from memory.models import Memory, MemoryPassage, Message, MessagePassage

# A client that sends transcripts does so right after a turn. What an event told is found by its words until then, and
# reading it twice would cost a busy server half of its embedder.
_TRANSCRIPT_COMES_WITHIN = timedelta(minutes=5)
Rows = type[Memory] | type[Message] | type[MemoryPassage] | type[MessagePassage]


@dataclass(frozen=True)
class _Kind:
    """Rows that have vectors, what their text is, which of them come first, and whether their tokens are kept."""

    rows: Rows
    newest_first: str
    text: models.Expression | F
    has_tokens: bool = False

    def ready(self) -> models.QuerySet[Any]:
        """Rows of the scope's team that may be read, newest first; of messages not those that may soon be replaced."""
        rows: models.QuerySet[Any] = self.rows.objects.order_by(self.newest_first)
        if self.rows is not Message:
            return rows
        return rows.exclude(Q(uuid__startswith=Message.OF_EVENT, said_at__gt=timezone.now() - _TRANSCRIPT_COMES_WITHIN))


def _passage_of(parent: str) -> models.Expression:
    return Substr(f"{parent}__content", F("first"), F("length"))  # type: ignore[arg-type] # an F is as good


_WHOLE = F("content")
_MEMORIES = _Kind(Memory, "-occurred_at", _WHOLE, has_tokens=True)
_MESSAGES = _Kind(Message, "-said_at", _WHOLE, has_tokens=True)
_READ = (_MEMORIES, _MESSAGES)
# Facts before words, for they are few and asked for most; how a text begins before the rest of it.
_KINDS = (
    _MEMORIES,
    _Kind(MemoryPassage, "-pk", _passage_of("memory")),
    _MESSAGES,
    _Kind(MessagePassage, "-pk", _passage_of("message")),
)
EMBEDDED: tuple[Rows, ...] = tuple(kind.rows for kind in _KINDS)


@dataclass(frozen=True)
class Embedded:
    """Which rows one step gave a vector; `again`: they had theirs, and now have those of their tokens."""

    rows: Rows
    keys: tuple[int, ...]
    again: bool = False


def embed_next(door: Embedder, batch: int) -> Embedded | None:
    """Embed the next rows of the scope's team, at most `batch`; None when none waits. Raises Unavailable.

    Call it in a `system` scope. A row waits while it has no vector, or one of another model; a memory or message also
    while its tokens were not read by an embedder that can.
    """
    for kind in _KINDS:
        if texts := _waiting_texts(kind, door.model, batch):
            return _embed(kind, texts, door)
    for kind in _READ if door.reads_tokens else ():
        if texts := dict(_unread(kind, door.model).values_list("pk", "content")[:batch]):
            return replace(_embed(kind, texts, door), again=True)
    return None


def waiting(door: Embedder) -> int:
    """How many rows of the scope's team wait for this embedder."""
    without = sum(rows.objects.exclude(embedding_model=door.model).count() for rows in EMBEDDED)
    return without + sum(unread(kind.rows, door) for kind in _READ)


def unread(rows: Rows, door: Embedder) -> int:
    """How many of these rows of the scope's team have their vector, but wait for their tokens."""
    wanted = next((kind for kind in _READ if kind.rows is rows), None) if door.reads_tokens else None
    return _unread(wanted, door.model).count() if wanted else 0


def _unread(kind: _Kind, model: str) -> models.QuerySet[Any]:
    """Rows whose vector is older than the reading of tokens, or of another embedder of the same model."""
    return kind.ready().filter(embedding_model=model, token_signs=None)


def _waiting_texts(kind: _Kind, model: str, batch: int) -> dict[int, str]:
    """Keys and texts of the next rows: those without any vector, then those of other models."""
    for other in _other_models(kind.rows, model):
        found = kind.ready().filter(embedding_model=other).annotate(text=kind.text).exclude(text="")
        if texts := dict(found.values_list("pk", "text")[:batch]):
            return texts
    return {}


def _other_models(rows: Rows, model: str) -> Iterator[str]:
    """Names in use other than `model`, "" (no vector) first: one step in the index for each."""
    names = rows.objects.order_by("embedding_model").values_list("embedding_model", flat=True)
    name = names.first()
    while name is not None:
        if name != model:
            yield name
        name = names.filter(embedding_model__gt=name).first()


def _embed(kind: _Kind, texts: dict[int, str], door: Embedder) -> Embedded:
    """Store what the embedder makes of these rows."""
    readings = _readings(kind, list(texts.values()), door)
    signs = ", token_signs = v.signs" if kind.has_tokens else ""
    with connection.cursor() as cursor:
        table = kind.rows._meta.db_table
        # Locked in the order of their keys, as a refresh of the lexicon does, lest the two wait for each other.
        cursor.execute(
            f"WITH held AS MATERIALIZED (SELECT id FROM {table}"  # noqa: S608 - names of our own
            " WHERE id = ANY (%s::bigint[]) ORDER BY id FOR NO KEY UPDATE)"
            f" UPDATE {table} AS t SET embedding = v.vector::halfvec, embedding_model = %s{signs}"
            " FROM held JOIN unnest(%s::bigint[], %s::text[], %s::bytea[]) AS v(id, vector, signs) USING (id)"
            " WHERE t.id = held.id",
            [
                list(texts),
                door.model,
                list(texts),
                [str(reading.vector) for reading in readings],
                [reading.tokens for reading in readings],
            ],
        )
    return Embedded(kind.rows, tuple(texts))


def _readings(kind: _Kind, texts: list[str], door: Embedder) -> list[TextReading]:
    if kind.has_tokens:
        return door.read_texts(texts)
    return [TextReading(vector) for vector in door.embed_texts(texts)]
