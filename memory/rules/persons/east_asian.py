"""A step of wording: people, thanks and moods in scripts that set no space between words, clause by clause."""

import re

from memory.rules.languages.word_lists import regex

PERSON = "\ue010"  # stands for one person until the sentence around it is rewritten
PEOPLE = re.compile(regex("east_asian", "people"))
_MOOD = re.compile(regex("east_asian", "mood"))
_CLAUSES = re.compile(regex("east_asian", "clauses"))
_STATES = re.compile(r"[A-Za-z0-9`_]{2,}|\d|[０-９]")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_EMOJI = re.compile(r"[\u2600-\u27bf\U0001f300-\U0001faff\ufe0f]+")
EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
_LATIN = re.compile(r"(?<![A-Za-z0-9@])[A-Za-z][A-Za-z0-9_.+#/-]*[A-Za-z0-9_+#]")
_FIGURE = re.compile(r"\d[\d,.]*")
_CHAT = frozenset("ok lol ww xd omg wtf lgtm ping fyi pr".split())


def is_east_asian(text: str) -> bool:
    """Whether a text is mostly Chinese, Japanese or Korean, by its signs."""
    if text.isascii():
        return False
    return len(EAST_ASIAN.findall(text)) * 4 > len(text)


def substance(sentence: str) -> float:
    """How much is told by what is to be kept to the letter: names in Latin letters and figures."""
    names = {name.lower() for name in _LATIN.findall(PEOPLE.sub("", sentence))} - _CHAT
    figures = len(_FIGURE.findall(sentence))
    return 0.7 * min(len(names), 3) + 0.4 * min(figures, 3)


def without_people(text: str) -> str:
    """A sentence of such a script without the clauses that thank, feel or speak of people; "" when nothing is left."""
    parts = [part for part in _CLAUSES.split(_EMOJI.sub("", text)) if part.strip()]
    kept = [part for part in parts if not _is_of_people(part)]
    words = "".join(kept).strip()
    words = words.replace(PERSON, "")
    if kept and kept[-1] is not parts[-1]:
        words = words.rstrip("、，,;； ")
        words += "。" if words[-1:] and words[-1:] not in "。.!！" else ""
    return words


def _is_of_people(clause: str) -> bool:
    """Whether a clause is about persons or a mood and holds nothing to be kept to the letter."""
    if _STATES.search(_DATE.sub("", clause).replace(PERSON, "")):
        return False
    return PERSON in clause or bool(_MOOD.search(clause))


def is_asked(sentence: str) -> bool:
    """Whether a sentence asks for something or only means to do it; what must or must not be done is a rule."""
    plain = sentence.strip().rstrip("!！~〜 ")
    if _RULE.search(plain):
        return False
    return bool(_ASKED.search(plain))


_RULE = re.compile(r"必ず|常に|絶対|禁止|必须|一律|不要|不得|务必|반드시|항상|절대|금지|しないで|こと[。]?$")
_ASKED = re.compile(regex("east_asian", "asked"))
