"""Files of memories that were damaged, or made by nobody's program: what is sound comes in, the rest is counted."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory import access
from memory.access import Actor
from memory.exchange.auto_memory import import_auto_memory
from memory.exchange.import_report import Receipt
from memory.exchange.memsearch_import import import_memsearch
from memory.exchange.unpacking import import_jsonl
from memory.models import (
    Agent,
    AuditEvent,
    CodingSession,
    Comment,
    Contradiction,
    Evidence,
    Feedback,
    Memory,
    Observation,
    Project,
    ProjectAlias,
    Supersession,
    Turn,
)
from tests.access.visitors import undone
from tests.mutated import EXAMPLES, many, mutated, with_other_values

pytestmark = pytest.mark.django_db

AT = "2026-02-09T14:30:12.345678+00:00"
IDS = [f"7a0f0000-0000-4000-8000-00000000000{number}" for number in range(5)]
CACHE = "Redis L1 with in-process LRU L2 chosen for the order cache because Memcached cannot expire by tag."
RETRY = "Payment retries stop after 3 attempts; the fourth returned HTTP 409 from the provider."
LATER = "The nightly export of invoices failed with `OSError: [Errno 28] No space left on device` on 2026-02-08."
_SESSION = {"session": "s1", "by": "alice"}
_CARD = {"type": "decision", "at": AT, "by": "alice", "projects": ["github.com/acme/checkout"]}
ARCHIVE: list[dict[str, Any]] = [
    {"kind": "export", "cairn": 1, "team": "acme"},
    {
        "kind": "project",
        "identity": "github.com/acme/checkout",
        "name": "acme/checkout",
        "aliases": ["gitlab.com/old/checkout"],
    },
    {
        "kind": "session",
        "id": "s1",
        "by": "alice",
        "agent": "nightly",
        "project": "github.com/acme/checkout",
        "transcript": "/home/alice/s1.jsonl",
        "branch": "main",
        "root": "/home/alice",
        "title": "The order cache",
        "started_at": AT,
        "last_event_at": AT,
        "ended_at": AT,
    },
    {
        "kind": "turn",
        **_SESSION,
        "id": "t1",
        "started_at": AT,
        "ended_at": AT,
        "tools": 7,
        "summary": [CACHE, "Files changed: cache.py, orders.py."],
    },
    {
        "kind": "observation",
        **_SESSION,
        "turn": "t1",
        "id": "7a0f0000-0000-4000-9000-000000000001",
        "event": "UserPromptSubmit",
        "occurred_at": AT,
        "utc_offset_minutes": 60,
        "received_at": AT,
        "status": "distilled",
        "reason": "",
        "payload": {"prompt": "Why Redis?", "cwd": "/home/alice"},
    },
    {
        "kind": "memory",
        "id": IDS[0],
        **_CARD,
        "content": "Memcached is the order cache.",
        "status": "superseded",
        "evidence": [],
    },
    {
        "kind": "memory",
        "id": IDS[1],
        **_CARD,
        "content": CACHE,
        "agent": "nightly",
        "tags": ["cache", "redis"],
        "files": ["cache.py"],
        "pinned": True,
        "review_by": "2027-01-31",
        "confidence": 0.75,
        "trust": 0.5,
        "supersedes": [IDS[0]],
        "supersedes_at": [AT],
        "cue": "chosen",
        "distiller": "rules",
        "uses": 5,
        "corroborations": 1,
        "basis": "told",
        "created_at": AT,
        "status_changed_at": AT,
        "confirmed_at": AT,
        "first_used_at": AT,
        "last_used_at": AT,
        "file_changes": 2,
        "status_before": "active",
        "evidence": [
            {
                "source": "assistant",
                "at": AT,
                **_SESSION,
                "turn": "t1",
                "excerpt": CACHE,
                "tools": ["Bash"],
                "files": ["cache.py"],
                "branch": "main",
                "commit": "0123abc",
                "author": "alice",
                "observation": "7a0f0000-0000-4000-9000-000000000001",
            }
        ],
        "feedback": [{"verdict": "helpful", "at": AT, "by": "alice", "agent": "nightly"}],
        "comments": [{"content": "Still true.", "at": AT, "by": "alice"}],
    },
    {"kind": "memory", "id": IDS[2], **_CARD, "content": RETRY, "type": "failure", "visibility": "private"},
    {"kind": "memory", "id": IDS[3], **_CARD, "content": RETRY.replace("3", "5"), "type": "failure"},
    {
        "kind": "contradiction",
        "older": IDS[2],
        "newer": IDS[3],
        "differs": "number",
        "older_says": "3",
        "newer_says": "5",
        "similarity": 0.9,
        "confidence": 0.8,
        "opened_at": AT,
        "judge": "rules",
        "status": "resolved",
        "verdict": "dismiss",
        "resolved_at": AT,
        "resolved_by": "alice",
    },
]
LAST = {"kind": "memory", "id": IDS[4], "type": "failure", "at": AT, "content": LATER}


def _card(**keys: object) -> str:
    return json.dumps(keys)


DAY = f"""\
# 2026-02-09

## Session 14:30
<!-- cairn:session {_card(by="alice", branch="main", title="The order cache", started_at=AT, ended_at=AT)} -->

### 14:30
<!-- session:s1 turn:t1 transcript:/home/alice/s1.jsonl -->
<!-- cairn:turn {_card(at=AT, ended_at=AT, tools=7)} -->
- {CACHE}
  <!-- cairn:memory {_card(id=IDS[1], type="decision", at=AT, by="alice", tags=["redis"], files=["cache.py"])} -->
- {RETRY}
  <!-- cairn:memory {_card(id=IDS[2], type="failure", at=AT, projects=["github.com/a/b"], supersedes=[IDS[1]])} -->

## Session 15:00

### 15:01
<!-- session:s2 turn:t2 transcript:/tmp/s2.jsonl -->
- Added Redis caching middleware to the API with a 5-minute TTL
  - nested: pool size is 20
```
- a list in a fence
```
- ok thanks
"""
NOTE = f"---\nname: cache\ndescription: one line\nmetadata:\n  type: project\n---\n\n{CACHE} See [[retries]].\n"
TALK = {
    "type": "user",
    "uuid": "u1",
    "sessionId": "s1",
    "cwd": "/home/alice/shop",
    "timestamp": AT,
    "message": {"role": "user", "content": "hello"},
}
# What an archive says of a memory and a day does not.
_ASIDE = ("kind", "content", "evidence", "feedback", "comments")
_SESSION_KEYS = {
    "by": "alice",
    "branch": "main",
    "title": "The order cache",
    "started_at": AT,
    "project": "github.com/a/c",
}
_ROWS = (
    *(Memory, Evidence, CodingSession, Turn, Observation, Project, ProjectAlias, Agent),
    *(Feedback, Comment, Contradiction, Supersession),
)
Import = Callable[..., Receipt]


def _lines(*lines: object) -> list[bytes]:
    return [json.dumps(line).encode() + b"\n" for line in lines]


SEEDS = {
    "jsonl": [_lines(*ARCHIVE)],
    "memsearch": [DAY.encode().splitlines(keepends=True)],
    "auto-memory": [NOTE.encode().splitlines(keepends=True)],
    "beside": [_lines(TALK, {**TALK, "uuid": "u2", "parentUuid": "u1"})],
}
IMPORTS: dict[str, Import] = {
    "jsonl": import_jsonl,
    "memsearch": import_memsearch,
    "auto-memory": import_auto_memory,
    "beside": import_auto_memory,
}


def _folder(kind: str, root: Path, content: bytes) -> Path:
    """A folder with the damaged file, and what is sound behind it."""
    notes = root / "projects" / "-home-alice-shop"
    if kind == "jsonl":
        (root / "memories.jsonl").write_bytes(content + b"\n" + _lines(LAST)[0])
    elif kind == "memsearch":
        (root / "repo" / ".memsearch" / "memory").mkdir(parents=True, exist_ok=True)
        (root / "repo" / ".memsearch" / "memory" / "2026-02-09.md").write_bytes(content)
        (root / "repo" / ".memsearch" / "memory" / "2026-02-10.md").write_text(f"### 10:00\n- {LATER}\n")
    else:
        (notes / "memory").mkdir(parents=True, exist_ok=True)
        (notes / "memory" / "a.md").write_bytes(content if kind == "auto-memory" else NOTE.encode())
        (notes / "memory" / "b.md").write_text(NOTE.replace(CACHE, LATER))
        (notes / "s1.jsonl").write_bytes(content if kind == "beside" else b"")
        (notes / "s2.jsonl").write_bytes(_lines(TALK)[0])
    return root


def _counts(actor: Actor) -> dict[str, int]:
    with access.scope(team=actor.team, system=True):
        return {row.__name__: row.objects.filter(team=actor.team).count() for row in _ROWS}


@pytest.mark.parametrize("kind", SEEDS)
def test_the_seeds_themselves_are_taken_whole(tmp_path: Path, alice: Actor, kind: str) -> None:
    content = b"".join(SEEDS[kind][0])
    receipt = IMPORTS[kind](_folder(kind, tmp_path, content), actor=alice)
    assert {one.reason for one in receipt.refusals} <= {"noise"} and not receipt.skipped
    if kind == "jsonl":
        assert all(_counts(alice).values())


def _is_taken_once(kind: str, folder: Path, actor: Actor) -> Receipt:
    """An import that stores what it counts, and nothing when it is done again."""
    receipt = IMPORTS[kind](folder, actor=actor)
    first = _counts(actor)
    assert first["Memory"] == receipt.memories
    assert all(one.reason for one in (*receipt.refusals, *receipt.skipped))
    json.dumps(receipt.as_keys())
    with access.scope(team=actor.team, system=True):
        assert Memory.objects.filter(content__startswith=LATER[:60]).exists(), receipt
        assert AuditEvent.objects.filter(verb="import", subject__startswith="memories:").exists()
    again = IMPORTS[kind](folder, actor=actor)
    assert (again.memories, _counts(actor)) == (0, first)
    return receipt


@pytest.mark.parametrize("kind", SEEDS)
def test_a_damaged_file_is_taken_as_far_as_it_is_sound(tmp_path: Path, alice: Actor, kind: str) -> None:
    def is_well_taken(content: bytes) -> None:
        with undone():
            _is_taken_once(kind, _folder(kind, tmp_path, content), alice)

    many(mutated(SEEDS[kind]), is_well_taken)


def test_no_value_of_an_archive_costs_another_line(tmp_path: Path, bob: Actor) -> None:
    changed = []
    for line in ARCHIVE:
        for told in with_other_values(line, each=max(1, EXAMPLES // 3)):
            number = len(changed)
            told = told.replace(f'"{line.get("id")}"', f'"7a0f0000-0000-4000-a000-{number:012d}"')
            changed.append(told.replace(f'"{line.get("content")}"', f'"Worker {number} runs on Celery 5.{number}."'))
    content = b"".join(_lines(*ARCHIVE)) + "\n".join(changed).encode()
    receipt = _is_taken_once("jsonl", _folder("jsonl", tmp_path, content), bob)
    assert receipt.memories > len(changed) // 5
    assert receipt.memories + receipt.duplicates + len(receipt.refusals) > len(changed) // 2


def test_no_value_of_a_day_costs_another_turn(tmp_path: Path, alice: Actor) -> None:
    turns = []
    keys = [
        ({**_SESSION_KEYS}, "session"),
        ({"at": AT, "ended_at": AT, "tools": 7}, "turn"),
        ({name: value for name, value in ARCHIVE[6].items() if name not in _ASIDE} | {"log": "x"}, "memory"),
    ]
    for told, kind in keys:
        for said in with_other_values(told, each=max(1, EXAMPLES // 12)):
            number = len(turns)
            here = {other: json.dumps(sound) for sound, other in keys} | {kind: said}
            here["memory"] = here["memory"].replace(IDS[1], f"7a0f0000-0000-4000-a000-{number:012d}")
            turns.append(
                f"## Session 14:30\n<!-- cairn:session {here['session']} -->\n\n### 14:30\n"
                f"<!-- session:s{number} turn:t{number} -->\n<!-- cairn:turn {here['turn']} -->\n"
                f"- Worker {number} runs on Celery 5.{number}.\n  <!-- cairn:memory {here['memory']} -->\n"
            )
    receipt = _is_taken_once("memsearch", _folder("memsearch", tmp_path, "\n".join(turns).encode()), alice)
    assert receipt.memories > len(turns) // 2
