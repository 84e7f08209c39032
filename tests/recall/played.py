"""Plays conversations through the public doors (events in, distilled, searched) and counts what a task would find."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.adapters.embedder import embedded
from memory.capture.events import record_events
from memory.distill.embedding import embed_backlog
from memory.distill.pipeline import distill_pending
from memory.knowledge.save import Ground, NewFact, save
from memory.models import Memory
from memory.recall.said import said_about
from memory.recall.search import search_memories
from tests.events import event

FIRST = 5
_GAP = timedelta(minutes=4)


@dataclass(frozen=True)
class Answer:
    """What one question brings: the texts of the first memories, of those learned beside them, and what was said."""

    known: list[str]
    beside: list[str]
    said: list[str]

    @property
    def texts(self) -> list[str]:
        """In the order in which they are read."""
        return [*self.known, *self.beside, *self.said]


@dataclass
class Figures:
    """What was counted over some conversations."""

    decisive: int = 0
    survived: int = 0  # in one memory
    in_answer: int = 0  # in one text of an answer: the first five memories and what was said
    among_five: int = 0  # in one of the first five memories alone
    amended: int = 0
    amended_first: int = 0
    stale_above: int = 0
    rejected: int = 0
    rejected_as_facts: int = 0
    rejections: int = 0
    rejections_kept: int = 0
    asked: int = 0
    empty: int = 0
    notes: list[str] = field(default_factory=list)

    def __add__(self, other: "Figures") -> "Figures":
        return Figures(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))


def read(folder: Path) -> list[dict[str, Any]]:
    """The conversations of a folder, by name."""
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]


def play(case: dict[str, Any], *, actor: Actor, at_once: bool = False) -> None:
    """Tell the decoys, then live through the sessions turn by turn (or hand all their turns over at once)."""
    for text in case.get("decoys", ()):
        with access.acting(actor):
            ground = Ground("explicit", timezone.now())
            save(NewFact(text, "context", ground, "explicit", embedding=embedded([text])[0]), actor=actor)
    for number, session in enumerate(case["sessions"]):
        moment = datetime.fromisoformat(session["at"])
        for place, turn in enumerate(session["turns"]):
            with access.acting(actor):
                assert not record_events(
                    list(_events(turn, f"s{number}", f"t{number}-{place}", moment, case)), actor=actor
                ).rejected
            moment += _GAP
            if not at_once:
                distill_pending()
    distill_pending()
    embed_backlog(seconds=60)


def _events(turn: dict[str, Any], session: str, name: str, at: datetime, case: dict[str, Any]) -> Iterable[Any]:
    told = [
        ("UserPromptSubmit", {"prompt": turn["prompt"]}),
        *(_tool(tool) for tool in turn.get("tools", ())),
        ("Stop", {"last_assistant_message": turn["answer"]}),
    ]
    project = {"remote": f"https://{case.get('project', 'github.com/acme/checkout')}.git", "root": "/home/alice/work"}
    for place, (kind, payload) in enumerate(told):
        moment = (at + timedelta(seconds=5 * place)).isoformat()
        whole = {"prompt_id": name, **payload}
        yield event(kind, payload=whole, session_id=session, occurred_at=moment, project=project)


def _tool(tool: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """A tool call as the plugin sends it."""
    output = tool.get("output", "")
    if tool.get("failed"):
        return "PostToolUseFailure", {"tool_name": tool["name"], "tool_input": tool["input"], "error": output}
    return "PostToolUse", {"tool_name": tool["name"], "tool_input": tool["input"], "tool_response": output}


def count(case: dict[str, Any], *, actor: Actor) -> Figures:
    """What became of a conversation that was played."""
    figures = Figures()
    with access.acting(actor):
        known = list(Memory.objects.filter(status__in=["active", "disputed", "draft"]))
        answers = [_answer(text, actor) for text in [case["task"], *case.get("queries", ())]]
    for fact in case["decisive"]:
        _count_fact(fact, case, known, answers, figures)
    for plan in case.get("rejected", ()):
        _count_plan(plan, case, known, figures)
    figures.asked, figures.empty = len(answers), sum(not answer.texts for answer in answers)
    return figures


def _count_fact(
    fact: dict[str, Any],
    case: dict[str, Any],
    known: Sequence[Memory],
    answers: Sequence[Answer],
    figures: Figures,
) -> None:
    texts = [memory.content for memory in known]
    kept = any(_holds(text, fact) for text in texts)
    here = any(_holds(text, fact) for answer in answers for text in answer.texts)
    figures.decisive += 1
    figures.survived += kept
    figures.in_answer += here
    figures.among_five += any(_holds(text, fact) for answer in answers for text in answer.known)
    if not here:
        figures.notes.append(f"{case['id']}: {'not in the answer' if kept else 'lost'}: {fact['literals']}")
    if fact["kind"] == "rejection":
        figures.rejections += 1
        figures.rejections_kept += any(_holds(text, fact) for text in texts)
    if fact["kind"] == "amended":
        figures.amended += 1
        first = all(_stands_first(fact, case, answer.texts) for answer in answers)
        figures.amended_first += here and first
        figures.stale_above += not first
        if not (here and first):
            figures.notes.append(f"{case['id']}: {'not shown' if first else 'stale above'}: {fact['literals']}")


def _stands_first(fact: dict[str, Any], case: dict[str, Any], found: Sequence[str]) -> bool:
    """Whether nothing stale stands above the amended fact in this answer."""
    amended = next((n for n, text in enumerate(found) if _holds(text, fact)), len(found))
    stale = (
        n
        for n, text in enumerate(found)
        for old in case.get("stale", ())
        if old.get("amended_by") in (None, fact.get("id"))
        if _holds(text, old) and not _holds(text, fact)
    )
    return next(stale, len(found)) >= amended


def _count_plan(plan: dict[str, Any], case: dict[str, Any], known: Sequence[Memory], figures: Figures) -> None:
    active = [memory.content for memory in known if memory.status != "draft"]
    stored = [text for text in active if _holds(text, plan) and not _is_rejection(text)]
    figures.rejected += 1
    figures.rejected_as_facts += bool(stored)
    figures.notes += [f"{case['id']}: a plan that was turned down: {text[:160]}" for text in stored[:1]]


def _is_rejection(text: str) -> bool:
    """Whether a text tells of a plan only that it was turned down."""
    return re.search(r"reject|turned down|decided against|won['’]?t work", text, re.IGNORECASE) is not None


def _holds(text: str, fact: dict[str, Any]) -> bool:
    return all(literal.lower() in text.lower() for literal in fact["literals"])


def _answer(text: str, actor: Actor) -> Answer:
    page = search_memories(text, actor=actor, limit=FIRST)
    said = said_about(text, page, actor=actor)
    beside = [each.content for hit in page.hits for each in hit.siblings]
    return Answer([hit.memory.content for hit in page.hits], beside, [excerpt.text for excerpt in said.excerpts])
