"""A stretch of a session's turns: from where a reader opens it, as far as one page carries."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet

from memory.access import Actor
from memory.errors import NotFound
from memory.models import CodingSession, Memory, Message, Turn
from web.transcript.pieces import MOST_MESSAGES, PAGE_WEIGHT, Piece, load_words, read_piece, read_pieces, weight

PAGE_SIZE = 50
# A turn that is opened by its address shows what led to it.
_LEAD = 2


@dataclass(frozen=True)
class TurnRead:
    """One turn with its number in the session, what was said and done in it, and the memories that rest on it."""

    turn: Turn
    number: int
    piece: Piece
    memories: list[Memory]


@dataclass(frozen=True)
class Stretch:
    """Some turns of a session, in order; `earlier` and `later` are the turns at which its neighbours start.

    `loose` is what was said outside all turns: the end of something whose beginning did not arrive.
    """

    turns: list[TurnRead]
    loose: Piece | None
    earlier: Turn | None
    later: Turn | None


def find_turn(session: CodingSession, uuid: str) -> Turn:
    """The session's turn with this id, or the one in which the message with this id was said. Raises NotFound."""
    turn = session.turns.filter(uuid=uuid).first()
    if turn is None:
        message = session.messages.filter(uuid=uuid).select_related("turn").first()
        turn = message.turn if message else None
    if turn is None:
        raise NotFound("This session has no such turn.")
    return turn


def lead(session: CodingSession, turn: Turn) -> Turn:
    """Where to start reading so that `turn` comes with what was right before it."""
    return _back(session, turn, _LEAD) or turn


def next_turn(session: CodingSession, turn: Turn) -> Turn | None:
    """The turn after this one."""
    later = Q(started_at__gt=turn.started_at) | Q(started_at=turn.started_at, pk__gt=turn.pk)
    return session.turns.filter(later).order_by("started_at", "pk").first()


def read_stretch(session: CodingSession, *, start: Turn | None = None, actor: Actor) -> Stretch:
    """The turns from `start` (default: the first) that fit on a page; at least one, if there is any.

    A constant number of queries, whatever the number of turns; runs inside the actor's scope.
    """
    candidates = list(_from(session, start)[: PAGE_SIZE + 1])
    words, shown = _fitting(candidates[:PAGE_SIZE])
    later = candidates[len(shown)] if len(candidates) > len(shown) else None
    pieces = read_pieces(session, shown, words, until=later.started_at if later else None)
    memories = _memories(shown, actor=actor)
    passed = _before(session, start).count() if start else 0
    turns = [TurnRead(turn, passed + at, pieces[turn.pk], memories[turn.pk]) for at, turn in enumerate(shown, 1)]
    earlier = _back(session, start, PAGE_SIZE) if start else None
    return Stretch(turns, None if start else _loose(session), earlier, later)


def _fitting(turns: Sequence[Turn]) -> tuple[dict[int | None, list[Message]], list[Turn]]:
    """What was said, by turn, and the turns that one page carries: at least the first."""
    messages = load_words(turns)
    words: dict[int | None, list[Message]] = defaultdict(list)
    for message in messages:
        words[message.turn_id].append(message)
    unfinished = messages[-1].turn_id if len(messages) > MOST_MESSAGES else None
    room = PAGE_WEIGHT
    shown: list[Turn] = []
    for turn in turns:
        room -= weight(turn, words[turn.pk])
        # The words of a turn after the unfinished one are not even loaded.
        if shown and (room < 0 or unfinished in (turn.pk, shown[-1].pk)):
            break
        shown.append(turn)
    return words, shown


def _loose(session: CodingSession) -> Piece | None:
    try:
        return read_piece(session, None)
    except NotFound:
        return None


def _from(session: CodingSession, start: Turn | None) -> QuerySet[Turn]:
    turns = session.turns.order_by("started_at", "pk")
    if start is None:
        return turns
    return turns.filter(Q(started_at__gt=start.started_at) | Q(started_at=start.started_at, pk__gte=start.pk))


def _before(session: CodingSession, turn: Turn) -> QuerySet[Turn]:
    """The turns before this one, nearest first."""
    earlier = Q(started_at__lt=turn.started_at) | Q(started_at=turn.started_at, pk__lt=turn.pk)
    return session.turns.filter(earlier).order_by("-started_at", "-pk")


def _back(session: CodingSession, turn: Turn, steps: int) -> Turn | None:
    """The turn so many steps before this one, or the first one; None where this is the first."""
    before = list(_before(session, turn).only("session", "uuid", "started_at")[:steps])
    return before[-1] if before else None


def _memories(turns: Sequence[Turn], *, actor: Actor) -> dict[int, list[Memory]]:
    """By turn, the memories that rest on it, as far as the actor may see them."""
    resting = Memory.objects.visible_to(actor).filter(evidence__turn__in=turns).annotate(turn=F("evidence__turn"))
    memories: dict[int, list[Memory]] = defaultdict(list)
    for memory in resting.order_by("occurred_at", "pk").distinct():
        memories[memory.turn].append(memory)
    return memories
