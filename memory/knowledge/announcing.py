"""Puts news on its way to the team's web hooks, in the transaction that makes it true; the worker sends it."""

from django.db import connection

from memory.models import Memory, Webhook

_LEARNED, _DISPUTED = Webhook.Event.LEARNED, Webhook.Event.DISPUTED
_STATUS = {_LEARNED: Memory.Status.ACTIVE, _DISPUTED: Memory.Status.DISPUTED}
# Nothing but an empty look at the hooks where a team has none. What a hook was told once it is not told again.
_PUT = """
INSERT INTO memory_delivery
    (team_id, webhook_id, uuid, event, memory_id, status, attempts, next_attempt_at, error, created_at)
SELECT w.team_id, w.id, gen_random_uuid(), %(event)s, m.id, 'waiting', 0, clock_timestamp(), '', clock_timestamp()
FROM memory_webhook w JOIN memory_memory m ON m.id = %(memory)s AND m.team_id = w.team_id
WHERE w.team_id = %(team)s AND w.active AND %(event)s = ANY (w.events)
  AND m.status = %(status)s AND m.visibility <> 'private'
ON CONFLICT DO NOTHING
"""


def announce_learned(memory: Memory) -> None:
    """The team knows this from now on; what is no more than somebody's own, or waits, is no news."""
    _announce(memory, _LEARNED)


def announce_disputed(memory: Memory) -> None:
    """The team is no longer sure of this."""
    _announce(memory, _DISPUTED)


def _announce(memory: Memory, event: Webhook.Event) -> None:
    if memory.visibility == Memory.Visibility.PRIVATE or memory.status != _STATUS[event]:
        return
    rows = {"memory": memory.pk, "team": memory.team_id}
    with connection.cursor() as db:
        db.execute(_PUT, {**rows, "event": event.value, "status": _STATUS[event].value})
