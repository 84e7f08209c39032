"""The section of the knowledge gaps: questions that found nothing, with what one may do about them."""

from memory.recall.gaps import gap_count, gaps
from web.insights.asked import Asked

PAGE_SIZE = 20


def unanswered(asked: Asked, before: str = "") -> dict[str, object]:
    """The team's gaps, those put to it first; `before` is the place where the list goes on."""
    found = gaps(actor=asked.actor, limit=PAGE_SIZE + 1, before=before)
    return {
        "gaps": found[:PAGE_SIZE],
        "count": gap_count(actor=asked.actor),
        "continued": bool(before),
        "next": found[PAGE_SIZE - 1].place if len(found) > PAGE_SIZE else "",
        "may_answer": asked.actor.may("write"),
        "may_dismiss": asked.actor.may("curate"),
    }
