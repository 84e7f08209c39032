"""Takes a merger or a split back: what it replaced is known again as it was, and what it made is forgotten."""

from collections.abc import Sequence
from datetime import datetime

from memory.access import Actor
from memory.errors import Refused
from memory.knowledge.conflict_errors import audit_events_of, ensure_last
from memory.knowledge.lifecycle import KEPT
from memory.knowledge.reopening import open_what_it_settled
from memory.knowledge.status_transitions import move
from memory.models import AuditEvent, Contradiction, Memory, Supersession
from memory.recall.fetch import find_memory

_VERBS = ("merge", "split")
_SUPERSEDED = Memory.Status.SUPERSEDED


def made_by(memory: Memory) -> list[AuditEvent]:
    """The merger or split that made the memory, as it is noted at each source; empty where there is none any more."""
    older = Supersession.objects.filter(newer=memory).values_list("older__uuid", flat=True)
    subjects = [f"memory:{ref}" for ref in older]
    done = AuditEvent.objects.filter(team=memory.team_id, subject__in=subjects, verb__in=_VERBS)
    return [deed for deed in done.select_related("actor").order_by("pk") if str(memory.uuid) in _made(deed)]


def reversible(memory: Memory) -> AuditEvent | None:
    """The merger or split that made the memory, or else took its place: what `undo` could take back at it."""
    if made := made_by(memory):
        return made[0]
    return audit_events_of(memory).filter(verb__in=_VERBS).first() if memory.status == _SUPERSEDED else None


def made_before(refs: Sequence[str], contents: Sequence[str], *, actor: Actor) -> list[Memory]:
    """What the actor's own merger or split of exactly these memories made, if it says `contents` and is still there:
    then the same form was sent twice. Empty otherwise."""
    sources = [find_memory(ref, actor=actor) for ref in refs]
    deed = audit_events_of(sources[0]).filter(verb__in=_VERBS, actor=actor.user).first() if sources else None
    if deed is None:
        return []
    made = list(Memory.objects.visible_to(actor).filter(uuid__in=_made(deed), status__in=KEPT).order_by("pk"))
    known = set(Supersession.objects.filter(newer__in=made).values_list("older_id", flat=True))
    same = known == {source.pk for source in sources} and {memory.content for memory in made} == set(contents)
    return made if same else []


def take_apart(memory: Memory, deed: AuditEvent, actor: Actor) -> Memory:
    """Forget what the merger or split `deed` made, and let what it replaced stand again; returns the first of those.

    `memory` is one of either. In the team's turn. Raises Conflict("changed_since") where anything has happened to one
    of them since (another sighting, too: it would leave with what was made), Refused("cannot_undo") where a source is
    purged.
    """
    heirs = [find_memory(ref, actor=actor) for ref in _made(deed)]
    sources = _sources(heirs, actor=actor)
    for source in sources:
        ensure_last(source, audit_events_of(source).filter(verb__in=_VERBS).first() or deed)
    for heir in heirs:
        ensure_last(heir, deed)
    left = {source.pk: source.status_changed_at or source.created_at for source in sources}
    Supersession.objects.filter(newer__in=heirs, older__in=sources).delete()
    for heir in heirs:
        move(heir, Memory.Status.FORGOTTEN, KEPT, verb=f"un{deed.verb}", actor=actor, detail={"undoes": deed.pk})
    for source in sources:
        before = source.status_before or Memory.Status.ACTIVE
        detail = {"undoes": deed.pk}
        move(source, before, [_SUPERSEDED], verb="reinstate", actor=actor, before="", detail=detail)
    _open_pairs(sources, left, actor=actor)
    return find_memory(str(sources[0].uuid), actor=actor)


def _made(deed: AuditEvent) -> list[str]:
    by = deed.detail.get("by", [])
    return [by] if isinstance(by, str) else list(by)


def _sources(heirs: Sequence[Memory], *, actor: Actor) -> list[Memory]:
    """What the heirs replaced, oldest first."""
    known = set(Supersession.objects.filter(newer__in=heirs).values_list("older_id", flat=True))
    sources = list(Memory.objects.visible_to(actor).filter(pk__in=known).order_by("pk"))
    if not sources or len(sources) < len(known):
        raise Refused(
            "cannot_undo", "Some of its sources were purged or erased, so the merge cannot be undone.", status=409
        )
    return sources


def _open_pairs(sources: Sequence[Memory], left: dict[int, datetime], *, actor: Actor) -> None:
    """What the sources' leaving settled is open again, and so is the pair that was merged as a verdict."""
    for source in sources:
        open_what_it_settled(source, left[source.pk], actor=actor)
    merged = Contradiction.objects.filter(older__in=sources, newer__in=sources, verdict=Contradiction.Verdict.MERGE)
    open_again = {"status": Contradiction.Status.OPEN, "verdict": "", "resolved_at": None, "resolved_by": None}
    merged.update(**open_again)
