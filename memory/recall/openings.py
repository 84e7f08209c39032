"""What a session was about: the first thing that its person asked, in their own words, on one line."""

from collections.abc import Iterable, Sequence

from django.db.models import OuterRef, Subquery
from django.db.models.expressions import Window
from django.db.models.functions import Coalesce, Left, RowNumber

from memory.models import CodingSession, Message, Turn
from memory.rules import tokens
from memory.rules.noise import noise_reason
from memory.rules.own_words import own_lines
from memory.rules.poisoning import tellable

# What a title column holds; pages cut it where their line ends.
LONGEST = 200
# So much of a prompt is read, and so many prompts until one of them is more than a greeting.
_READ, _PROMPTS = 2_000, 4


def with_openings(sessions: Sequence[CodingSession]) -> Sequence[CodingSession]:
    """The same sessions, each with `opening`, '' where it has a title or nothing was asked; two queries at most."""
    untitled = {session.pk for session in sessions if not session.title}
    openings = {pk: _opening(prompts) for pk, prompts in _prompts(untitled).items()} if untitled else {}
    if missing := untitled - openings.keys():
        openings |= _messages(missing)
    for session in sessions:
        session.opening = openings.get(session.pk, "")  # type: ignore[attr-defined]
    return sessions


def title_from_ask(session: CodingSession) -> str | None:
    """The title that the session's first ask gives it: '' where it reads as an order, for titles are also told to
    models; None where nothing was asked."""
    prompts = _prompts([session.pk]).get(session.pk)
    return tellable(_own(_first(prompts))) if prompts else None


def is_from_ask(session: CodingSession) -> bool:
    """Whether the session's title is one of its first prompts', and no client's."""
    prompts = _prompts([session.pk]).get(session.pk, [])
    return session.title in [_own(prompt) for prompt in prompts]


def _prompts(sessions: Iterable[int]) -> dict[int, list[str]]:
    """How the first prompts of each session begin."""
    nth = Window(RowNumber(), partition_by="session", order_by=["started_at", "pk"])
    asked = Turn.objects.filter(session__in=list(sessions)).exclude(prompt="").annotate(nth=nth)
    rows = asked.filter(nth__lte=_PROMPTS).order_by("session", "nth")
    found: dict[int, list[str]] = {}
    for pk, prompt in rows.values_list("session", Left("prompt", _READ)):
        found.setdefault(pk, []).append(prompt)
    return found


def _first(prompts: Sequence[str]) -> str:
    """The first that is no greeting, no command and no signs only."""
    return next((prompt for prompt in prompts if noise_reason(prompt) != "noise"), prompts[0])


def _opening(prompts: Sequence[str]) -> str:
    first = _first(prompts)
    return _own(first) or tokens.snippet(first, LONGEST)


def _own(prompt: str) -> str:
    return tokens.snippet("\n".join(own_lines(prompt)), LONGEST)


def _messages(sessions: set[int]) -> dict[int, str]:
    """What the transcript has first: a person's words, else (a command began it) the answer."""
    said = Message.objects.filter(session=OuterRef("pk"), subagent="").order_by("position")
    asked, first = (
        Subquery(found.annotate(opening=Left("content", LONGEST)).values("opening")[:1])
        for found in (said.filter(role=Message.Role.USER), said)
    )
    found = CodingSession.objects.filter(pk__in=sessions).annotate(opening=Coalesce(asked, first))
    return {pk: opening for pk, opening in found.values_list("pk", "opening") if opening}
