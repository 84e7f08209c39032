"""Whether the audit log is whole: each row must fit the one before it, and the last one the head."""

from dataclasses import dataclass

from django.db import connection

from memory.access import Actor

# One statement, so that all of it is seen at one moment; the hash is the one that the trigger writes. Lists show the
# rows that actor, agent and token point to, and the chain holds their numbers: the two must be the same. What points
# to nobody any more was erased, of a person by a deed in the same log.
_VERIFY = """
WITH linked AS (
    SELECT e.sequence, e.hash, row_number() OVER places AS place,
           cairn_audit_hash(lag(e.hash, 1, '') OVER places, e) AS due,
           coalesce(e.actor_id, e.actor_key) IS DISTINCT FROM e.actor_key
           OR coalesce(e.agent_id, e.agent_key) <> e.agent_key OR coalesce(e.token_id, e.token_key) <> e.token_key
           OR (e.actor_id IS NULL AND e.actor_key IS NOT NULL AND NOT EXISTS (
                   SELECT FROM memory_auditevent x WHERE x.team_id = e.team_id AND x.verb = 'erase'
                   AND x.subject = 'user:' || e.actor_key)) AS misattributed
    FROM memory_auditevent e WHERE e.team_id = %(team)s AND e.sequence IS NOT NULL
    WINDOW places AS (ORDER BY e.sequence)
), broken AS (
    SELECT place, sequence, hash = due AS misattributed FROM linked
    WHERE sequence <> place OR hash <> due OR misattributed ORDER BY place LIMIT 1
)
SELECT (SELECT count(*) FROM linked), (SELECT hash FROM linked ORDER BY sequence DESC LIMIT 1),
       (SELECT place FROM broken), (SELECT sequence FROM broken), (SELECT misattributed FROM broken),
       (SELECT h.sequence FROM memory_audithead h WHERE h.team_id = %(team)s),
       (SELECT h.hash FROM memory_audithead h WHERE h.team_id = %(team)s),
       (SELECT count(*) FROM memory_auditevent e WHERE e.team_id = %(team)s AND e.sequence IS NULL)
"""


@dataclass(frozen=True)
class Break:
    """The first place where the chain does not hold: the event's number, and what is wrong there."""

    sequence: int
    detail: str


@dataclass(frozen=True)
class Chain:
    """How many events a team's log has, the hash that they end with, and where it is broken (None: it is whole).

    Whoever can change Postgres' own files can write a new chain; a hash that was noted elsewhere tells.
    """

    events: int
    head: str
    broken: Break | None


def verify(*, actor: Actor) -> Chain:
    """Check the whole chain of the actor's team, inside its scope. Raises Forbidden."""
    actor.authorize("audit")
    with connection.cursor() as cursor:
        # What this transaction has written itself is chained at its end; here already, so that it counts too.
        cursor.execute("SET CONSTRAINTS audit_is_chained IMMEDIATE")
        cursor.execute("SET CONSTRAINTS audit_is_chained DEFERRED")
        cursor.execute(_VERIFY, {"team": actor.team.pk})
        count, last, place, sequence, misattributed, end, head, unchained = cursor.fetchone()
    broken = _inside(place, sequence, misattributed) or _end(count, last or "", end or 0, head or "", unchained)
    return Chain(count, head or "", broken)


def _inside(place: int | None, sequence: int | None, misattributed: bool | None) -> Break | None:
    if place is None or sequence is None:
        return None
    if sequence != place:
        return Break(place, f"event {place} is missing; the next one is {sequence}")
    if misattributed:
        return Break(place, f"event {place} shows another person, agent or token than was written")
    return Break(place, f"event {place} is not what was written, or what came before it is not")


def _end(count: int, last: str, end: int, head: str, unchained: int) -> Break | None:
    if end > count:
        return Break(count + 1, f"the end is cut off: {end} events were written, {count} are there")
    if (end, head) != (count, last):
        return Break(count, "the head of the chain is not that of its last event")
    if unchained:
        return Break(count + 1, f"{unchained} events were written past the chain")
    return None
