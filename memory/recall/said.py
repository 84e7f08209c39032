"""What was said beside what is known: excerpts of the sessions, where memories alone may not answer a question."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Q
from django.db.models.functions import Left

from memory.access import Actor
from memory.models import Evidence, Message, Project
from memory.recall.history import HistoryHit, search_history
from memory.recall.search import SearchPage
from memory.rules import certainty, excerpts
from memory.rules.history_ranking import USUAL_THRESHOLD

# So many turns are quoted at most, out of so many messages that are looked at.
MOST = 8
_LOOKED_AT, _DEPTH = 20, 30
# Of a turn so many messages before and after the one that was found are read, of each so many letters.
_AROUND, _MOST_SAID = 3, 4_000
# From which probability on memories answer a question, so that nothing else has to be looked up.
_SUFFICES = 0.85


@dataclass(frozen=True)
class Excerpt:
    """The telling sentences of a turn around the message that was found in it; `score` is that message's."""

    message: Message
    text: str
    score: float


@dataclass(frozen=True)
class Said:
    """Excerpts, newest first; `is_certain` tells that they answer, and are more than the nearest that there is."""

    excerpts: tuple[Excerpt, ...] = ()
    is_certain: bool = False
    milliseconds: dict[str, float] = field(default_factory=dict)

    @property
    def note(self) -> str:
        """What to say before excerpts that may not answer; empty where they do."""
        return "" if self.is_certain or not self.excerpts else "Nothing certain was said; nearest:"


NOTHING_SAID = Said()


def said_about(
    question: str,
    page: SearchPage,
    *,
    actor: Actor,
    project: Project | None = None,
    after: datetime | None = None,
    before: datetime | None = None,
) -> Said:
    """What was said about the question that `page` answers with memories, in the actor's scope.

    Nothing for all of a time, for drafts, and where memories surely answer. A turn that a shown memory rests on is
    quoted only if it says more.
    """
    is_learned = page.asked[1].rsplit("/", 1)[-1] in certainty.LEARNED and not page.lexical_only
    suffices = is_learned and page.judgement.confidence >= _SUFFICES
    if page.is_overview or page.in_drafts or suffices:
        return NOTHING_SAID
    found = search_history(
        question,
        actor=actor,
        project=project,
        after=after,
        before=before,
        context_before_after=0,
        threshold=0.0 if is_learned else USUAL_THRESHOLD,
        max_results=_LOOKED_AT,
        semantic=not page.lexical_only,
        asked=page.asked,
        depths=(_DEPTH,),
    )
    # Of another embedder nothing is learned: what the history search lets through is the nearest.
    ranked = [hit.why for hit in found.results]
    confidence = excerpts.confidence(question, ranked) if is_learned else excerpts.NEAREST * bool(ranked)
    if confidence < excerpts.NEAREST:
        return Said(milliseconds=found.milliseconds)
    quoted = list(_quoted(question, found.results, page))
    # What was said later may take back what was said before.
    newest_first = sorted(quoted, key=lambda each: each.message.said_at, reverse=True)
    return Said(tuple(newest_first), confidence >= excerpts.CERTAIN, found.milliseconds)


def _quoted(question: str, hits: Sequence[HistoryHit], page: SearchPage) -> Iterator[Excerpt]:
    best = {_turn(hit.message): hit for hit in reversed(hits)}
    chosen = sorted(best.values(), key=lambda hit: -hit.score)
    words, known = _exchanges([hit.message for hit in chosen]), _resting(page)
    weighed = excerpts.weights(question, [text for said in words.values() for _, text in said])
    number = 0
    for hit in chosen:
        turn = _turn(hit.message)
        text = excerpts.telling(words[turn], weighed)
        if text and excerpts.says_more(text, known[hit.message.turn_id]) and number < MOST:
            number += 1
            yield Excerpt(hit.message, text, hit.score)


def _turn(message: Message) -> tuple[int | None, str, int]:
    """What is quoted together: a thread's words in a turn, or a message that is in none."""
    return message.turn_id, message.subagent, 0 if message.turn_id else message.pk


def _exchanges(messages: Sequence[Message]) -> dict[tuple[int | None, str, int], list[tuple[str, str]]]:
    """Who said what around these messages, by turn and thread, in order; of long turns and messages a part."""
    around = Q(pk__in=[message.pk for message in messages])
    for message in messages:
        if message.turn_id:
            near = (message.position - _AROUND, message.position + _AROUND)
            around |= Q(turn=message.turn_id, subagent=message.subagent, position__range=near)
    rows = Message.objects.filter(around).order_by("session", "subagent", "position")
    said = defaultdict(list)
    for row in rows.defer("content").annotate(words=Left("content", _MOST_SAID)):
        said[_turn(row)].append((row.role, row.words))
    return said


def _resting(page: SearchPage) -> dict[int | None, str]:
    """What the shown memories say, by the turn that they rest on."""
    texts: dict[int | None, str] = defaultdict(str)
    shown = {hit.memory.pk: hit.memory.content for hit in page.hits}
    resting = Evidence.objects.filter(memory__in=shown, turn__isnull=False).values_list("turn", "memory")
    for turn, memory in resting:
        texts[turn] += f" {shown[memory]}"
    return texts
