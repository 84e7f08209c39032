"""Why a memory is believed: every place where it was said or seen, with what was done there."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from memory.access import Actor
from memory.models import Evidence, Memory, ToolCall
from memory.recall.openings import with_openings

MOST = 100


@dataclass(frozen=True)
class Sighting:
    """One piece of evidence, and one line for each tool call beside it."""

    evidence: Evidence
    tools: tuple[str, ...]


def sightings(memory: Memory, *, actor: Actor) -> list[Sighting]:
    """What the memory rests on, in order of time; of more than 100 the latest.

    Evidence keeps the lines of its turn's last tool calls; where it has none, the transcript's tell.
    """
    actor.authorize("search")
    rows = memory.evidence.select_related("session__author", "session__project", "author", "turn")
    latest = sorted(rows.order_by("-at", "-pk")[:MOST], key=lambda row: (row.at, row.pk))
    with_openings([row.session for row in latest if row.session])
    lines = _lines_of_turns({row.turn_id for row in latest if row.turn_id and not row.tools})
    return [Sighting(row, tuple(row.tools) or lines.get(row.turn_id or 0, ())) for row in latest]


def _lines_of_turns(turns: Iterable[int]) -> dict[int, tuple[str, ...]]:
    calls: dict[int, list[str]] = defaultdict(list)
    for call in ToolCall.objects.filter(turn__in=list(turns)).order_by("called_at", "pk"):
        calls[call.turn_id or 0].append(f"{call}{' (failed)' if call.failed else ''}")
    return {turn: tuple(lines) for turn, lines in calls.items()}
