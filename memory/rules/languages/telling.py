"""A tool of distilling: tells English prose from other languages, whose facts keep their words."""

import re
from functools import lru_cache

from memory.rules.languages.word_lists import regex, word_list

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_ENGLISH = word_list("telling", "english")
_OTHERS = word_list("telling", "small")
# Words of both, which decide only where nothing else does.
_EITHER = frozenset("a an as in on so no die was will has all am do to per use i we over on his back file".split())
# Small words of English that other languages written in the same letters lack, or hardly ever have.
_SURELY = (_ENGLISH | word_list("telling", "beside")) - _EITHER - frozenset("for at of over under men till bin".split())
# Real facts have a quarter of such words; 96 of 100 English ones have more than this, and Swedish ones none.
_LEAST, _TELLING = 0.07, 6
_QUOTED_CODE, _CODE_SIGN = re.compile(r"`[^`\n]*`"), re.compile(r"[/_.]|\w-\w")
_FOREIGN_LETTER = re.compile(regex("telling", "foreign_letter"))
_EAST = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af\u0400-\u04ff]")
_SAMPLE = 800  # characters that are enough to tell


@lru_cache(maxsize=1024)  # a sentence is looked at by several rules in turn
def is_english(text: str) -> bool:
    """Whether the rules of English wording apply: not for other scripts, nor where another language's words prevail."""
    sample = text[:_SAMPLE]
    ascii_only = sample.isascii()
    if not ascii_only:
        letters = [character for character in sample if character.isalpha()]
        if sum(ord(character) > 0x2FF for character in letters) > len(letters) * 0.3:
            return False
    words = [part for word in _WORD.findall(sample) for part in _parts(word.lower())]
    known = [word for word in words if word in _ENGLISH]
    if not known and not ascii_only and _EAST.search(sample):
        return False
    other = sum(word in _OTHERS for word in words)
    if not other:
        # `Używamy PostgreSQL`: no small word, but letters that English lacks in words without a capital.
        return any(word not in _EITHER for word in known) or ascii_only or not _FOREIGN_LETTER.search(sample)
    sure = sum(word not in _EITHER for word in known)
    return (sure >= other and sure > 0) or (len(known) >= other and sure > 0) or (other < 2 and sure > 0 and ascii_only)


def is_read(sentence: str) -> bool:
    """Whether a sentence, code aside, has the small words that English sentences have; one of a few words need not."""
    told = (part for part in _QUOTED_CODE.sub(" ", sentence).split() if not _CODE_SIGN.search(part.strip(".,;:!?()")))
    words = [word.lower() for word in _WORD.findall(" ".join(told))]
    return len(words) < _TELLING or sum(word in _SURELY for word in words) >= _LEAST * len(words)


def _parts(word: str) -> tuple[str, ...]:
    """`l'équipe`, `dell'SDK`: the small word before the apostrophe; English contractions stay whole."""
    before, mark, after = word.replace("’", "'").partition("'")
    return (f"{before}'",) if mark and before in _ELIDED and len(after) > 2 else (f"{before}{mark}{after}",)


_ELIDED = frozenset("l d qu n s j c m t un dell all nell sull dall quest".split())
