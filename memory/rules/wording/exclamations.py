"""A step of wording: takes exclamations, thanks and closing words off a sentence, in the languages that teams write."""

import re

from memory.rules.languages.word_lists import regex, word_list
from memory.rules.vocabulary import TECHNICAL, TOOLS

# Told in small letters; persons and words of address beside them do not count.
EXCLAMATIONS = word_list("exclamations", "phrases")
# Words of address, which may stand beside an exclamation: `yalla team`, `arre yaar`.
_ADDRESS = word_list("exclamations", "address")
_MARKS = re.compile(r"[\s.,:;!?¡¿…~*_()\"'“”„«»<>\u2600-\u27bf\U0001f000-\U0001faff\ufe0f\ue010&/–—-]+$")
_MARKS_BEFORE = re.compile(r"^[\s.,:;!?¡¿…~*_()\"“”„«»<>\u2600-\u27bf\U0001f000-\U0001faff\ufe0f\ue010&/–—-]+")
_WORD = re.compile(r"[^\s,;:!?.…]+")
_HEART = re.compile(r"\s?(?:<3+|</3|[:;]-?[)(DPp]|\^\^|\^_\^|xD|\bo/|\\o/|¯\\_\(ツ\)_/¯)(?=[\s.!]|$)")
_OPENING = re.compile(regex("exclamations", "opening"))
_CLOSING = re.compile(r"(?:[,;:…(–—]|\s-|\.{2,3}|\.(?=\s))\s?(?P<said>[^\d`,:;…()–—]{2,34}?)\s?[.!…)]*$")
_LONGEST = 46
_SHOUTED = frozenset("OMG WTF LOL LMAO SMH LG VG MFG MVH MVG UGH OOF YAY WOW".split())
_AGAIN = re.compile(r"\b(\w+)(?:[ -]\1)+\b")  # `aïe aïe aïe`, `whoop whoop`
_ASIDE = re.compile(r"\s?\((?P<said>[^()`\d]{2,34})\)")
# `Qué susto`, `Was für ein Tag`, `Che tristezza`: a measure of feeling and up to four words.
_WHAT_A = re.compile(regex("exclamations", "what_a"))
# How it was for whoever found out: `Hat mich echt überrascht:`, `Ça m'a surprise :`, `Stundenlang gesucht:`.
_FELT = re.compile(regex("exclamations", "felt"))
# Said at the end of a sentence without a comma before it.
_LAST_WORDS = re.compile(regex("exclamations", "last_words"), re.IGNORECASE)
# Said at the start of a sentence without a comma behind it.
_FIRST_WORDS = re.compile(regex("exclamations", "first_words"), re.IGNORECASE)
# `X cried a little, but …`: what somebody felt before the statement begins.
_FELT_FIRST = re.compile(regex("exclamations", "felt_first"), re.IGNORECASE)


def is_exclamation(words: str) -> bool:
    """Whether words only exclaim, thank or close: `Hut ab, Friederike!`, `LG Torsten`, `Arre yaar`."""
    if len(words) > _LONGEST:
        return False
    bare = _MARKS_BEFORE.sub("", _MARKS.sub("", _HEART.sub("", words)))
    folded = _AGAIN.sub(r"\1", " ".join(bare.lower().replace("’", "'").replace(",", " ").split()))
    folded = folded if folded in EXCLAMATIONS else _FIRST_WORDS.sub("", folded)
    if not folded or folded in EXCLAMATIONS or _FELT.fullmatch(folded):
        return True
    if _WHAT_A.match(folded) and not _is_of_the_trade(folded):
        return True
    if _HEART.search(words) and len(told := bare.split()) <= 3 and all(word[0].isupper() for word in told):
        return True
    told = _WORD.findall(bare.replace("’", "'"))
    if len(told) > 6 or len(told) < 2:
        return False
    # Persons beside it: every word with a capital but the first.
    small = [
        word.lower() for at, word in enumerate(told) if word.lower() not in _ADDRESS and (not at or word[0].islower())
    ]
    small = [word for word in small if word.strip("\ue010&")]
    rest = " ".join(small)
    return rest in EXCLAMATIONS or (not small and told[0].lower() in _ADDRESS)


def _has_letter(said: str) -> bool:
    """`(~>)` and `(::)` are signs that mean something."""
    return any(character.isalpha() or ord(character) > 0x2600 for character in said)


def _is_of_the_trade(folded: str) -> bool:
    return any(word in TECHNICAL or word in TOOLS or word.removesuffix("s") in TECHNICAL for word in folded.split())


def without_exclamations(sentence: str) -> str:
    """A sentence without exclamations before and behind its statement, hearts and smileys anywhere."""
    text = _HEART.sub("", sentence) if ("<" in sentence or ")" in sentence or "^" in sentence) else sentence
    text = _FELT_FIRST.sub("", _FIRST_WORDS.sub("", _LAST_WORDS.sub("", text)))
    if "(" in text:
        text = _ASIDE.sub(
            lambda found: "" if _has_letter(found["said"]) and is_exclamation(found["said"]) else found[0], text
        )
    for _ in range(2):
        opening = _OPENING.match(text)
        if not opening or not _is_said(opening["said"]):
            break
        text = text[opening.end() :]
    closing = _CLOSING.search(text[-60:])
    if closing and _is_said(closing["said"]):
        text = text[: len(text) - len(text[-60:]) + closing.start()]
    return text


def _is_said(said: str) -> bool:
    """Whether a clause exclaims; what is told in capitals is a protocol rather than a word (`SIP: …`, `RIP: …`)."""
    return bool(said.strip()) and (not said.isupper() or said in _SHOUTED) and is_exclamation(said)
