"""What an erasure did, told so that its operator knows what is left to do elsewhere."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Model

from memory.models import AuditEvent, Team


@dataclass(frozen=True)
class Export:
    """A copy that was taken out of the server: when, by whom, in which format."""

    at: datetime
    by: str
    format: str


@dataclass(frozen=True)
class Erased:
    """How many rows of each table went or lost words, what became of the account, which copies were taken out.

    `tombstones` are memories of which a chain keeps the place; `account` is "", "deleted", "blanked" or "kept";
    `notes` say what was left on purpose.
    """

    rows: dict[str, int]
    tombstones: int = 0
    account: str = ""
    exports: tuple[Export, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass
class Tally:
    """The counts while an erasure is at work."""

    rows: Counter[str] = field(default_factory=Counter)
    tombstones: int = 0

    def add(self, model: type[Model], count: int) -> None:
        """So many rows of this table."""
        if count:
            self.rows[model._meta.verbose_name_plural.lower()] += count  # type: ignore[union-attr]

    def erased(self, **more: object) -> Erased:
        """The counts as they are told and audited."""
        return Erased(dict(sorted(self.rows.items())), self.tombstones, **more)  # type: ignore[arg-type]


def exports_since(moment: datetime | None, *, team: Team) -> tuple[Export, ...]:
    """The exports of the team that were made since; all of them where it is not known since when."""
    made = AuditEvent.objects.filter(team=team, verb="export").select_related("actor").order_by("pk")
    if moment:
        made = made.filter(at__gte=moment)
    return tuple(
        Export(event.at, event.actor.username if event.actor else "", str(event.detail.get("format", "")))
        for event in made
    )
