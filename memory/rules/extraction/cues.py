"""Turns of phrase that say what kind of sentence it is: a cause, a rule, a change, an offer, a guess."""

import re
from collections import defaultdict
from collections.abc import Sequence

_PHRASES = {
    "first_person": "i|i'm|i've|i'll|we|we're|we'll|let's|let me|my|our|me|us",
    "question": "?|？",
    "negation": "not|never|no|cannot|without|instead of|rather than|neither|nor",
    "because": "because|since|due to|so that|as a result|therefore|which is why|cause by|caused by|the reason|"
    "root cause|lead to|leads to|otherwise|hence|thus",
    "contrast": "but|however|although|instead|rather|whereas|while|only|even though|unless|except|actually",
    "obligation": "must|should|always|never|has to|have to|need to|needs to|require|required|requires|only|do not|"
    "don't|make sure|ensure|mandatory|forbidden",
    "future": "will|going to|next|later|todo|plan|would|could|might|soon",
    "offer": "would you like|want me to|let me know|shall i|should i|do you want|if you like|if you want|"
    "if you'd like|ready to|happy to|feel free|say the word|your call",
    "hedge": "probably|likely|maybe|perhaps|seem|seems|appear|appears|may be|might|possibly|i think|suspect|"
    "looks like|presumably|not sure",
    "done_report": "test pass|tests pass|passing|build passes|build succeeds|committed|pushed|complete|completed|"
    "done|successfully|work now|works now|works correctly|as expected|verified|clean|lint|✅",
    "arrow": "→|- >|= >|⇒",
}
_CHANGES = frozenset(
    "added updated removed fixed changed created moved renamed replaced refactored implemented deleted modified "
    "improved enhanced introduced extracted split merged cleaned converted simplified reverted bumped switched".split()
)
_PATH = re.compile(r"[\w-]+/[\w./-]+|\b[\w-]+\.(?:py|ts|tsx|js|go|rs|md|json|toml|ya?ml|sh|vue|css|html|sql)\b")
_QUOTED = re.compile(r"[\"“].{3,}?[\"”]")
_LONGEST = 3  # words of a phrase
CUES = (*_PHRASES, "past_change", "path", "quoted")


def _by_phrase() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for name, phrases in _PHRASES.items():
        for phrase in phrases.split("|"):
            found[phrase].add(name)
    return {phrase: frozenset(names) for phrase, names in found.items()}


_NAMES = _by_phrase()
_FIRST = frozenset(phrase.split(" ")[0] for phrase in _NAMES if " " in phrase)
_NONE: frozenset[str] = frozenset()


def cues(words: Sequence[str], text: str) -> frozenset[str]:
    """The names of the cues of a sentence; `words` are its words as `features.words` tells them."""
    found: set[str] = set()
    for at, word in enumerate(words):
        found |= _NAMES.get(word, _NONE)
        if word in _FIRST:
            for size in range(2, _LONGEST + 1):
                found |= _NAMES.get(" ".join(words[at : at + size]), _NONE)
    if any(word.endswith(("n't", "n’t")) for word in words):
        found.add("negation")
    if words and words[0] in _CHANGES:
        found.add("past_change")
    found.update(name for name, pattern in (("path", _PATH), ("quoted", _QUOTED)) if pattern.search(text))
    return frozenset(found)
