"""The table of sections, and how one is made: what fails in it stays in it."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.db import transaction

from web.insights import gaps, knowledge, machinery, own_claude, reviewing
from web.insights.asked import Asked

log = logging.getLogger(__name__)

Loader = Callable[[Asked], dict[str, object]]


@dataclass(frozen=True)
class Subject:
    """A section's place in the address, its heading, what it counts, and whether it narrows to a project."""

    slug: str
    title: str
    says: str
    load: Loader
    by_project: bool = True

    @property
    def template(self) -> str:
        """What its numbers are shown with."""
        return f"web/insights_{self.slug}.html"


@dataclass(frozen=True)
class Section:
    """A subject as it stands on a page: with its numbers, failed, or yet to be asked for."""

    subject: Subject
    numbers: Mapping[str, object] = field(default_factory=dict)
    failed: bool = False
    waits: bool = False


_SUBJECTS = (
    Subject("growth", "Growth", "New memories per week, by type.", knowledge.growing),
    Subject("reviews", "Review results", "What people signed, edited and threw away.", reviewing.reviewed),
    Subject("reuse", "Reuse", "How many memories get used, and how soon.", knowledge.reused),
    Subject(
        "used",
        "Most used, never used",
        "The most used memories, and those that nobody used.",
        knowledge.most_and_never_used,
    ),
    Subject("gaps", "Knowledge gaps", "Questions of the last 90 days that found no answer.", gaps.unanswered, False),
    Subject(
        "belief",
        "Belief",
        "Which memories start active, and how many of them are thrown away.",
        knowledge.believed,
        False,
    ),
    Subject("coverage", "Coverage", "Which projects have memories.", knowledge.covered),
    Subject("areas", "Bus factor", "How many people know each part of the code.", knowledge.rests_on),
    Subject(
        "captures",
        "Captures and redactions",
        "Captured events, and secrets removed from them.",
        machinery.captured,
        False,
    ),
    Subject("model", "Model calls", "Calls and tokens, against the budget.", machinery.spent, False),
    Subject("client", "Developers' own Claude", "What it distilled and what it cost.", own_claude.distilled, False),
    Subject("queue", "Queue", "Work that waits for a worker, and work that failed.", machinery.waiting, False),
    Subject("people", "Last captures", "When each plugin last sent an event.", machinery.heard_from, False),
)
SUBJECTS = {subject.slug: subject for subject in _SUBJECTS}


def section(subject: Subject, asked: Asked, load: Loader | None = None) -> Section:
    """The section with its numbers. Whatever goes wrong is logged, and leaves the rest of the page alone."""
    try:
        with transaction.atomic():
            return Section(subject, (load or subject.load)(asked))
    except Exception:
        log.exception("The section '%s' of the insights failed", subject.slug)
        return Section(subject, failed=True)


def later(subject: Subject) -> Section:
    """The section as a place that asks for its numbers when somebody comes near it."""
    return Section(subject, waits=True)
