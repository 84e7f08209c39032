"""Imports what Claude Code wrote down for itself: `projects/<slug>/memory/*.md`, one fact a file under front matter."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.utils import timezone

from memory.access import Actor
from memory.capture.event_validation import not_ahead
from memory.capture.projects import project_for
from memory.capture.transcripts.files import folder_of, is_plain
from memory.capture.transcripts.importing import project_of
from memory.capture.transcripts.sessions import project_of_folder
from memory.errors import Refused
from memory.exchange.days import read_text
from memory.exchange.foreign import Place, take_bullets
from memory.exchange.import_report import Receipt, Skipped
from memory.exchange.memsearch import LoggedBullet
from memory.exchange.memsearch_import import Step, Transactions
from memory.models import Memory
from memory.rules.identity import ProjectIdentity

_FOLDER, _INDEX = "memory", "MEMORY.md"
_FRONT = re.compile(r"\A---[ \t]*\n(?P<front>.*?)\n---[ \t]*(?:\n|\Z)(?P<body>.*)", re.DOTALL)
_KEY = re.compile(r"^\s*(?P<key>name|description|type)\s*:\s*(?P<value>\S.*)$")
_LINK = re.compile(r"\[\[([^\]\n]{1,200})\]\]")
# Who somebody is, and how they like to be worked with, is their own.
_PERSONAL = frozenset({"user", "feedback"})


@dataclass(frozen=True)
class _Note:
    """One file: what kind of fact it holds, in words, and the line on which they begin."""

    kind: str
    text: str
    line: int


def import_auto_memory(
    path: Path,
    *,
    actor: Actor,
    project: ProjectIdentity | None = None,
    dry_run: bool = False,
    step: Step = lambda file, number, total: None,
) -> Receipt:
    """Import the notes at or below `path`; which project they belong to, the transcripts beside them tell.

    Notes on the person (`user`, `feedback`) become private memories, the others the team's. A dry run stores nothing,
    and counts each file alone. Raises Refused where there are none.
    """
    actor.authorize("remember")
    files = list(_files(path))
    if not files:
        raise Refused("nothing_to_import", f"There is no memory folder with notes at or below {path}.", status=404)
    receipt = Receipt()
    transaction = Transactions(actor, dry_run=dry_run)
    homes: dict[Path, ProjectIdentity | None] = {}
    for number, file in enumerate(files, 1):
        step(file.name, number, len(files))
        with transaction():
            if file.parent not in homes:
                homes[file.parent] = project or _home(file.parent, actor)
            try:
                receipt.add(_take(file, homes[file.parent], actor=actor))
            except Refused as refusal:
                receipt.skipped.append(Skipped(str(file), refusal.code))
    with transaction():
        receipt.record("auto-memory", actor=actor)
    return receipt


def _files(path: Path) -> Iterator[Path]:
    if is_plain(path):
        yield path
        return
    for folder, inner, names in os.walk(path):
        inner.sort()
        if Path(folder).name == _FOLDER or Path(folder) == path:
            yield from (Path(folder) / name for name in sorted(names) if name.endswith(".md") and name != _INDEX)


def _home(folder: Path, actor: Actor) -> ProjectIdentity | None:
    """The project of the conversations beside the folder; its own name cannot be read back into a path."""
    for transcript in filter(is_plain, sorted(folder.parent.glob("*.jsonl"))):
        where = ""
        with suppress(OSError):  # the next one may be readable
            where = folder_of(transcript)
        if where:
            return project_of(where, actor=actor) or project_of_folder(where)
    return None


def _take(file: Path, home: ProjectIdentity | None, *, actor: Actor) -> Receipt:
    """Store the fact of one file. Raises Refused with the reason as its code."""
    note = _read(read_text(file))
    if home is None:
        raise Refused("no_project", "Nothing says which project this belongs to; name it.")
    project = project_for(home, actor=actor)
    private = note.kind in _PERSONAL
    place = Place(
        file=str(file),
        at=_changed(file),
        projects=(project,),
        visibility=Memory.Visibility.PRIVATE if private else Memory.Visibility.TEAM,
        tags=(note.kind,) if note.kind else (),
    )
    receipt = Receipt(files=1, projects={project.name})
    take_bullets([LoggedBullet(note.line, note.text)], place, receipt, actor=actor)
    return receipt


def _changed(file: Path) -> datetime:
    """When the file was last written, as far as its clock can be believed."""
    try:
        return not_ahead(datetime.fromtimestamp(file.stat().st_mtime, UTC))
    except (ValueError, OverflowError, OSError):
        return timezone.now()


def _read(text: str) -> _Note:
    """The words under the front matter, or its description where nothing stands under it."""
    found = _FRONT.match(text.replace("\r\n", "\n"))
    if not found:
        raise Refused("no_front_matter", "This is no note of Claude Code's.")
    keys = {
        match["key"]: match["value"].strip().strip("\"'")
        for match in map(_KEY.match, found["front"].split("\n"))
        if match
    }
    words = _LINK.sub(r"\1", found["body"]).strip() or keys.get("description", "")
    kind = re.sub(r"[^a-z]", "", keys.get("type", "").lower())[:20]
    return _Note(kind, words, found["front"].count("\n") + 3)
