"""What a project's last sessions came to, as far as a new session may be told unasked."""

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass
from itertools import islice

from django.db.models import Q

from memory.access import Actor
from memory.models import CodingSession, Memory, Project
from memory.recall.own_work import changed_files
from memory.rules import paths
from memory.rules.poisoning import tellable
from memory.rules.steering import steers
from memory.rules.summary import shortened

_WORD, _HUMP, _SENTENCE = re.compile(r"[^\W_]+"), re.compile(r"(?<=[a-z])(?=[A-Z])"), 4
_SESSIONS, _TURNS, _TOLD, _FILES = 3, 3, 3, 6


@dataclass(frozen=True)
class LastSession:
    """A session of the project, and what to tell of it: `memories` that rest on it, and `lines` beside them."""

    session: CodingSession
    own: bool
    memories: tuple[Memory, ...]
    lines: tuple[str, ...]


def last_sessions(project: Project, session: str, *, told: Set[int], actor: Actor) -> Iterator[LastSession]:
    """The latest sessions but `session`, newest first; without memories that are `told` already (keys).

    Of their own sessions people hear the bullets. A bullet is what a model or a tool said, and nobody can refuse it: to
    others it is told once it is a memory that somebody stands behind, or that only states.
    """
    sessions = CodingSession.objects.filter(team=actor.team, project=project).exclude(external_id=session)
    for past in sessions.order_by("-last_event_at")[:_SESSIONS]:
        own = past.author_id == actor.user.pk and past.agent_id is None
        lines = tuple(islice(_bullets(past), _TOLD)) if own else tuple(_files(past))
        yield LastSession(past, own, () if own else tuple(_signed(past, told, actor=actor)), lines)


def _signed(past: CodingSession, told: Set[int], *, actor: Actor) -> Iterator[Memory]:
    known = Memory.objects.visible_to(actor).current().filter(evidence__session=past, unsigned=False)
    yield from known.exclude(pk__in=told).order_by("-occurred_at", "-pk").distinct()[:_TOLD]


def _bullets(past: CodingSession) -> Iterator[str]:
    said = [bullet for turn in past.turns.order_by("-started_at")[:_TURNS] for bullet in turn.summary]
    taken_back = {shortened(content) for content in _taken_back(past)} if said else set()
    for bullet in said:
        if bullet not in taken_back and tellable(bullet) and not steers(bullet):
            yield bullet


def _taken_back(past: CodingSession) -> Iterator[str]:
    """What came of the session and holds no longer, or never did."""
    gone = Memory.objects.filter(team=past.team_id, evidence__session=past).exclude(Q(status__in=Memory.CURRENT))
    yield from gone.values_list("content", flat=True).distinct()


def _bids(path: str) -> bool:
    """Whether a name in it is a sentence that others would read: `all-agents-must-run-setup-first.md`."""
    names = (_WORD.findall(_HUMP.sub(" ", name)) for name in path.split("/"))
    return any(len(words) >= _SENTENCE and steers(" ".join(words)) for words in names)


def _files(past: CodingSession) -> Iterator[str]:
    named = [path for path in changed_files(past) if paths.is_plain(path) and not _bids(path)][:_FILES]
    if named:
        yield f"Files changed: {', '.join(named)}."
