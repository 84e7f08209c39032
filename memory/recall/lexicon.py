"""Keeps each team's word frequencies, so that rare words weigh more than common ones; always regenerable."""

from collections.abc import Sequence
from typing import Any

from django.db import connection

from memory import access
from memory.models import Team
from memory.models.lexicon import Collection

_TABLES = {Collection.MEMORY: "memory_memory", Collection.MESSAGE: "memory_message"}

# What is counted: a private memory for its author alone, whoever else searches must not feel its words.
_COUNTED = {
    Collection.MEMORY: """(
    SELECT id, team_id, tsv, CASE WHEN visibility = 'private' THEN author_id END AS owner_id FROM memory_memory
    WHERE visibility <> 'private' OR author_id IS NOT NULL)""",
    Collection.MESSAGE: "(SELECT id, team_id, tsv, NULL::bigint AS owner_id FROM memory_message)",
}

# The words of memories are few and looked up by what they are like; those of messages are many, and are not.
_WORD = {Collection.MEMORY: "min(left(t.lexeme, 200))", Collection.MESSAGE: "''"}

_COUNT_SIZE = """
INSERT INTO memory_lexiconsize (team_id, collection, owner_id, documents, lexemes, average_length)
SELECT %(team)s, %(collection)s, owner_id, count(*), coalesce(sum(length), 0), 12
FROM (SELECT d.owner_id, (SELECT sum(tf) FROM cairn_term_frequencies(d.tsv)) AS length
      FROM {counted} d WHERE d.id = ANY (%(ids)s)) AS sizes
GROUP BY owner_id
ON CONFLICT (team_id, collection, owner_id) DO UPDATE
SET documents = memory_lexiconsize.documents + excluded.documents,
    lexemes = memory_lexiconsize.lexemes + excluded.lexemes
"""

# In the order of slots, so that two writers never wait for each other in a circle.
_COUNT_LEXEMES = """
INSERT INTO memory_lexemefrequency (team_id, collection, owner_id, slot, documents, word)
SELECT %(team)s, %(collection)s, d.owner_id, cairn_slot(t.lexeme), count(*), {word}
FROM {counted} d, unnest(d.tsv) AS t WHERE d.id = ANY (%(ids)s)
GROUP BY d.owner_id, cairn_slot(t.lexeme) ORDER BY cairn_slot(t.lexeme), d.owner_id
ON CONFLICT (team_id, collection, slot, owner_id) DO UPDATE
SET documents = memory_lexemefrequency.documents + excluded.documents
"""

_DISCOUNT_SIZE = """
UPDATE memory_lexiconsize s
SET documents = greatest(s.documents - gone.documents, 0), lexemes = greatest(s.lexemes - gone.lexemes, 0)
FROM (SELECT owner_id, count(*) AS documents, coalesce(sum(length), 0) AS lexemes
      FROM (SELECT d.owner_id, (SELECT sum(tf) FROM cairn_term_frequencies(d.tsv)) AS length
            FROM {counted} d WHERE d.id = ANY (%(ids)s) AND d.tsv IS NOT NULL) AS sizes GROUP BY owner_id) AS gone
WHERE s.team_id = %(team)s AND s.collection = %(collection)s AND s.owner_id IS NOT DISTINCT FROM gone.owner_id
"""

_DISCOUNT_LEXEMES = """
WITH gone AS MATERIALIZED (
    SELECT d.owner_id, t.slot, count(*) AS documents FROM {counted} d, cairn_term_frequencies(d.tsv) AS t
    WHERE d.id = ANY (%(ids)s) GROUP BY d.owner_id, t.slot
), held AS MATERIALIZED (
    SELECT f.id, gone.documents
    FROM memory_lexemefrequency f JOIN gone ON gone.slot = f.slot AND gone.owner_id IS NOT DISTINCT FROM f.owner_id
    WHERE f.team_id = %(team)s AND f.collection = %(collection)s ORDER BY f.slot, f.owner_id FOR UPDATE OF f
)
UPDATE memory_lexemefrequency f SET documents = f.documents - held.documents FROM held WHERE f.id = held.id
"""

# A slot that no document has any more would still tell that its word was once there.
_DROP_UNUSED = """
DELETE FROM memory_lexemefrequency
WHERE team_id = %(team)s AND collection = %(collection)s AND documents <= 0
"""

_FORGET_LEXEMES = """
DELETE FROM memory_lexemefrequency WHERE team_id = %(team)s AND collection = %(collection)s
"""
_FORGET_OWNERS = """
DELETE FROM memory_lexiconsize
WHERE team_id = %(team)s AND collection = %(collection)s AND owner_id IS NOT NULL
"""

# Whoever counts takes the row of the team's size first, so that all wait for each other there and nowhere in a circle.
_HOLD_SIZE = """
INSERT INTO memory_lexiconsize (team_id, collection, documents, lexemes, average_length)
VALUES (%(team)s, %(collection)s, 0, 0, 12)
ON CONFLICT (team_id, collection, owner_id) DO UPDATE SET documents = memory_lexiconsize.documents
"""

# The team's row is there even where it counts nothing.
_RECOUNT_SIZE = """
INSERT INTO memory_lexiconsize (team_id, collection, owner_id, documents, lexemes, average_length, refreshed_at)
SELECT %(team)s, %(collection)s, owner_id, count(id), coalesce(sum(length), 0),
       CASE WHEN owner_id IS NULL THEN coalesce(nullif(avg(length), 0), 12) ELSE 12 END, now()
FROM (SELECT d.id, d.owner_id, (SELECT sum(tf) FROM cairn_term_frequencies(d.tsv)) AS length
      FROM {counted} d WHERE d.team_id = %(team)s AND d.tsv IS NOT NULL
      UNION ALL SELECT NULL, NULL, NULL) AS sizes
GROUP BY owner_id
ON CONFLICT (team_id, collection, owner_id) DO UPDATE SET documents = excluded.documents, lexemes = excluded.lexemes,
    average_length = excluded.average_length, refreshed_at = excluded.refreshed_at
"""

_RECOUNT_LEXEMES = """
INSERT INTO memory_lexemefrequency (team_id, collection, owner_id, slot, documents, word)
SELECT %(team)s, %(collection)s, d.owner_id, cairn_slot(t.lexeme), count(*), {word}
FROM {counted} d, unnest(d.tsv) AS t WHERE d.team_id = %(team)s GROUP BY d.owner_id, cairn_slot(t.lexeme)
"""

# The next documents after a key, locked in the order of their keys as every writer of several does.
_REWEIGH = """
WITH held AS MATERIALIZED (
    SELECT d.id FROM {table} d
    WHERE d.team_id = %(team)s AND d.id > %(after)s AND d.tsv IS NOT NULL
    ORDER BY d.id LIMIT %(batch)s FOR NO KEY UPDATE
), weighed AS (
    UPDATE {table} d SET bm25 = cairn_document_weights(d.tsv, s.average_length, %(collection)s)
    FROM held, memory_lexiconsize s
    WHERE d.id = held.id AND s.team_id = %(team)s AND s.collection = %(collection)s AND s.owner_id IS NULL
    RETURNING d.id
)
SELECT max(id) FROM weighed
"""
_BATCH = 2_000

# A session is as long as its messages together.
_RECOUNT_SESSIONS = """
INSERT INTO memory_lexiconsize (team_id, collection, documents, lexemes, average_length, refreshed_at)
SELECT %(team)s, 'session', s.sessions, m.lexemes, greatest(m.lexemes::float / greatest(s.sessions, 1), 12), now()
FROM (SELECT count(DISTINCT session_id) AS sessions FROM memory_message WHERE team_id = %(team)s) AS s,
     (SELECT lexemes FROM memory_lexiconsize WHERE team_id = %(team)s AND collection = 'message') AS m
ON CONFLICT (team_id, collection, owner_id) DO UPDATE SET documents = excluded.documents, lexemes = excluded.lexemes,
    average_length = excluded.average_length, refreshed_at = excluded.refreshed_at
"""

_WEIGH_SESSIONS = """
INSERT INTO memory_sessionweights (session_id, team_id, bm25, length)
SELECT c.id, c.team_id, cairn_session_weights(c.id, coalesce(s.average_length, 600)),
       (SELECT least(coalesce(sum(octet_length(m.content)), 0), 2000000000)
        FROM memory_message m WHERE m.session_id = c.id)
FROM memory_codingsession c
LEFT JOIN memory_lexiconsize s ON s.team_id = c.team_id AND s.collection = 'session'
WHERE c.team_id = %(team)s AND {which}
ON CONFLICT (session_id) DO UPDATE SET bm25 = excluded.bm25, length = excluded.length
"""
_OF_MESSAGES = "c.id IN (SELECT session_id FROM memory_message WHERE id = ANY (%(ids)s))"
_ALL_WITH_MESSAGES = "EXISTS (SELECT FROM memory_message m WHERE m.session_id = c.id)"


def count(ids: Sequence[int], *, team: Team, collection: Collection = Collection.MEMORY) -> None:
    """Add newly saved documents to the frequencies; call it last in their transaction, it locks common words.

    New messages also change the weights of their sessions.
    """
    parameters: dict[str, Any] = {"team": team.pk, "collection": collection.value, "ids": list(ids)}
    _run(collection, parameters, _HOLD_SIZE, _COUNT_SIZE, _COUNT_LEXEMES)
    if collection is Collection.MESSAGE:
        _run(collection, parameters, _WEIGH_SESSIONS.replace("{which}", _OF_MESSAGES))


def discount(ids: Sequence[int], *, team: Team, collection: Collection = Collection.MEMORY) -> None:
    """Take documents that are about to go, or to change, out of the frequencies: the reverse of `count`."""
    parameters: dict[str, Any] = {"team": team.pk, "collection": collection.value, "ids": list(ids)}
    _run(collection, parameters, _HOLD_SIZE, _DISCOUNT_SIZE, _DISCOUNT_LEXEMES, _DROP_UNUSED)


def refresh(*, team: Team, collection: Collection = Collection.MEMORY) -> None:
    """Count everything anew, and then weigh every document with the true average length.

    Two refreshes wait for each other. The weighing goes by short transactions of its own: whoever changes a document
    waits for no more than one of them, and the counting, which everybody who saves waits for, holds no document.
    """
    parameters: dict[str, Any] = {"team": team.pk, "collection": collection.value}
    with access.scope(team=team, system=True):
        _run(collection, parameters, _HOLD_SIZE, _FORGET_LEXEMES, _FORGET_OWNERS, _RECOUNT_SIZE, _RECOUNT_LEXEMES)
        if collection is Collection.MESSAGE:
            _run(collection, parameters, _RECOUNT_SESSIONS, _WEIGH_SESSIONS.replace("{which}", _ALL_WITH_MESSAGES))
    after: int | None = 0
    while after is not None:
        with access.scope(team=team, system=True):
            after = _reweigh(collection, {**parameters, "after": after, "batch": _BATCH})


def _reweigh(collection: Collection, parameters: dict[str, Any]) -> int | None:
    """Weigh one batch; the last key of it, None where there was none left."""
    with connection.cursor() as cursor:
        cursor.execute(_REWEIGH.format(table=_TABLES[collection]), parameters)
        last: int | None = cursor.fetchone()[0]
    return last


def _run(collection: Collection, parameters: dict[str, Any], *statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            known = {"table": _TABLES[collection], "counted": _COUNTED[collection], "word": _WORD[collection]}
            cursor.execute(statement.format(**known), parameters)


def refresh_team(team_id: int) -> None:
    """Refresh both collections of one team, in its maintenance scope."""
    with access.scope(team=team_id, system=True):
        team = Team.objects.get(pk=team_id)
    for collection in _TABLES:
        refresh(team=team, collection=collection)
