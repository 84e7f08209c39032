"""What each endpoint is asked: sample arguments in terms of `Refs`, so that all can be asked of any rows."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from tests.access.refs import DAY, Refs

TOLD = "The quiet harbour pump needs version 4.2 of libpump because 4.1 leaks sockets since 2026-03-01."


@dataclass(frozen=True)
class Asked:
    """One request: the parts of the path, the query, a JSON body or a form."""

    path: dict[str, Any] = field(default_factory=dict)
    query: dict[str, Any] = field(default_factory=dict)
    body: Any = None
    form: dict[str, Any] | None = None
    lines: str | None = None
    # What it needs by the matrix where the view says less: a name of permissions.PERMISSIONS.
    permission: str = ""

    def sent(self) -> dict[str, Any]:
        """For Client.generic."""
        if self.lines is not None:
            return {"data": self.lines, "content_type": "application/x-ndjson"}
        if self.form is not None:
            return {"data": urlencode(self.form, doseq=True), "content_type": "application/x-www-form-urlencoded"}
        if self.body is not None:
            return {"data": json.dumps(self.body), "content_type": "application/json"}
        return {}

    @property
    def question(self) -> str:
        """The query string, with its question mark."""
        return f"?{urlencode(self.query)}" if self.query else ""


Sample = Callable[[Refs], Asked]


def ref(status: str = "active", **more: Any) -> Sample:
    """A request that names a memory in its path."""
    return lambda refs: Asked({"ref": refs.memory(status)}, **more)


def _event(refs: Refs) -> dict[str, Any]:
    return {
        "id": "3f2b8a52-0000-4000-8000-000000000001",
        "event": "UserPromptSubmit",
        "session_id": refs.text("session-one"),
        "occurred_at": f"{DAY}T12:00:00+00:00",
        "project": {"remote": f"https://{refs.project}.git", "root": "/home/dev/checkout", "branch": "main"},
        "payload": {"prompt_id": "new-turn", "prompt": "Which version of libpump leaks sockets in the harbour?"},
    }


def _line(refs: Refs, uuid: str) -> str:
    record = {
        "type": "user",
        "uuid": uuid,
        "sessionId": refs.text("session-one"),
        "timestamp": f"{DAY}T12:00:00.000Z",
        "cwd": "/home/dev/checkout",
        "message": {"role": "user", "content": "Which version of libpump leaks sockets in the harbour?"},
    }
    return json.dumps(record) + "\n"


def _transcript(message: str) -> Sample:
    place = {"root": "/home/dev/checkout"}
    return lambda refs: Asked(
        {"session_id": refs.text("session-one")},
        {"remote": f"https://{refs.project}.git", **place},
        lines=_line(refs, refs.text(message)),
    )


def listing(**more: Any) -> Sample:
    """A list narrowed to a project."""
    return lambda refs: Asked(query={"project": refs.project, **more})


def wide(**query: Any) -> Sample:
    """A list of everything."""
    return lambda refs: Asked(query=query)


_SEARCHED = "mill retries a gateway timeout"
_NAMED = {"type": "decision", "limit": 100}

# Every endpoint, by URL name and method; several samples where one says too little.
API: dict[tuple[str, str], list[Sample]] = {
    ("events", "POST"): [lambda refs: Asked(body={"events": [_event(refs)]})],
    ("transcripts", "POST"): [_transcript("new-message"), _transcript("message-one")],
    ("search", "GET"): [
        wide(q=_SEARCHED, limit=100, explain=1),
        wide(q=_SEARCHED, limit=100, status="draft"),
        lambda refs: Asked(query={"q": f"{refs.word} mill", "limit": 100}),
        lambda refs: Asked(query={"q": _SEARCHED, "project": refs.project, "agent_id": refs.text("agent-one")}),
        lambda refs: Asked(query={"q": _SEARCHED, "tag": f"{refs.word}-tag-one", "type": "decision"}),
    ],
    ("briefing", "GET"): [
        wide(budget=9000),
        lambda refs: Asked(query={"project": refs.project, "session": refs.text("session-one"), "source": "compact"}),
    ],
    ("memories", "GET"): [
        lambda refs: Asked(query={"ids": f"{refs.memory()},{refs.memory('draft')}", "expand": 1}),
        lambda refs: Asked(query={"ids": refs.memory()[:13]}),
    ],
    ("memories", "POST"): [
        lambda refs: Asked(body={"content": TOLD}),
        lambda refs: Asked(body={"content": TOLD, "supersedes": refs.memory()}),
        lambda refs: Asked(body={"content": f"{_text(refs)} and again.", "preview": True}),
        lambda refs: Asked(body={"content": TOLD, "projects": [refs.project], "tags": [refs.text("tag-one")]}),
    ],
    ("memory-recent", "GET"): [wide(limit=100), listing(limit=100), wide(limit=100, type="pattern")],
    ("memory-stale", "GET"): [wide(limit=100), listing(limit=100)],
    ("memory-detail", "GET"): [
        *(ref(status) for status in ("active", "draft", "forgotten", "quarantined", "superseded", "disputed")),
        ref(query={"expand": 1}),
        lambda refs: Asked({"ref": refs.memory()[:32]}),
    ],
    ("memory-detail", "PATCH"): [ref(body={"content": TOLD})],
    ("memory-detail", "DELETE"): [ref(), ref("draft"), ref("superseded")],
    ("memory-restore", "POST"): [ref("forgotten")],
    ("memory-approve", "POST"): [ref("draft"), ref("quarantined")],
    ("memory-reject", "POST"): [ref("draft")],
    ("memory-pin", "POST"): [ref(body={"pinned": True})],
    ("memory-lineage", "GET"): [ref("replacing"), ref("superseded")],
    ("memory-confirm", "POST"): [ref(body={})],
    ("memory-retype", "POST"): [ref(body={"type": "failure"})],
    ("memory-tags", "POST"): [ref(body={"add": ["pump"]})],
    ("memory-share", "POST"): [ref("bob's", body={"visibility": "team"})],
    ("memory-feedback", "POST"): [ref(body={"verdict": "outdated"})],
    ("memory-feedback", "DELETE"): [ref()],
    ("memory-undo", "POST"): [
        ref(body={}),
        lambda refs: Asked({"ref": refs.memory()}, body={"event": refs.pk(1)}),
    ],
    ("memory-merge", "POST"): [
        lambda refs: Asked(body={"ids": [refs.memory(), refs.memory("pinned")], "content": TOLD}),
    ],
    ("memory-split", "POST"): [ref(body={"contents": [TOLD, "The mill's pump needs oil 15W40 since 2026-03-02."]})],
    ("review-queue", "GET"): [
        wide(limit=100),
        lambda refs: Asked(query={"assignee": refs.text("bob")}),
        wide(kind="contradiction"),
    ],
    ("review-counts", "GET"): [wide()],
    ("review-decide", "POST"): [
        lambda refs: Asked(body={"verb": "approve", "ids": [refs.memory("draft"), refs.memory("quarantined")]}),
        lambda refs: Asked(body={"verb": "dismiss", "ids": [f"contradiction:{refs.contradiction()}"]}),
        lambda refs: Asked(body={"verb": "undo", "ids": [], "events": [refs.pk(1)]}),
    ],
    ("review-assign", "POST"): [
        lambda refs: Asked(body={"ids": [refs.memory("draft")], "assignee": refs.text("carol")}),
        lambda refs: Asked(body={"ids": [f"contradiction:{refs.contradiction()}"], "assignee": ""}),
    ],
    ("policy", "GET"): [wide()],
    ("policy", "PATCH"): [
        lambda refs: Asked(body={"capture": "draft"}),
        lambda refs: Asked(body={"projects": [{"project": refs.project, "captured": False}]}),
    ],
    ("policy-rules", "POST"): [
        lambda refs: Asked(body={"type": "decision"}),
        lambda refs: Asked(body={"project": refs.project, "type": "decision"}),
    ],
    ("policy-rule", "DELETE"): [lambda refs: Asked({"ref": str(refs.pk(1))})],
    ("block-list", "GET"): [wide(), wide(lifted=1)],
    ("block-list", "POST"): [
        lambda refs: Asked(body={"agent": refs.text("agent-one"), "reason": "leak"}),
        lambda refs: Asked(body={"session": refs.text("session-one"), "reason": "leak"}),
        lambda refs: Asked(body={"person": refs.text("bob"), "reason": "leak"}),
        lambda refs: Asked(body={"token": str(refs.pk(1)), "reason": "leak"}),
    ],
    ("block-lift", "POST"): [lambda refs: Asked({"ref": str(refs.pk(1))})],
    ("contradiction-list", "GET"): [wide(status="all", limit=100), listing(status="open")],
    ("contradiction-resolve", "POST"): [
        lambda refs: Asked({"ref": refs.contradiction()}, body={"verdict": "dismiss"}),
        lambda refs: Asked(
            {"ref": refs.contradiction()}, body={"verdict": "supersede", "keep": refs.memory("disputed")}
        ),
    ],
    ("history", "GET"): [
        wide(q="why does the mill retry", scope="global", threshold=0, max_results=100),
        lambda refs: Asked(query={"q": "gateway timeout", "project": refs.project, "threshold": 0}),
    ],
    ("session-list", "GET"): [wide(limit=100), listing()],
    ("session-detail", "GET"): [lambda refs: Asked({"ref": refs.text("session-one")})],
    ("session-turns", "GET"): [lambda refs: Asked({"ref": refs.text("session-one")})],
    ("session-turn", "GET"): [
        lambda refs: Asked({"ref": refs.text("session-one"), "turn": refs.text("turn-one")}),
        lambda refs: Asked({"ref": refs.text("session-one"), "turn": refs.text("message-one")}),
    ],
    ("log", "GET"): [lambda refs: Asked({"day": DAY}), lambda refs: Asked({"day": DAY}, {"project": refs.project})],
    ("audit", "GET"): [wide(limit=200), lambda refs: Asked(query={"subject": f"memory:{refs.memory()}"})],
    ("whoami", "GET"): [wide()],
    ("status", "GET"): [wide()],
    ("schema", "GET"): [wide()],
}


def _text(refs: Refs) -> str:
    return f"The {refs.word} mill (active) retries a gateway timeout three times since 2026-03-19"
