"""Folders outside a home that belong to it: each says to whom, so that a copied home never takes its original's."""

from pathlib import Path

from worker.stack.home import Home, read_object, write_private

_MARK = "cairn-home.json"


def belongs_to(home: Home, folder: Path) -> bool:
    """Tell whether this very home, not one that it was copied from, made the folder. Raises Refused, OSError."""
    return read_object(folder / _MARK).get("identity") == home.identity


def owner_path(folder: Path) -> Path | None:
    """Give the path that the folder's home had at its last start, None where no home has claimed the folder."""
    path = read_object(folder / _MARK).get("path")
    return Path(path) if path else None


def assign_to(home: Home, folder: Path) -> None:
    """Note in the folder that it belongs to this home."""
    write_private(folder / _MARK, {"identity": home.identity, "path": str(home.path)})
