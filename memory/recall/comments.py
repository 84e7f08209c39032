"""What people say beside a memory, for readers."""

from django.db.models import Q

from memory.access import Actor
from memory.models import Comment, Memory

MOST = 200


def comments_of(memory: Memory, *, actor: Actor) -> list[Comment]:
    """The comments of a memory, in order of time; of more than 200 the latest.

    One that was taken back is told to those who may bring it back: its author and curators.
    """
    actor.authorize("search")
    found = Comment.objects.filter(team=actor.team, memory=memory).select_related("author")
    if not actor.may("curate"):
        found = found.filter(Q(removed_at=None) | Q(author=actor.user))
    return sorted(found.order_by("-created_at", "-pk")[:MOST], key=lambda comment: (comment.created_at, comment.pk))
