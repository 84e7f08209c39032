"""`cairn expand`: a memory among its neighbours of the same session, as sections of a daily log."""

from __future__ import annotations

import json
import os
from argparse import Namespace

from hooks import client, config
from hooks.asking import Failed, ask
from hooks.fencing import label, leaving

SHORT = 13


def expand(arguments: Namespace) -> int:
    """The full text of a memory with its neighbours and the place that it comes from."""
    answer = ask(config.load(), "GET", "/api/v1/memories" + client.query(ids=arguments.id, expand=1))
    memories = client.objects(answer.get("results"))
    if not memories:
        raise Failed(f"memory {arguments.id} does not exist, or you cannot see it")
    if arguments.json:
        print(json.dumps(answer, indent=1, ensure_ascii=False))
        return 0
    print("\n\n".join(_told(memory, arguments.lines) for memory in memories))
    return 0


def bold(text: str) -> str:
    """`text` as a terminal with colours stresses it."""
    return f"\033[1m{text}\033[0m" if coloured() else text


def coloured() -> bool:
    """True where a person looks at a terminal that has colours."""
    return os.isatty(1) and not os.environ.get("NO_COLOR")


def _told(memory: dict, around: int | None) -> str:
    sections = sorted([memory, *(memory.get("neighbours") or [])], key=lambda one: str(one.get("occurred_at") or ""))
    lines: list[str] = []
    start = end = 0
    for one in sections:
        begun = len(lines)
        lines += _section(one, memory)
        if one is memory:
            start, end = begun, len(lines) - 1
    if around is not None:
        lines = lines[max(0, start - around) : end + around]
    return "\n".join([*_head(memory), "", *lines]).rstrip()


def _head(memory: dict) -> list[str]:
    anchor = memory.get("anchor") or {}
    where = ", ".join(memory.get("projects") or []) or "the whole team"
    day = str(memory.get("occurred_at") or "")[:10]
    facts = {
        "Source": f"{where} {day} (memory {memory.get('id')}, {memory.get('type', '')} {memory.get('status', '')})",
        "Heading": _time(memory),
        "Session": anchor.get("session"),
        "Turn": anchor.get("turn"),
        "Transcript": anchor.get("transcript"),
    }
    return [f"{name}: {label(str(value))}".replace(" )", ")") for name, value in facts.items() if value]


def _section(memory: dict, wanted: dict) -> list[str]:
    """Heading, anchor and the fact; a neighbour is told in short, its id fetches the rest."""
    anchor = {**(wanted.get("anchor") or {}), "turn": ""} if memory is not wanted else wanted.get("anchor") or {}
    anchor |= memory.get("anchor") or {}
    named = [f"{name}:{label(str(anchor[name]))}" for name in ("session", "turn", "transcript") if anchor.get(name)]
    text = " ".join(str(memory.get("content") or memory.get("snippet") or "").split())
    fact = leaving(f"- {text} [{str(memory.get('id'))[:SHORT]}]")
    comment = [f"<!-- {' '.join(named)} -->"] if named else []
    return [f"### {_time(memory)}", *comment, bold(fact) if memory is wanted else fact, ""]


def _time(memory: dict) -> str:
    return str(memory.get("occurred_at") or "").partition("T")[2][:5] or "--:--"
