"""Memories for the pages to show: rows as the distiller leaves them, made inside their author's scope."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.models import CodingSession, Evidence, Memory, MemoryProject, Project

Remembered = Callable[..., Memory]


def session_of(actor: Actor, title: str = "Fix silent 401s", project: str = "acme/checkout") -> CodingSession:
    """A coding session, found again by its title."""
    now = timezone.now()
    defaults = {
        "project": project_named(actor, project),
        "branch": "fix/401-fallback",
        "title": title,
        "started_at": now,
        "last_event_at": now,
    }
    return CodingSession.objects.get_or_create(
        team=actor.team, external_id=f"session {title}"[:100], author=actor.user, defaults=defaults
    )[0]


def project_named(actor: Actor, name: str) -> Project:
    """A project of the actor's team, made on first sight."""
    identity = f"github.com/{name}"
    return Project.objects.get_or_create(team=actor.team, identity=identity, defaults={"name": name})[0]


def store(
    actor: Actor,
    content: str,
    *,
    project: str = "acme/checkout",
    session: str = "",
    learned: datetime | None = None,
    **columns: object,
) -> Memory:
    """One memory with its evidence; `session` is the title of the one it came from, `learned` when."""
    moment = learned or timezone.now()
    columns = {"type": "decision", "occurred_at": moment, "author": actor.user, **columns}
    with access.acting(actor):
        memory = Memory.objects.create(team=actor.team, content=content, **columns)
        Memory.objects.filter(pk=memory.pk).update(created_at=moment)
        if project:
            MemoryProject.objects.create(team=actor.team, memory=memory, project=project_named(actor, project))
        Evidence.objects.create(
            team=actor.team,
            memory=memory,
            session=session_of(actor, session, project or "acme/checkout") if session else None,
            author=actor.user,
            source="assistant" if session else "explicit",
            excerpt=f"As was said: {content}",
            files=["src/error_handler.py"],
            branch="fix/401-fallback",
            at=moment,
        )
    return memory


@pytest.fixture
def remembered() -> Remembered:
    """Store a memory for the pages to show; see `store`."""
    return store


@pytest.fixture
def many(alice: Actor) -> Callable[[int], None]:
    """Fill alice's team with so many memories, an hour apart, in a session of its own every fifth."""

    def fill(count: int) -> None:
        now = timezone.now()
        for number in reversed(range(count)):
            content = f"Checkout keeps fact number {number} in order."
            moment = now - timedelta(hours=number)
            store(
                alice,
                content,
                session=f"Session {number // 5}",
                learned=moment,
                project=f"acme/part-{number % 7}",
            )

    return fill
