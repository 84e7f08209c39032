"""Merge memories, split a memory, and undo either. The forms show a preview first."""

from collections.abc import Sequence
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from memory.access import Actor
from memory.errors import NotFound, Refused
from memory.knowledge import merging, splitting
from memory.knowledge.retiring import REPLACEABLE
from memory.knowledge.undo import undo
from memory.knowledge.unmerging import made_before, reversible
from memory.models import Evidence, Memory
from memory.recall.fetch import find_memory
from memory.recall.search import search_memories
from memory.recall.similar import similar_memories
from web.access import actor_of, authorize
from web.filters import number, text
from web.memory_page import with_undo
from web.rendering import page

_CANDIDATES = 8


@require_http_methods(["GET", "HEAD", "POST"])
@authorize("curate")
def merge(request: HttpRequest) -> HttpResponse:
    """Select memories by id or words, preview the result, and merge them."""
    actor = actor_of(request)
    given = request.POST if request.method == "POST" else request.GET
    refs = list(dict.fromkeys(str(find_memory(ref, actor=actor).uuid) for ref in given.getlist("ids")))
    if request.method == "POST":
        return _merged(request, refs, text(request.POST, "content").replace("\r\n", "\n"))
    wanted = text(request.GET, "q")
    if wanted and (named := _named(wanted, actor=actor)):
        return redirect(f"{reverse('memories-merge')}?{urlencode({'ids': [*refs, named]}, doseq=True)}")
    return _merge_shown(request, refs, wanted)


@require_http_methods(["GET", "HEAD", "POST"])
@authorize("curate")
def split(request: HttpRequest, ref: UUID) -> HttpResponse:
    """Edit the parts, preview each, and split the memory."""
    memory = find_memory(str(ref), actor=actor_of(request))
    if request.method != "POST":
        return _split_shown(request, memory, splitting.proposed(memory.content))
    typed = [part.replace("\x00", " ").replace("\r\n", "\n").strip() for part in request.POST.getlist("part")]
    parts, step = [part for part in typed if part], text(request.POST, "step")
    if step == "split":
        return _split(request, memory, parts)
    if step == "preview":
        return _split_shown(request, memory, parts, previewed=True)
    return _split_shown(request, memory, [*parts, ""])


@require_POST
@authorize("curate")
def unmerge(request: HttpRequest, ref: UUID) -> HttpResponse:
    """Undo the merger or split that made the memory or took its place; leads to the first memory that is back."""
    actor = actor_of(request)
    memory = find_memory(str(ref), actor=actor)
    event = number(request.POST, "event")
    if event is None:
        raise Refused("invalid", "'event' is the number of the merge or split that is to be undone.")
    back = undo(str(memory.uuid), event=event, actor=actor)
    messages.success(request, "Undone: the replaced memories are back, and the new ones are forgotten.")
    return redirect("memory-detail", ref=back.uuid)


def _named(wanted: str, *, actor: Actor) -> str:
    """The id of the memory that this id, beginning of an id or address means; '' where it is none."""
    try:
        return str(find_memory(wanted.rstrip("/").rsplit("/", 1)[-1], actor=actor).uuid)
    except NotFound:
        return ""


def _merged(request: HttpRequest, refs: Sequence[str], content: str) -> HttpResponse:
    actor = actor_of(request)
    try:
        # The default text untouched is what the verb itself composes.
        untouched = content == merging.preview(refs, actor=actor).content
        merged = merging.merge(refs, content=None if untouched else content, actor=actor)
    except Refused as refusal:
        if refusal.status in (403, 404):
            raise
        twice = made_before(refs, [content], actor=actor)
        if not twice:
            return _merge_shown(request, refs, refusal=refusal, typed=content)
        merged = twice[0]
    said = f"Merged: this memory replaces {len(refs)} others."
    return _done(request, merged, said)


def _split(request: HttpRequest, memory: Memory, parts: Sequence[str]) -> HttpResponse:
    actor = actor_of(request)
    try:
        made = splitting.split_off(str(memory.uuid), parts, actor=actor)
    except Refused as refusal:
        if refusal.status in (403, 404):
            raise
        made = made_before([str(memory.uuid)], parts, actor=actor)
        if not made:
            return _split_shown(request, memory, parts, refusal=refusal)
    return _done(request, find_memory(str(memory.uuid), actor=actor), f"Split: {len(made)} memories replace this one.")


def _done(request: HttpRequest, memory: Memory, said: str) -> HttpResponse:
    deed = reversible(memory)
    address = reverse("memory-unmerge", args=[memory.uuid])
    messages.success(request, with_undo(request, said, address, event=str(deed.pk)) if deed else said)
    return redirect("memory-detail", ref=memory.uuid)


def _merge_shown(
    request: HttpRequest, refs: Sequence[str], wanted: str = "", *, refusal: Refused | None = None, typed: str = ""
) -> HttpResponse:
    actor = actor_of(request)
    chosen = [find_memory(ref, actor=actor) for ref in refs]
    preview = None
    if len(chosen) > 1:
        try:
            preview = merging.preview(refs, actor=actor)
        except Refused as stands_in_the_way:
            refusal = refusal or stands_in_the_way
    content = typed or (preview.content if preview else "")
    limit = settings.CAIRN_MAX_OBSERVATION_CHARS
    context: dict[str, object] = {
        "page": "memory",
        "chosen": [(memory, _without(refs, memory), memory.status in REPLACEABLE) for memory in chosen],
        "left_out": sum(memory.status not in REPLACEABLE for memory in chosen),
        "preview": preview,
        "visible_to": Memory.Visibility(preview.visibility).label if preview else "",
        "content": content,
        "too_long": len(content) if len(content) > limit else 0,
        "limit": limit,
        "wanted": wanted,
        "candidates": [(memory, _with(refs, memory)) for memory in _candidates(chosen, wanted, actor=actor)],
        **_refused(refusal),
    }
    return page(request, "web/memories_merge.html", context, status=refusal.status if refusal and typed else 200)


def _candidates(chosen: Sequence[Memory], wanted: str, *, actor: Actor) -> list[Memory]:
    """Return candidates to merge: search results for the words, or memories similar to the first one."""
    if wanted:
        found = [hit.memory for hit in search_memories(wanted, actor=actor, limit=_CANDIDATES).hits]
    elif chosen:
        found = [near.memory for near in similar_memories(chosen[0], actor=actor, limit=_CANDIDATES)]
    else:
        found = []
    return [memory for memory in found if memory not in chosen]


def _with(refs: Sequence[str], memory: Memory) -> str:
    return "?" + urlencode({"ids": [*refs, memory.uuid]}, doseq=True)


def _without(refs: Sequence[str], memory: Memory) -> str:
    return "?" + urlencode({"ids": [ref for ref in refs if ref != str(memory.uuid)]}, doseq=True)


def _split_shown(
    request: HttpRequest,
    memory: Memory,
    parts: Sequence[str],
    *,
    previewed: bool = False,
    refusal: Refused | None = None,
) -> HttpResponse:
    looked = previewed or refusal is not None
    seen: Sequence[splitting.Part] = [splitting.Part(part) for part in parts]
    try:
        # Without parts it only tells whether the memory can be split at all.
        seen = splitting.preview(str(memory.uuid), parts if looked else (), actor=actor_of(request)) or seen
    except Refused as stands_in_the_way:
        refusal = refusal or stands_in_the_way
    if previewed and len(parts) < 2 and refusal is None:
        refusal = Refused("invalid", "Write at least two parts.")
    # Two fields at least: what is left empty makes no memory.
    seen = [*seen, *[splitting.Part("")] * (2 - len(seen))]
    context: dict[str, object] = {
        "page": "memory",
        "memory": memory,
        "parts": [(part, dict(Memory.Type.choices).get(part.type, "")) for part in seen],
        "previewed": looked and len(parts) > 1 and not any(part.problem for part in seen),
        "room": len(seen) < splitting.MOST_PARTS,
        "splittable": memory.status in REPLACEABLE,
        "evidence": Evidence.objects.filter(memory=memory).count(),
        **_refused(refusal),
    }
    status = refusal.status if refusal and request.method == "POST" else 200
    return page(request, "web/memory_split.html", context, status=status)


def _refused(refusal: Refused | None) -> dict[str, object]:
    """Why it was refused, and the memory that stands in the way where there is one."""
    if refusal is None:
        return {}
    return {"problem": refusal.detail, "known": refusal.extra.get("duplicate_of") or refusal.extra.get("successor")}
