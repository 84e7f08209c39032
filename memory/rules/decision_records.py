"""A step of distilling: the heading of a decision record tells the decision and counts as a sentence."""

import re
from dataclasses import replace

from memory.rules.segmentation import Segment

# The heading of a decision record tells the decision: `## ADR-041: Reports read from the replica`.
_DECIDES = re.compile(
    r"(?:ADR|RFC|Decision|Entscheidung|Décision|Decisión|Decisão|Decisione|Decyzja)\b[^:–]{0,12}[:–]\s?\S+ \S",
    re.IGNORECASE,
)


def with_decisions(parts: list[Segment]) -> list[Segment]:
    """Parts of a decision record, whose heading tells the decision and is a sentence of its own."""
    decided = [part.kind == "heading" and bool(_DECIDES.match(part.text)) for part in parts]
    return [
        replace(part, kind="prose", heading="") if told else part for part, told in zip(parts, decided, strict=True)
    ]
