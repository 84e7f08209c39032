"""A step of distilling: what developers state for good (decisions, corrections, conventions), not what they ask for."""

import re
from datetime import datetime

from memory.rules.claims import Claim, claims_of
from memory.rules.material import Rejection
from memory.rules.noise import noise_reason
from memory.rules.salience import salience
from memory.rules.segmentation import Segment

_REQUEST = re.compile(
    r"^(?:(?:ok(?:ay)?|so|now|then|and|also|but|yes|no|great|good|perfect|nice|hmm|next|first|"
    r"actually)\b[\s,.:!–—-]*)*(?:add|fix|update|remove|rename|write|implement|create|run|commit|push|make|"
    r"change|move|check|look|show|explain|refactor|delete|"
    r"replace|try|test|build|deploy|find|read|review|open|merge|rebase|clean|investigate|debug|generate|set up|"
    r"install|give|tell|help|please|continue|start|stop|put|get|do|see|list|search|verify|ensure|validate|undo|"
    r"revert|"
    r"rewrite|simplify|improve|extract|convert|document|summari[sz]e|analy[sz]e|compare|propose|suggest|plan|"
    r"think|use|import|include|handle|expose|bump|upgrade|need|want|reply|respond|squash|stage|unstage|format|"
    r"lint|let['’]?s)\b",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"\b(?:always|never|from now on|going forward|by convention|we (?:always|never|don['’]t|do not|only|use|"
    r"prefer|require|agreed|decided|chose|standardi[sz]ed|run|are on|keep|store|deploy|target|support|no longer)|"
    r"our (?:convention|policy|standard|rule)|must (?:always|never|not|be)|instead of|rather than|not allowed|"
    r"decided|convention|every \w+ (?:must|should)|do(?:n['’]t| not) (?:use|commit|mock|hard-?code|log|import|"
    r"call|edit|touch))\b",
    re.IGNORECASE,
)
_CORRECTION = re.compile(
    r"^(?:no|nope|actually|wrong|not quite|that['’]s (?:not (?:right|correct|true)|wrong)|"
    r"correction)\b[\s,.:;!–—-]+(?=\S)",
    re.IGNORECASE,
)
_PROMPT_LIMIT = 2000  # what people type themselves is short; the rest is pasted
_PASTED = re.compile(
    r"^\s*(?:implement the following plan|#{1,3} plan\b|this session is being continued)", re.IGNORECASE
)


def stated(prompt: str, now: datetime) -> tuple[list[Claim], list[Rejection]]:
    """What the developer states for good (decisions, corrections, conventions); requests and questions are none."""
    own = prompt[:_PROMPT_LIMIT]
    if _PASTED.match(own) or not (_LASTING.search(own) or _CORRECTION.match(own)) or noise_reason(own) == "noise":
        return [], []
    claims, rejected = claims_of(own, now, framed=True)
    kept = [claim for claim in claims if _is_own_word(claim.segment) and _is_statement(claim.raw)]
    return kept, rejected


def _is_own_word(segment: Segment) -> bool:
    return segment.kind in ("prose", "bullet") and not segment.heading


def _is_statement(sentence: str) -> bool:
    correction = _CORRECTION.match(sentence)
    if correction:
        rest = salience(sentence[correction.end() :])
        return (
            bool({"description", "number", "convention", "decision", "limitation", "version"}.intersection(rest.cues))
            and rest.technical >= 0.5
        )
    lasting = _LASTING.search(sentence)
    return bool(lasting) and not (
        _REQUEST.match(sentence)
        and not re.search(r"\b(?:always|never|from now on|instead of|rather than)\b", sentence, re.IGNORECASE)
    )
