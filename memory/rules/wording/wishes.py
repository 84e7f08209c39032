"""A step of wording: drops wishes, and says as a statement what somebody learned with surprise (`TIL X??`)."""

import re

from memory.rules.literals import literals

_LEARNED_WITH_SURPRISE = re.compile(
    r"^(?:(?:wait|what|wha+t|omg|wow|wtf|hold on|huh|lol|so|ok|dude|guys|man)\b[\s,!?.…]*)*"
    r"(?P<what>(?:TIL|til|Today I learned|today i learned|TIL that)\b.{10,}?\?[?!]*)$"
)
_WISHED = re.compile(
    r"(?:I |we )?(?:really |do |so )*(?:hope|hoping|wish(?:ing)?) (?:that )?(?:you|everyone|everybody|all|y['’]all|"
    r"he|she|him|her) "
    r"[^`:;]{2,160}|(?:you|he|she|they|we) (?:all |both |so |really |totally |fully |more than )*(?:deserve|"
    r"earned)s? [^`:;]{1,100}",
    re.IGNORECASE,
)


def without_wish(sentence: str) -> str:
    """`Hope you all have a good day, X` → ""; `wait whaat TIL X??` → `TIL X.`: surprised, not asked."""
    if _WISHED.fullmatch(sentence) and all(found.kind in ("amount", "number", "date") for found in literals(sentence)):
        return ""
    learned = _LEARNED_WITH_SURPRISE.match(sentence)
    return f"{learned['what'].rstrip(' ?!')}." if learned else sentence
