"""Find the files, branch and last prompts that a new session probably continues, and memories about them."""

from collections.abc import Iterable
from datetime import datetime

from django.db import connection
from django.db.models import Q, QuerySet

from memory.access import Actor
from memory.models import CodingSession, Evidence, Memory, Project
from memory.recall.own_work import changed_files
from memory.recall.search import Way, relevant_memories
from memory.rules.noise import noise_reason

# All work meets on these: what is on them tells nothing about what is at hand.
_TRUNKS = frozenset({"", "HEAD", "main", "master", "trunk", "develop", "development"})
_SESSIONS = 5
_PROMPTS = 2
# What a prompt is about stands at its beginning; the rest is pasted.
_PROMPT_CHARACTERS = 500
_FOUND = 8


def memories_of_current_work(project: Project | None, branch: str, session: str, *, actor: Actor) -> list[int]:
    """Keys of current memories about the work at hand, nearest first: of its files, its branch, its last words.

    The work at hand is that of the branch, by whomever; on a trunk it is the last session of the actor alone.
    """
    if project is None:
        return []
    past = CodingSession.objects.filter(team=actor.team, project=project).order_by("-last_event_at")
    own = past.filter(author=actor.user)
    known = Memory.objects.visible_to(actor).current().about(project)
    if branch in _TRUNKS:
        found = _about_files(own.exclude(external_id=session)[:1], known)
    else:
        past, own = past.filter(branch=branch), own.filter(branch=branch)
        found = [*_about_files(past[:_SESSIONS], known), *_learned_on(branch, known, actor=actor)]
    if asked := _last_words(own):
        way = Way(semantic=False, rerank=False)
        relevant = relevant_memories(asked, actor=actor, depth=50, project=project, way=way)
        found += [score.memory_id for score in relevant.scores[:_FOUND]]
    return list(dict.fromkeys(found))


def last_here(project: Project | None, session: str, *, actor: Actor) -> datetime | None:
    """Return when the actor's previous session in the project ended, or None."""
    if project is None:
        return None
    own = CodingSession.objects.filter(team=actor.team, project=project, author=actor.user)
    return own.exclude(external_id=session).order_by("-last_event_at").values_list("last_event_at", flat=True).first()


def _about_files(sessions: Iterable[CodingSession], known: QuerySet[Memory]) -> list[int]:
    paths = [path for session in sessions for path in changed_files(session)]
    if not paths:
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT cairn_anchored(%s, %s)", [list(dict.fromkeys(paths)), 4 * _FOUND])
        anchored = [row[0] for row in cursor.fetchall()]
    here = set(known.filter(pk__in=anchored).values_list("pk", flat=True))
    return [pk for pk in anchored if pk in here][:_FOUND]


def _learned_on(branch: str, known: QuerySet[Memory], *, actor: Actor) -> list[int]:
    rests_on = Evidence.objects.filter(team=actor.team, branch=branch).values("memory_id")
    return list(known.filter(pk__in=rests_on).order_by("-occurred_at", "-pk").values_list("pk", flat=True)[:_FOUND])


def _last_words(sessions: QuerySet[CodingSession]) -> str:
    """The last prompts of the actor's last session, without commands and thanks."""
    last = sessions.first()
    if last is None:
        return ""
    prompts = last.turns.filter(~Q(prompt="")).order_by("-started_at").values_list("prompt", flat=True)
    asked = [prompt for prompt in prompts[: 2 * _PROMPTS] if not noise_reason(prompt)]
    return "\n".join(prompt[:_PROMPT_CHARACTERS] for prompt in asked[:_PROMPTS])
