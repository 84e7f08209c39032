"""The part of redaction that knows a wallet's key by its words: twelve and more of one list of 2048, side by side."""

import os

from hooks import quick_json as json

_KIND = "seed-phrase"
_FEWEST = 12
_LONGEST = 9  # letters and the blank behind them
_TWO = 30  # characters that hold two words
_DIFFERENT = 8  # of them; one word again and again is no key
_LETTERS = b"abcdefghijklmnopqrstuvwxyz"
# Words on one line, and one word a line; both at once would take half of any program for a phrase.
_WAYS = tuple(bytes(97 if code in _LETTERS + gaps else 46 for code in range(256)) for gaps in (b" ,", b"\n\r"))
# Twelve words have 76 characters with what stands between them; of 2,000 phrases one has fewer than these.
_STRETCH = b"a" * 62
_words: list[frozenset[str]] = []


def seed_words():
    """The 2048 words; reading them costs half a millisecond, once, where a text looks like a seed phrase."""
    if not _words:
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "seed_words.json")
        with open(path, encoding="utf-8") as file:
            _words.append(frozenset(json.load(file)["words"].split()))
    return _words[0]


def seed_phrases(text, narrow):
    """`(start, end, rank, kind, live)` of each run of at least twelve such words; `narrow` has a byte a character."""
    for way in _WAYS:
        codes = narrow.translate(way)
        at = codes.find(_STRETCH)
        while at >= 0:
            end = codes.find(b".", at + len(_STRETCH))
            end = end if end >= 0 else len(codes)
            yield from _in_stretch(text, narrow, at, end)
            at = codes.find(_STRETCH, end)


def _in_stretch(text, narrow, at, end):
    """Looks at two words of each reach that a phrase would fill: mostly they are none of the list."""
    known, middle = seed_words(), len(_STRETCH) // 2
    while end - at >= len(_STRETCH):
        # Within reach alone: text without a blank must not be read again for each of its parts.
        blank = text.find(" ", at + middle, min(end, at + middle + _LONGEST))
        if blank < 0:
            blank = max(text.rfind("\n", at, at + middle), at)
        first, second = [*text[blank : blank + _TWO].split(None, 2), "", ""][:2]
        if first.rstrip(",") in known and second.rstrip(",") in known:
            yield from _within(text, at, end)
            return
        # Carriage returns alone are no word, and no way on.
        at = blank + (len(first) or _TWO)


def _within(text, start, end):
    words = text[start:end].split()
    sizes = "".join("w" if 3 <= len(word.strip(",")) <= 8 else "-" for word in words)
    if "w" * _FEWEST not in sizes:
        return
    known, at, run = seed_words(), start, []
    for word in [*words, ""]:
        bare = word.strip(",")
        if bare in known:
            at = text.index(bare, at, end)
            run.append((at, at + len(bare)))
            at += len(bare)
        else:
            if len(run) >= _FEWEST and len({text[begin:stop] for begin, stop in run}) >= _DIFFERENT:
                yield run[0][0], run[-1][1], 100, _KIND, True
            run = []
            at = text.index(word, at, end) + len(word) if word else at
