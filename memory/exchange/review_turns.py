"""A turn as far as it is still known, with its labels, as a row of the evaluation format."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from memory.capture.event_validation import clean_text
from memory.distill.evaluation.places import flat, texts_of
from memory.distill.evaluation.scoring import coverage
from memory.distill.material import gather, gather_said, relative, telling
from memory.exchange.review_labels import Labels, Wanted
from memory.models import Turn
from memory.recall.judgements import EDITED
from memory.rules.literals import literals
from memory.rules.material import ToolUse, TurnMaterial

RAW, TRANSCRIPT, WORDS = "raw events", "transcript", "words alone"
# An edit of which the turn says less than this is about something that happened later.
_SAID = 0.5
_MOST_MUST = 4
_NO_MUST = ("plain", "quoted", "date", "redacted")
_TOOL = re.compile(r"\[([^\]\n]{1,200})\] ?(.*?)( \(failed\))?", re.DOTALL)
_PARTS = re.compile(r" … |(?<=[.!?。！？])\s+")
_FEWEST_LETTERS = 8


@dataclass(frozen=True)
class LabelledRow:
    """One line of a file: `known_from` says how much of the turn is left, `verdicts` counts the facts by how people
    came to them, `overtaken` the edits that tell of something later and are no label."""

    row: dict[str, object]
    known_from: str
    verdicts: Counter[str]
    overtaken: int


def labelled_row(turn: Turn, labels: Labels, *, with_raw: bool) -> LabelledRow | None:
    """The turn with its labels; None where nothing of what was said is left.

    `with_raw` also reads raw events, as far as the scope shows them: those are their author's alone.
    """
    material, known_from = _material(turn, labels, with_raw=with_raw)
    if not material.prompt and not material.answer:
        return None
    texts = tuple(texts_of(material).values())
    wanted = [each for each in labels.wanted if each.verdict != EDITED or _is_said(each, texts)]
    overtaken = [each for each in labels.wanted if each not in wanted]
    row: dict[str, object] = {
        "id": f"turn-{turn.pk}",
        "split": "reviews",
        "source": turn.session.project.identity,
        "project": turn.session.project.name,
        "at": material.occurred_at.isoformat(),
        "prompt": material.prompt,
        "tools": [_tool_row(tool) for tool in material.tools],
        "answer": material.answer,
        "gold": [_gold(each, texts) for each in wanted],
        "ok": [_clean(text) for text in (*labels.ok, *(each.memory.content for each in overtaken))],
    }
    return LabelledRow(row, known_from, Counter(each.verdict for each in wanted), len(overtaken))


def _material(turn: Turn, labels: Labels, *, with_raw: bool) -> tuple[TurnMaterial, str]:
    root = turn.session.root
    said = gather_said(turn)
    # The last answer alone, as the distiller read it; a transcript has all that was said on the way.
    said = replace(
        said, prompt=relative(turn.prompt, root) or said.prompt, answer=relative(turn.answer, root) or said.answer
    )
    observations = list(turn.observations.order_by("occurred_at", "pk")) if with_raw else []
    if observations:
        raw = gather(turn, observations)
        found, known_from = replace(raw, prompt=raw.prompt or said.prompt, answer=raw.answer or said.answer), RAW
    elif said.tools:
        found, known_from = replace(said, tools=telling(said.tools)), TRANSCRIPT
    else:
        found, known_from = replace(said, tools=_evident(labels.tools, root)), WORDS
    return _cleaned(found), known_from


def _evident(lines: Iterable[str], root: str) -> tuple[ToolUse, ...]:
    """Tool calls as the evidence of memories has them, a line each."""
    tools = []
    for line in lines:
        if read := _TOOL.fullmatch(relative(line, root)):
            is_command = read[1] in ("Bash", "PowerShell")
            target, command = ("", read[2]) if is_command else (read[2], "")
            tools.append(ToolUse(read[1], target, command, failed=bool(read[3])))
    return tuple(tools)


def _cleaned(material: TurnMaterial) -> TurnMaterial:
    """Redacted once more: what is stored was redacted by the rules of its day."""
    tools = tuple(
        ToolUse(
            _clean(tool.name), _clean(tool.target or ""), _clean(tool.command or ""), _clean(tool.output), tool.failed
        )
        for tool in material.tools
    )
    return replace(material, prompt=_clean(material.prompt), answer=_clean(material.answer), tools=tools)


def _clean(text: str) -> str:
    return clean_text(text, {})


def _tool_row(tool: ToolUse) -> dict[str, object]:
    return {"name": tool.name, "target": tool.target, "command": tool.command, "output": tool.output,
            "failed": tool.failed}  # fmt: skip


def _is_said(wanted: Wanted, texts: Sequence[str]) -> bool:
    return coverage(wanted.memory.content, texts) >= _SAID


def _gold(wanted: Wanted, texts: Sequence[str]) -> dict[str, object]:
    fact = _clean(wanted.memory.content)
    return {
        "type": wanted.memory.type,
        "fact": fact,
        "quotes": _quotes(wanted.excerpts, texts),
        "must": _must(fact, texts),
        "by": wanted.verdict,
    }


def _quotes(excerpts: Iterable[str], texts: Sequence[str]) -> list[str]:
    """The excerpts that stand in the turn, or those of their sentences that do."""
    found: dict[str, None] = {}
    for excerpt in map(_clean, excerpts):
        whole = any(flat(excerpt) in text for text in texts)
        parts = [excerpt] if whole else _PARTS.split(excerpt)
        told = (part.strip() for part in parts if len(part.strip()) >= _FEWEST_LETTERS)
        found |= dict.fromkeys(part for part in told if any(flat(part) in text for text in texts))
    return list(found)


def _must(fact: str, texts: Sequence[str]) -> list[str]:
    """The longest identifiers and numbers of the fact that stand in the turn."""
    told = [found.text.strip("`") for found in literals(fact) if found.kind not in _NO_MUST]
    known = [text for text in dict.fromkeys(told) if text.strip() and any(flat(text) in each for each in texts)]
    return sorted(known, key=len, reverse=True)[:_MOST_MUST]
