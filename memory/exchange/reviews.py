"""Writes what curators decided as labelled turns, a file a project, for a team to measure its distiller with."""

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from memory import access, audit
from memory.access import Actor
from memory.exchange.folder import Folder, export_folder, folder_names
from memory.exchange.review_labels import Labels, labels_by_turn
from memory.exchange.review_turns import LabelledRow, labelled_row
from memory.models import Project, Turn

_CHUNK = 100


@dataclass(frozen=True)
class ReviewFile:
    """One file: its name in the folder, its project, its turns, the facts to find by how people came to them, and
    the memories that people threw away."""

    file: str
    project: str
    turns: int
    gold: int
    verdicts: Counter[str]
    thrown_away: int


@dataclass
class Exported:
    """All files, turns by how much of them is left (`known_from`), turns of which nothing is left (`lost`), and edits
    that tell of something later than their turn (`overtaken`)."""

    files: list[ReviewFile] = field(default_factory=list)
    known_from: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    overtaken: int = 0

    @property
    def turns(self) -> int:
        """Turns of all files."""
        return sum(file.turns for file in self.files)


def export_reviews(
    root: Path,
    *,
    actor: Actor,
    with_raw: bool = False,
    force: bool = False,
    step: Callable[[str], None] = lambda now: None,
) -> Exported:
    """Write what the team's people signed, edited, retyped or threw away, with the turns it came from, into `root`.

    Only what the whole team may see, redacted; `with_raw` adds what only the actor may see: the raw events of their
    own sessions. `step` hears of each project. Raises Forbidden for who may not review, Refused where the folder is
    not free or not writable.
    """
    actor.authorize("review")
    made = Exported()
    with access.acting(actor), export_folder(root, force=force, team=actor.team.slug) as folder:
        labels = labels_by_turn(actor=actor)
        for project, name, turns in _projects(labels, actor):
            step(project.name)
            _write(project, f"{name}.jsonl.gz", turns, labels, folder, made, with_raw=with_raw)
        counts = {"memories": sum(file.gold for file in made.files), "turns": made.turns}
        audit.record("export", f"team:{actor.team.pk}", actor=actor, format="reviews", **counts)
    return made


def _projects(labels: dict[int, Labels], actor: Actor) -> Iterator[tuple[Project, str, list[int]]]:
    """Each project with labelled turns, the name of its file, and the keys of the turns in order of time."""
    homes: defaultdict[int, list[int]] = defaultdict(list)
    turns = Turn.objects.filter(team=actor.team, pk__in=labels).order_by("started_at", "pk")
    for key, home in turns.values_list("pk", "session__project"):
        homes[home].append(key)
    projects = Project.objects.filter(team=actor.team).in_bulk()
    names = folder_names(list(projects.values()))
    for home in sorted(homes, key=lambda key: names[key]):
        yield projects[home], names[home], homes[home]


def _write(
    project: Project,
    file: str,
    keys: list[int],
    labels: dict[int, Labels],
    folder: Folder,
    made: Exported,
    *,
    with_raw: bool,
) -> None:
    """One project's file; none where nothing is left of its turns."""
    verdicts: Counter[str] = Counter()
    turns = thrown_away = 0
    lines = bytearray()
    for key, row in _rows(keys, labels, with_raw=with_raw):
        if row is None:
            made.lost += 1
            continue
        lines += json.dumps(row.row, ensure_ascii=False).encode() + b"\n"
        turns, thrown_away = turns + 1, thrown_away + labels[key].thrown_away
        verdicts += row.verdicts
        made.known_from[row.known_from] += 1
        made.overtaken += row.overtaken
    if turns:
        place = folder.place(file)
        place.write_bytes(gzip.compress(bytes(lines), mtime=0))
        place.chmod(0o600)
        made.files.append(ReviewFile(file, project.name, turns, verdicts.total(), verdicts, thrown_away))


def _rows(keys: list[int], labels: dict[int, Labels], *, with_raw: bool) -> Iterator[tuple[int, LabelledRow | None]]:
    for start in range(0, len(keys), _CHUNK):
        chunk = keys[start : start + _CHUNK]
        turns = Turn.objects.select_related("session__project").in_bulk(chunk)
        yield from ((key, labelled_row(turns[key], labels[key], with_raw=with_raw)) for key in chunk)
