"""A step of wording: takes moods and exclamations off the edges of a sentence, in the languages that teams write."""

import re

from memory.rules.languages.word_lists import regex
from memory.rules.literals import MASKED
from memory.rules.persons.contacts import PERSON
from memory.rules.vocabulary import TECHNICAL, TOOLS

_VERY = regex("moods", "very")
_FELT = regex("moods", "felt")
_TONE = regex("moods", "tone")
_MOOD = re.compile(rf"(?<![\w-])(?:{_FELT}|{_TONE})(?![\w-])", re.IGNORECASE)
_FOREIGN_FELT = regex("moods", "foreign_felt")
_FOREIGN_AT_LAST = regex("moods", "foreign_at_last")
_FOREIGN_MOOD = re.compile(rf"(?<!\w)(?:{_FOREIGN_FELT}|{_FOREIGN_AT_LAST})(?!\w)", re.IGNORECASE)
_FOREIGN_ADVERB = re.compile(rf"(?<!\w)(?:{_FOREIGN_AT_LAST})(?!\w),? ?", re.IGNORECASE)
# In German and Dutch the verb stands second: `Leider läuft …` needs a word before the verb.
_FOREIGN_FIRST = re.compile(regex("moods", "foreign_first"), re.IGNORECASE)
_FEELING = re.compile(
    rf"^(?:(?:(?:i|we|PERSON)(?:['’]m| am|['’]re| are| was| were)?|(?:it )?(?:makes|made) (?:me|us)) )?(?:a (?:bit|"
    rf"little) )?{_VERY}"
    rf"(?:{_FELT})(?: (?:that|because|how))? (?=(?:we|I|you|it|this|that|these|those|the|there|nobody|no one|they|"
    rf"{PERSON}|"
    rf"{MASKED}) )|"
    rf"^(?:(?:i|we)(?:['’]m| am|['’]re| are) )?(?:a (?:bit|little) )?{_VERY}(?:{_FELT}) (?:of|that|to|with|about|at|"
    rf"by) "
    rf"[^:,;.]{{0,60}}[:,]\s*|^(?:(?:i|we) )?(?:love|hate|adore|loathe)s? [^,.;:]{{1,40}}? (?:but|though|yet) |"
    rf"^(?:an? )?{_VERY}(?:painful|nice|nasty|ugly|fun|funny|sad|weird|scary|annoying|great|good|cool|awful|horrible|"
    rf"stupid|silly|"
    rf"embarrassing|frustrating|tricky|interesting|sneaky|evil) (?:one|bug|story|day|night|find|surprise|"
    rf"stuff)[,:;!–—-]+\s|"
    rf"^(?:(?:what|such) an? [^,:;.]{{2,30}}[,:;!–—-]+\s(?:but |and |though )?)|^thank (?:god|goodness|heavens|"
    rf"you god|fuck)[,:;!–—-]*\s|"
    rf"^{_VERY}(?:{_FELT}|weird|funny|strange|crazy|annoying|frustrating|embarrassing|awful|nice|cool|scary)"
    rf"(?: (?:but|and|though) (?:true|so|necessary|fixed|works?))?(?: enough)?[,:;!–—-]+\s".replace("PERSON", PERSON),
    re.IGNORECASE,
)
_FELT_AFTER = re.compile(regex("moods", "felt_after"), re.IGNORECASE)
_OF_FEELING = re.compile(regex("moods", "of_feeling"), re.IGNORECASE)
_PRAISED = re.compile(regex("moods", "praised"), re.IGNORECASE)
_CLAUSE = re.compile(regex("moods", "clause"))
_SAYS_MORE = re.compile(regex("moods", "says_more"), re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_][\w-]*")


def without_moods(words: str) -> str:
    """English masked words without a mood before, behind or around what they state; "" when they state nothing else."""
    if _is_mood(words):
        return ""
    words = _FELT_AFTER.sub("", _FEELING.sub("", words))
    for _ in range(2):
        clause = _CLAUSE.search(words)
        if not clause or not _is_mood(words[clause.end() :].rstrip(" )")):
            break
        words = words[: clause.start()].rstrip(" ,;:–—-")
    return words


def without_foreign_moods(words: str) -> str:
    """The same for other languages, where an adverb of mood also falls away inside the sentence."""
    if _is_foreign_mood(words, 11):
        return ""
    for _ in range(2):
        clause = _CLAUSE.search(words)
        if not clause or not _is_foreign_mood(words[clause.end() :].rstrip(" )"), 7):
            break
        words = words[: clause.start()].rstrip(" ,;:–—-")
    opening = re.match(r"[^,;:.!]{2,24}[,!:]\s(?=\S)", words)
    if opening and _is_foreign_mood(opening[0].rstrip(" ,:!"), 4):
        words = words[opening.end() :]
    words = _FOREIGN_FIRST.sub(lambda found: "Dabei " if found["de"] else "Daarbij ", words)
    return _FOREIGN_ADVERB.sub("", words)


def _is_mood(clause: str) -> bool:
    """Whether a clause tells of a mood and of nothing else."""
    plain = clause.strip(" .!?)")
    if _SAYS_MORE.search(plain):
        return False
    if _OF_FEELING.match(plain):
        return True
    if PERSON in plain and _PRAISED.match(plain):
        return True
    count = len(plain.split())
    return count <= 12 and bool(_MOOD.search(plain)) and _trade(plain) * 8 < count + (4 if count > 3 else 0)


def _is_foreign_mood(clause: str, limit: int) -> bool:
    plain = clause.strip(" .!?)¡¿")
    return bool(
        len(plain.split()) <= limit
        and _FOREIGN_MOOD.search(plain)
        and not re.search(rf"{MASKED}|[\d`_]|[a-z][A-Z]", plain)
    ) and not _trade(plain)


def _trade(clause: str) -> int:
    """How many words of a clause belong to the trade."""
    words = [word.lower() for word in _WORD.findall(_MOOD.sub("", clause))]
    return sum(word in TECHNICAL or word in TOOLS or word.removesuffix("s") in TECHNICAL for word in words)
