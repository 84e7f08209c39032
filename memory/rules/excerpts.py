"""Cuts out of what was said in a turn the sentences that tell most of a question, and judges if they answer it."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from memory.rules.extraction.sentences import sentences
from memory.rules.fact_features import SMALL_WORDS
from memory.rules.fences import visible
from memory.rules.history_ranking import Ranked
from memory.rules.literals import literals
from memory.rules.poisoning import readable
from memory.rules.tokens import snippet

LENGTH = 600
# From which probabilities something that was said certainly answers, and is worth a look as the nearest.
CERTAIN, NEAREST = 0.75, 0.25
# A logistic regression over what the history search finds without its tokens, on half of the gate's questions.
_LEARNED = {
    "score": 3.451,
    "words": -0.049,
    "meaning": 4.249,
    "session": 3.291,
    "apart": 9.213,
    "length": -0.995,
    "length × words": -5.618,
    "length × meaning": 2.329,
    "length × score": 1.831,
}
_BIAS = -1.281
_FOLLOWING, _MOST_WORDS = 9, 200
_WORD = re.compile(r"[^\W_]+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LONGEST_PIECE, _MOST_PIECES = 320, 400
# What a piece weighs for each name and number in it, as a share of a word of the question, and how many count.
_LITERAL, _MOST_LITERALS = 0.25, 4
_PREFIX = 5
_LONGEST = 4_000
_SPEAKER = re.compile(r"\b(user|assistant|system):", re.IGNORECASE)
_NEWS = 0.3


@dataclass(frozen=True)
class _Piece:
    place: int
    who: str
    text: str
    worth: float


def keys(text: str) -> frozenset[str]:
    """The words of a text as they are compared: the beginnings of words, pairs of signs where there are no spaces."""
    return frozenset(_keys(text))


def _keys(text: str) -> Iterator[str]:
    for word in _WORD.findall(text.lower()):
        if _CJK.search(word):
            yield from (word[at : at + 2] for at in range(len(word) - 1))
        elif word not in SMALL_WORDS and (len(word) > 1 or word.isdigit()):
            yield word[:_PREFIX]


def weights(question: str, texts: Sequence[str]) -> dict[str, float]:
    """What each word of the question weighs: the fewer of the texts have it, the more."""
    found = [keys(text) for text in texts]
    return {key: 1 / (1 + sum(key in each for each in found)) for key in keys(question)}


def confidence(question: str, ranked: Sequence[Ranked]) -> float:
    """The probability that something of what was found, best first, answers the question."""
    if not ranked:
        return 0.0
    found = measures(question, ranked)
    odds = _BIAS + sum(weight * found[name] for name, weight in _LEARNED.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))


def measures(question: str, ranked: Sequence[Ranked]) -> dict[str, float]:
    """What the regression looks at, by name; all but `length` (the logarithm of the words) lie in [0, 1]."""
    best, following = ranked[0], [found.score for found in ranked[1 : 1 + _FOLLOWING]]
    length = math.log1p(min(len(question.split()), _MOST_WORDS))
    words, meaning = max(found.own for found in ranked), max(found.semantic for found in ranked)
    return {
        "score": best.score,
        "words": words,
        "meaning": meaning,
        "session": best.session,
        "apart": best.score - sum(following) / _FOLLOWING,
        "length": length,
        "length × words": length * words,
        "length × meaning": length * meaning,
        "length × score": length * best.score,
    }


def telling(said: Iterable[tuple[str, str]], weighed: Mapping[str, float], length: int = LENGTH) -> str:
    """The sentences with most of the weighed words, in their order, within `length` characters.

    `said` has who spoke, and their words. Where several are quoted, each is named: `user: … assistant: …`.
    """
    ranked = sorted(_pieces(said, weighed), key=lambda piece: (-piece.worth, piece.place))
    chosen, room = ranked[:1], length - sum(len(piece.text) for piece in ranked[:1])
    for piece in ranked[1:]:
        if len(piece.text) + 3 <= room:
            chosen.append(piece)
            room -= len(piece.text) + 3
    return _joined(sorted(chosen, key=lambda piece: piece.place))


def says_more(excerpt: str, known: str) -> bool:
    """Whether an excerpt has much that a text which rests on it has not."""
    own = keys(excerpt)
    return len(own - keys(known)) > _NEWS * len(own)


def _pieces(said: Iterable[tuple[str, str]], weighed: Mapping[str, float]) -> Iterator[_Piece]:
    usual = max(weighed.values(), default=1.0)
    parts = (
        (who, part) for who, text in said for line in text.splitlines() for part in sentences(line.strip()[:_LONGEST])
    )
    for place, (who, part) in zip(range(_MOST_PIECES), parts, strict=False):
        shown = _unlabelled(snippet(part.replace("**", ""), _LONGEST_PIECE))
        if _WORD.search(shown):
            told = sum(weighed.get(key, 0.0) for key in keys(shown))
            names = min(len(literals(shown)), _MOST_LITERALS)
            yield _Piece(place, who, shown, told + _LITERAL * usual * names)


def _unlabelled(text: str) -> str:
    """`text` as it is shown, so that nobody's words name who speaks, in whatever letters: `user :`."""
    shown = _SPEAKER.sub(r"\1 :", visible(text))
    plain = shown if shown.isascii() else readable(shown)
    return _SPEAKER.sub(r"\1 :", plain) if _SPEAKER.search(plain) else shown


def _joined(pieces: Sequence[_Piece]) -> str:
    several = len({piece.who for piece in pieces}) > 1
    parts, last = [], _Piece(-1, "", "", 0.0)
    for piece in pieces:
        if several and piece.who != last.who:
            parts.append(f"{piece.who}: {piece.text}")
        else:
            parts.append(piece.text if piece.place == last.place + 1 or not parts else f"… {piece.text}")
        last = piece
    return " ".join(parts)
