"""Instructions that the developer gives for good: "never push to main", "stick with RabbitMQ"."""

import re

from memory.rules.extraction.candidates import Candidate

# Readers of labelled turns kept each of the 12 such sentences in short prompts. "Do not edit the plan" is no such
# order: it holds for the task at hand, and they kept one of 14.
BONUS = 1.5
# A long prompt is a plan or a log; what stands in it is ranked like everything else.
_SHORT = 6
_ORDERS = re.compile(
    r"^(?:please |so |and )?(?:never|always|stick (?:with|to))\b|"
    r"\b(?:from now on|going forward|must (?:not|never|always|be)|should (?:always|never)|"
    r"(?:don['’]t|do not|never|always) use|stick with)\b",
    re.IGNORECASE,
)


def bonus(candidate: Candidate) -> float:
    """BONUS for a standing instruction of a short prompt, else nothing."""
    head = candidate.head
    if head.place != "prompt" or head.total > _SHORT:
        return 0.0
    return BONUS if _ORDERS.search(candidate.text) or _ORDERS.search(candidate.said) else 0.0
