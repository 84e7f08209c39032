"""Finds the day files of a log: in a folder of ours, in memsearch's own place in a repository, or named one by one."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from hooks.project import identify as identify_folder
from memory.capture.event_validation import clean_text, storable
from memory.capture.transcripts.files import is_plain, is_there
from memory.errors import Refused
from memory.exchange.folder import MARKER, read_marker
from memory.exchange.import_report import Skipped
from memory.rules.identity import ProjectIdentity, identify

LARGEST_FILE = 32 * 1024 * 1024
_NAME = re.compile(r"^(\d{4}-\d\d-\d\d)\.(?:md|markdown)$", re.IGNORECASE)
_MEMSEARCH = ".memsearch"
_YEARS = range(1970, 2200)


@dataclass(frozen=True)
class DayFile:
    """A file that tells of one day. `project` is what its folder says; None with `of_team` means the whole team."""

    path: Path
    day: date
    project: ProjectIdentity | None
    of_team: bool


def find_days(path: Path) -> tuple[list[DayFile], list[Skipped]]:
    """The day files at or below `path`, in order of folder and day, and the files beside them that are none.

    Raises Refused where there is nothing to read.
    """
    if not is_there(path):
        raise Refused("not_found", f"There is nothing at {path}.", status=404)
    days: list[DayFile] = []
    skipped: list[Skipped] = []
    folders = [(path.parent, [path.name])] if is_plain(path) else _folders(path)
    for folder, names in folders:
        dated = {name: day for name in names if (day := _day(name))}
        others = [name for name in names if name not in dated and name != MARKER]
        days += _in_folder(folder, dated)
        skipped += [Skipped(str(folder / name), "name") for name in others if dated or is_plain(path)]
    if not days:
        raise Refused("nothing_to_import", f"There is no file named like 2026-02-09.md at or below {path}.")
    return days, skipped


def read_text(path: Path) -> str:
    """The words of a file, whatever its line ends and byte order mark. Raises Refused with the reason as its code."""
    if not is_plain(path):
        raise Refused("unreadable", f"{path} is no plain file.")
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise Refused("too_large", f"{path} is larger than {LARGEST_FILE // 2**20} MiB; that is no day's log.")
        raw = path.read_bytes()
    except OSError as error:
        raise Refused("unreadable", f"{path} cannot be read: {error.strerror}") from None
    if b"\0" in raw:
        raise Refused("binary", f"{path} is no text.")
    return storable(raw.decode("utf-8-sig", "replace"))


def _folders(root: Path) -> Iterator[tuple[Path, list[str]]]:
    """Every folder below with its files, by name; hidden ones are left out, but for memsearch's."""
    for folder, inner, names in os.walk(root):
        inner[:] = sorted(name for name in inner if not name.startswith(".") or name == _MEMSEARCH)
        inner[:] = [name for name in inner if name != "node_modules"]
        yield Path(folder), sorted(names)


def _in_folder(folder: Path, dated: dict[str, date]) -> list[DayFile]:
    if not dated:
        return []
    project, of_team = _project(folder)
    by_day = sorted(dated.items(), key=lambda item: (item[1], item[0]))
    return [DayFile(folder / name, day, project, of_team) for name, day in by_day]


def _project(folder: Path) -> tuple[ProjectIdentity | None, bool]:
    """What an export says of the folder, else the repository whose `.memsearch` it lies in, else nothing."""
    marker = read_marker(folder)
    if marker is not None and "project" in marker:
        known = marker["project"]
        return (_identity(known), False) if known else (None, True)
    absolute = folder.absolute()
    if _MEMSEARCH not in absolute.parts:
        return None, False
    depth = len(absolute.parts) - 1 - absolute.parts[::-1].index(_MEMSEARCH)
    found = identify_folder(str(Path(*absolute.parts[:depth])))
    found = {name: clean_text(place, {}) for name, place in found.items()}
    return identify(remote=found.get("remote", ""), git_dir=found.get("git_dir", ""), root=found["root"]), False


def _identity(known: object) -> ProjectIdentity | None:
    if not isinstance(known, dict) or not isinstance(known.get("identity"), str) or not known["identity"].strip():
        return None
    identity = clean_text(known["identity"].strip(), {})[:400]
    name = known.get("name")
    return ProjectIdentity(identity, clean_text(name, {})[:200] if isinstance(name, str) and name else identity)


def _day(name: str) -> date | None:
    found = _NAME.match(name)
    try:
        day = date.fromisoformat(found[1]) if found else None
    except ValueError:
        return None
    return day if day and day.year in _YEARS else None
