"""Render the page of one memory, also after an action."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.utils.html import format_html, format_html_join

from memory.access import Actor
from memory.knowledge.comments import may_remove
from memory.knowledge.tagging import LONGEST_TAG
from memory.knowledge.unmerging import reversible
from memory.models import Comment, Contradiction, Memory
from memory.recall.comments import comments_of
from memory.recall.contradictions import Side, contradictions_of
from memory.recall.evidence import sightings
from memory.recall.family import family_of
from memory.recall.fetch import expand
from memory.recall.history_of import history_of
from memory.recall.nearest import Related
from memory.recall.similar import similar_memories
from memory.recall.status_reason import why_it_stands
from web.access import actor_of
from web.actions import options
from web.lineage import draw
from web.rendering import page, wants_partial
from web.word_diff import Run, word_diff

# What had it known before it left says nothing of it now.
_GONE = (Memory.Status.FORGOTTEN, Memory.Status.SUPERSEDED)
# Cues that are no words of the text: somebody said what it is.
_SAID_SO = {"stated": "its author set it", "corrected": "somebody corrected it"}


@dataclass(frozen=True)
class Column:
    """One side of a contradiction: the memory, its contradicting words, its text, and whether it is this page's."""

    side: Side
    runs: tuple[Run, ...]
    here: bool


@dataclass(frozen=True)
class Comparison:
    """A contradiction with both sides, the earlier first."""

    pair: Contradiction
    columns: tuple[Column, Column]


@dataclass(frozen=True)
class Remark:
    """A comment, and whether the reader can remove or restore it."""

    comment: Comment
    removable: bool


def shown(request: HttpRequest, memory: Memory, *, status: int = 200, **more: object) -> HttpResponse:
    """The page of a memory (or for htmx its part), with `more` of what was just done."""
    actor = actor_of(request)
    family, neighbours = family_of(memory, actor=actor), expand(memory, actor=actor).neighbours
    comparisons = _comparisons(memory, actor=actor)
    may = options(memory, actor=actor)
    context: dict[str, object] = {
        "page": "memory",
        "memory": memory,
        "evidence": sightings(memory, actor=actor),
        "comparisons": comparisons,
        "lineage": family,
        "drawing": draw(family),
        "neighbours": neighbours,
        "similar": _similar(memory, {*family.members, *neighbours, *_sides(comparisons)}, actor=actor),
        "remarks": [Remark(found, may_remove(found, actor=actor)) for found in comments_of(memory, actor=actor)],
        "history": history_of(memory, actor=actor),
        "options": may,
        "combined": reversible(memory) if may.judge and family.links else None,
        "longest_tag": LONGEST_TAG,
        "types": Memory.Type.choices,
        "decided_by": _decided_by(memory),
        "why": "" if memory.status in _GONE else why_it_stands(memory),
        **more,
    }
    return page(request, "web/memory.html", context, partial="memory", status=status)


def done(request: HttpRequest, memory: Memory, said: str, undo: str = "", **fields: str) -> HttpResponse:
    """The changed memory for htmx; without script the page again. Both say what was done; `undo` is an address, and
    `fields` are sent to it."""
    if wants_partial(request):
        return shown(request, memory, notice=said, undo=undo, undo_fields=fields)
    messages.success(request, with_undo(request, said, undo, **fields) if undo else said)
    return redirect("memory-detail", ref=memory.uuid)


def with_undo(request: HttpRequest, said: str, undo: str, **fields: str) -> str:
    """A message with a button that sends `fields` to the address `undo`."""
    hidden = {"csrfmiddlewaretoken": get_token(request), **fields}
    return format_html(
        '<span>{}</span><form method="post" action="{}">{}<button class="link">Undo</button></form>',
        said,
        undo,
        format_html_join("", '<input type="hidden" name="{}" value="{}">', hidden.items()),
    )


def _decided_by(memory: Memory) -> str:
    """Return what decided the memory's type, or '' if unknown."""
    kind, _, word = memory.cue.partition(": ")
    if kind == "wording" and word:
        return f"its wording, “{word}…” most of all"
    return _SAID_SO.get(memory.cue) or (f"the words “{memory.cue}”" if memory.cue else "")


def _similar(memory: Memory, told: set[Memory], *, actor: Actor) -> list[Related]:
    """Return similar memories that are not on the page already."""
    return [found for found in similar_memories(memory, actor=actor, limit=8) if found.memory not in told][:5]


def _sides(comparisons: list[Comparison]) -> list[Memory]:
    return [column.side.memory for comparison in comparisons for column in comparison.columns]


def _comparisons(memory: Memory, *, actor: Actor) -> list[Comparison]:
    found = []
    for seen in contradictions_of(memory, actor=actor):
        sides = sorted((seen.mine, seen.other), key=lambda side: (side.memory.occurred_at, side.memory.pk))
        runs = word_diff(*(side.memory.content for side in sides))
        first, second = (
            Column(side, words, side.memory.pk == memory.pk) for side, words in zip(sides, runs, strict=True)
        )
        found.append(Comparison(seen.contradiction, (first, second)))
    return found
