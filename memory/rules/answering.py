"""How a developer answers a proposal in the next prompt, and which sentences of an answer propose something."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.rules.extraction.sentences import sentences
from memory.rules.fact_features import SMALL_WORDS
from memory.rules.languages.word_lists import entries
from memory.rules.material import Fact
from memory.rules.own_words import own_words, quotes_own_words
from memory.rules.tokens import snippet


def _any(name: str) -> str:
    return f"(?:{'|'.join(entries('answering', name))})"


_REFUSED = re.compile(_any("refused"), re.IGNORECASE)
_POLITE = re.compile(_any("polite"), re.IGNORECASE)
_ANYWHERE = re.compile(rf"(?<!\w){_any('refused anywhere')}(?!\w)", re.IGNORECASE)
_TAKEN_BACK = re.compile(_any("taken back"), re.IGNORECASE)
_AGREED = re.compile(_any("agreed"), re.IGNORECASE)
_PROPOSED = re.compile(_any("proposed"), re.IGNORECASE)
_INTENDED = re.compile(_any("intended"), re.IGNORECASE)
_NAMED = re.compile(
    rf"{_any('named')}(?:(?:a|an|the|any|this|that|these|more|our|der|die|das|den|le|la|les|un|une|el|los|las|o|os)\s)*"
    r"[`'\"“„«]?([^\W_][\w.+#/-]{1,40})",
    re.IGNORECASE,
)
_TURNED_DOWN = re.compile(rf"([^\W_][\w.+#/-]*) {_any('turned down')}", re.IGNORECASE)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
REJECTED, DECIDED = "Rejected:", "Decided:"
_ABOUT = " (About: "
_SUBJECT = 140
# What a person says of a proposal is believed.
_CONFIDENCE = 0.85
# A prompt that answers says so at its beginning; what follows is the next task.
_ANSWER = 700
_SENTENCES = 3
_LONGEST = 420
# Letters of a refusal that says more than no; signs of Chinese and Japanese say three times as much.
_TELLING = 24
_SHORTEST_STEM = 4
_POINTERS = frozenset(
    "again not it this that these those them so there idea plan proposal approach change changes suggestion thing last "
    "longer whole all yet sure more really what me us you my your going das es ça cela eso isso это".split()
)


@dataclass(frozen=True)
class Refusal:
    """What a prompt turns down: all that was proposed (`whole`), what was done (`undoes`), or the `things` it names.

    `words` are its sentences with the reason, as the developer wrote them.
    """

    words: str
    things: frozenset[str]
    whole: bool
    undoes: bool

    @property
    def tells(self) -> bool:
        """Whether it says more than no."""
        return len(self.words) * (3 if _CJK.search(self.words) else 1) >= _TELLING

    def names_in(self, text: str) -> bool:
        """Whether the text speaks of a thing that is turned down."""
        low = text.lower()
        return any(_stem(thing) in low for thing in self.things)


def refusal_in(prompt: str) -> Refusal | None:
    """What the developer turns down in their own words, or None where the prompt begins with something else."""
    own = _POLITE.sub("", own_words(prompt).strip()[:_ANSWER])
    parts = [part for line in own.splitlines() for part in sentences(line)][:_SENTENCES]
    if not parts:
        return None
    whole = bool(_REFUSED.match(parts[0])) or any(_ANYWHERE.search(part) for part in parts[:2])
    undoes = any(_TAKEN_BACK.match(part) for part in parts)
    things = frozenset(thing for part in parts if not part.endswith(("?", "？")) for thing in _named(part))
    if not whole and not undoes and not things:
        return None
    return Refusal(snippet(" ".join(parts), _LONGEST), things, whole, undoes)


def agrees(prompt: str) -> bool:
    """Whether a prompt begins with a yes."""
    own = own_words(prompt).strip()
    return bool(_AGREED.match(own)) and not _REFUSED.match(own)


def proposes(answer: str) -> bool:
    """Whether an answer proposes something, instead of only telling what is or was done."""
    return _PROPOSED.search(answer) is not None


def is_proposed(excerpt: str, answer: str, *, carried_out: bool) -> bool:
    """Whether a sentence of an answer tells what its agent would do.

    In a turn that changed no file (`carried_out` is False) whatever follows the first proposal belongs to it.
    """
    if _PROPOSED.search(excerpt):
        return True
    if carried_out:
        return False
    flat = " ".join(answer.split())
    first, place = _PROPOSED.search(flat), flat.find(" ".join(excerpt.split())[:40])
    return bool(_INTENDED.search(excerpt)) or (first is not None and place > first.start())


def gist(answer: str) -> str:
    """The sentence by which an answer proposes, shortened; "" where none does."""
    parts = (part for line in answer.splitlines() for part in sentences(line))
    found = next((part for part in parts if _PROPOSED.search(part) and len(part) >= _TELLING), "")
    return snippet(found.strip("*#- "), 200)


def rejection(refusal: Refusal, *, asked: str, answer: str) -> Fact | None:
    """The fact that a proposal was turned down, with the reason; None where the prompt tells no more than no.

    `asked` and `answer` are the prompt and the answer of the turn before. What a refusal names is told in the
    developer's words alone; "no, let's not do that" needs the proposal to be understood.
    """
    answers = proposes(answer) and (refusal.whole or refusal.undoes)
    if not refusal.tells or not (answers or refusal.names_in(f"{asked} {answer}")):
        return None
    subject = snippet(asked, _SUBJECT) if refusal.names_in(answer) else gist(answer)
    label = REJECTED if answers or not agrees(refusal.words) else DECIDED
    told = f"{label} {refusal.words}" + (f"{_ABOUT}{subject})" if subject else "")
    return Fact(told, "decision", _CONFIDENCE, REJECTED, "user", refusal.words)


def is_own_refusal(fact: Fact, *, prompt: str, asked: str) -> bool:
    """Whether a refusal that `rejection` made has words of the developer alone, of this prompt and the one before."""
    _, _, subject = fact.content.removesuffix(")").partition(_ABOUT)
    own = fact.cue == REJECTED and quotes_own_words(fact.excerpt, prompt)
    return own and (not subject or quotes_own_words(subject, asked))


def _named(part: str) -> Iterator[str]:
    """The things that a sentence turns down, without what only points back at the proposal."""
    for found in (*_NAMED.finditer(part), *_TURNED_DOWN.finditer(part)):
        thing = found[1].lower().rstrip(".")
        if thing not in _POINTERS and thing not in SMALL_WORDS and not thing.isdigit():
            yield thing


def _stem(thing: str) -> str:
    """The beginning of a word that its forms share: `synchronously` and `synchronous`."""
    return thing[: max(_SHORTEST_STEM, len(thing) - 3)] if thing.isalpha() and len(thing) > 6 else thing
