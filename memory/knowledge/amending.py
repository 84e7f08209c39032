"""What a new statement amends: it takes the older one's place where that is sure, and contradicts it otherwise."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils import timezone

from memory import access, audit
from memory.access import Actor
from memory.knowledge.conflict_errors import subject_of
from memory.knowledge.contradiction_detection import told_at
from memory.knowledge.ownership import is_vouched_for
from memory.knowledge.retiring import retire, succeed
from memory.models import Contradiction, Evidence, Memory, MemoryProject
from memory.recall.nearest import nearest
from memory.rules.amendments import Amendment, amendment, announces_change, covers

if TYPE_CHECKING:
    from memory.knowledge.save import Ground, NewFact

# An amendment says little of its subject ("make it 30, no longer 90"): what it may be about is looked for widely, and
# judged by the words then.
_ABOUT = 0.35
_LOOKED_AT = 20
_MOST = 3
_LONGEST_CONTEXT = 800
_SURE, _UNSURE = 0.9, 0.6


def amend(memory: Memory, fact: "NewFact", *, actor: Actor) -> int:
    """Retire what the new `memory` amends, or open it as a contradiction; returns how many it amends.

    What a curator vouched for, what somebody else told on purpose, and what holds more than what is amended stays, and
    stands behind the newer one. In the team's turn.
    """
    context = _context(fact.ground)
    if memory.status not in Memory.CURRENT or fact.ground.source == "tool" or not fact.embedding:
        return 0
    if not announces_change(f"{memory.content} {context}"):
        return 0
    amended = list(_amended(memory, fact, context, actor=actor))[:_MOST]
    for older, found in amended:
        pair = _pair(older, memory, found)
        if covers(memory.content, older.content, found) and _may_retire(older, memory, fact):
            _retire(older, memory, pair, actor=actor)
    return len(amended)


def _context(ground: "Ground") -> str:
    """What was said around a captured fact: it may name the subject and the value that is replaced."""
    if ground.turn is None:
        return ""
    return f"{ground.turn.prompt[:_LONGEST_CONTEXT]}\n{ground.turn.answer[:_LONGEST_CONTEXT]}"


def _amended(memory: Memory, fact: "NewFact", context: str, *, actor: Actor) -> Iterator[tuple[Memory, Amendment]]:
    """Current memories of the same projects that occurred before, and that the new one amends."""
    assert fact.embedding
    vector, model = list(fact.embedding.vector), fact.embedding.model
    mine = {project.pk for project in fact.projects}
    for related in nearest(vector, model, actor=actor, limit=_LOOKED_AT, at_least=_ABOUT):
        older = related.memory
        theirs = {project.pk for project in older.projects.all()}
        if older.pk == memory.pk or not older.is_current or told_at(older) >= told_at(memory):
            continue
        if older.visibility != memory.visibility or (mine and theirs and not mine & theirs):
            continue
        if _same_turn(older, fact):
            continue
        if found := amendment(memory.content, older.content, context=context):
            yield older, found


def _same_turn(older: Memory, fact: "NewFact") -> bool:
    """Whether both come from one turn: its facts complete each other."""
    return fact.ground.turn is not None and Evidence.objects.filter(memory=older, turn=fact.ground.turn).exists()


def _may_retire(older: Memory, newer: Memory, fact: "NewFact") -> bool:
    """What a curator vouched for is theirs to change, and what somebody told on purpose is theirs.

    What an agent says takes the place of its own person's statements alone, and what only a model told of nobody's.
    """
    vouched = is_vouched_for(older)
    in_person = fact.ground.source in ("user", "explicit")
    own = older.author_id == newer.author_id and in_person
    borrowed = not in_person and older.author_id != newer.author_id
    unsigned = newer.unsigned and not older.unsigned
    told = older.source == Memory.Source.EXPLICIT and not own
    foreign = older.agent_id is not None and older.agent_id != newer.agent_id
    wider = MemoryProject.objects.filter(memory=older).exclude(project__in=fact.projects).exists()
    return not (vouched or told or foreign or wider or borrowed or unsigned) and older.pk < newer.pk


def _pair(older: Memory, newer: Memory, found: Amendment) -> Contradiction:
    """The open pair of the two, which may have been found to contradict before."""
    either = Q(older=older, newer=newer) | Q(older=newer, newer=older)
    known = Contradiction.objects.filter(either, team=newer.team_id).first()
    return known or Contradiction.objects.create(
        team_id=newer.team_id,
        older=older,
        newer=newer,
        kind=found.kind,
        older_says=found.older_says[:200],
        newer_says=found.newer_says[:200],
        confidence=_SURE if found.named else _UNSURE,
    )


def _retire(older: Memory, newer: Memory, pair: Contradiction, *, actor: Actor) -> None:
    """The newer one takes the place; the pair says so, and opening it again takes that back."""
    with access.scope(team=actor.team, user=actor.user):
        Contradiction.objects.filter(pk=pair.pk).update(
            status=Contradiction.Status.RESOLVED, verdict=Contradiction.Verdict.SUPERSEDE, resolved_at=timezone.now()
        )
        retire(older, actor=actor)
        succeed(older, newer, actor=actor)
        audit.record("amend", f"contradiction:{pair.pk}", actor=actor, by=subject_of(newer))
