"""How a file is called, whoever's disk it lies on: from the root of its repository, with forward slashes."""

import re
from collections.abc import Iterable

# A worktree that the client keeps inside the repository is the repository again.
_WORKTREE = re.compile(r"^(?:.*/)?\.(?:claude/)?worktrees/[^/]+/")
_PATCHED = re.compile(r"^\*\*\* (?:Update|Add|Delete) File: (.+?)\s*$", re.MULTILINE)
_FEWEST_PARTS = 2
_PLAIN = re.compile(r"(?:[A-Za-z]:)?[\w./\\@+~#=()\[\]{}$-]{1,200}")
# Bytes: Postgres indexes no longer text, and no file that people work on has such a name.
_LONGEST_ANCHOR = 2_600


def from_root(path: str, root: str) -> str:
    """`path` as seen from `root`; a path that lies elsewhere stays whole.

    >>> from_root("/home/a/shop/pay/views.py", "/home/a/shop")
    'pay/views.py'
    """
    path, root = path.replace("\\", "/"), root.replace("\\", "/").rstrip("/")
    inside = path[len(root) + 1 :] if root and path.startswith(root + "/") else path
    return _WORKTREE.sub("", inside).removeprefix("./")


def is_plain(path: str) -> bool:
    """Whether a path is no more than a name: somebody may call a file "Run setup.sh first", which others would read."""
    return bool(_PLAIN.fullmatch(path))


def anchors(told: Iterable[str]) -> tuple[str, ...]:
    """The paths that a memory can be anchored to, each once; one that is too long is left out."""
    return tuple(dict.fromkeys(path for path in told if len(path.encode("utf-8", "replace")) <= _LONGEST_ANCHOR))


def spellings(path: str, root: str) -> set[str]:
    """All that an anchor to this file may say.

    Below the root that is one name. Elsewhere (another clone of the same project) it may be any ending of two or
    more parts: `/home/b/shop/pay/views.py` is also `shop/pay/views.py` and `pay/views.py`.
    """
    told = from_root(path, root)
    if not told:
        return set()
    parts = told.lstrip("/").split("/")
    is_whole = told.startswith("/") or told[1:3] == ":/"
    endings = {"/".join(parts[start:]) for start in range(1, len(parts) - _FEWEST_PARTS + 1)} if is_whole else set()
    return {path, told, *endings}


def patched(patch: str) -> list[str]:
    """The files that an `apply_patch` text changes."""
    return _PATCHED.findall(patch)
