"""A step of distilling: the type of a fact, with the confidence and the cue that decided."""

import math
import re
from dataclasses import dataclass

from memory.rules.examples import FactType
from memory.rules.languages import is_english
from memory.rules.likelihood import TYPES, likelihood
from memory.rules.literals import literals, words_only
from memory.rules.type_cues import CUES
from memory.rules.vocabulary import TECHNOLOGY

_LEARNED = 0.8  # the weight of what was learned from examples beside the cues
_SHARPNESS = 1.6  # points that make one type about three times as likely as another
_COMPILED = tuple((type_, weight, re.compile(pattern)) for type_, weight, pattern in CUES)
_WORK_LOG = re.compile(
    r"(?:successfully )?(?:added|removed|updated|renamed|deleted|created|extracted|refactored|implemented|"
    r"introduced|simplified|expanded|rewrote|cleaned up|converted|documented)\b(?! support for)"
)
# What somebody did by choice; why they did so, which may be a failure, is told after it.
_ACT = re.compile(
    r"\b(?:replac(?:ed|es|ing)|keep(?:s|ing)?|kept|set|picked|chose|moved|switched|stick|stay|compute[sd]?|"
    r"store[sd]?|no longer|dropp?ed|removed|instead|rather|on purpose)\b"
)
_REASON = re.compile(r"\b(?:because|since|due to)\b|, (?:as|so that)\b|\b(?:weil|parce que|car|porque|pois)\b")
_VERSION_NEXT = re.compile(r"\s?(?:v|version |>=|==|~=|\^|@)?\s?\d")


@dataclass(frozen=True)
class Classified:
    """A type, how sure the rules are (0.3–0.98), and the words that decided."""

    type: FactType
    confidence: float
    cue: str


def classify(text: str) -> Classified:
    """The type of a fact; `context` with low confidence where nothing speaks."""
    folded = words_only(text)
    scores, cues = _told(folded)
    _weigh_versions(text, scores, cues)
    if is_english(text):
        learned = likelihood(folded, text, technology=bool(TECHNOLOGY.search(text.lower())))
        for type_ in TYPES:
            scores[type_] = scores.get(type_, 0.0) + _LEARNED * learned[type_]
    if not scores:
        return Classified("context", 0.3, "no cue")
    return _decided(scores, cues)


def _told(folded: str) -> tuple[dict[FactType, float], dict[FactType, str]]:
    """Points of each type by its cues, and the first cue of each; later sentences count less than the first."""
    scores: dict[FactType, float] = {}
    cues: dict[FactType, str] = {}
    first = folded.find(". ") + 1 or len(folded)
    reason = _reason_of_an_act(folded)
    if reason < len(folded):
        scores["decision"] = 1.5
    for type_, weight, pattern in _COMPILED:
        found = pattern.search(folded)
        if found:
            gain = weight if found.start() < first else weight * 0.6
            gain *= 0.4 if type_ == "failure" and found.start() > reason else 1.0
            scores[type_] = scores.get(type_, 0.0) + (gain if type_ not in scores else gain * 0.35)
            cues.setdefault(type_, found[0].strip().lower())
    if _WORK_LOG.match(folded):
        scores["context"] = scores.get("context", 0.0) + 3.0  # what was done is situational, whatever rule it mentions
        cues.setdefault("context", folded.split(None, 1)[0])
        scores["pattern"] = scores.get("pattern", 0.0) * 0.4
    return scores, cues


def _reason_of_an_act(folded: str) -> int:
    """Where the reason of a choice begins; behind the text where there is none."""
    reason = _REASON.search(folded)
    told = folded[: reason.start()] if reason else ""
    failed = any(type_ == "failure" and pattern.search(told) for type_, _, pattern in _COMPILED)
    return reason.start() if reason and _ACT.search(told) and not failed else len(folded)


def _weigh_versions(text: str, scores: dict[FactType, float], cues: dict[FactType, str]) -> None:
    """A technology with its version speaks for `dependency`, unless something failed or was chosen."""
    technology = TECHNOLOGY.search(text.lower())
    version = next((found for found in literals(text) if found.kind in ("version", "package")), None)
    near = technology and _VERSION_NEXT.match(text[technology.end() : technology.end() + 12])
    if version or near:
        told = max(scores.get("failure", 0.0), scores.get("decision", 0.0)) >= 4.0
        scores["dependency"] = scores.get("dependency", 0.0) + (0.8 if told else 2.5 if technology or near else 1.5)
        cues.setdefault("dependency", version.text if version else (technology[0] if technology else "version"))
    elif technology and "dependency" in scores:
        scores["dependency"] += 1.0


def _decided(scores: dict[FactType, float], cues: dict[FactType, str]) -> Classified:
    best = max(scores, key=lambda type_: (scores[type_], -TYPES.index(type_)))
    likely = 1.0 / sum(math.exp((score - scores[best]) / _SHARPNESS) for score in scores.values())
    return Classified(best, round(min(0.98, max(0.3, likely)), 2), cues.get(best, "wording"))
