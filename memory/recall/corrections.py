"""What people's corrections say about the classification: per cue and per pair of types, how often it erred."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from memory.models import AuditEvent, Memory, Team

_IDS = 5  # examples that a row names


@dataclass(frozen=True)
class Erred:
    """How often a cue took `was` for what people called `now`; of `used` memories that rest on the cue today."""

    cue: str
    was: str
    now: str
    times: int
    confidence: float
    used: int
    ids: tuple[str, ...]


@dataclass(frozen=True)
class Corrections:
    """All corrections of a team: their number, the pairs of types by frequency, and each cue that erred."""

    total: int
    memories: int
    pairs: tuple[tuple[str, str, int], ...]
    cues: tuple[Erred, ...]


def corrections(*, team: Team) -> Corrections:
    """Read from the audit of `team`; call it in a scope of the team.

    A memory that was corrected twice counts by its first correction: only that one corrected the rules.
    """
    first = _first_corrections(AuditEvent.objects.filter(team=team, verb="retype").order_by("at", "pk"))
    pairs = Counter((event.detail["was"], event.detail["now"]) for event in first)
    return Corrections(
        total=len(first),
        memories=Memory.objects.filter(team=team).count(),
        pairs=tuple((was, now, times) for (was, now), times in pairs.most_common()),
        cues=_by_cue(first),
    )


def _first_corrections(events: Iterable[AuditEvent]) -> list[AuditEvent]:
    first: dict[str, AuditEvent] = {}
    for event in events:
        if {"was", "now"} <= event.detail.keys() and event.detail.get("cue") != "corrected":
            first.setdefault(event.subject, event)
    return list(first.values())


def _by_cue(events: list[AuditEvent]) -> tuple[Erred, ...]:
    grouped: defaultdict[tuple[str, str, str], list[AuditEvent]] = defaultdict(list)
    for event in events:
        grouped[str(event.detail.get("cue", "")), event.detail["was"], event.detail["now"]].append(event)
    rows = [_erred(cue, was, now, found) for (cue, was, now), found in grouped.items()]
    return tuple(sorted(rows, key=lambda row: (-row.times, row.cue, row.was, row.now)))


def _erred(cue: str, was: str, now: str, events: list[AuditEvent]) -> Erred:
    sure = [float(event.detail.get("confidence") or 0.0) for event in events]
    ids = tuple(event.subject.removeprefix("memory:") for event in events[-_IDS:])
    used = Memory.objects.filter(cue=cue, type=was).count()
    return Erred(cue, was, now, len(events), sum(sure) / len(sure), used, ids)
