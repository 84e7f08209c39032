"""Raw observations in an archive: a person's own, without secrets, and never again work for the distiller."""

import uuid

from django.utils import timezone

from memory.access import Actor
from memory.capture.event_validation import EVENTS, clean_payload
from memory.exchange.memory_record import Keys, moment, one_of, read_key, words
from memory.models import CodingSession, Observation

_Status = Observation.Status
# What waits at home is done where it only comes to rest.
_AT_REST = {_Status.PENDING: _Status.RECORDED, _Status.FAILED: _Status.RECORDED}
_DAY = 24 * 60


def observation_keys(observation: Observation) -> Keys:
    """What an archive says of a raw observation."""
    same = ("event", "occurred_at", "utc_offset_minutes", "received_at", "status", "reason", "payload")
    return {"id": observation.client_id, **{name: getattr(observation, name) for name in same}}


def put_observation(
    keys: Keys, *, session: CodingSession, turn: int | None, actor: Actor
) -> tuple[uuid.UUID, int, bool]:
    """Store the observation of a line in the importer's own session; its id, its row, and whether it is new.

    It keeps the day on which it was received, so that the team's retention takes it when it is due. Raises
    Refused where a key has no sense.
    """
    client_id = read_key(keys, "id", lambda value: uuid.UUID(str(value)))
    received = min(read_key(keys, "received_at", moment), timezone.now())
    row, made = Observation.objects.get_or_create(
        team=actor.team,
        author=actor.user,
        client_id=client_id,
        defaults={**_told(keys), "session": session, "turn_id": turn},
    )
    if made:
        Observation.objects.filter(pk=row.pk).update(received_at=received)
    return client_id, row.pk, made


def _told(keys: Keys) -> dict[str, object]:
    status = read_key(keys, "status", one_of(_Status.values))
    payload, _ = clean_payload(keys.get("payload"))
    return {
        "event": read_key(keys, "event", one_of(sorted(EVENTS))),
        "payload": payload,
        "occurred_at": read_key(keys, "occurred_at", moment),
        "utc_offset_minutes": read_key(keys, "utc_offset_minutes", _offset),
        "status": _AT_REST.get(_Status(status), status),
        "reason": read_key(keys, "reason", lambda value: words(value or "", 200)),
    }


def _offset(value: object) -> int:
    minutes = int(value or 0)  # type: ignore[call-overload]
    return max(-_DAY, min(minutes, _DAY))
