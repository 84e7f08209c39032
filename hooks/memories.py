"""The command line's verbs on memories: search, timeline, expand, remember."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace

from hooks import client, config, project
from hooks.asking import Failed, ask


def search(arguments: Namespace) -> int:
    """Searches the memories of this folder's project, or of all."""
    path = "/api/v1/search" + client.query(
        q=" ".join(arguments.query), project=_project(arguments), type=arguments.type, limit=arguments.top
    )
    return _listed(ask(config.load(), "GET", path), arguments, "nothing found")


def timeline(arguments: Namespace) -> int:
    """The latest memories of this folder's project, or of all."""
    path = "/api/v1/memories/recent" + client.query(project=_project(arguments), limit=arguments.limit)
    return _listed(ask(config.load(), "GET", path), arguments, "no memories yet")


def expand(arguments: Namespace) -> int:
    """The full text of a memory with its neighbours and the place that it comes from."""
    answer = ask(config.load(), "GET", "/api/v1/memories" + client.query(ids=arguments.id, expand=1))
    memories = answer.get("results") or []
    if not memories:
        raise Failed(f"there is no memory {arguments.id} that you may see")
    if arguments.json:
        print(json.dumps(answer, indent=1, ensure_ascii=False))
        return 0
    lines = [line for memory in memories for line in _full(memory)]
    print("\n".join(lines[: arguments.lines] if arguments.lines else lines))
    return 0


def remember(arguments: Namespace) -> int:
    """Saves one fact for the team."""
    body: dict[str, object] = {"content": " ".join(arguments.text)}
    if arguments.type:
        body["type"] = arguments.type
    if not arguments.all:
        body["projects"] = [_project(arguments)]
    saved = ask(config.load(), "POST", "/api/v1/memories", body)
    print(f"{saved.get('id')}  {saved.get('type', '')}  {saved.get('content', '')}")
    return 0


def coloured() -> bool:
    """True where a person looks at a terminal that has colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _project(arguments: Namespace) -> str:
    if arguments.all:
        return ""
    return arguments.project or project.query_value(project.identify(os.getcwd()))


def _listed(answer: dict, arguments: Namespace, nothing: str) -> int:
    if arguments.json:
        print(json.dumps(answer, indent=1, ensure_ascii=False))
        return 0
    hits = answer.get("results") or []
    for hit in hits:
        print(_line(hit))
    if not hits:
        where = "" if arguments.all else " in this project (-a looks in all projects)"
        print(nothing + where, file=sys.stderr)
    return 0


def _line(hit: dict) -> str:
    text = " ".join(str(hit.get("snippet") or hit.get("content") or "").split())
    day = str(hit.get("occurred_at") or hit.get("created_at") or "")[:10]
    score = f"{hit['score']:.2f} " if isinstance(hit.get("score"), (int, float)) else ""
    return f"{_bold(str(hit.get('id')))}  {score}{hit.get('type', '')} {day}  {text}"


def _full(memory: dict) -> list[str]:
    hidden = ("id", "content", "snippet")
    facts = [
        f"  {name.replace('_', ' ')}: {_shown(value)}"
        for name, value in memory.items()
        if name not in hidden and value not in (None, "", [], {})
    ]
    return [_bold(str(memory.get("id"))), *str(memory.get("content", "")).splitlines(), *facts, ""]


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _bold(text: str) -> str:
    return f"\033[1m{text}\033[0m" if coloured() else text
