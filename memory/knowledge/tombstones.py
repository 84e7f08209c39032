"""The end of a memory: its row goes, or, where a chain needs it, stays as a tombstone without a word in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from memory.models import Comment, Contradiction, Delivery, Evidence, Feedback, Memory, Supersession, Team
from memory.recall import lexicon

_LIVE = (*Memory.LIVE, Memory.Status.QUARANTINED)


@dataclass(frozen=True)
class Buried:
    """How many rows went, and how many stay as tombstones."""

    rows: int
    tombstones: int


def bury(pks: Sequence[int], *, team: Team) -> Buried:
    """Take these memories' words, vectors, evidence, feedback, comments and contradictions away, for good.

    Call it in a `system` scope, in the team's turn (locks.py).
    """
    lexicon.discount(pks, team=team)
    _forget(pks)
    Evidence.objects.filter(memory__in=pks).delete()
    Feedback.objects.filter(memory__in=pks).delete()
    Comment.objects.filter(memory__in=pks).delete()
    Delivery.objects.filter(memory__in=pks).delete()
    Contradiction.objects.filter(Q(older__in=pks) | Q(newer__in=pks)).delete()
    linked = list(chained(Memory.objects.filter(pk__in=pks)).values_list("pk", flat=True))
    _empty(linked)
    alone = set(pks) - set(linked)
    Memory.objects.filter(pk__in=alone).delete()
    return Buried(rows=len(alone), tombstones=len(linked))


def chained(memories: QuerySet[Memory]) -> QuerySet[Memory]:
    """Those of them that replaced another memory, or were replaced."""
    replaced = Supersession.objects.filter(older=OuterRef("pk"))
    replaces = Supersession.objects.filter(newer=OuterRef("pk"))
    return memories.filter(Exists(replaced) | Exists(replaces))


def _forget(pks: Sequence[int]) -> None:
    """What is live leaves every list first: an open timeline hears of that, not of a row that is gone."""
    live = Memory.objects.filter(pk__in=pks, status__in=_LIVE)
    live.update(status=Memory.Status.FORGOTTEN, status_changed_at=timezone.now())


def _empty(pks: Sequence[int]) -> None:
    allow_erasing()
    nothing = {"content": "", "tags": [], "files": [], "cue": "", "reason": "", "distiller": ""}
    unvectored = {"embedding": None, "embedding_model": "", "token_signs": None}
    nobody = {"author": None, "agent": None, "pinned": False, "review_by": None, "purged_at": timezone.now()}
    rows = Memory.objects.filter(pk__in=pks)
    rows.update(**nothing, **unvectored, **nobody)
    # Apart, for the trigger derives them from the content, even from an empty one.
    rows.update(tsv=None, bm25=None)


def allow_erasing() -> None:
    """Let this transaction change the content of memories, which a trigger forbids to everything else."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('cairn.erasing', 'on', true)")
