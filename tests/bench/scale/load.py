"""Loads facts in bulk past the application, with all derived columns; minutes where saving one by one takes hours."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import psycopg

from tests.bench.scale.facts import PROJECTS, Fact
from tests.bench.scale.vectors import Vectors, in_batches

MODEL = "all-MiniLM-L6-v2"
_STEPS = Path(__file__).with_name("load.sql").read_text().split("\n\n")[1:]
_STAGE = """
CREATE UNLOGGED TABLE scale_fact (n bigint, content text, type text, status text, private boolean, tags text[],
    files text[], project bigint, occurred_at timestamptz, embedding halfvec)
"""
_HNSW = """
CREATE INDEX memory_vectors_384 ON memory_memory
USING hnsw ((embedding::halfvec(384)) halfvec_cosine_ops) WITH (m = 16, ef_construction = 400)
WHERE embedding_model = 'all-MiniLM-L6-v2'
"""
_POSTGRES_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
_TEXT = 25  # the type's number, which arrays name


@dataclass(frozen=True)
class Home:
    """Whose memories they become: keys of the team and of two of its people."""

    team: int
    author: int
    other: int


def load(owner: psycopg.Connection, home: Home, count: int, vectors: Vectors) -> None:
    """Give the team `count` memories; its own before that are gone. `owner` is an autocommit connection."""
    owner.execute("SET maintenance_work_mem = '2GB'")
    # What was captured between two sizes has evidence.
    for table in ("evidence", "contradiction", "memoryproject", "memory"):
        owner.execute(f"DELETE FROM memory_{table} WHERE team_id = %s", [home.team])
    owner.execute("VACUUM memory_memory, memory_searchable, memory_memoryproject")
    owner.execute("DROP INDEX IF EXISTS memory_vectors_384")
    _stage(owner, count, vectors)
    numbers = {"team": home.team, "author": home.author, "other": home.other}
    for step in _STEPS:
        owner.execute(step, {**numbers, "model": MODEL, "projects": list(PROJECTS)} if "%" in step else None)
    # In one go and in memory: row by row the graph of the vectors takes most of the time.
    owner.execute(_HNSW)
    owner.execute("ANALYZE memory_memory")


def _stage(owner: psycopg.Connection, count: int, vectors: Vectors) -> None:
    owner.execute("DROP TABLE IF EXISTS scale_derived, scale_fact")
    owner.execute(_STAGE)
    with owner.cursor().copy("COPY scale_fact FROM STDIN (FORMAT binary)") as copy:
        copy.write(b"PGCOPY\n\xff\r\n\0" + bytes(8))
        number = 0
        for batch in in_batches(count):
            for fact, vector in zip(batch, vectors.of(batch), strict=True):
                number += 1
                copy.write(b"".join(_row(number, fact, vector)))
        copy.write(struct.pack(">h", -1))


def _row(number: int, fact: Fact, vector: np.ndarray) -> Iterator[bytes]:
    yield struct.pack(">h", 10)
    project = None if fact.project is None else struct.pack(">q", fact.project + 1)
    microseconds = round((fact.at - _POSTGRES_EPOCH).total_seconds() * 1_000_000)
    halves = struct.pack(">hh", len(vector), 0) + vector.astype(">f2").tobytes()
    words = (fact.content.encode(), fact.type.encode(), fact.status.encode())
    lists = (_array(fact.tags), _array((fact.file,) if fact.file else ()))
    for value in (
        struct.pack(">q", number), *words, struct.pack("?", fact.private), *lists, project,
        struct.pack(">q", microseconds), halves,
    ):  # fmt: skip
        yield struct.pack(">i", -1) if value is None else struct.pack(">i", len(value)) + value


def _array(values: tuple[str, ...]) -> bytes:
    if not values:
        return struct.pack(">iii", 0, 0, _TEXT)
    items = (value.encode() for value in values)
    return struct.pack(">iiiii", 1, 0, _TEXT, len(values), 1) + b"".join(
        struct.pack(">i", len(item)) + item for item in items
    )
