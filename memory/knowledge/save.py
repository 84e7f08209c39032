"""The end of the write line: a distilled fact becomes a memory, or evidence for one that says the same."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection, transaction
from django.db.models import F

from memory import audit
from memory.access import Actor
from memory.doors.embedder import embedder
from memory.errors import Unavailable
from memory.models import Agent, CodingSession, Evidence, Memory, MemoryProject, Observation, Project, Turn
from memory.recall import lexicon
from memory.recall.nearest import nearest
from memory.rules import conflict

# Above this cosine two texts are the same fact, unless a number, version, negation or identifier differs.
DUPLICATE_SIMILARITY = 0.95


@dataclass(frozen=True)
class Ground:
    """What a fact rests on: where and when it was said or seen, in whose words (already redacted)."""

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
    """A fact ready to be stored, with all that its row will say."""

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
    cue: str = ""
    trust: float = 1.0
    reason: str = ""
    distiller: str = ""
    vector: tuple[float, ...] | None = field(default=None, repr=False)
    model: str = ""


@dataclass(frozen=True)
class Saved:
    """The memory that now holds the fact; `made` is False when it existed and only gained evidence."""

    memory: Memory
    made: bool


def embedded(texts: Sequence[str]) -> tuple[list[tuple[float, ...] | None], str]:
    """One vector a text and the model's name; None for each while the embedder is away (the backlog follows up)."""
    door = embedder()
    try:
        return [tuple(vector) for vector in door.embed_texts(list(texts))], door.model
    except Unavailable:
        return [None] * len(texts), ""


@transaction.atomic
def save(fact: NewFact, *, actor: Actor) -> Saved:
    """Store a fact, or add its evidence to the memory that says the same already."""
    _one_writer_a_team(actor)
    twin = duplicate_of(fact, actor=actor)
    if twin:
        _corroborate(twin, fact, actor=actor)
        return Saved(twin, made=False)
    return Saved(insert(fact, actor=actor), made=True)


def _one_writer_a_team(actor: Actor) -> None:
    """Two workers with the same fact at the same moment must see each other; held until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('cairn.save'), %s)", [actor.team.pk % 2**31])


def duplicate_of(fact: NewFact, *, actor: Actor) -> Memory | None:
    """The memory that states the same: to the letter, or by meaning with nothing that differs (double gate)."""
    same = Memory.objects.visible_to(actor).filter(content=fact.content)
    same = same.filter(status__in=[*Memory.CURRENT, Memory.Status.DRAFT])
    if literal := same.order_by("pk").first():
        return literal
    if fact.vector is None:
        return None
    for related in nearest(list(fact.vector), fact.model, actor=actor):
        if related.similarity >= DUPLICATE_SIMILARITY and conflict.same_fact(related.memory.content, fact.content):
            return related.memory
    return None


def insert(fact: NewFact, *, actor: Actor) -> Memory:
    """The row, its projects, its first evidence, its words in the lexicon, and the audit entry."""
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
        cue=fact.cue[:200],
        trust=fact.trust,
        reason=fact.reason,
        occurred_at=fact.ground.at,
        distiller=fact.distiller,
        embedding=list(fact.vector) if fact.vector else None,
        embedding_model=fact.model if fact.vector else "",
    )
    links = [MemoryProject(team=actor.team, memory=memory, project=project) for project in fact.projects]
    MemoryProject.objects.bulk_create(links)
    _add_evidence(memory, fact.ground, actor=actor)
    audit.record("remember", f"memory:{memory.uuid}", actor=actor, type=fact.type, source=fact.source)
    lexicon.count([memory.pk], team=actor.team)
    return memory


def _corroborate(memory: Memory, fact: NewFact, *, actor: Actor) -> None:
    """Another sighting of a known fact: evidence, a higher count, and maybe a further project."""
    repeated = memory.evidence.filter(session=fact.ground.session, turn=fact.ground.turn).exists()
    _add_evidence(memory, fact.ground, actor=actor)
    for project in fact.projects:
        if memory.projects.exists():
            MemoryProject.objects.get_or_create(team=actor.team, memory=memory, project=project)
    if not repeated:
        Memory.objects.filter(pk=memory.pk).update(corroborations=F("corroborations") + 1)
    audit.record("corroborate", f"memory:{memory.uuid}", actor=actor)


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
        tools=list(ground.tools),
        files=list(ground.files),
        branch=ground.session.branch if ground.session else "",
        commit=ground.commit,
        at=ground.at,
    )
