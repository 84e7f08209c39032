"""The review queue: entries that wait for a person, most important first, with their assignees."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from memory import audit
from memory.access import Actor
from memory.errors import NotFound, Refused
from memory.knowledge import queueing
from memory.knowledge.queueing import KINDS, Place
from memory.models import Assignment, Contradiction, Membership, Memory, User
from memory.permissions import roles_that_may
from memory.recall.contradictions import find_contradiction
from memory.recall.fetch import find_memory
from memory.recall.lists import why_stale
from memory.recall.status_reason import why_it_stands

MOST_AT_ONCE = 200


@dataclass(frozen=True)
class Entry:
    """One thing to look at.

    `kind` is one of KINDS, `subject` the memory or contradiction, `reason` why it is here, `since` from when on.
    """

    kind: str
    subject: Memory | Contradiction
    reason: str
    since: datetime
    assignee: User | None = None

    @property
    def id(self) -> str:
        """What `assign` and `decide` take: a memory's uuid, or `contradiction:12`."""
        return str(self.subject.uuid) if isinstance(self.subject, Memory) else f"contradiction:{self.subject.pk}"


@dataclass(frozen=True)
class Page:
    """A page of the queue; `next` is the cursor of the next page, "" at the end."""

    entries: tuple[Entry, ...]
    next: str


@dataclass(frozen=True)
class Counts:
    """The number of entries by kind, in total, and assigned to the asker."""

    kinds: Mapping[str, int] = field(default_factory=dict)
    mine: int = 0

    @property
    def total(self) -> int:
        """All kinds together."""
        return sum(self.kinds.values())


def queue(*, actor: Actor, kinds: Sequence[str] = (), assignee: str = "", limit: int = 20, cursor: str = "") -> Page:
    """Return the entries of the queue that the actor can see.

    The order: quarantined (it may be poison), contradictions and disputed memories (what sessions are told now may be
    wrong), drafts (knowledge that nobody has yet), unsigned ones (no briefing tells them), stale ones, and types that
    were a guess; of each kind what waits longest first. What fits several kinds stands under the first of them.
    `assignee` is a username, "me", or "none".
    """
    actor.authorize("review")
    wrong = set(kinds) - set(KINDS)
    if wrong:
        raise Refused("invalid", f"'{min(wrong)[:40]}' is not a kind. Use some of {', '.join(KINDS)}.")
    whose = {"": None, "me": actor.user.username}.get(assignee, assignee)
    places = queueing.places(
        actor.team, kinds=kinds or KINDS, assignee=whose, limit=limit + 1, after=queueing.read_cursor(cursor)
    )
    following = queueing.cursor(places[limit - 1]) if len(places) > limit else ""
    return Page(_entries(places[:limit], actor=actor), following)


def counts(*, actor: Actor) -> Counts:
    """Count the entries of the actor's queue by kind, with one query."""
    actor.authorize("review")
    found, mine = queueing.count(actor.team, actor.user)
    return Counts(found, mine)


def assign(ids: Sequence[str], assignee: str, *, actor: Actor) -> int:
    """Assign entries to a person and return how many. An empty `assignee` unassigns them.

    Raises NotFound for an entry or a person that is not of this team, Refused for who may not review.
    """
    actor.authorize("review")
    _ensure_few(ids)
    person = _reviewer(actor.user.username if assignee == "me" else assignee, actor=actor) if assignee else None
    with transaction.atomic():
        for ref in dict.fromkeys(ids):
            subject = _subject(ref, actor=actor)
            _assign(subject, person, actor=actor)
    return len(set(ids))


def _assign(subject: dict[str, Any], person: User | None, *, actor: Actor) -> None:
    ((kind, row),) = subject.items()
    if person is None:
        changed = Assignment.objects.filter(team=actor.team, **subject).delete()[0]
    else:
        values = {"assignee": person, "assigned_by": actor.user, "at": timezone.now()}
        Assignment.objects.update_or_create(team=actor.team, **subject, defaults=values)
        changed = 1
    if changed:
        ref = row.uuid if isinstance(row, Memory) else row.pk
        to = person.pk if person else None
        audit.record("assign" if person else "unassign", f"{kind}:{ref}", actor=actor, to=to)


def _subject(ref: str, *, actor: Actor) -> dict[str, Any]:
    """The column of an assignment and its row."""
    kind, _, number = ref.partition(":")
    if kind == "contradiction":
        return {"contradiction": find_contradiction(number, actor=actor)}
    return {"memory": find_memory(ref, actor=actor)}


def _reviewer(username: str, *, actor: Actor) -> User:
    place = Membership.objects.filter(team=actor.team, user__username=username).select_related("user").first()
    if place is None:
        raise NotFound(f"This team has no member '{username[:100]}'.")
    reviewers = roles_that_may("review")
    if place.role not in reviewers:
        raise Refused("invalid", f"{username} is a {place.role}. Only a {' or '.join(reviewers)} can review.")
    return place.user


def _ensure_few(ids: Sequence[str]) -> None:
    if not 0 < len(ids) <= MOST_AT_ONCE:
        raise Refused("invalid", f"Give 1 to {MOST_AT_ONCE} entries of the queue.")


def _entries(places: Sequence[Place], *, actor: Actor) -> tuple[Entry, ...]:
    """The rows of some places, in four queries; one that vanished meanwhile is left out."""
    memories = Memory.objects.visible_to(actor).with_context().select_related("author", "agent", "blocked_by")
    known = memories.in_bulk([place.memory for place in places if place.memory])
    pairs = Contradiction.objects.select_related("older", "newer").defer(
        *(f"{side}__{column}" for side in ("older", "newer") for column in Memory.DERIVED)
    )
    open_pairs = pairs.in_bulk([place.contradiction for place in places if place.contradiction])
    people = User.objects.in_bulk({place.assignee for place in places if place.assignee})
    found = []
    for place in places:
        row = known.get(place.memory or 0) or open_pairs.get(place.contradiction or 0)
        if row:
            found.append(Entry(place.kind, row, _why(place.kind, row), place.since, people.get(place.assignee or 0)))
    return tuple(found)


def _why(kind: str, row: Memory | Contradiction) -> str:
    if isinstance(row, Contradiction):
        return f'{row.get_kind_display()}: "{row.older_says}" or "{row.newer_says}"'
    if row.blocked_by:
        return f"its source is blocked: {row.blocked_by.reason}"
    if kind == "unsigned":
        return "only a model said it, so no briefing and no hint includes it"
    if kind == "stale":
        return why_stale(row, now=timezone.now())
    if kind == "low_confidence":
        what = "its confidence is low" if row.basis else f"its type, {row.type}, is a guess"
        return f"{what} ({row.confidence:.2f})"
    return why_it_stands(row) or ("somebody called it wrong" if kind == "disputed" else "")
