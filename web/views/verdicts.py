"""A curator's verdict on what contradicts a memory, given and taken back on the memory's own page."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from memory.access import Actor
from memory.errors import NotFound, Refused
from memory.knowledge.reopening import reopen as open_again
from memory.knowledge.resolving import Resolved, resolve
from memory.models import Contradiction, Memory
from memory.recall.contradictions import find_contradiction
from memory.recall.fetch import find_memory
from web.access import actor_of, authorize
from web.filters import text
from web.memory_page import done, shown

_Verdict = Contradiction.Verdict
_SAID = {
    _Verdict.SUPERSEDE: "Resolved. One memory replaced the other.",
    _Verdict.MERGE: "Merged. One memory replaced both.",
    _Verdict.BOTH_VALID: "Resolved. Both are valid.",
    _Verdict.DISMISS: "Resolved. They do not contradict each other.",
}


@require_POST
@authorize("curate")
def decide(request: HttpRequest, ref: UUID, number: int) -> HttpResponse:
    """Resolve one contradiction of the memory; a refusal comes back beside it, nothing typed is lost."""
    actor = actor_of(request)
    memory = _of(ref, number, actor=actor)
    verdict, _, keep = text(request.POST, "verdict").partition(":")
    content = text(request.POST, "content")
    try:
        resolved = resolve(str(number), verdict, keep=keep or None, content=content or None, actor=actor)
    except Refused as error:
        more = {"judged": number, "verdict_problem": error.detail, "verdict_draft": content, "verdict": verdict}
        return shown(request, find_memory(str(ref), actor=actor), status=error.status, **more)
    back = reverse("contradiction-reopen", args=[ref, number]) if _can_be_taken_back(resolved) else ""
    return done(request, find_memory(str(memory.uuid), actor=actor), _SAID[_Verdict(verdict)], back)


@require_POST
@authorize("curate")
def reopen(request: HttpRequest, ref: UUID, number: int) -> HttpResponse:
    """Undo the verdict."""
    actor = actor_of(request)
    _of(ref, number, actor=actor)
    open_again(str(number), actor=actor)
    return done(request, find_memory(str(ref), actor=actor), "The contradiction is open again.")


def _of(ref: UUID, number: int, *, actor: Actor) -> Memory:
    """The memory, if it is a side of this contradiction."""
    memory = find_memory(str(ref), actor=actor)
    pair = find_contradiction(str(number), actor=actor)
    if memory.pk not in (pair.older_id, pair.newer_id):
        raise NotFound
    return memory


def _can_be_taken_back(resolved: Resolved) -> bool:
    """A verdict that made a new memory of the two cannot; that memory is corrected or forgotten instead."""
    pair = resolved.contradiction
    return resolved.memory is None or resolved.memory.pk == pair.newer_id
