"""Verbs for what people say beside a memory: add a comment, take it back, and bring it back again."""

from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from memory import audit
from memory.access import Actor
from memory.errors import Conflict, Forbidden, NotFound, Refused
from memory.knowledge.locks import in_turn
from memory.models import Comment, Memory
from memory.recall.fetch import find_memory
from memory.rules import redaction

LONGEST = 4000


def add_comment(ref: str, content: str, *, actor: Actor) -> Comment:
    """Say something beside a memory; secrets and private blocks are left out of it.

    It is no fact: no search finds it. Raises NotFound for the memory, Refused("invalid") for no words or too many.
    """
    actor.authorize("comment")
    with in_turn(actor):
        memory = find_memory(ref, actor=actor)
        cleaned = redaction.redact(redaction.strip_private(_readable(content)))
        words = cleaned.text.strip()
        if not words:
            raise Refused("invalid", "The comment is empty. Write what the next reader should know.", status=422)
        if len(words) > LONGEST:
            raise _too_long()
        comment = Comment.objects.create(team=actor.team, memory=memory, author=actor.user, content=words)
        detail = {"redactions": dict(sorted(cleaned.counts.items()))} if cleaned.counts else {}
        audit.record("comment", _subject(comment), actor=actor, memory=str(memory.uuid), **detail)
        return comment


def remove_comment(number: int, *, actor: Actor) -> Comment:
    """Take a comment back: its author may, or a curator. `restore_comment` brings it back.

    Raises NotFound, Forbidden, and Conflict("changed_since") where somebody was faster.
    """
    return _set_removed(number, timezone.now(), verb="remove_comment", actor=actor)


def restore_comment(number: int, *, actor: Actor) -> Comment:
    """Bring a comment back that was taken back. Raises as `remove_comment` does."""
    return _set_removed(number, None, verb="restore_comment", actor=actor)


def may_remove(comment: Comment, *, actor: Actor) -> bool:
    """Whether `actor` may take this comment back, or bring it back."""
    own = comment.author_id is not None and comment.author_id == actor.user.pk
    return actor.may("curate") or (own and actor.may("write"))


def _set_removed(number: int, at: datetime | None, *, verb: str, actor: Actor) -> Comment:
    if not actor.may("curate"):
        actor.authorize("comment")
    with in_turn(actor):
        comment = _find(number, actor=actor)
        if not may_remove(comment, actor=actor):
            raise Forbidden("You did not write this comment. Only its author or a curator can remove it.")
        if not _find_rows(number, actor=actor).filter(removed_at__isnull=at is not None).update(removed_at=at):
            raise Conflict("changed_since", f"This comment is {'removed' if at else 'there'} already.")
        audit.record(verb, _subject(comment), actor=actor, memory=str(comment.memory.uuid))
        comment.removed_at = at
        return comment


def _find(number: int, *, actor: Actor) -> Comment:
    """The comment with this number, if the actor sees its memory."""
    columns = [f"memory__{name}" for name in Memory.DERIVED]
    comment = _find_rows(number, actor=actor).select_related("author", "memory").defer(*columns).first()
    if comment is None:
        raise NotFound
    return comment


def _find_rows(number: int, *, actor: Actor) -> QuerySet[Comment]:
    seen = Memory.objects.visible_to(actor)
    return Comment.objects.filter(pk=number, team=actor.team, memory__in=seen)


def _subject(comment: Comment) -> str:
    """Not the memory's own: a comment changes nothing of it, and stands in no deed's way."""
    return f"comment:{comment.pk}"


def _readable(content: str) -> str:
    # Looked for secrets in whole: what is far too long is refused before that costs anything.
    if len(content) > 4 * LONGEST:
        raise _too_long()
    return content.replace("\x00", "\ufffd").encode("utf-8", "replace").decode()


def _too_long() -> Refused:
    return Refused("invalid", f"A comment can have at most {LONGEST:,} characters.", status=422)
