"""Lists of memories: recent and stale."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import exp
from typing import TypedDict, Unpack

from django.db.models import BooleanField, Case, Exists, F, FloatField, Func, OuterRef, Q, Value, When
from django.db.models.expressions import RawSQL
from django.db.models.functions import Greatest, Now, Power, TruncDate
from django.utils import timezone

from memory.access import Actor
from memory.models import Agent, Evidence, Memory, MemoryProject, Project, Team, User
from memory.models.memories import MemoryQuerySet
from memory.rules.decay import LIFESPANS, days_until, survival

STALE_SURVIVAL = 0.1
STALE_USES = 2


class Narrowing(TypedDict, total=False):
    """Which memories a list is about; what is absent or None narrows nothing."""

    project: Project | None
    type: str | None
    tag: str | None
    agent_id: str | None
    author: User | None
    agent: Agent | None
    branch: str | None


def recent(
    *, actor: Actor, limit: int = 20, before_id: int | None = None, **narrowing: Unpack[Narrowing]
) -> list[Memory]:
    """Current memories, newest first; `before_id` continues after the last one of the page before."""
    actor.authorize("search")
    project = narrowing.pop("project", None)
    found = _listed(actor=actor, **narrowing)
    if before_id is not None:
        found = found.after_in_list(before_id)
    if project is None:
        return list(found.latest()[:limit])
    return list(Memory.objects.filter(pk__in=_latest_about(found, project, limit)).latest())


def _latest_about(found: MemoryQuerySet, project: Project, limit: int) -> list[int]:
    """Keys of the latest of a project and of the whole team.

    Asked for in one condition, Postgres would read all links first; each alone is the head of an index.
    """
    links = MemoryProject.objects.filter(memory=OuterRef("pk"))
    heads = [
        found.filter(which).order_by("-occurred_at", "-pk").values_list("pk", "occurred_at")[:limit]
        for which in (Exists(links.filter(project=project)), ~Exists(links))
    ]
    return [pk for pk, _ in heads[0].union(heads[1], all=True).order_by("-occurred_at", "-pk")[:limit]]


def changed_since(moment: datetime, *, actor: Actor, limit: int = 20, **narrowing: Unpack[Narrowing]) -> list[Memory]:
    """What lists must show or drop since then: learned, approved, restored, forgotten, replaced; the latest first."""
    actor.authorize("search")
    new = Q(created_at__gt=moment, status__in=Memory.CURRENT)
    found = _narrowed(actor=actor, **narrowing).filter(new | Q(status_changed_at__gt=moment))
    return list(found.order_by("-pk").with_context()[:limit])


@dataclass(frozen=True)
class Stale:
    """A memory that somebody should look at, its survival from 0 to 1, and why, in words."""

    memory: Memory
    survival: float
    reason: str


def stale(*, actor: Actor, limit: int = 20, **narrowing: Unpack[Narrowing]) -> list[Stale]:
    """What is due for a look, the most worn first: faded, past its review date, or its files changed since.

    Faded is a survival below 0.1, counted from when it was last confirmed, and fewer than 2 uses, unless it is pinned.
    """
    actor.authorize("search")
    found = _due(_listed(actor=actor, **narrowing), actor.team).annotate(wear=_wear())
    # Keys first, which the index memory_due can answer alone. Of one type the oldest are the most worn.
    oldest = [
        found.filter(type=name).order_by(F("since"), "pk").values_list("pk", "wear")[:limit] for name in LIFESPANS
    ]
    worn = list(oldest[0].union(*oldest[1:], all=True).order_by("-wear", "pk")[:limit])
    rows = Memory.objects.visible_to(actor).with_context().in_bulk([pk for pk, _ in worn])
    now = timezone.now()
    return [Stale(rows[pk], exp(-wear), why_stale(rows[pk], now=now)) for pk, wear in worn if pk in rows]


def _due(found: MemoryQuerySet, team: Team) -> MemoryQuerySet:
    """Those that are stale, with `since` from when their age counts; one comparison of dates a type."""
    since = Greatest("occurred_at", "confirmed_at")
    worn = Q()
    for name, moment in faded_before(timezone.now()).items():
        worn |= Q(type=name, since__lt=moment)
    changes = Team.objects.filter(pk=team.pk).values_list("stale_after_changes", flat=True).first()
    due = Q(used=False, pinned=False) & worn | Q(review_by__lt=TruncDate(Now())) | Q(file_changes__gte=changes)
    # A column that Postgres derives (uses >= STALE_USES) for its index memory_due.
    used = RawSQL("memory_memory.is_used", [], output_field=BooleanField())
    return found.annotate(since=since, used=used).filter(due)


def faded_before(now: datetime) -> dict[str, datetime]:
    """For each type the moment before which its memories have faded: where their survival is 0.1."""
    return {name: now - timedelta(days=days_until(name, STALE_SURVIVAL)) for name in LIFESPANS}


def why_stale(memory: Memory, *, now: datetime) -> str:
    """Why a stale memory is one: what its own row says first, else that it has faded."""
    if memory.review_by and memory.review_by < timezone.localdate(now):
        return "review date passed"
    since = max(filter(None, (memory.occurred_at, memory.confirmed_at)))
    age = (now - since).total_seconds() / 86_400
    if survival(memory.type, age) < STALE_SURVIVAL and memory.uses < STALE_USES and not memory.pinned:
        return "faded"
    more = f" and {len(memory.files) - 1} more" if len(memory.files) > 1 else ""
    return f"{memory.file_changes} changes of {memory.files[0] if memory.files else 'its files'}{more} since"


def _listed(*, actor: Actor, **narrowing: Unpack[Narrowing]) -> MemoryQuerySet:
    return _narrowed(actor=actor, **narrowing).current()


def _narrowed(*, actor: Actor, **narrowing: Unpack[Narrowing]) -> MemoryQuerySet:
    found = Memory.objects.visible_to(actor).about(narrowing.get("project"))
    tag, branch = narrowing.get("tag"), narrowing.get("branch")
    wanted = {
        "type": narrowing.get("type") or None,
        "author": narrowing.get("author"),
        "agent": narrowing.get("agent"),
        "agent__agent_id": narrowing.get("agent_id") or None,
        "tags__contains": [tag] if tag else None,
        "pk__in": Evidence.objects.filter(branch=branch).values("memory") if branch else None,
    }
    return found.filter(**{name: value for name, value in wanted.items() if value is not None})


def _wear() -> Case:
    """(age/λ)^k of decay.py's survival, exp(-(age/λ)^k), in SQL over the row's type and age.

    Without the exp, of which Postgres refuses what a double cannot hold; it orders alike.
    """
    # date_part, for extract gives a numeric, with which power is a hundred times slower.
    seconds = Func(Value("epoch"), Now() - F("since"), function="date_part", output_field=FloatField())
    age = Greatest(seconds / Value(86_400.0), Value(0.0), output_field=FloatField())
    return Case(
        *(
            When(type=name, then=Power(age / Value(float(span.scale_days)), Value(float(span.shape))))
            for name, span in LIFESPANS.items()
        ),
        output_field=FloatField(),
    )
