"""A tool of wording: tells clauses that are nothing but talk among people, in English and the west of Europe."""

import re
from functools import lru_cache

from memory.rules.needles import Needle
from memory.rules.wording.social_english import ENGLISH
from memory.rules.wording.social_european import EUROPEAN

_BEFORE = (
    r"(?:(?:and|but|so|or|well|oh|man|god|also|btw|by the way|honestly|frankly|seriously|truly|clearly|of course|as "
    r"always|as usual|tbh|ngl|still|again|anyway|please|he who|yes|yep|ok|okay|y|e|et|und|ma|pero|mas|mais|aber|"
    r"\ue010|@[\w.-]+)[\s,]+)*"
)
_AFTER = (
    r"(?:[\s,]+(?:tbh|lol|btw|haha+|imho|ngl|though|as always|as usual|as ever|again|today|everyone|all|folks|team|"
    r"please|guys|y['’]all|ever|of course|obviously|eh|too|anyway|for sure|really|honestly|now|by the way|so far|"
    r"there|here|people|friends|meant|intended|at all|whatsoever|involved|please and thanks|bitte|por favor|"
    r"s['’]il vous plaît|per favore|\ue010|@[\w.-]+)){0,3}"
)
_SAID = "|".join((*ENGLISH, *EUROPEAN))
_SOCIAL = Needle(rf"^{_BEFORE}(?:{_SAID}){_AFTER}", re.IGNORECASE)

_SIGNS = re.compile(r"[`_{}\\]|://|\(\)")  # what is to be kept to the letter
_DATE = re.compile(r"\s?\b[12]\d{3}-\d\d-\d\d\b")
_PART = re.compile(
    r"(?:[,;:.!?…()\[\]]+|\s[–—-]{1,2})(?:\s|$)|\s?[(\[]|\s[:;]-?[)(DPp](?=\s|$)|[\u2600-\u27bf\U0001f300-\U0001faff]+"
)


def may_be_social(sentence: str) -> bool:
    """Whether some clause of a sentence is, told cheaply."""
    if not _SOCIAL.may_match(sentence):
        return False
    return any(is_social(part) for part in _PART.split(sentence) if 3 < len(part) < 110)


@lru_cache(maxsize=256)  # a clause is looked at when a sentence is and when it is cut
def is_social(clause: str) -> bool:
    """Whether a whole clause is nothing but talk among people: `no offence meant`, `con buona pace del capo`."""
    if len(clause) > 109 or _SIGNS.search(clause):
        return False
    return bool(_SOCIAL.fullmatch(_DATE.sub("", clause).replace("’", "'").strip(" .!?¡¿*_\"'~")))
