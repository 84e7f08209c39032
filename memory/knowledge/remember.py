"""Save a fact that somebody states on purpose. It uses the pipeline of captured work, but answers immediately."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypedDict, Unpack

from django.conf import settings
from django.utils import timezone

from memory import audit
from memory.access import Actor
from memory.adapters.embedder import embedded
from memory.capture.projects import project_for
from memory.errors import Conflict, Refused
from memory.knowledge.conflict_errors import changed_meanwhile, subject_of
from memory.knowledge.contradiction_detection import FoundContradiction, contradicted_by
from memory.knowledge.locks import in_turn
from memory.knowledge.ownership import find_changeable, is_kept_for_curators, is_vouched_for, own_agent
from memory.knowledge.retiring import REPLACEABLE, retire, succeed
from memory.knowledge.roster import people_of
from memory.knowledge.save import Ground, NewFact, duplicate_of, save
from memory.knowledge.signing import sign
from memory.knowledge.succession import stored
from memory.models import Memory, Project
from memory.recall.nearest import Related, nearest
from memory.recall.project_lookup import find_project
from memory.rules import classification, distillation, poisoning, redaction
from memory.rules.dates import dates_beside
from memory.rules.identity import from_path, from_remote
from memory.rules.persons import without_persons

_REJECTIONS = {
    "noise": "The text contains nothing that a later session could use.",
    "too_short": "The text is too short. Write at least 20 characters: the fact, and why.",
    "too_long": "The text is longer than {limit} characters. Split it into single facts.",
    "no_factual_content": "The text contains no fact. Name the thing, what is true of it, and why.",
    "secret": "The text contains what looks like a live credential. Remove it.",
}


@dataclass(frozen=True)
class Preview:
    """What would be stored: text, type, redactions, similar memories, and contradictions.

    `stored` is the text as it would be stored, `content` the shorter, impersonal one that the rules would make of it.
    """

    content: str
    stored: str
    type: str
    confidence: float
    redactions: tuple[tuple[str, int], ...]
    related: tuple[Related, ...]
    contradictions: tuple[FoundContradiction, ...] = ()


@dataclass(frozen=True)
class Draft:
    """A fact ready to store, the shorter text that the rules propose, and the counts of redactions by kind."""

    fact: NewFact
    shorter: str
    redactions: tuple[tuple[str, int], ...]


class Details(TypedDict, total=False):
    """What may be said beside the content. Relative dates count from `occurred_at` (default now).

    `relayed`: a model tells it. Whose words they are nobody knows, so orders in it wait for a curator, and all of it
    is found by who asks, but told to no session before a person stands behind it.
    """

    type: str | None
    projects: Sequence[str]
    tags: Sequence[str]
    agent_id: str | None
    visibility: str | None
    occurred_at: datetime | None
    relayed: bool


def preview(content: str, *, actor: Actor, supersedes: str | None = None, **details: Unpack[Details]) -> Preview:
    """Return what `remember` would store, without storing it. Raises as `remember`, except for duplicates."""
    actor.authorize("remember")
    old = find_changeable(supersedes, agent_id=details.get("agent_id"), actor=actor) if supersedes else None
    told = draft(content, actor=actor, **details)
    fact = told.fact
    embedding = fact.embedding
    related = nearest(list(embedding.vector), embedding.model, actor=actor) if embedding else []
    close = tuple(entry for entry in related if entry.similarity >= 0.5 and entry.memory.is_current)
    return Preview(
        told.shorter,
        fact.content,
        fact.type,
        fact.confidence,
        told.redactions,
        close,
        _contradicted(fact, old, actor=actor),
    )


def _contradicted(fact: NewFact, old: Memory | None, *, actor: Actor) -> tuple[FoundContradiction, ...]:
    """Return the contradictions that storing the fact would open. The superseded memory does not count."""
    if fact.status == Memory.Status.QUARANTINED:
        return ()
    private = fact.visibility == Memory.Visibility.PRIVATE
    found = contradicted_by(
        fact.content,
        actor=actor,
        vector=fact.embedding.vector if fact.embedding else None,
        model=fact.embedding.model if fact.embedding else "",
        projects=fact.projects,
        private=private,
    )
    return tuple(one for one in found if one.memory != old)


def remember(content: str, *, actor: Actor, supersedes: str | None = None, **details: Unpack[Details]) -> Memory:
    """Store a fact in the words of its author. Relative dates count from `occurred_at` (default now).

    Raises Refused("rejected", reason=…) when it holds no storable fact, Conflict("duplicate", duplicate_of=…)
    when it is known, NotFound for an unknown `supersedes`, Forbidden where another agent owns that.
    """
    actor.authorize("remember")
    told = draft(content, actor=actor, **details)
    with in_turn(actor):
        if not supersedes:
            return _save_new(told, actor=actor)
        old = find_changeable(supersedes, agent_id=details.get("agent_id"), actor=actor)
        return _supersede(old, told, told.fact, actor=actor)


def update(ref: str, content: str, *, actor: Actor, agent_id: str | None = None, relayed: bool = False) -> Memory:
    """A correction: a new memory that supersedes `ref` and inherits its type, projects, tags, files and pin.

    It is no more trusted than what it corrects, and the correction of a draft is one, unless a curator makes it.
    What a curator pinned, approved or confirmed stays until a curator corrects it: from others the correction is a
    draft beside it. Raises as `remember` does, and Conflict("not_current") with who was faster.
    """
    actor.authorize("remember")
    old = find_changeable(ref, agent_id=agent_id, actor=actor)
    details = Details(tags=old.tags, agent_id=agent_id, visibility=old.visibility, relayed=relayed)
    told = draft(content, actor=actor, **details)
    with in_turn(actor):
        old = find_changeable(str(old.uuid), agent_id=agent_id, actor=actor)
        return _supersede(old, told, _in_place_of(old, told.fact), actor=actor)


def _in_place_of(old: Memory, fact: NewFact) -> NewFact:
    return replace(
        fact,
        type=old.type if fact.confidence < 0.6 else fact.type,
        ground=replace(fact.ground, files=tuple(old.files)),
        visibility=old.visibility,
        projects=tuple(old.projects.all()),
        tags=tuple(old.tags),
        agent=fact.agent or old.agent,
    )


def _save_new(told: Draft, *, actor: Actor) -> Memory:
    """Save a new memory. If a draft already says the same, it becomes active instead."""
    twin = duplicate_of(told.fact, actor=actor)
    if twin and twin.unsigned and not told.fact.unsigned and twin.is_current:
        sign(twin)  # a model said it before
        return twin
    if twin and (twin.is_current or told.fact.status != Memory.Status.ACTIVE):
        raise Conflict("duplicate", "The team already has this memory.", duplicate_of=str(twin.uuid))
    saved = save(told.fact, actor=actor)
    note_redactions(told, saved.memory, actor=actor)
    return saved.memory


def note_redactions(told: Draft, memory: Memory, *, actor: Actor) -> None:
    """Record kinds and counts of redactions in the audit log, never the values."""
    if told.redactions:
        audit.record("redact", subject_of(memory), actor=actor, redactions=dict(told.redactions))


def _supersede(old: Memory, told: Draft, fact: NewFact, *, actor: Actor) -> Memory:
    """Retire the old memory and store the new one. If two people do so at once, the first one wins."""
    if old.content == fact.content:
        raise Conflict(
            "duplicate", "The correction says the same as the memory that it corrects.", duplicate_of=str(old.uuid)
        )
    if fact.visibility == Memory.Visibility.PRIVATE != old.visibility:
        raise Refused("invalid", "A private memory cannot replace a shared one.")
    if fact.status == Memory.Status.QUARANTINED and old.status != Memory.Status.DRAFT:
        raise Refused(
            "rejected", "This text reads like an instruction. State a fact instead.", status=422, reason="instruction"
        )
    if is_kept_for_curators(old, actor=actor) or _would_unsay(old, fact, actor=actor):
        return _propose(old, told, fact, actor=actor)
    retire(old, actor=actor)
    fact = _as_trusted(fact, old, actor=actor)
    saved = save(fact, actor=actor)
    _ensure_stands(saved.memory, fact)
    if old.pinned:
        Memory.objects.filter(pk=saved.memory.pk).update(pinned=True)
        saved.memory.pinned = True
    succeed(old, saved.memory, actor=actor)
    note_redactions(told, saved.memory, actor=actor)
    return saved.memory


def _propose(old: Memory, told: Draft, fact: NewFact, *, actor: Actor) -> Memory:
    """The correction as a draft beside the old memory; a curator who approves it makes it take the place.

    Raises Conflict("not_current") for what left meanwhile: nothing could take its place any more.
    """
    if old.status not in REPLACEABLE:
        raise changed_meanwhile(old, "not_current", actor=actor)
    fact = replace(_as_trusted(fact, old, actor=actor), status=Memory.Status.DRAFT)
    fact = replace(fact, reason=f"It would replace {str(old.uuid)[:8]}, which a curator confirmed.")
    memory = stored(fact, actor=actor)
    audit.record("propose", subject_of(memory), actor=actor, corrects=str(old.uuid))
    note_redactions(told, memory, actor=actor)
    return memory


def _would_unsay(old: Memory, fact: NewFact, *, actor: Actor) -> bool:
    """Return whether a model would replace what another person said or a curator confirmed."""
    foreign = old.author_id is not None and old.author_id != actor.user.pk
    return fact.unsigned and not old.unsigned and (foreign or is_vouched_for(old))


def is_proposal(memory: Memory) -> bool:
    """Return whether the correction waits for approval instead of replacing the old memory."""
    return memory.status == Memory.Status.DRAFT and not memory.replaced.exists()


def _as_trusted(fact: NewFact, old: Memory, *, actor: Actor) -> NewFact:
    """Trust is the least of a lineage; what waited for a curator waits on, unless one says this."""
    waits = old.status == Memory.Status.DRAFT and fact.status == Memory.Status.ACTIVE and not actor.may("curate")
    return replace(fact, trust=min(fact.trust, old.trust), status=Memory.Status.DRAFT if waits else fact.status)


def _ensure_stands(memory: Memory, fact: NewFact) -> None:
    """Refuse a correction that a draft already says: no active memory would be left."""
    if memory.status == Memory.Status.DRAFT and fact.status != Memory.Status.DRAFT:
        raise Conflict("duplicate", "A draft already says this. Approve it instead.", duplicate_of=str(memory.uuid))


def draft(content: str, *, actor: Actor, **details: Unpack[Details]) -> Draft:
    """Redact, date, classify, scan and embed what was told; everything but the saving. Raises Refused("rejected").

    Its words stay as they are: only secrets go, and names of persons where the team says so.
    """
    moment = _believable(details.get("occurred_at") or timezone.now())
    stated = _choice(details.get("type"), Memory.Type, "type")
    cleaned = redaction.redact(redaction.strip_private(_storable(content)))
    people = people_of(actor.team)
    shorter, kind, confidence, cue = _distilled(cleaned.text, moment, people)
    text = dates_beside(cleaned.text.strip(), now=moment)
    if actor.team.removes_names:
        text = without_persons(text, people)
    agent = own_agent(details.get("agent_id"), actor=actor)
    in_person = agent is None and not details.get("relayed")
    suspicious = poisoning.instruction_like(text, source="user" if in_person else "tool")
    fact = NewFact(
        content=text,
        type=stated or kind,
        confidence=1.0 if stated else confidence,
        cue="stated" if stated else cue,
        ground=Ground(source="explicit", at=moment, excerpt=cleaned.text),
        source=Memory.Source.EXPLICIT,
        status=Memory.Status.QUARANTINED if suspicious else Memory.Status.ACTIVE,
        unsigned=not in_person,
        reason=suspicious or "",
        visibility=_choice(details.get("visibility"), Memory.Visibility, "visibility") or Memory.Visibility.TEAM,
        projects=tuple(dict.fromkeys(named_project(name, actor=actor) for name in details.get("projects") or ())),
        tags=tuple(dict.fromkeys(tag.strip()[:50] for tag in details.get("tags") or () if tag.strip())),
        agent=agent,
        distiller="rules",
        embedding=embedded([text])[0],
    )
    return Draft(fact, shorter, tuple(sorted(cleaned.counts.items())))


def _believable(moment: datetime) -> datetime:
    """The same. Raises Refused for what is before 1970, or more than a day ahead (zones differ by less)."""
    if moment.year < 1970 or moment > timezone.now() + timedelta(days=1):
        raise Refused("invalid", "'occurred_at' must be between 1970 and now.")
    return moment


def _storable(content: str) -> str:
    limit = settings.CAIRN_MAX_OBSERVATION_CHARS
    if len(content) > limit:
        raise _rejected("too_long", limit=limit)
    return redaction.without_controls(content.replace("\x00", "\ufffd").encode("utf-8", "replace").decode())


def _distilled(text: str, moment: datetime, people: frozenset[str]) -> tuple[str, str, float, str]:
    """(shorter content, type, confidence, cue) of the one fact in `text`; the text itself where the rules find none."""
    if redaction.live_credential(text):
        raise _rejected("secret")
    distilled = distillation.distill_text(text, now=moment, people=people)
    if not distilled.facts:
        reason = distilled.rejected[0].reason
        if reason != "no_factual_content" or not distillation.states_something(text, now=moment):
            raise _rejected(reason)
    content = " ".join(fact.content for fact in distilled.facts) or text
    if len(distilled.facts) == 1:
        fact = distilled.facts[0]
        return content, fact.type, fact.confidence, fact.cue
    found = classification.classify(content)
    return content, found.type, found.confidence, found.cue


def _rejected(reason: str, **numbers: object) -> Refused:
    known = reason if reason in _REJECTIONS else "no_factual_content"
    return Refused("rejected", _REJECTIONS[known].format(**numbers), status=422, reason=known)


def _choice(value: str | None, choices: object, name: str) -> str | None:
    if not value:
        return None
    if value not in choices.values:  # type: ignore[attr-defined]
        raise Refused("invalid", f"'{value}' is no {name}; use one of {', '.join(choices.values)}.")  # type: ignore[attr-defined]
    return value


def named_project(name: str, *, actor: Actor) -> Project:
    """Return the project with this remote, folder or name. A new remote or folder creates one; a name must exist."""
    project = find_project(name, actor=actor)
    if project:
        return project
    wanted = from_remote(name) or (from_path(name) if name.startswith("/") else None)
    if wanted is None:
        raise Refused("unknown_project", f"Project '{name}' does not exist. Give its git remote or its name.")
    return project_for(wanted, actor=actor)
