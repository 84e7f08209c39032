"""Writes what a model is asked: the task from its file, the material fenced as data."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from hooks.distilling.task import task
from memory.adapters.distiller import Prompt
from memory.distill.material import one_line
from memory.rules.distillation import Fact, TurnMaterial

_VERDICT = Path(__file__).resolve().parent / "prompts" / "verdict.md"
# Together some 20,000 characters: 5,000 tokens, which the window of a small model holds beside its answer.
_PROMPT_CHARS = 3_000
_ANSWER_CHARS = 8_000
_TOOLS_CHARS = 8_000
_HEAD_CHARS = 400
_FAILED_HEAD_CHARS = 800


def turn_text(material: TurnMaterial) -> str:
    """The turn as a model reads it, and as its facts are checked: words, then tool calls with heads of their output."""
    parts = [
        ("Developer", _cut(material.prompt, _PROMPT_CHARS)),
        ("Tool calls", _cut(tools_text(material), _TOOLS_CHARS)),
        ("Agent", _cut(material.answer, _ANSWER_CHARS)),
    ]
    return "\n\n".join(f"## {name}\n{text}" for name, text in parts if text)


def tools_text(material: TurnMaterial) -> str:
    """One line a tool call, and the head of what came back."""
    lines = []
    for tool in material.tools:
        head = tool.output.strip()[: _FAILED_HEAD_CHARS if tool.failed else _HEAD_CHARS]
        lines.append(one_line(tool) + (f"\n{head}" if head else ""))
    return "\n".join(lines)


def turn_prompt(material: TurnMaterial, found: tuple[Fact, ...]) -> Prompt:
    """The task of distilling, with what the rules found as a hint."""
    hints = "\n".join(f"- {fact.content}" for fact in found)
    where = f", in the project {' '.join(material.project.split())[:80]}" if material.project else ""
    day = f"The turn took place on {material.occurred_at:%A, %Y-%m-%d}{where}."
    hinted = f"\n\nA first reading without a model found, perhaps wrongly worded:\n{fenced(hints)}" if hints else ""
    return Prompt(_distilling(), f"{day}\n\n{fenced(turn_text(material))}{hinted}")


def pairs_prompt(pairs: list[tuple[str, str]]) -> Prompt:
    """The task of judging, with numbered pairs of older and newer statement."""
    told = [f"Pair {number}\nolder: {older}\nnewer: {newer}" for number, (older, newer) in enumerate(pairs, 1)]
    return Prompt(_judging(), fenced("\n\n".join(told)))


def fenced(text: str) -> str:
    """`text` between markers that it cannot contain, because they are made of its own digest."""
    mark = f"=== material {sha256(text.encode('utf-8', 'replace')).hexdigest()[:16]} ==="
    return f"{mark}\n{text}\n{mark}"


def _cut(text: str, limit: int) -> str:
    """Head and tail; what a turn came to stands at its end."""
    text = text.strip()
    if len(text) <= limit:
        return text
    return f"{text[: limit // 2].rstrip()}\n[…]\n{text[-limit // 2 :].lstrip()}"


@cache
def _distilling() -> str:
    return task()


@cache
def _judging() -> str:
    return _VERDICT.read_text(encoding="utf-8")
