"""Writes one day of one project: memsearch's log, in which each memory carries what plain Markdown cannot say."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memory.exchange.memory_record import Keys, as_keys, card_of, comment
from memory.models import CodingSession, Evidence, Memory, Project, Turn
from memory.recall import log

# A shorter beginning that two texts share is chance.
_SHORTENED = 60


@dataclass(frozen=True)
class Placed:
    """A memory and the evidence that says where it stands (None: nowhere in a session)."""

    memory: Memory
    evidence: Evidence | None


@dataclass(frozen=True)
class Section:
    """What stands under one `### HH:MM`: a turn's summary and memories, or memories that no session led to."""

    at: datetime
    session: CodingSession | None
    turn: Turn | None
    summary: tuple[str, ...]
    placed: tuple[Placed, ...]


def day_text(sections: Iterable[Section], *, home: Project | None, lineage: bool) -> str:
    """The file of one day in the folder of `home` (None: of the whole team)."""
    alone: list[Section] = []
    sessions: dict[int, list[Section]] = {}
    for section in sorted(sections, key=_order):
        group = sessions.setdefault(section.session.pk, []) if section.session else alone
        group.append(section)
    told = sorted(sessions.values(), key=_start)
    blocks = [_section(section, home, lineage) for section in alone]
    for group in told:
        blocks.append(_heading(group, home))
        blocks += [_section(section, home, lineage) for section in group]
    return log.document(blocks)


def _order(section: Section) -> tuple[datetime, int]:
    return section.at, section.turn.pk if section.turn else 0


def _start(group: Sequence[Section]) -> datetime:
    session = group[0].session
    assert session
    return log.session_start(session, group[0].at)


def _heading(group: Sequence[Section], home: Project | None) -> str:
    session = group[0].session
    assert session
    elsewhere = session.project if session.project_id != (home.pk if home else None) else None
    keys = {
        "by": session.author.username if session.author else "",
        "project": elsewhere.identity if elsewhere else "",
        "branch": session.branch,
        "title": session.title,
        "started_at": session.started_at,
        "ended_at": session.ended_at,
    }
    return f"{log.session_heading(_start(group))}\n{comment('session', _told(keys))}"


def _section(section: Section, home: Project | None, lineage: bool) -> str:
    lines = [log.turn_heading(section.at)]
    if section.session:
        lines.append(log.anchor(section.session, section.turn))
        lines.append(comment("turn", _told(_turn_keys(section))))
    for text, placed, said in _entries(section):
        lines.append(log.bullet(text))
        if placed:
            lines.append(f"  {comment('memory', _memory_keys(placed, said, home, lineage))}")
    return "\n".join(lines)


def _turn_keys(section: Section) -> Keys:
    turn = section.turn
    return {"at": section.at, "ended_at": turn and turn.ended_at, "tools": turn and turn.tool_count}


def _told(keys: Keys) -> Keys:
    return {name: value for name, value in keys.items() if value}


def _entries(section: Section) -> list[tuple[str, Placed | None, str | None]]:
    """(text, memory, what the summary says in its place) of each bullet, in the order of the summary."""
    left = list(section.placed)
    entries: list[tuple[str, Placed | None, str | None]] = []
    for said in filter(None, map(log.one_line, section.summary)):
        placed = next((candidate for candidate in left if _same(said, candidate)), None)
        if placed is None:
            entries.append((said, None, None))
            continue
        left.remove(placed)
        content = placed.memory.content
        entries.append((content, placed, None if log.one_line(content) == said else said))
    unsaid = "" if section.turn else None
    return entries + [(placed.memory.content, placed, unsaid) for placed in left]


def _same(said: str, placed: Placed) -> bool:
    """Whether a bullet of the summary is this memory, maybe shortened, or in the words it was distilled from."""
    content = log.one_line(placed.memory.content)
    if said.rstrip(".") == content.rstrip(".") or (placed.evidence and said == placed.evidence.excerpt):
        return True
    beginning = said.rstrip(" …")
    return len(beginning) >= _SHORTENED and content.startswith(beginning)


def _memory_keys(placed: Placed, said: str | None, home: Project | None, lineage: bool) -> Keys:
    memory, evidence = placed.memory, placed.evidence
    card = card_of(memory, home=home, said=evidence.source if evidence else "explicit", lineage=lineage)
    # What one line cannot hold stands here whole.
    exact = "" if log.one_line(memory.content) == memory.content else memory.content
    return as_keys(replace(card, log=said, content=exact))
