"""Puts back what an archive tells of contradictions: each pair once, between the rows that stand for its sides."""

from dataclasses import dataclass, fields
from datetime import datetime

from memory import access, audit
from memory.exchange.memory_record import Keys, moment, one_of, share, words
from memory.exchange.people import People
from memory.knowledge.contradiction_detection import told_at
from memory.knowledge.locks import one_writer_a_team
from memory.models import Contradiction, Memory

_PRIVATE = Memory.Visibility.PRIVATE
_OPEN = Contradiction.Status.OPEN


@dataclass(frozen=True)
class ContradictionRecord:
    """One contradiction as an archive tells it; `older` and `newer` are ids of memories, `resolved_by` is a name."""

    older: str
    newer: str
    differs: str
    older_says: str
    newer_says: str
    confidence: float
    opened_at: datetime
    similarity: float | None = None
    judge: str = "rules"
    advice: str = ""
    status: str = _OPEN
    verdict: str = ""
    resolved_at: datetime | None = None
    resolved_by: str = ""


def read_contradiction(keys: Keys) -> ContradictionRecord:
    """The pair of a line; its texts come out redacted. Raises ValueError or TypeError where a key has no sense."""
    read = {
        field.name: _READERS[field.name](keys[field.name])
        for field in fields(ContradictionRecord)
        if keys.get(field.name) not in (None, "")
    }
    return ContradictionRecord(**read)  # type: ignore[arg-type]


def put_back(pair: ContradictionRecord, older: int, newer: int, *, people: People) -> bool:
    """Store the pair between two rows; whether it is new.

    What the team knows of the two already stays as it is. Left out are an open pair of which a side is not live (when
    it is approved or restored, it is looked at again), whatever would join two persons' private memories, and a verdict
    from an importer who could not have given it.
    """
    team = people.importer.team
    if pair.status != _OPEN and not people.vouches:
        return False
    # A pair with somebody's private side is hidden from the importer, and the database has one row for it.
    with access.scope(team=team, user=people.importer.user, system=True):
        one_writer_a_team(team.pk)
        sides = list(Memory.objects.filter(pk__in=[older, newer]))
        if len(sides) < 2 or not _may_stand(pair, sides):
            return False
        says = {older: pair.older_says, newer: pair.newer_says}
        first, second = (side.pk for side in sorted(sides, key=told_at))
        first_says, second_says = says[first], says[second]
        told = _told(pair, people) | {"team": team, "older_says": first_says, "newer_says": second_says}
        row, made = Contradiction.objects.get_or_create(older_id=first, newer_id=second, defaults=told)
        if made:
            Contradiction.objects.filter(pk=row.pk).update(opened_at=pair.opened_at)
            audit.record("import", f"contradiction:{row.pk}", actor=people.importer, status=row.status)
    return made


def _may_stand(pair: ContradictionRecord, sides: list[Memory]) -> bool:
    live = all(side.status in Memory.LIVE for side in sides)
    strangers = all(side.visibility == _PRIVATE for side in sides) and len({side.author_id for side in sides}) > 1
    return not strangers and (live or pair.status != _OPEN)


def _told(pair: ContradictionRecord, people: People) -> dict[str, object]:
    """The columns of the row, but its sides; what is open has no verdict."""
    names = ("similarity", "confidence", "judge", "advice", "status")
    told: dict[str, object] = {"kind": pair.differs, **{name: getattr(pair, name) for name in names}}
    if pair.status == _OPEN:
        return told
    judge = people.author(pair.resolved_by).user if pair.resolved_by else None
    return told | {"verdict": pair.verdict, "resolved_at": pair.resolved_at, "resolved_by": judge}


def _cosine(value: object) -> float:
    return share(abs(float(value))) * (1 if float(value) > 0 else -1)  # type: ignore[arg-type]


_READERS = {
    "older": lambda value: words(value, 36),
    "newer": lambda value: words(value, 36),
    "differs": one_of(Contradiction.Kind.values),
    "older_says": lambda value: words(value, 200),
    "newer_says": lambda value: words(value, 200),
    "confidence": share,
    "opened_at": moment,
    "similarity": _cosine,
    "judge": lambda value: words(value, 40),
    "advice": one_of(Contradiction.Verdict.values),
    "status": one_of(Contradiction.Status.values),
    "verdict": one_of(Contradiction.Verdict.values),
    "resolved_at": moment,
    "resolved_by": lambda value: words(value, 150),
}
