"""The folder of an export: written aside and moved into place at the end, and never somebody else's."""

import json
import re
import shutil
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from memory.errors import Refused
from memory.models import Project

# Hidden from memsearch, which reads no name that begins with a dot.
MARKER = ".cairn.json"
TEAM_FOLDER = "team"
_PARTIAL = ".cairn-partial"
_UNSAFE = re.compile(r"[^\w.-]+")


class Folder:
    """Files on their way into an export; paths are relative, with forward slashes."""

    def __init__(self, partial: Path) -> None:
        self._partial = partial
        self.files: list[str] = []

    def write(self, name: str, text: str) -> None:
        """One file, as a whole."""
        path = self.place(name)
        path.write_text(text, encoding="utf-8", newline="\n")

    def place(self, name: str) -> Path:
        """Where to write a file that is too large for one text."""
        path = self._partial / name
        path.parent.mkdir(parents=True, exist_ok=True)
        self.files.append(name)
        return path


@contextmanager
def export_folder(root: Path, *, force: bool, **about: object) -> Iterator[Folder]:
    """Collect files aside, then move them into `root` and remove what an earlier export left there.

    A failure leaves the earlier export as it was. Raises Refused for a folder with other things in it (unless
    `force`: they stay, files of the same name are replaced), and for one that cannot be written.
    """
    try:
        earlier = _earlier(root, force=force)
        partial = root / _PARTIAL
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        try:
            folder = Folder(partial)
            yield folder
            folder.write(MARKER, _marker(**about, files=sorted(folder.files)))
            _move(folder.files, partial, root)
            _remove(set(earlier) - set(folder.files), root)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    except OSError as error:
        raise Refused("unwritable", f"{root} cannot be written: {error.strerror or error}") from None


def project_marker(project: Project | None) -> str:
    """What a project's folder says of it, so that an import finds it again; None is the whole team."""
    known = {"identity": project.identity, "name": project.name} if project else None
    return _marker(project=known)


def read_marker(folder: Path) -> dict[str, object] | None:
    """What an export said of this folder; None where none did."""
    try:
        marker = json.loads((folder / MARKER).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return marker if isinstance(marker, dict) and "cairn" in marker else None


def folder_names(projects: list[Project]) -> dict[int, str]:
    """A safe and telling folder name for each project, by its key; no two differ only in case."""
    taken = {TEAM_FOLDER}
    names = {}
    for project in sorted(projects, key=lambda project: project.pk):
        plain = _UNSAFE.sub("-", unicodedata.normalize("NFC", project.name)).strip("-._")[:80] or "project"
        name = plain if plain.casefold() not in taken else f"{plain}-{project.pk}"
        taken.add(name.casefold())
        names[project.pk] = name
    return names


def _marker(**keys: object) -> str:
    return json.dumps({"cairn": 1, **keys}, ensure_ascii=False, indent=1) + "\n"


def _earlier(root: Path, *, force: bool) -> list[str]:
    """The files that an earlier export wrote."""
    if root.exists() and not root.is_dir():
        raise Refused("not_a_folder", f"{root} is a file; give a folder.")
    marker = read_marker(root)
    foreign = not marker and root.exists() and any(entry.name != ".git" for entry in root.iterdir())
    if foreign and not force:
        raise Refused("foreign_folder", f"{root} holds other things; give an empty folder, or --force to write there.")
    files = (marker or {}).get("files")
    return [name for name in files if isinstance(name, str)] if isinstance(files, list) else []


def _move(files: list[str], partial: Path, root: Path) -> None:
    for name in files:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (partial / name).replace(root / name)


def _remove(names: set[str], root: Path) -> None:
    """Take away what is no longer exported, and folders that this leaves empty; nothing outside `root`."""
    for name in names:
        path = root / PurePosixPath(name)
        if not path.is_file() or not path.resolve().is_relative_to(root.resolve()):
            continue
        path.unlink()
        for parent in path.parents:
            if parent == root or any(parent.iterdir()):
                break
            parent.rmdir()
