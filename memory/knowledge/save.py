"""Store a distilled fact as a memory, or add its evidence to the memory that says the same."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q

from memory import access, audit
from memory.access import Actor
from memory.adapters.embedder import Embedding
from memory.knowledge import believing, contradiction_detection, policy
from memory.knowledge.amending import amend
from memory.knowledge.announcing import announce_learned
from memory.knowledge.blocking import is_blocked
from memory.knowledge.locks import one_writer_a_team
from memory.knowledge.signing import sign, unsign
from memory.models import Agent, CodingSession, Evidence, Memory, MemoryProject, Observation, Project, Turn
from memory.models.memories import MemoryQuerySet
from memory.recall import lexicon
from memory.recall.nearest import nearest
from memory.rules import contradiction
from memory.rules.own_words import stands_in

# Above this cosine two texts are the same fact, unless a number, version, negation or identifier differs.
DUPLICATE_SIMILARITY = 0.95
# What repeats a memory in other words is looked for among the nearest of at least this cosine.
_REPEATED_SIMILARITY, _LOOKED_AT = 0.6, 12


@dataclass(frozen=True)
class Ground:
    """The source of a fact: where and when it was said or seen, and the redacted words."""

    source: str
    at: datetime
    excerpt: str = ""
    session: CodingSession | None = None
    turn: Turn | None = None
    observation: Observation | None = None
    tools: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    commit: str = ""


@dataclass(frozen=True)
class NewFact:
    """A fact ready to store, with all columns of its row."""

    content: str
    type: str
    ground: Ground
    source: str
    status: str = Memory.Status.ACTIVE
    visibility: str = Memory.Visibility.TEAM
    projects: tuple[Project, ...] = ()
    tags: tuple[str, ...] = ()
    agent: Agent | None = None
    confidence: float = 1.0
    basis: str = ""
    cue: str = ""
    trust: float = 1.0
    unsigned: bool = False
    reason: str = ""
    distiller: str = ""
    embedding: Embedding | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Saved:
    """The memory that contains the fact. `made` is False if it existed and only gained evidence."""

    memory: Memory
    made: bool


def as_columns(embedding: Embedding | None) -> dict[str, object]:
    """The values of a memory's columns that hold it; those of a memory that waits for one where there is none."""
    if embedding is None:
        return {"embedding": None, "embedding_model": "", "token_signs": None}
    return {
        "embedding": list(embedding.vector),
        "embedding_model": embedding.model,
        "token_signs": embedding.token_signs,
    }


@transaction.atomic
def save(fact: NewFact, *, actor: Actor) -> Saved:
    """Store a fact, or add its evidence to the memory that already says the same.

    Raises Refused("blocked") for an agent or actor that is switched off.
    """
    if actor.blocked or is_blocked(actor.team, agents=[fact.agent.pk] if fact.agent else []):
        raise access.blocked()
    one_writer_a_team(actor.team.pk)
    twin = duplicate_of(fact, actor=actor)
    if twin:
        _corroborate(twin, fact, actor=actor)
        return Saved(twin, made=False)
    if _repeats_unsigned(fact, actor=actor):
        fact = replace(fact, unsigned=True)
    memory = insert(fact, actor=actor)
    amend(memory, fact, actor=actor)
    return Saved(memory, made=True)


def duplicate_of(fact: NewFact, *, actor: Actor) -> Memory | None:
    """The memory that states the same: to the letter, or by meaning with nothing that differs (double gate).

    What is private is a duplicate only of what is private to the same person: as evidence of anything else its
    words would be seen, and what everybody may know must not hide behind one person's wall.
    """
    private = fact.visibility == Memory.Visibility.PRIVATE
    same = _alike(private, actor=actor).filter(content=fact.content)
    if literal := same.order_by("pk").first():
        return literal
    if fact.embedding is None:
        return None
    vector, model = list(fact.embedding.vector), fact.embedding.model
    for related in nearest(vector, model, actor=actor, at_least=DUPLICATE_SIMILARITY):
        as_private = (related.memory.visibility == Memory.Visibility.PRIVATE) == private
        # Of what a person says the words stay, whatever a model said before: likeness cannot tell who does what.
        loses_words = related.memory.unsigned and not fact.unsigned
        if as_private and not loses_words and contradiction.same_fact(related.memory.content, fact.content):
            return related.memory
    return None


def _repeats_unsigned(fact: NewFact, *, actor: Actor) -> bool:
    """Whether an agent says what the team's memory holds unsigned: it may have it from there, and signs nothing."""
    if fact.source != Memory.Source.CAPTURED or fact.ground.source == "user" or fact.unsigned or not fact.embedding:
        return False
    vector, model = list(fact.embedding.vector), fact.embedding.model
    found = nearest(vector, model, actor=actor, limit=_LOOKED_AT, at_least=_REPEATED_SIMILARITY)
    unsigned = [one.memory for one in found if one.memory.unsigned]
    repeated = {
        memory.pk
        for memory in unsigned
        if stands_in(fact.content, memory.content) or stands_in(memory.content, fact.content)
    }
    if not repeated:
        return False
    # Facts of one turn complete each other.
    beside = Evidence.objects.filter(turn=fact.ground.turn, memory__in=repeated).values_list("memory", flat=True)
    return bool(repeated - set(beside))


def _alike(private: bool, *, actor: Actor) -> MemoryQuerySet:
    """What the actor sees that is live, and as private as asked."""
    live = Memory.objects.visible_to(actor).filter(status__in=Memory.LIVE)
    wanted = Q(visibility=Memory.Visibility.PRIVATE)
    return live.filter(wanted if private else ~wanted)


def insert(fact: NewFact, *, actor: Actor) -> Memory:
    """The row, its projects, its first evidence, its words in the lexicon, the audit entry, and what it contradicts.

    In the team's turn (locks.py), which `save` takes.
    """
    memory = Memory.objects.create(
        team=actor.team,
        author=actor.user,
        agent=fact.agent,
        type=fact.type,
        status=fact.status,
        visibility=fact.visibility,
        source=fact.source,
        content=fact.content,
        tags=list(fact.tags),
        files=list(fact.ground.files),
        confidence=fact.confidence,
        basis=fact.basis,
        cue=fact.cue[:200],
        trust=fact.trust,
        unsigned=fact.unsigned,
        reason=fact.reason,
        occurred_at=fact.ground.at,
        distiller=fact.distiller,
        **as_columns(fact.embedding),
    )
    links = [MemoryProject(team=actor.team, memory=memory, project=project) for project in fact.projects]
    MemoryProject.objects.bulk_create(links)
    _add_evidence(memory, fact.ground, actor=actor)
    why = {"basis": fact.basis} if fact.basis else {}
    audit.record("remember", f"memory:{memory.uuid}", actor=actor, type=fact.type, source=fact.source, **why)
    lexicon.count([memory.pk], team=actor.team)
    contradiction_detection.look(memory)
    policy.approve_by_rule(memory, actor=actor)
    announce_learned(memory)
    return memory


def _corroborate(memory: Memory, fact: NewFact, *, actor: Actor) -> None:
    """Another sighting of a known fact: evidence, a higher count, and maybe a further project.

    Trust is the least of what a memory was made of, so a sighting never lowers it. It raises it to its own where the
    person is independent: nothing that the memory rests on so far is theirs.
    """
    ground = fact.ground
    agreed = believing.agrees(memory, ground)
    if memory.unsigned and not fact.unsigned and fact.basis == Memory.Basis.TOLD:
        sign(memory)
    repeated = memory.evidence.filter(session=ground.session, turn=ground.turn, author=actor.user).exists()
    independent = not memory.evidence.filter(author=actor.user).exists()
    _add_evidence(memory, ground, actor=actor)
    _widen(memory, fact.projects, actor=actor)
    if not repeated:
        Memory.objects.filter(pk=memory.pk).update(corroborations=F("corroborations") + 1)
    if independent:
        Memory.objects.filter(pk=memory.pk, trust__lt=fact.trust).update(trust=fact.trust)
    audit.record("corroborate", f"memory:{memory.uuid}", actor=actor)
    believed = believing.believe_again(memory, fact, agreed=agreed, actor=actor)
    if believed and fact.unsigned and not memory.evidence.filter(source="user").exists():
        unsign(memory)  # who read it somewhere does not agree
    if believed or policy.approve_by_rule(memory, actor=actor):
        announce_learned(memory)


def _widen(memory: Memory, projects: Sequence[Project], *, actor: Actor) -> None:
    """The fact is also about these projects (unless it is the whole team's), where others may deny it."""
    known = set(memory.projects.values_list("pk", flat=True))
    further = [project for project in projects if project.pk not in known] if known else []
    for project in further:
        MemoryProject.objects.get_or_create(team=actor.team, memory=memory, project=project)
    if further:
        contradiction_detection.look(memory)


def _add_evidence(memory: Memory, ground: Ground, *, actor: Actor) -> None:
    Evidence.objects.create(
        team=actor.team,
        memory=memory,
        author=actor.user,
        source=ground.source,
        excerpt=ground.excerpt[:4000],
        session=ground.session,
        turn=ground.turn,
        observation=ground.observation,
        token_id=_token_of(ground, actor),
        tools=list(ground.tools),
        files=list(ground.files),
        branch=ground.session.branch if ground.session else "",
        commit=ground.commit,
        at=ground.at,
    )


def _token_of(ground: Ground, actor: Actor) -> int | None:
    """The token that brought it: of what was captured that of the event, for the worker that saves it has none."""
    if ground.observation:
        return ground.observation.token_id
    return actor.token.pk if actor.token else None
