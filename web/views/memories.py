"""The page of one memory: text, evidence, lineage and actions."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from memory.errors import Conflict, Refused
from memory.knowledge import lifecycle, tagging
from memory.knowledge.feedback import give_feedback
from memory.knowledge.remember import is_proposal, update
from memory.knowledge.sharing import share
from memory.knowledge.undo import undo
from memory.models import Memory
from memory.recall.asked import note_fetched
from memory.recall.fetch import find_memory
from web.access import actor_of, authorize
from web.filters import text
from web.memory_page import done, shown

# Each verb with what is said when it is done, and the verb that undoes it.
_VERBS: dict[str, tuple[Callable[..., Memory], str, str]] = {
    "forget": (lifecycle.forget, "Forgotten. Searches no longer find it.", "restore"),
    "restore": (lifecycle.restore, "Restored.", "forget"),
    "approve": (lifecycle.approve, "Approved. Searches find it now.", "undo"),
    "reject": (lifecycle.reject, "Rejected.", "restore"),
    "pin": (lifecycle.pin, "Pinned. Every briefing of its projects includes it.", "unpin"),
    "unpin": (partial(lifecycle.pin, pinned=False), "Unpinned.", "pin"),
    "confirm": (lifecycle.confirm, "Confirmed as still valid.", "undo"),
    "share": (share, "Shared. Your team can see it now.", "undo"),
    "helpful": (partial(give_feedback, verdict="helpful"), "Marked as helpful.", "undo"),
    "wrong": (
        partial(give_feedback, verdict="wrong"),
        "Marked as wrong. If two people do so, its status changes to “called wrong”.",
        "undo",
    ),
    "outdated": (partial(give_feedback, verdict="outdated"), "Marked as outdated.", "undo"),
    "undo": (undo, "Undone.", ""),
}


@require_safe
@authorize("read")
def detail(request: HttpRequest, ref: UUID) -> HttpResponse:
    """Show one memory. Opening it from a search result counts as a hit."""
    actor = actor_of(request)
    memory = find_memory(str(ref), actor=actor)
    note_fetched([memory.pk], actor=actor)
    return shown(request, memory)


@require_POST
@authorize("write")
def act(request: HttpRequest, ref: UUID, verb: str) -> HttpResponse:
    """Run an action that needs only a click."""
    if verb not in _VERBS:
        raise Http404
    do, said, back = _VERBS[verb]
    return done(request, do(str(ref), actor=actor_of(request)), said, _address(ref, back))


@require_POST
@authorize("write")
def retype(request: HttpRequest, ref: UUID) -> HttpResponse:
    """Change the type. Selecting the current type changes nothing."""
    actor = actor_of(request)
    was = find_memory(str(ref), actor=actor).type
    memory = lifecycle.retype(str(ref), text(request.POST, "type"), actor=actor)
    said = f"The type is now {memory.get_type_display().lower()}."
    return done(request, memory, said, _address(ref, "undo" if memory.type != was else ""))


@require_POST
@authorize("write")
def tag(request: HttpRequest, ref: UUID) -> HttpResponse:
    """Add or remove one tag. Undo does the opposite."""
    actor = actor_of(request)
    added, removed = text(request.POST, "add"), text(request.POST, "remove")
    was = set(find_memory(str(ref), actor=actor).tags)
    memory = tagging.tag(str(ref), add=[added], remove=[removed], actor=actor)
    new, gone = sorted(set(memory.tags) - was), sorted(was - set(memory.tags))
    back = reverse("memory-tag", args=[ref])
    if new:
        return done(request, memory, f"Added the tag {new[0]}.", back, remove=new[0])
    if gone:
        return done(request, memory, f"Removed the tag {gone[0]}.", back, add=gone[0])
    return done(request, memory, "The tags have not changed.")


@require_POST
@authorize("write")
def correct(request: HttpRequest, ref: UUID) -> HttpResponse:
    """Save a correction. On an error, show the reason and keep the typed text."""
    actor = actor_of(request)
    memory = find_memory(str(ref), actor=actor)
    content = text(request.POST, "content")
    try:
        newer = update(str(ref), content, actor=actor)
    except (Refused, Conflict) as error:
        known = error.extra.get("duplicate_of")
        return shown(request, memory, draft=content, problem=error.detail, known=known, status=error.status)
    said = "Corrected. This memory replaces the older one."
    if is_proposal(newer):
        said = "Saved as a draft. A curator confirmed the old memory, so it stays until a curator approves this one."
    messages.success(request, said)
    return redirect("memory-detail", ref=newer.uuid)


def _address(ref: UUID, verb: str) -> str:
    return reverse("memory-act", args=[ref, verb]) if verb else ""
