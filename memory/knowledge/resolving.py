"""The four verdicts on a contradiction, each one transaction: supersede, merge, both valid, dismiss."""

from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone

from memory import audit
from memory.access import Actor
from memory.errors import Conflict, Refused
from memory.knowledge.locks import one_writer_a_team
from memory.knowledge.remember import Draft, draft, note_redactions
from memory.knowledge.save import Ground, NewFact, duplicate_of, embedded, insert
from memory.knowledge.succession import inherit, retire, succeed
from memory.models import Contradiction, Memory, Project
from memory.recall.contradictions import find_contradiction

_Verdict = Contradiction.Verdict
_PRIVATE = Memory.Visibility.PRIVATE


@dataclass(frozen=True)
class Resolved:
    """The pair as it is now, and the memory that a verdict made or kept (None where both stay)."""

    contradiction: Contradiction
    memory: Memory | None


@transaction.atomic
def resolve(ref: str, verdict: str, *, actor: Actor, keep: str | None = None, content: str | None = None) -> Resolved:
    """Resolve an open pair. `keep` (supersede) is the id of the side that stays, by default the newer one;
    `content` (merge) is what both become, by default both statements with their dates.

    Raises Conflict("already_resolved") when somebody was faster, Refused("invalid") for an unknown verdict or a
    `keep` that is no side, Refused("rejected") for a content that holds no fact.
    """
    actor.require("curate")
    if verdict not in _Verdict.values:
        raise Refused("invalid", f"'{verdict[:40]}' is no verdict; use one of {', '.join(_Verdict.values)}.")
    one_writer_a_team(actor.team.pk)
    pair = find_contradiction(ref, actor=actor)
    _close(pair, _Verdict(verdict), actor=actor)
    stands = _stands(pair, _Verdict(verdict), keep, content, actor=actor)
    audit.record(
        "resolve", f"contradiction:{pair.pk}", actor=actor, verdict=verdict, memory=str(stands.uuid) if stands else ""
    )
    return Resolved(find_contradiction(ref, actor=actor), stands)


def _stands(
    pair: Contradiction, verdict: Contradiction.Verdict, keep: str | None, content: str | None, *, actor: Actor
) -> Memory | None:
    if verdict == _Verdict.SUPERSEDE:
        return _supersede(pair, keep, actor=actor)
    if verdict == _Verdict.MERGE:
        return _merge(pair, content, actor=actor)
    return None


def _close(pair: Contradiction, verdict: Contradiction.Verdict, *, actor: Actor) -> None:
    """Conditional on being open: of two who judge at once, one wins and the other learns who it was."""
    closed = Contradiction.objects.filter(pk=pair.pk, status=Contradiction.Status.OPEN).update(
        status=Contradiction.Status.RESOLVED, verdict=verdict, resolved_at=timezone.now(), resolved_by=actor.user
    )
    if not closed:
        who = f"{pair.resolved_by} was faster" if pair.resolved_by else "One of the two left before"
        raise Conflict("already_resolved", f"{who}: this is resolved as '{pair.get_verdict_display()}'.")


def _supersede(pair: Contradiction, keep: str | None, *, actor: Actor) -> Memory:
    """The kept side stands. A newer one replaces the older; an older one is said again, for chains only lead from
    older to newer ids, and its repetition replaces both."""
    kept, other = _sides(pair, keep)
    if kept.visibility == _PRIVATE and other.visibility != _PRIVATE:
        raise _would_hide()
    if kept.pk < other.pk:
        return _replace_both(pair, _again(kept), [kept], actor=actor)
    retire(other, actor=actor)
    succeed(other, kept, actor=actor)
    return kept


def _sides(pair: Contradiction, keep: str | None) -> tuple[Memory, Memory]:
    """(kept, other)"""
    wanted = (keep or str(pair.newer.uuid)).strip().lower()
    fitting = [side for side in (pair.older, pair.newer) if len(wanted) >= 8 and str(side.uuid).startswith(wanted)]
    if len(fitting) != 1:
        raise Refused("invalid", f"'keep' is {pair.older.uuid} or {pair.newer.uuid}: the side that stays.")
    return fitting[0], pair.newer if fitting[0] == pair.older else pair.older


def _merge(pair: Contradiction, content: str | None, *, actor: Actor) -> Memory:
    sides = [pair.older, pair.newer]
    if len({side.visibility == _PRIVATE for side in sides}) > 1:
        raise _would_hide()
    told = _told(content, actor=actor) if content and content.strip() else None
    fact = told.fact if told else _composed(pair)
    union = replace(
        fact,
        type=fact.type if fact.confidence >= 0.6 else pair.newer.type,
        projects=_all_projects(sides),
        tags=tuple(dict.fromkeys(tag for side in sides for tag in side.tags)),
        visibility=pair.older.visibility if pair.older.visibility == pair.newer.visibility else "project",
        trust=min(side.trust for side in sides),
    )
    memory = _replace_both(pair, union, sides, actor=actor)
    if told:
        note_redactions(told, memory, actor=actor)
    return memory


def _replace_both(pair: Contradiction, fact: NewFact, heirs_of: list[Memory], *, actor: Actor) -> Memory:
    """A new memory supersedes both sides and inherits what `heirs_of` rested on."""
    sides = [pair.older, pair.newer]
    settled = _judged_before(heirs_of[0]) if len(heirs_of) == 1 else []
    for side in sides:
        retire(side, actor=actor)
    if twin := duplicate_of(fact, actor=actor):
        raise Conflict("duplicate", "Another memory says this already.", duplicate_of=str(twin.uuid))
    memory = insert(fact, actor=actor)
    inherit(memory, heirs_of, actor=actor)
    for side in sides:
        succeed(side, memory, actor=actor)
    for other, judged in settled:
        _judge_alike(memory, other, judged)
    memory.refresh_from_db(fields=["corroborations", "uses", "pinned", "review_by"])
    return memory


def _judged_before(kept: Memory) -> list[tuple[int, Contradiction]]:
    """What people found no contradiction of `kept`: saying it again must not ask them again."""
    verdicts = [_Verdict.BOTH_VALID, _Verdict.DISMISS]
    judged = Contradiction.objects.filter(verdict__in=verdicts).exclude(resolved_by=None)
    return [(row.newer_id, row) for row in judged.filter(older=kept)] + [
        (row.older_id, row) for row in judged.filter(newer=kept)
    ]


def _judge_alike(memory: Memory, other_id: int, judged: Contradiction) -> None:
    Contradiction.objects.filter(older_id=other_id, newer=memory, status=Contradiction.Status.OPEN).update(
        status=judged.status, verdict=judged.verdict, resolved_at=judged.resolved_at, resolved_by=judged.resolved_by
    )


def _again(kept: Memory) -> NewFact:
    """The same fact, as it stands, told by whoever judges."""
    row = Memory.objects.defer(None).get(pk=kept.pk)
    return NewFact(
        content=kept.content,
        type=kept.type,
        ground=Ground(source="explicit", at=kept.occurred_at, files=tuple(kept.files)),
        source=kept.source,
        visibility=kept.visibility,
        projects=tuple(kept.projects.all()),
        tags=tuple(kept.tags),
        agent=kept.agent,
        confidence=kept.confidence,
        cue=kept.cue,
        trust=kept.trust,
        distiller=kept.distiller,
        vector=tuple(row.embedding) if row.embedding is not None else None,
        model=row.embedding_model,
    )


def _told(content: str, *, actor: Actor) -> Draft:
    """What a curator says instead, through the same gates as everything that is told."""
    told = draft(content, actor=actor)
    if told.fact.status == Memory.Status.QUARANTINED:
        raise Refused("rejected", "This reads like an instruction; say what is so.", status=422, reason="instruction")
    return told


def _composed(pair: Contradiction) -> NewFact:
    """Both statements as of their days, which is true whichever holds now."""
    content = " ".join(f"As of {side.occurred_at:%Y-%m-%d}: {side.content}" for side in (pair.older, pair.newer))
    vectors, model = embedded([content])
    return NewFact(
        content=content,
        type=pair.newer.type,
        ground=Ground(source="explicit", at=pair.newer.occurred_at, files=_all_files(pair)),
        source=Memory.Source.EXPLICIT,
        confidence=pair.newer.confidence,
        cue=pair.newer.cue,
        vector=vectors[0],
        model=model,
    )


def _all_projects(sides: list[Memory]) -> tuple[Project, ...]:
    """The projects of both; none, which means the whole team, where one side is the whole team's."""
    each = [list(side.projects.all()) for side in sides]
    return tuple(dict.fromkeys(project for projects in each for project in projects)) if all(each) else ()


def _all_files(pair: Contradiction) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*pair.older.files, *pair.newer.files]))


def _would_hide() -> Refused:
    return Refused("invalid", "One side is private: it cannot take the place of what the team knows. Keep the other.")
