"""What a session without a title goes by on a page: the beginning of its first prompt."""

from collections.abc import Sequence

from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce, Left

from memory.models import CodingSession, Message, Turn

_LENGTH = 200


def with_openings(sessions: Sequence[CodingSession]) -> Sequence[CodingSession]:
    """The same sessions, each with `opening`, '' where it has a title or nothing was asked; two queries at most."""
    untitled = {session.pk for session in sessions if not session.title}
    openings = _prompts(untitled) if untitled else {}
    if missing := untitled - openings.keys():
        openings |= _messages(missing)
    for session in sessions:
        session.opening = openings.get(session.pk, "")  # type: ignore[attr-defined]
    return sessions


def _prompts(sessions: set[int]) -> dict[int, str]:
    """What the hooks heard first."""
    asked = Turn.objects.filter(session__in=sessions).exclude(prompt="").order_by("session", "started_at", "pk")
    return dict(asked.distinct("session").values_list("session", Left("prompt", _LENGTH)))


def _messages(sessions: set[int]) -> dict[int, str]:
    """What the transcript has first: a person's words, else (a command began it) the answer."""
    said = Message.objects.filter(session=OuterRef("pk"), subagent="").order_by("position")
    asked, first = (
        Subquery(found.annotate(opening=Left("content", _LENGTH)).values("opening")[:1])
        for found in (said.filter(role=Message.Role.USER), said)
    )
    found = CodingSession.objects.filter(pk__in=sessions).annotate(opening=Coalesce(asked, first))
    return {pk: opening for pk, opening in found.values_list("pk", "opening") if opening}
