"""Lays out what a team knows by project and day, as Markdown that people and memsearch read; a day at a time."""

import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, cast

from django.db.models import Exists, F, OuterRef, Prefetch, Subquery
from django.db.models.functions import Coalesce, TruncDate

from memory import access, audit
from memory.access import Actor
from memory.exchange.folder import MARKER, TEAM_FOLDER, Folder, export_folder, folder_names, project_marker
from memory.exchange.markdown import Placed, Section, day_text
from memory.models import Evidence, Memory, MemoryProject, Project, Supersession, Turn
from memory.models.memories import MemoryQuerySet
from memory.recall import log

# Rows fetched at a time: enough to be quick, little enough to hold.
_CHUNK = 500
_Status = Memory.Status
Step = Callable[[str], None]


@dataclass(frozen=True)
class Exported:
    """What an export holds."""

    files: int
    memories: int
    turns: int
    projects: int


@dataclass(frozen=True)
class _Day:
    """All that a day holds: its turns with a summary, and its memories with where they stand."""

    turns: Sequence[Turn]
    placed: Sequence[Placed]


def export_markdown(
    root: Path,
    *,
    actor: Actor,
    project: Project | None = None,
    everything: bool = False,
    force: bool = False,
    step: Step = lambda day: None,
) -> Exported:
    """Write all that the actor may see into `root`: a folder a project, a file a day; `step` hears of each day.

    With `project` only that one's. `everything` adds drafts, quarantined and superseded memories with their lineage;
    what was forgotten is never exported. Raises Refused where the folder is not free or not writable.
    """
    actor.authorize("export")
    with access.acting(actor), export_folder(root, force=force, team=actor.team.slug) as folder:
        writer = _Writer(folder, actor, lineage=everything)
        for day, content in _days(actor, project, everything=everything):
            writer.write(day, content, only=project)
            step(day.isoformat())
        return noted(writer.exported(), "markdown", project=project, actor=actor)


def noted(made: Exported, format: str, *, project: Project | None, actor: Actor) -> Exported:
    """Note in the audit log that a copy left: who erases something later is told where it still may be."""
    subject = f"project:{project.pk}" if project else f"team:{actor.team.pk}"
    audit.record("export", subject, actor=actor, format=format, memories=made.memories, turns=made.turns)
    return made


class _Writer:
    """Sorts each day's content into the folders of its projects."""

    def __init__(self, folder: Folder, actor: Actor, *, lineage: bool) -> None:
        self._folder, self._lineage = folder, lineage
        self._projects = Project.objects.filter(team=actor.team).in_bulk()
        self._names = folder_names(list(self._projects.values()))
        self._counts: Counter[str] = Counter()
        self._opened: set[str] = set()

    def write(self, day: date, content: _Day, *, only: Project | None) -> None:
        """The files of one day."""
        homes: dict[int | None, list[Section]] = defaultdict(list)
        placed: dict[int | None, list[Placed]] = defaultdict(list)
        for one in content.placed:
            placed[_home(one, only)].append(one)
        turns: dict[int | None, list[Turn]] = defaultdict(list)
        for turn in content.turns:
            turns[turn.session.project_id].append(turn)
        for home in {*placed, *turns}:
            homes[home] = sections(turns[home], placed[home])
        for home, told in homes.items():
            self._file(day, home, told)
        self._counts.update(memories=len(content.placed), turns=len(content.turns))

    def _file(self, day: date, home: int | None, told: list[Section]) -> None:
        project = self._projects[home] if home else None
        name = self._names[home] if home else TEAM_FOLDER
        if name not in self._opened:
            self._opened.add(name)
            self._folder.write(f"{name}/{MARKER}", project_marker(project))
        self._folder.write(f"{name}/{day.isoformat()}.md", day_text(told, home=project, lineage=self._lineage))
        self._counts["files"] += 1

    def exported(self) -> Exported:
        """The counts so far."""
        count = self._counts
        return Exported(count["files"], count["memories"], count["turns"], len(self._opened - {TEAM_FOLDER}))


def sections(turns: Sequence[Turn], placed: Sequence[Placed]) -> list[Section]:
    """What stands under each `### HH:MM` of one folder's day."""
    by_turn: dict[object, list[Placed]] = defaultdict(list)
    for one in placed:
        by_turn[_place(one)].append(one)
    told = [Section(turn.started_at, turn.session, turn, tuple(turn.summary), tuple(by_turn.pop(("turn", turn.pk), ())))
            for turn in turns]  # fmt: skip
    for group in by_turn.values():
        evidence = group[0].evidence
        turn = evidence.turn if evidence else None
        at = turn.started_at if turn else group[0].memory.occurred_at
        told.append(Section(at, evidence.session if evidence else None, turn, (), tuple(group)))
    return told


def _place(one: Placed) -> tuple[object, ...]:
    """What memories share that stand under one heading: a turn, else a minute of a session or of the day."""
    evidence = one.evidence
    if evidence and evidence.turn_id:
        return "turn", evidence.turn_id
    minute = one.memory.occurred_at.replace(second=0, microsecond=0)
    return "minute", evidence.session_id if evidence else None, minute


def _home(one: Placed, only: Project | None) -> int | None:
    """In whose folder a memory of several projects stands: its session's if that is one of them, else the first."""
    projects = sorted(project.pk for project in one.memory.projects.all())
    if only:
        return only.pk
    led = one.evidence.session.project_id if one.evidence and one.evidence.session else None
    return led if led in projects else next(iter(projects), None)


def exportable(actor: Actor, project: Project | None, *, everything: bool) -> MemoryQuerySet:
    """The memories that an export holds, with all that a card says."""
    wanted = [*Memory.CURRENT]
    if everything:
        wanted += [_Status.DRAFT, _Status.QUARANTINED, _Status.SUPERSEDED]
    found = Memory.objects.visible_to(actor).filter(status__in=wanted)
    if project:
        found = found.filter(Exists(MemoryProject.objects.filter(memory=OuterRef("pk"), project=project)))
    # What the file does not hold, it does not name.
    links = Supersession.objects.filter(older__in=found.values("pk")).select_related("older").order_by("older_id")
    replaced = Prefetch("replaced", links)
    return cast(MemoryQuerySet, found.with_context().prefetch_related(replaced))


def _days(actor: Actor, project: Project | None, *, everything: bool) -> Iterator[tuple[date, _Day]]:
    """Day by day, oldest first: two cursors that run side by side, and a query for the evidence of each day."""
    told = log.summarised(actor=actor, project=project).select_related("session__project", "session__author")
    told = told.annotate(day=_day_of("started_at")).order_by("day", "started_at", "pk")
    known = _placeable(exportable(actor, project, everything=everything))
    rows: list[Iterator[Any]] = [told.iterator(chunk_size=_CHUNK), known.iterator(chunk_size=_CHUNK)]
    for day, group in groupby(heapq.merge(*rows, key=attrgetter("day")), key=attrgetter("day")):
        sorts: dict[type, list[Any]] = defaultdict(list)
        for row in group:
            sorts[type(row)].append(row)
        yield day, _Day(sorts[Turn], _placed(sorts[Memory]))


def _day_of(moment: str) -> TruncDate:
    return TruncDate(moment, tzinfo=log.zone())


def _placeable(memories: MemoryQuerySet) -> MemoryQuerySet:
    """With the key of the evidence that anchors each (as `expand` chooses it), by the day that it stands in."""
    anchored = Evidence.objects.filter(memory=OuterRef("pk"), session__isnull=False).order_by("at", "pk")
    turn_at = Subquery(anchored.values("turn__started_at")[:1])
    placed = memories.annotate(evidence_pk=Subquery(anchored.values("pk")[:1]), turn_at=turn_at)
    placed = placed.annotate(placed_at=Coalesce(F("turn_at"), F("occurred_at")))
    return cast(MemoryQuerySet, placed.annotate(day=_day_of("placed_at")).order_by("day", "placed_at", "pk"))


def _placed(memories: Sequence[Memory]) -> list[Placed]:
    keys = [memory.evidence_pk for memory in memories if memory.evidence_pk]  # type: ignore[attr-defined]
    evidence = Evidence.objects.select_related("session__project", "session__author", "turn")
    found = evidence.defer("turn__prompt", "turn__answer").in_bulk(keys)
    return [Placed(memory, found.get(memory.evidence_pk)) for memory in memories]  # type: ignore[attr-defined]
