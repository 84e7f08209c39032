"""What an edit says of a setting: the lines that set something, before and after."""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

# Longer ones are code that was written, and read better where it stands.
_MOST_LINES, _LONGEST = 3, 200
_SETS = re.compile(r"[\w\"'\])-]\s*(?::=|=>|[=:])\s*[^\s=]")
_SHOWN_PARTS = 3
_SED = re.compile(r"\bsed\s+(?:-[A-Za-z]+\s+)*-i\S*\s+(?:-e\s+)?(['\"])s([/|#,])(.+?)\2(.*?)\2\w*\1\s+([\w./-]+)")


def settings_changed(given: object) -> Iterator[str]:
    """A line for each setting that this tool call changes, from what it was given: an edit's strings, or a `sed -i`."""
    if not isinstance(given, Mapping):
        return
    edits = given.get("edits")
    for edit in edits if isinstance(edits, list) else [given]:
        if isinstance(edit, Mapping):
            old, new = edit.get("old_string"), edit.get("new_string")
            yield from _changed(given.get("file_path"), old, new)
    command = given.get("command")
    if isinstance(command, str):
        for _, _, old, new, path in _SED.findall(command[: _LONGEST * 10]):
            yield from _changed(path, old, new)


def _changed(path: object, old: object, new: object) -> Iterator[str]:
    if not (isinstance(path, str) and isinstance(old, str) and isinstance(new, str)):
        return
    before, after = _without_common(old.splitlines(), new.splitlines())
    if _is_short(before) and _is_short(after) and _SETS.search("\n".join(after)):
        shown = "/".join(PurePosixPath(path.replace("\\", "/")).parts[-_SHOWN_PARTS:]).lstrip("/")
        yield f"Changed {shown}: `{_line(before)}` → `{_line(after)}`"


def _without_common(before: list[str], after: list[str]) -> tuple[list[str], list[str]]:
    """The lines in which the two differ, but for one that was only added: what stands before it tells where."""
    most = min(len(before), len(after)) - 1
    head = next((at for at in range(most) if before[at] != after[at]), most)
    tail = next((at for at in range(most - head) if before[-1 - at] != after[-1 - at]), most - head)
    return before[head : len(before) - tail], after[head : len(after) - tail]


def _is_short(lines: list[str]) -> bool:
    return 0 < len(lines) <= _MOST_LINES and 0 < len(_line(lines)) <= _LONGEST


def _line(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines if line.strip()).replace("`", "'")
