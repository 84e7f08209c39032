"""A step of distilling: the type of a fact, with the confidence and the cue that decided."""

import math
import re
from dataclasses import dataclass
from functools import lru_cache

from memory.rules.classification.likelihood import likelihood
from memory.rules.classification.types import TYPES, FactType
from memory.rules.languages import is_english
from memory.rules.languages.word_lists import regex, weighed
from memory.rules.literals import literals, words_only
from memory.rules.vocabulary import TECHNOLOGY

_LEARNED = 0.4  # the weight of what was learned from examples beside the cues
_DETAILS = 0.15  # the same for the first statement once more; for all the rest where that is a choice
_LOUD = 10.0  # more points than these the wording alone cannot give
_HEARD = 2000  # signs of a text in which announcements are sought
_ECHO = 0.5  # what an announcement weighs where a cue spoke for the type already
_SHARPNESS = 1.6  # points that make one type about three times as likely as another
_Cue = tuple[FactType, float, re.Pattern[str]]


def _cues(topic: str, *, abroad: bool) -> list[_Cue]:
    return [(type_, weight, re.compile(told)) for type_, weight, told in weighed(topic, abroad=abroad)]


_COMPILED = _cues("type_cues", abroad=True)
_ENGLISH = _cues("type_cues", abroad=False)
_FOREIGN = _cues("type_cues_abroad", abroad=True) + _COMPILED
_FAILED = [cue for cue in _COMPILED if cue[0] == "failure"]
_ANNOUNCED = _cues("announcements", abroad=False)
_ABROAD = _cues("announcements", abroad=True)
_WORK_LOG = re.compile(regex("deciding", "work_log"))
# What somebody did by choice; why they did so, which may be a failure, is told after it.
_ACT = re.compile(regex("deciding", "act"))
_REASON = re.compile(r"\b(?:because|since|due to)\b|, (?:as|so that)\b|\b(?:weil|parce que|car|porque|pois)\b")
# Where the first statement ends.
_FIRST = re.compile(r"[.!?;:]\s|[。！？]|,? (?:because|since) |, as |\n")
_VERSION_NEXT = re.compile(r"\s?(?:v|version |>=|==|~=|\^|@)?\s?\d")


@dataclass(frozen=True)
class Classified:
    """A type, how sure the rules are (0.3–0.98), and the words that decided."""

    type: FactType
    confidence: float
    cue: str


def classify(text: str, told: str = "") -> Classified:
    """The type of a fact, with a hint by all that was `told` around it; where nothing speaks, the confidence is low."""
    folded = words_only(text)
    chosen = _reason_of_a_choice(folded)
    sought = _ENGLISH if is_english(text) else _FOREIGN
    scores, cues = _told(folded, chosen, sought)
    _weigh_announcements(told or text, scores, cues)
    _weigh_versions(text, scores, cues)
    _weigh_wording(text, folded, scores, chosen=chosen < len(folded))
    best, confidence = _decided(scores)
    return Classified(best, confidence, cues.get(best) or ("wording" if folded.strip() else "no cue"))


def _told(folded: str, chosen: int, sought: list[_Cue]) -> tuple[dict[FactType, float], dict[FactType, str]]:
    """Points of each type by its cues, and the first cue of each; later sentences count less than the first."""
    scores: dict[FactType, float] = {}
    cues: dict[FactType, str] = {}
    first = folded.find(". ") + 1 or len(folded)
    if chosen < len(folded):
        scores["decision"] = 1.5
    for type_, weight, pattern in sought:
        found = pattern.search(folded)
        if found:
            gain = weight if found.start() < first else weight * 0.6
            gain *= 0.4 if type_ == "failure" and found.start() > chosen else 1.0
            scores[type_] = scores.get(type_, 0.0) + (gain if type_ not in scores else gain * 0.35)
            cues.setdefault(type_, found[0].strip().lower())
    if _WORK_LOG.match(folded):
        scores["context"] = scores.get("context", 0.0) + 3.0  # what was done is situational, whatever rule it mentions
        cues.setdefault("context", folded.split(None, 1)[0])
        scores["pattern"] = scores.get("pattern", 0.0) * 0.4
    return scores, cues


def _weigh_announcements(told: str, scores: dict[FactType, float], cues: dict[FactType, str]) -> None:
    """What was said around the fact ("Agreed result: …"): half where a cue spoke already."""
    for type_, weight, cue in _announced(told):
        scores[type_] = scores.get(type_, 0.0) + (weight if type_ not in scores else weight * _ECHO)
        cues.setdefault(type_, cue)


@lru_cache(maxsize=256)  # the impersonal and the original words of a fact are looked at in turn
def _announced(told: str) -> tuple[tuple[FactType, float, str], ...]:
    lower = told[:_HEARD].lower().replace("’", "'")
    sought = _ANNOUNCED if is_english(told) else _ABROAD
    return tuple((type_, weight, found[0].strip()) for type_, weight, cue in sought if (found := cue.search(lower)))


def _reason_of_a_choice(folded: str) -> int:
    """Where the reason of a choice begins; behind the text where there is none."""
    reason = _REASON.search(folded)
    told = folded[: reason.start()] if reason else ""
    if not reason or not _ACT.search(told):
        return len(folded)
    failed = any(pattern.search(told) for _, _, pattern in _FAILED)
    return len(folded) if failed else reason.start()


def _weigh_wording(text: str, folded: str, scores: dict[FactType, float], *, chosen: bool) -> None:
    """What was learned from examples: of the whole text and once more of its first statement."""
    end = _FIRST.search(text, 15)
    whole, more = (_DETAILS, _LEARNED) if end and chosen else (_LEARNED, _DETAILS)
    learned = likelihood(folded, text)
    first = likelihood(words_only(text[: end.start()]), text[: end.start()]) if end else learned
    for type_, points_of_all in learned.items():
        points = whole * points_of_all + more * first[type_]
        scores[type_] = scores.get(type_, 0.0) + _LOUD * math.tanh(points / _LOUD)


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


def _decided(scores: dict[FactType, float]) -> tuple[FactType, float]:
    """The type with most points, and its share of the likelihood."""
    best = max(scores, key=lambda type_: (scores[type_], -TYPES.index(type_)))
    likely = 1.0 / sum(math.exp((score - scores[best]) / _SHARPNESS) for score in scores.values())
    return best, round(min(0.98, max(0.3, likely)), 2)
