"""The command line's verbs on conversations: reading a transcript, searching the history."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace

from hooks import client, config
from hooks.asking import Failed, ask
from hooks.fencing import leaving
from hooks.transcripts.files import ENDINGS, lines
from hooks.transcripts.turn_reader import TranscriptTurn, TurnKeys, parse, read_turns

SHORT = 12
PREVIEW = 44
COLUMN = 48
LONGEST_MATCH, LONGEST_LINE = 600, 160


def transcript(arguments: Namespace) -> int:
    """The turns of a session (its id, or 8 characters of it) or of a transcript file; with -t the words around one."""
    answer = _from_file(arguments) if _is_path(arguments.session) else _from_server(arguments)
    if arguments.json:
        print(json.dumps(answer, indent=2, ensure_ascii=False))
        return 0
    turns = client.objects(answer.get("results"))
    if not turns:
        print("No conversation turns found.")
        return 0
    print(leaving(_around(turns, arguments.turn) if arguments.turn else _index(turns)))
    return 0


def search_history(arguments: Namespace, project: str) -> int:
    """Searches what was said, in a project or (project empty) in all."""
    scope = {"project": project} if project else {"scope": "global"}
    question = client.query(q=" ".join(arguments.query), max_results=arguments.top, **scope)
    answer = ask(config.load(), "GET", f"/api/v1/history{question}")
    if arguments.json:
        print(json.dumps(answer, indent=1, ensure_ascii=False))
        return 0
    for hit in client.objects(answer.get("results")):
        print(leaving("\n".join(_hit(hit))))
    if not answer.get("results"):
        print("no matching conversation" + (" in this project (-a searches all)" if project else ""), file=sys.stderr)
    return 0


def _is_path(text: str) -> bool:
    return os.sep in text or text.endswith(ENDINGS) or os.path.isfile(text)


def _from_file(arguments: Namespace) -> dict:
    path = os.path.expanduser(arguments.session)
    try:
        told = [raw for raw, _ in lines(path, 0)]
    except (OSError, EOFError) as error:
        raise Failed(f"{path} cannot be read: {error}") from error
    turns = read_turns(told)
    session = {"id": os.path.basename(path).partition(".jsonl")[0], "transcript": os.path.abspath(path)}
    if not arguments.turn:
        return {"session": session, "results": [_listed(turn) for turn in turns]}
    wanted = _position([turn.uuid for turn in turns], arguments.turn, told)
    near = range(max(0, wanted - arguments.context), min(len(turns), wanted + arguments.context + 1))
    return {"session": session, "results": [_full(turns[at], at == wanted) for at in near]}


def _position(turns: list[str], ref: str, told: list[bytes]) -> int:
    """Which turn begins with `ref`, or has a message that does."""
    fitting = {uuid for uuid in turns if uuid.startswith(ref)} or _turns_of_messages(ref, told) & {*turns}
    if not fitting:
        raise Failed(f"no turn {ref}; run it without -t to list all turns")
    if len(fitting) > 1 and ref not in fitting:
        raise Failed(f"{len(fitting)} turns start with {ref}; give more characters")
    return turns.index(ref if ref in fitting else fitting.pop())


def _turns_of_messages(ref: str, told: list[bytes]) -> set[str]:
    records = [record for record in map(parse, told) if not record.sidechain]
    return {key for key, record in zip(TurnKeys().keys(records), records, strict=True) if record.uuid.startswith(ref)}


def _listed(turn: TranscriptTurn) -> dict:
    preview = " ".join(turn.prompt.split())
    return {"turn": turn.uuid, "short": turn.uuid[:SHORT], "at": turn.at, "preview": preview, "tools": turn.tools}


def _full(turn: TranscriptTurn, wanted: bool) -> dict:
    items = [{"kind": kind, "text": text} for kind, text in turn.items]
    place = {"turn": turn.uuid, "short": turn.uuid[:SHORT], "at": turn.at}
    return {**place, "prompt": turn.prompt, "items": items, "wanted": wanted}


def _from_server(arguments: Namespace) -> dict:
    path = f"/api/v1/sessions/{client.quote(arguments.session)}/turns"
    if arguments.turn:
        path += f"/{client.quote(arguments.turn)}{client.query(context=arguments.context)}"
    return ask(config.load(), "GET", path)


def _index(turns: list[dict]) -> str:
    return "\n".join([f"All turns ({len(turns)}):", "", *map(_index_line, turns)])


def _index_line(turn: dict) -> str:
    preview = " ".join(str(turn.get("preview") or "").split())
    if len(preview) > PREVIEW:
        preview = preview[: PREVIEW - 3].rpartition(" ")[0] + "..."
    short = str(turn.get("turn") or turn.get("uuid") or "")[:SHORT]
    tools = turn.get("tools") or 0
    return f"  {short:<{SHORT}}  {_time(turn)}  {preview:<{COLUMN}}{f'[{tools} tools]' if tools else ''}".rstrip()


def _around(turns: list[dict], ref: str) -> str:
    shown = [line for turn in turns for line in ("", *_turn(turn))]
    return "\n".join([f"Showing {len(turns)} turns around {ref[:SHORT]}:", *shown])


def _turn(turn: dict) -> list[str]:
    shown = [f">>> [{_time(turn)}] {str(turn.get('turn') or '')[:8]}", str(turn.get("prompt") or "").strip()]
    for item in turn.get("items") or []:
        text = str(item.get("text") or "").strip()
        shown += [f"  {text}"] if item.get("kind") == "tool" else ["", _said(item, text)]
    return shown


def _said(item: dict, text: str) -> str:
    """What was said within a turn: by the agent, by one of its subagents, or (quoted) by the person meanwhile."""
    if item.get("role") == "user" and not item.get("subagent"):
        return "> " + text.replace("\n", "\n> ")
    if not item.get("role") and all(line.startswith(">") for line in text.splitlines()):
        return text
    who = f" ({item['subagent'][:SHORT]})" if item.get("subagent") else ""
    return f"**{str(item.get('role') or 'assistant').capitalize()}**{who}: {text}"


def _time(turn: dict) -> str:
    """`08:50:14` of an ISO time, in the zone that it was written in."""
    return str(turn.get("at") or "").partition("T")[2][:8] or "--:--:--"


def _hit(hit: dict) -> list[str]:
    matched = hit.get("matched_message") or {}
    session, uuid = str(matched.get("session_id") or "")[:8], str(matched.get("uuid") or "")[:SHORT]
    score = f"{hit['score']:.2f}" if isinstance(hit.get("score"), (int, float)) else "    "
    day = str(matched.get("timestamp") or "")[:10]
    head = f"{score}  {day}  {matched.get('role', '')}  {session} {uuid}"
    said = hit.get("context") or [{**matched, "is_match": True}]
    return [head, *map(_context_line, said), ""]


def _context_line(said: dict) -> str:
    text = " ".join(str(said.get("content") or "").split())
    longest = LONGEST_MATCH if said.get("is_match") else LONGEST_LINE
    shown = text if len(text) <= longest else text[: longest - 1] + "…"
    return f"  {'>' if said.get('is_match') else ' '} {said.get('role', ''):<9}  {shown}"
