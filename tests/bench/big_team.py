"""A team of two years for the pages to show: memories, sessions, turns, messages and what hangs on them."""

from dataclasses import dataclass
from pathlib import Path

from django.db import connections

from memory import access, people
from memory.access import Actor
from memory.models import CodingSession, Contradiction, Memory, Project, Turn, Webhook
from tests.browser.ground import Ground


@dataclass(frozen=True)
class Size:
    """So many memories, and sessions of ten turns."""

    memories: int
    sessions: int


_STEPS = (Path(__file__).parent / "big_team.sql").read_text().split(";\n")[:-1]


def grow(actor: Actor, other: Actor, size: Size) -> Ground:
    """Fill the actor's team; where its things stand afterwards."""
    numbers = {"team": actor.team.pk, "author": actor.user.pk, "other": other.user.pk}
    with connections["owner"].cursor() as cursor:
        for step in _STEPS:
            cursor.execute(step, {**numbers, "memories": size.memories, "sessions": size.sessions})
            # The next step is planned for as many rows as there are now.
            cursor.execute("ANALYZE")
        cursor.execute("VACUUM")
    return _found(actor)


def _found(actor: Actor) -> Ground:
    with access.acting(actor):
        _, raw = people.invite("nina@acme.example", "member", actor=actor)
        first = {row.status: str(row.uuid) for row in Memory.objects.order_by("-pk").filter(visibility="team")}
        private = Memory.objects.filter(visibility="private", author=actor.user).earliest("pk")
        stale = Memory.objects.filter(file_changes__gt=5).earliest("pk")
        projects = Project.objects.order_by("pk")
        return Ground(
            memories={**first, "private": str(private.uuid), "stale": str(stale.uuid)},
            session=CodingSession.objects.earliest("pk").external_id,
            turn=Turn.objects.earliest("pk").uuid,
            invitation=raw,
            project=projects[0].pk,
            named=projects[0].name,
            question="which+queue+retries+and+gives+up",
            other=projects[1].pk,
            contradiction=Contradiction.objects.earliest("pk").pk,
            webhook=Webhook.objects.earliest("pk").pk,
        )
