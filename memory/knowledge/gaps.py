"""What becomes of a question that the memory could not answer: put to the team, answered, or dismissed."""

from datetime import timedelta
from typing import Unpack

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from memory import audit
from memory.access import Actor
from memory.errors import Conflict, NotFound, Refused
from memory.knowledge.remember import Details, remember
from memory.models import Memory, Project, Recall
from memory.recall.asked import gist_of, worded
from memory.recall.fetch import find_memory

# A question put to the team within an hour is the one that was searched for.
_SAME_QUESTION = timedelta(hours=1)


@transaction.atomic
def ask_team(question: str, *, actor: Actor, project: Project | None = None) -> Recall:
    """Put a question that found nothing to the team; to do so twice within an hour is to do it once.

    Raises Refused for an empty one.
    """
    actor.authorize("ask_team")
    said = worded(question)
    if not said:
        raise Refused("invalid", "The question is empty. Say what you want to know.")
    recall = _own(said, actor=actor).first() or _new(said, project, actor=actor)
    if not recall.asked_team:
        _mark(recall, True, "ask_team", actor=actor)
    return recall


@transaction.atomic
def withdraw_question(question: str, *, actor: Actor) -> Recall:
    """Take back what one put to the team. Raises NotFound where there is no such question of the actor's."""
    actor.authorize("ask_team")
    recall = _own(worded(question), actor=actor).filter(asked_team=True).first()
    if recall is None:
        raise NotFound("You have not asked the team this question, or you asked it too long ago.")
    _mark(recall, False, "withdraw_question", actor=actor)
    return recall


def is_asked(question: str, *, actor: Actor) -> bool:
    """Whether the actor has put this question to the team within the last hour, and nobody has closed it."""
    return _own(worded(question), actor=actor).filter(asked_team=True).exists()


def _own(said: str, *, actor: Actor) -> QuerySet[Recall]:
    mine = _open(gist_of(said, actor=actor), actor=actor).filter(user=actor.user)
    return mine.filter(at__gt=timezone.now() - _SAME_QUESTION).order_by("-asked_team", "-at", "-pk")


def _new(said: str, project: Project | None, *, actor: Actor) -> Recall:
    gist = gist_of(said, actor=actor)
    asked = {"team": actor.team, "user": actor.user, "agent": actor.agent, "project": project}
    return Recall.objects.create(**asked, surface=Recall.Surface.WEB, question=said, gist=gist)


def _mark(recall: Recall, asked: bool, verb: str, *, actor: Actor) -> None:
    Recall.objects.filter(pk=recall.pk).update(asked_team=asked)
    recall.asked_team = asked
    audit.record(verb, f"recall:{recall.pk}", actor=actor)


def answer_gap(gist: str, content: str, *, actor: Actor, **details: Unpack[Details]) -> Memory:
    """Tell the team the answer: a memory, as `remember` stores it, which closes the gap.

    Where the team knows just this already, that memory closes it. Raises NotFound without such a gap, and as
    `remember` does for what holds no storable fact.
    """
    actor.authorize("remember")
    first = _first(_open(gist, actor=actor))
    with transaction.atomic():
        memory = _told(content, actor=actor, **details)
        # What waits for a curator answers nobody yet.
        if memory.is_current:
            closed = _open(gist, actor=actor).update(answered_by=memory)
            audit.record("answer_gap", f"recall:{first}", actor=actor, questions=closed, memory=memory.pk)
    return memory


def _told(content: str, *, actor: Actor, **details: Unpack[Details]) -> Memory:
    try:
        with transaction.atomic():
            return remember(content, actor=actor, **details)
    except Conflict as known:
        if known.code != "duplicate":
            raise
        return find_memory(str(known.extra["duplicate_of"]), actor=actor)


@transaction.atomic
def dismiss_gap(gist: str, *, actor: Actor) -> int:
    """Say that this needs no answer; returns how many questions that closed. Raises NotFound without such a gap."""
    actor.authorize("review")
    first = _first(_open(gist, actor=actor))
    closed = _open(gist, actor=actor).update(dismissed_at=timezone.now())
    audit.record("dismiss_gap", f"recall:{first}", actor=actor, questions=closed)
    return closed


@transaction.atomic
def reopen_gap(gist: str, *, actor: Actor) -> int:
    """Take a dismissal back; returns how many questions that opened. Raises NotFound where none was dismissed."""
    actor.authorize("review")
    dismissed = Recall.objects.filter(team=actor.team, gist=gist).exclude(dismissed_at=None)
    first = _first(dismissed)
    opened = dismissed.update(dismissed_at=None)
    audit.record("reopen_gap", f"recall:{first}", actor=actor, questions=opened)
    return opened


def _open(gist: str, *, actor: Actor) -> QuerySet[Recall]:
    return Recall.objects.filter(team=actor.team, gist=gist, shown=[], answered_by=None, dismissed_at=None)


def _first(recalls: QuerySet[Recall]) -> int:
    first = recalls.order_by("pk").values_list("pk", flat=True).first()
    if first is None:
        raise NotFound("This question is no longer open. Somebody may have answered or dismissed it.")
    return first
