"""A small story that a team remembers, and what a team has at the end of a journey of its files."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from memory import access
from memory.access import Actor
from memory.capture.projects import project_for
from memory.knowledge.save import Ground, NewFact, insert
from memory.models import CodingSession, Memory, Project, Supersession, Turn
from memory.recall.fetch import expand
from memory.rules.identity import ProjectIdentity

MONDAY = datetime(2026, 2, 9, 14, 30, 12, 345678, tzinfo=UTC)
CACHE = "Redis L1 with in-process LRU L2 chosen for the order cache because Memcached cannot expire by tag."
RETRY = "Payment retries stop after 3 attempts; the fourth returned HTTP 409 from the provider."
LAYERS = "Views call one verb and never the ORM."
LONG = (
    "The nightly export of invoices failed with `OSError: [Errno 28] No space left on device` because the temporary"
    " files of /var/tmp/export were never removed after an aborted run, and the disk filled up in 19 days."
)


def project(actor: Actor, name: str = "acme/checkout") -> Project:
    """A project of the actor's team, with a remote."""
    return project_for(ProjectIdentity(f"github.com/{name}", name), actor=actor)


def session(actor: Actor, external_id: str, start: datetime, of: Project) -> CodingSession:
    """A session that began at `start`."""
    return CodingSession.objects.create(
        team=actor.team,
        author=actor.user,
        external_id=external_id,
        project=of,
        branch="main",
        title="The order cache",
        transcript_path=f"/home/{actor.user.username}/.claude/projects/x/{external_id}.jsonl",
        started_at=start,
        last_event_at=start,
    )


def turn(of: CodingSession, uuid: str, start: datetime, *summary: str) -> Turn:
    """A summarised turn."""
    row = {"started_at": start, "ended_at": start + timedelta(minutes=4), "tool_count": 7, "summary": list(summary)}
    return Turn.objects.create(team=of.team, session=of, uuid=uuid, **row)


def new_fact(content: str, type: str, *, of: Turn | None, projects: tuple[Project, ...], **more: Any) -> NewFact:
    """A fact that rests on a turn (or on none)."""
    at = of.started_at + timedelta(minutes=3) if of else MONDAY
    ground = Ground(source="assistant", at=at, excerpt=f"… {content}", session=of.session if of else None, turn=of)
    return NewFact(content, type, ground, source="captured", projects=projects, **more)


def fact(actor: Actor, content: str, type: str, **more: Any) -> Memory:
    """A memory of such a fact."""
    return insert(new_fact(content, type, **more), actor=actor)


@pytest.fixture
def story(alice: Actor, bob: Actor) -> None:
    """Two projects, two authors, three days: summaries, memories of every kind, and one of nobody's session."""
    with access.acting(bob):
        search = project(bob, "acme/search")
        later = turn(
            session(bob, "bob-2", MONDAY + timedelta(days=1), search), "t3", MONDAY + timedelta(days=1), "Tuned"
        )
        fact(bob, RETRY, "failure", of=later, projects=(search, project(bob)), confidence=0.75, trust=0.5)
        fact(bob, "Bob's own note on staging at 10.0.0.7 is private.", "context", of=later, projects=(search,),
             visibility="private")  # fmt: skip
    with access.acting(alice):
        checkout = project(alice)
        work = session(alice, "alice-1", MONDAY, checkout)
        first = turn(work, "t1", MONDAY, CACHE, f"{LONG[:150]} …", "Files changed: cache.py, orders.py.")
        fact(alice, CACHE, "decision", of=first, projects=(checkout,), tags=("cache", "redis"))
        fact(alice, LONG, "failure", of=first, projects=(checkout,))
        unsummarised = turn(work, "t2", MONDAY + timedelta(hours=1))
        fact(alice, "Line one of a rule.\nLine two:  with\ttabs.", "pattern", of=unsummarised, projects=(checkout,))
        rule = fact(alice, LAYERS, "pattern", of=None, projects=(), visibility="team")
        Memory.objects.filter(pk=rule.pk).update(pinned=True)
        old = fact(alice, "psycopg 3.1 is the Postgres driver of checkout.", "dependency", of=None,
                   projects=(checkout,), tags=("postgres",), status="superseded")  # fmt: skip
        new = fact(alice, "psycopg 3.2 is the Postgres driver of checkout.", "dependency", of=None,
                   projects=(checkout,), tags=("postgres",))  # fmt: skip
        Memory.objects.filter(pk=new.pk).update(occurred_at=MONDAY + timedelta(days=3))
        Supersession.objects.create(team=alice.team, older=old, newer=new)


def known(actor: Actor, *, ids: bool = False) -> list[tuple[object, ...]]:
    """All that a team member sees of the memories, and where each leads to, in an order of its own."""
    with access.acting(actor):
        rows = Memory.objects.visible_to(actor).with_context().order_by("content")
        return [_told(memory, actor, ids) for memory in rows]


def _told(memory: Memory, actor: Actor, ids: bool) -> tuple[object, ...]:
    projects = tuple(sorted(one.identity for one in memory.projects.all()))
    stands = (memory.status, memory.visibility, memory.pinned, memory.source, tuple(memory.tags), projects)
    told = (memory.content, memory.type, memory.confidence, memory.trust, memory.occurred_at, *stands)
    anchor = expand(memory, actor=actor).anchor
    return (*told, anchor, memory.uuid) if ids else (*told, anchor)


@pytest.fixture
def files(tmp_path: Path) -> Callable[..., Path]:
    """Writes day files and gives their folder: `files(day=text)`, days as `d2026_02_09`."""

    def write(folder: str = "repo/.memsearch/memory", **days: str | bytes) -> Path:
        root = tmp_path / folder
        root.mkdir(parents=True, exist_ok=True)
        for name, text in days.items():
            path = root / f"{name.removeprefix('d').replace('_', '-')}.md"
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return tmp_path / folder.split("/")[0]

    return write
