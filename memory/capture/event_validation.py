"""Turns what a client sent into a checked, redacted, storable event; refuses what cannot be understood."""

import functools
import json
import re
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from hooks import capture
from memory.errors import Refused
from memory.rules import redaction
from memory.rules.identity import ProjectIdentity, identify

# The facts that a developer's own Claude made of a turn, or why it made none.
DISTILLED = "TurnDistilled"
EVENTS = capture.EVENTS | {DISTILLED}
# The plugin cuts long outputs to a few thousand characters; this is for clients that do not.
MAX_PAYLOAD_CHARACTERS = 256 * 1024
# How far a client's clock may run ahead. What it says beyond that would stand before all that is new, for years.
_AHEAD = timedelta(minutes=5)
# Texts of so many characters come again and again (branches, folders, names); what was made of them is kept.
_SHORT = 400
# What a client tells of its project; no path or remote is longer, and what was made of them is kept, too.
_PLACES, _LONGEST_PLACE = ("remote", "git_dir", "root", "top", "branch"), 4_000
# Postgres stores neither NUL nor half a surrogate pair.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True)
class Event:
    """One event, ready to store. `redactions` counts what was taken out, by kind.

    `occurred_at` is in the client's zone, and at most five minutes ahead of the server's clock; where the client said
    a later time, `payload` has it as `occurred_at`.
    """

    client_id: uuid.UUID
    name: str
    session_id: str
    occurred_at: datetime
    project: ProjectIdentity
    root: str
    branch: str
    agent_id: str
    payload: dict[str, object]
    redactions: dict[str, int]
    distill: str = ""


def shape_event(raw: object) -> Event:
    """Check one item of a batch. Raises Refused with what is wrong and how it should be."""
    if not isinstance(raw, dict):
        raise Refused("invalid_event", "An event is a JSON object with id, event, session_id, occurred_at and payload.")
    name = raw.get("event")
    if not isinstance(name, str) or name not in EVENTS:
        raise Refused("unknown_event", f"'event' must be one of {', '.join(sorted(EVENTS))}.")
    payload, redactions = clean_payload(raw.get("payload"))
    said = _moment(raw.get("occurred_at"))
    occurred_at = not_ahead(said)
    if occurred_at != said:
        payload["occurred_at"] = said.isoformat()
    project = _strings(raw.get("project"), "project", redactions)
    if not any(project.get(key) for key in ("remote", "git_dir", "root")):
        raise Refused("invalid_project", "'project' needs a 'root' folder, and a 'remote' if there is one.")
    return Event(
        client_id=_uuid(raw.get("id")),
        name=name,
        session_id=_text(raw.get("session_id"), "session_id", 100),
        occurred_at=occurred_at,
        project=_identified(
            remote=project.get("remote", ""), git_dir=project.get("git_dir", ""), root=project.get("root", "")
        ),
        root=_top(project)[:4000],
        branch=project.get("branch", "")[:250],
        agent_id=clean_key(str(raw.get("agent_id") or "")[:_SHORT])[:100],
        payload=payload,
        redactions=redactions,
        distill=raw["distill"] if raw.get("distill") in ("claude", "off") else "",
    )


def _top(project: dict[str, str]) -> str:
    """The root of the working tree, where the client tells it and the session is below it; else the session's folder.

    Files are told from there, so that they are called alike wherever in the tree a session was started.
    """
    root, top = project.get("root", ""), project.get("top", "")
    return top if top and root.startswith(top.rstrip("/\\")) else root


def storable(text: str) -> str:
    """`text` without what Postgres cannot hold (NUL and lone surrogates become the replacement character), and without
    what would steer the terminal that it is once shown in."""
    return redaction.without_controls(_UNSTORABLE.sub("\ufffd", text))


def not_ahead(moment: datetime) -> datetime:
    """`moment`, or five minutes from now in its zone where it is later than that."""
    return min(moment, (timezone.now() + _AHEAD).astimezone(moment.tzinfo))


def clean_payload(payload: object) -> tuple[dict[str, object], dict[str, int]]:
    """A payload without secrets, and how many of each kind were taken out. Raises Refused for what is none."""
    if not isinstance(payload, dict):
        raise Refused("invalid_payload", "'payload' must be the JSON object from the hook.")
    try:
        size = len(json.dumps(payload))
    except (ValueError, RecursionError) as error:
        raise Refused("invalid_payload", f"'payload' contains values that are not valid JSON: {error}") from None
    if size > MAX_PAYLOAD_CHARACTERS:
        limit = MAX_PAYLOAD_CHARACTERS // 1024
        raise Refused(
            "payload_too_large", f"The payload is larger than {limit} KiB. Cut long tool output before sending it."
        )
    counts: dict[str, int] = {}
    cleaned = _clean(payload, counts)
    assert isinstance(cleaned, dict)
    return cleaned, counts


def _clean(value: object, counts: dict[str, int], depth: int = 0, name: str = "") -> object:
    """Every string inside, made storable and redacted; keys too, for a secret may be one."""
    if isinstance(value, str):
        return clean_key(value) if name in redaction.KEYS else clean_text(value, counts)
    if depth > 20:
        return None
    if isinstance(value, dict):
        return {clean_text(str(key), counts): _clean(item, counts, depth + 1, str(key)) for key, item in value.items()}
    if isinstance(value, list):
        return [_clean(item, counts, depth + 1) for item in value]
    return value


def clean_text(text: str, counts: dict[str, int]) -> str:
    """One string without private blocks, secrets and unstorable characters; adds to `counts` what was redacted."""
    redacted = _known(text) if len(text) <= _SHORT else _redacted(text)
    for kind, number in redacted.counts.items():
        counts[kind] = counts.get(kind, 0) + number
    return redacted.text


def _redacted(text: str) -> redaction.Redacted:
    return redaction.redact(redaction.strip_private(storable(text)))


# Branches, folders and names of tools come again with every event.
_known = functools.lru_cache(maxsize=4096)(_redacted)
_identified = functools.lru_cache(maxsize=1024)(identify)


def clean_key(text: str) -> str:
    """An identifier that a client made: storable, and without a secret; what was equal stays equal."""
    return _known_key(text) if len(text) <= _SHORT else _redacted_key(text)


def _redacted_key(text: str) -> str:
    return redaction.redact_key(storable(text))


_known_key = functools.lru_cache(maxsize=4096)(_redacted_key)


def _uuid(value: object) -> uuid.UUID:
    try:
        return uuid.UUID(str(value))
    except ValueError:
        raise Refused("invalid_id", "'id' must be a UUID that the client creates and reuses for each retry.") from None


def _text(value: object, name: str, longest: int) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > longest:
        raise Refused(f"invalid_{name}", f"'{name}' must be a string of 1 to {longest} characters.")
    return clean_key(value)[:longest]


def _moment(value: object) -> datetime:
    try:
        moment = parse_datetime(value) if isinstance(value, str) else None
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None or not _believable(moment):
        raise Refused(
            "invalid_occurred_at", "'occurred_at' must be ISO 8601 with a time zone, like 2026-03-19T10:30:00+01:00."
        )
    return moment


def _believable(moment: datetime) -> bool:
    """In this age of the world, and in a zone that Postgres knows too."""
    offset = moment.utcoffset() or timedelta()
    return 1970 < moment.year < 2200 and abs(offset) <= timedelta(hours=15)


def _strings(value: object, name: str, counts: dict[str, int]) -> dict[str, str]:
    if not isinstance(value, dict):
        raise Refused(f"invalid_{name}", f"'{name}' must be a JSON object.")
    told = ((key, value[key]) for key in _PLACES if isinstance(value.get(key), str))
    return {key: clean_text(item[:_LONGEST_PLACE], counts) for key, item in told}
