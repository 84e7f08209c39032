"""The event that carries a turn's facts to the server, or the reason why there are none."""

from __future__ import annotations

import hashlib

from hooks import quick_json as json
from hooks.distilling.checking import Checked

NAME = "TurnDistilled"
LONGEST_NOTE = 250


class Place:
    """Where a turn belongs: its key, session, project, agent, and the moment of its last event."""

    __slots__ = ("agent_id", "at", "key", "project", "session_id")

    def __init__(self, key: str, session_id: str, project: dict, at: str, agent_id: str = "") -> None:
        self.key, self.session_id, self.project, self.at, self.agent_id = key, session_id, project, at, agent_id


def line(place: Place, told: dict, *, alone: bool = False, history: bool = False) -> bytes:
    """The spool's line. Its id is made of session and turn, so that a turn that is distilled twice counts once."""
    payload = {"prompt_id": place.key, **told}
    if alone:
        payload["raw"] = "off"
    if history:
        payload["history"] = True
    event = {
        "id": _id(place, "history" if history else "live"),
        "event": NAME,
        "session_id": place.session_id,
        "occurred_at": place.at,
        "project": _without_places(place.project) if alone else place.project,
        "distill": "claude",
        "payload": payload,
    }
    if place.agent_id:
        event["agent_id"] = place.agent_id
    return json.dumps(event).encode()


def of_answer(found: Checked, model: str, usage: dict) -> dict:
    """What held of the answer. Where every fact was refused there is no answer, and the server's rules take over."""
    refused = "; ".join(dict.fromkeys(found.refused))
    if refused and not found.facts:
        return of_failure(f"every fact was rejected: {refused}", model, usage)
    total = len(found.refused) + len(found.facts)
    note = f"{len(found.refused)} of {total} facts rejected: {refused}" if refused else ""
    about = {"distiller": f"claude:{model}", "note": note[:LONGEST_NOTE], "usage": usage}
    return {"facts": found.facts, "summary": found.bullets, **about}


def of_failure(why: str, model: str, usage: dict) -> dict:
    """Why the person's Claude made nothing of the turn."""
    return {"failure": why[:LONGEST_NOTE], "distiller": f"claude:{model}", "usage": usage}


def _without_places(project: dict) -> dict:
    """The project by its remote alone: where it lies on the machine is nobody's business."""
    kept = ("remote", "branch") if project.get("remote") else ("root", "top", "git_dir", "branch")
    return {name: project[name] for name in kept if project.get(name)}


def _id(place: Place, kind: str) -> str:
    digest = hashlib.sha256(f"{place.session_id}\n{place.key}\n{kind}".encode("utf-8", "replace")).hexdigest()[:32]
    text = f"{digest[:12]}8{digest[13:16]}a{digest[17:]}"  # a UUID of version 8, by whoever makes it
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
