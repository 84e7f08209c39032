"""A step of salience: sentences of people among themselves (intent, mood, address), in other languages than English."""

import re

from memory.rules.languages.word_lists import regex

_INTENT = re.compile(regex("talk_abroad", "intent"))
_NOT_LOOKED = re.compile(regex("talk_abroad", "not_looked"))
_EXCLAIMS = re.compile(regex("talk_abroad", "exclaims"))
_MOOD = re.compile(regex("talk_abroad", "mood"))
_SUPPOSED = re.compile(regex("talk_abroad", "supposed"))
_EMPTY_REPORT = re.compile(regex("talk_abroad", "empty_report"))
_EAST_TALK = re.compile(regex("talk_abroad", "east_talk"))
_EAST_INTENT = re.compile(regex("talk_abroad", "east_intent"))
_EAST_RULE = re.compile(r"必ず|常に|絶対|禁止|必须|一律|不要|不得|务必|반드시|항상|절대|금지|原因|しないで")
# The speaker or the one spoken to: alone with one word of the trade such a sentence is about them.
_DIRECT = re.compile(regex("talk_abroad", "direct"))
_TELLS = re.compile(regex("talk_abroad", "tells"))
_ACRONYM = re.compile(r"\b[A-Z]{2,}|\w [A-ZА-Я]\w+ \d")
_LATIN = re.compile(r"[a-z]{3,}")
_HARDLY = 0.6  # one word of the trade


def foreign_talk(sentence: str, folded: str, technical: float, *, eastern: bool) -> str | None:
    """`plan`, `hypothesis`, `status` or `personal` for a sentence with nothing firm that only keeps talk going."""
    plain = folded.strip().lstrip("-*•¡¿ ").replace("’", "'")
    if _SUPPOSED.search(plain):
        return "hypothesis"
    if _EMPTY_REPORT.search(plain):
        return "status"
    if eastern:
        return _eastern(plain)
    if _TELLS.search(plain):
        return None
    if _INTENT.search(plain) or _NOT_LOOKED.match(plain):
        return "plan"
    if _MOOD.search(plain) or _EXCLAIMS.match(plain):
        return "personal"
    named = _ACRONYM.search(sentence) is not None
    return "personal" if technical < _HARDLY and not named and _DIRECT.search(plain) else None


def _eastern(plain: str) -> str | None:
    """A mood counts where nothing is named in Latin letters, an intent always; what must be done is a rule."""
    if _EAST_RULE.search(plain):
        return None
    if _EAST_INTENT.search(plain):
        return "plan"
    return "personal" if _EAST_TALK.search(plain) and not _LATIN.search(plain) else None
