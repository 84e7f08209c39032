"""The command line's verbs on memories: search, timeline, remember; `search --history` asks the conversations."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace

from hooks import client, config, project
from hooks.asking import ask
from hooks.conversations import search_history
from hooks.expansion import bold
from hooks.fencing import label, leaving


def search(arguments: Namespace) -> int:
    """Searches the memories of this folder's project, or of all; with --history what was said."""
    if arguments.history:
        return search_history(arguments, _project(arguments))
    path = "/api/v1/search" + client.query(
        q=" ".join(arguments.query), project=_project(arguments), type=arguments.type, limit=arguments.top, said=1
    )
    return _listed(ask(config.load(), "GET", path), arguments, "nothing found")


def timeline(arguments: Namespace) -> int:
    """The latest memories of this folder's project, or of all."""
    path = "/api/v1/memories/recent" + client.query(project=_project(arguments), limit=arguments.limit)
    return _listed(ask(config.load(), "GET", path), arguments, "no memories yet")


def remember(arguments: Namespace) -> int:
    """Saves one fact for the team."""
    body: dict[str, object] = {"content": " ".join(arguments.text)}
    if arguments.type:
        body["type"] = arguments.type
    if not arguments.all:
        body["projects"] = [_project(arguments)]
    if os.environ.get("CLAUDECODE"):  # Claude Code's shell: Claude may have typed this
        body["relayed"] = True
    saved = ask(config.load(), "POST", "/api/v1/memories", body)
    print(leaving(f"{saved.get('id')}  {saved.get('type', '')}  {saved.get('content', '')}"))
    return 0


def _project(arguments: Namespace) -> str:
    if arguments.all:
        return ""
    return arguments.project or project.query_value(project.identify(os.getcwd()))


def _listed(answer: dict, arguments: Namespace, nothing: str) -> int:
    if arguments.json:
        print(json.dumps(answer, indent=1, ensure_ascii=False))
        return 0
    hits = client.objects(answer.get("results"))
    if answer.get("note"):
        print(label(str(answer["note"])))
    for hit in hits:
        print(_line(hit))
        _print_siblings(hit.get("siblings") or [])
    said = answer.get("said") or []
    if said:
        print(label(str(answer.get("said_note") or "Said in sessions:")))
    for excerpt in said:
        print(_excerpt(excerpt))
    if not hits and not said:
        where = "" if arguments.all else " in this project (-a searches all projects)"
        print(nothing + where, file=sys.stderr)
    return 0


def _excerpt(excerpt: dict) -> str:
    """What was said, with what `cairn transcript SESSION -t TURN` takes to show the rest."""
    day, place = str(excerpt.get("date") or "")[:10], f"{excerpt.get('session')} -t {excerpt.get('turn') or '-'}"
    words = " ".join(str(excerpt.get("text") or "").split())
    return f"{bold(label(place))}  " + leaving(f"{day}  {excerpt.get('speaker', '')}: {words}")


def _line(hit: dict) -> str:
    text = " ".join(str(hit.get("snippet") or hit.get("content") or "").split())
    day = str(hit.get("occurred_at") or hit.get("created_at") or "")[:10]
    score = f"{hit['score']:.2f} " if isinstance(hit.get("score"), (int, float)) else ""
    mark = "[contradicted] " if hit.get("contradicted") else ""
    return f"{bold(label(str(hit.get('id'))))}  " + leaving(f"{score}{hit.get('type', '')} {day}  {mark}{text}")


def _print_siblings(siblings: list) -> None:
    """What was learned where the hit was, under it."""
    if siblings:
        print(f"  also learned there: {len(siblings)}")
    for one in siblings:
        print(f"  + {label(str(one.get('id')))}  " + leaving(f"{one.get('type', '')}  {one.get('snippet', '')}"))
