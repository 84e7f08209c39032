"""Add, remove and restore comments on a memory's page."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from memory.access import Actor
from memory.errors import NotFound, Refused
from memory.knowledge.comments import add_comment, remove_comment, restore_comment
from memory.models import Comment, Memory
from memory.recall.fetch import find_memory
from web.access import actor_of, authorize
from web.memory_page import done, shown


@require_POST
@authorize("write")
def add(request: HttpRequest, ref: UUID) -> HttpResponse:
    """Add a comment. On an error, show the reason and keep the typed text."""
    actor = actor_of(request)
    memory = find_memory(str(ref), actor=actor)
    content = request.POST.get("comment", "")
    try:
        comment = add_comment(str(ref), content, actor=actor)
    except Refused as error:
        return shown(request, memory, comment_draft=content, comment_problem=error.detail, status=error.status)
    return done(request, memory, "Comment saved.", _address("comment-remove", memory, comment))


@require_POST
@authorize("write")
def remove(request: HttpRequest, ref: UUID, number: int) -> HttpResponse:
    """Remove a comment."""
    memory = _of(ref, number, actor=actor_of(request))
    comment = remove_comment(number, actor=actor_of(request))
    return done(request, memory, "Comment removed.", _address("comment-restore", memory, comment))


@require_POST
@authorize("write")
def restore(request: HttpRequest, ref: UUID, number: int) -> HttpResponse:
    """Restore a comment."""
    memory = _of(ref, number, actor=actor_of(request))
    comment = restore_comment(number, actor=actor_of(request))
    return done(request, memory, "Comment restored.", _address("comment-remove", memory, comment))


def _of(ref: UUID, number: int, *, actor: Actor) -> Memory:
    """The memory, if it has this comment."""
    memory = find_memory(str(ref), actor=actor)
    if not memory.comments.filter(pk=number).exists():
        raise NotFound
    return memory


def _address(name: str, memory: Memory, comment: Comment) -> str:
    return reverse(name, args=[memory.uuid, comment.pk])
