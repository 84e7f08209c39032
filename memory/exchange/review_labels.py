"""What people decided about captured memories, as labels of the turns that they came from."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from memory.access import Actor
from memory.models import Evidence, Memory, Supersession
from memory.models.memories import MemoryQuerySet
from memory.recall.judgements import EDITED, RETYPED, SIGNED, THROWN_AWAY, judged

_KEPT = (SIGNED, EDITED, RETYPED)
_GONE = (Memory.Status.FORGOTTEN, Memory.Status.QUARANTINED)


@dataclass(frozen=True)
class Wanted:
    """A fact to find: the memory in its final words, what people did to get there, and the words it came from."""

    memory: Memory
    verdict: str
    excerpts: tuple[str, ...]


@dataclass
class Labels:
    """What is known of one turn: facts to find, texts that may be kept or not, how many memories were thrown away,
    and the tool calls that its memories rest on."""

    wanted: list[Wanted] = field(default_factory=list)
    ok: list[str] = field(default_factory=list)
    thrown_away: int = 0
    tools: list[str] = field(default_factory=list)


def labels_by_turn(*, actor: Actor) -> dict[int, Labels]:
    """The labels of every turn with a judged memory that the whole team may see, by the turn's key.

    What nobody judged is neither right nor wrong, and neither is what was signed and forgotten later on.
    """
    verdicts = judged(actor=actor)
    memories = _shared(actor).filter(pk__in=verdicts).in_bulk()
    heirs = _heirs([memory for memory in memories.values() if verdicts[memory.pk] == EDITED], actor)
    turns: defaultdict[int, Labels] = defaultdict(Labels)
    for row in _evidence(memories, actor):
        _label(turns[row.turn_id or 0], memories[row.memory_id], row, verdicts[row.memory_id], heirs)
    _add_unjudged(turns, memories, actor)
    return dict(turns)


def _shared(actor: Actor) -> MemoryQuerySet:
    """Captured memories that everybody in the team may see, whose source is not switched off."""
    visible = Memory.objects.visible_to(actor).filter(source=Memory.Source.CAPTURED, blocked_by=None)
    return visible.exclude(visibility=Memory.Visibility.PRIVATE)


def _evidence(memories: Iterable[int], actor: Actor) -> Sequence[Evidence]:
    rows = Evidence.objects.filter(team=actor.team, memory__in=list(memories), turn__isnull=False)
    return list(rows.filter(turn__session__blocked_by=None).order_by("turn", "memory", "pk"))


def _label(labels: Labels, memory: Memory, row: Evidence, verdict: str, heirs: Mapping[int, Sequence[Memory]]) -> None:
    labels.tools += [tool for tool in row.tools if tool not in labels.tools]
    finals = {EDITED: heirs.get(memory.pk, ()), SIGNED: [memory], RETYPED: [memory]}.get(verdict, ())
    known = {wanted.memory.pk for wanted in labels.wanted}
    labels.wanted += [Wanted(final, verdict, (row.excerpt,)) for final in finals if final.pk not in known]
    if verdict == THROWN_AWAY:
        labels.thrown_away += 1
    elif not finals:
        labels.ok.append(memory.content)


def _add_unjudged(turns: Mapping[int, Labels], memories: Mapping[int, Memory], actor: Actor) -> None:
    others = _shared(actor).exclude(pk__in=memories).exclude(status__in=_GONE).filter(evidence__turn__in=turns)
    for turn, content in others.order_by("evidence__turn", "pk").values_list("evidence__turn", "content").distinct():
        turns[turn].ok.append(content)


def _heirs(edited: Sequence[Memory], actor: Actor) -> dict[int, list[Memory]]:
    """What each became in the end, as far as it is known still: the words that people settled on."""
    return {memory.pk: _settled(memory, actor) for memory in edited}


def _settled(memory: Memory, actor: Actor) -> list[Memory]:
    found, edge = [], [memory.pk]
    while edge:
        links = Supersession.objects.filter(team=actor.team, older_id__in=edge).values_list("newer_id", flat=True)
        newer = Memory.objects.visible_to(actor).exclude(visibility=Memory.Visibility.PRIVATE).filter(pk__in=links)
        found += [heir for heir in newer.order_by("pk") if heir.is_current or heir.status == Memory.Status.DRAFT]
        edge = [heir.pk for heir in newer if heir.status == Memory.Status.SUPERSEDED]
    return list({heir.pk: heir for heir in found}.values())
