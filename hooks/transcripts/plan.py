"""What an import would send: the scanned files in the order of telling, each with its project, and the sums of it."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable

from hooks import project
from hooks.progress import size
from hooks.transcripts.scan import Scanned

# Where the client puts the worktrees that it makes itself, and removes again.
CLIENTS_WORKTREES = "/.claude/worktrees/"
BARE_REMOTE = re.compile(r"[\w-]+(\.[\w-]+)+/\S+")
SHOWN_PROJECTS = 40
SHOWN_KINDS = 8
NAME = 50


class Plan:
    """The files `to_send`, oldest first, and those that stay (`left`); `wanted` names one project for all of them."""

    def __init__(self, scanned: Iterable[Scanned], wanted: dict[str, str] | None = None) -> None:
        found = list(scanned)
        self.to_send = sorted((item for item in found if not item.why), key=_age)
        self.left = [item for item in found if item.why]
        self._wanted = wanted
        self._folders: dict[str, dict[str, str]] = {}
        self._cwd: dict[str, str] = {}
        for item in self.to_send:
            # A session's own file comes first; an older form of file knows no folder, but its neighbours do.
            for key in (item.file.session_id, os.path.dirname(item.file.path)):
                if item.cwd:
                    self._cwd.setdefault(key, item.cwd)

    def project_of(self, item: Scanned) -> dict[str, str]:
        """`remote`, `git_dir`, `root`, `branch`, or the name of the `project`, as the server is told them."""
        folder = os.path.dirname(item.file.path)
        cwd = self._cwd.get(item.file.session_id) or item.cwd or self._cwd.get(folder) or folder
        if cwd not in self._folders:
            self._folders[cwd] = {"root": cwd, **(self._wanted or identity(cwd))}
        return {**self._folders[cwd], "branch": item.branch}

    def bytes(self) -> int:
        """How much there is to read."""
        return sum(item.end - item.start for item in self.to_send)

    def told(self) -> str:
        """The plan for a person."""
        parts = [self._table(), _left_out(self.left), _silent_lines(self.to_send)]
        return "\n".join(part for part in parts if part)

    def _table(self) -> str:
        if not self.to_send:
            return ""
        rows: dict[str, list[Scanned]] = {}
        for item in self.to_send:
            where = self.project_of(item)
            rows.setdefault(where.get("project") or project.query_value(where), []).append(item)
        lines = [f"{'project':<{NAME}}  sessions  messages      size"]
        for name, items in sorted(rows.items(), key=lambda row: -len(row[1]))[:SHOWN_PROJECTS]:
            shown = name if len(name) <= NAME else "…" + name[1 - NAME :]
            lines.append(f"{shown:<{NAME}}  {_sums(items)}")
        if len(rows) > SHOWN_PROJECTS:
            lines.append(f"… and {len(rows) - SHOWN_PROJECTS} more projects")
        return "\n".join(
            [*lines, f"{f'{len(rows)} projects, {len(self.to_send)} files':<{NAME}}  {_sums(self.to_send)}"]
        )


def identity(cwd: str) -> dict[str, str]:
    """The project of a folder: of its repository where the folder still exists, else of its path."""
    if not os.path.isdir(cwd):
        cwd = cwd.partition(CLIENTS_WORKTREES)[0]
    return project.identify(cwd) if os.path.isdir(cwd) else {"root": cwd}


def named(text: str) -> dict[str, str]:
    """The project that a person names: a folder or a remote; else by the name that the server has for it."""
    if os.path.isdir(text):
        return project.identify(text)
    if BARE_REMOTE.fullmatch(text):
        return {"remote": f"https://{text}"}
    return {"remote": text} if ":" in text else {"project": text}


def _age(item: Scanned) -> tuple[str, str, bool, str]:
    """Oldest first, so that what a forked session has copied is known as the first one's; subagents come after."""
    return item.at, item.file.session_id, bool(item.file.subagent), item.file.path


def _sums(items: list[Scanned]) -> str:
    sessions = len({item.file.session_id for item in items})
    messages = sum(item.messages for item in items)
    return f"{sessions:>8,}  {messages:>8,}  {size(sum(item.end - item.start for item in items)):>8}"


def _left_out(items: list[Scanned]) -> str:
    kinds: dict[str, list[str]] = {}
    for item in items:
        kinds.setdefault(item.why, []).append(os.path.basename(item.file.path))
    parts = [f"{len(names)} {why}{f' ({names[0]})' if len(names) == 1 else ''}" for why, names in sorted(kinds.items())]
    return f"Files not sent: {', '.join(parts)}." if parts else ""


def _silent_lines(items: list[Scanned]) -> str:
    skipped: Counter[str] = Counter()
    for item in items:
        skipped.update(item.skipped)
    parts = [f"{number:,} {kind}" for kind, number in skipped.most_common(SHOWN_KINDS)]
    rest = sum(skipped.values()) - sum(number for _, number in skipped.most_common(SHOWN_KINDS))
    return f"Lines not sent: {', '.join(parts)}{f', {rest:,} others' if rest else ''}." if parts else ""
