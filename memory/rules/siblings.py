"""Tells two things of one kind from two statements about one thing: what each of several services listens on."""

from memory.rules.fact_features import NUMBER_WORDS

_SUBJECT = 3  # so many words into a sentence its subject may reach
_ARTICLES = frozenset("the a an our this that each every".split())
NUMBERED = frozenset(
    "service server node shard replica worker instance host region zone cluster queue topic partition phase step stage "
    "sprint milestone team tenant job slot port adr rfc pr issue ticket chapter part level tier gateway broker machine "
    "container pod device rack customer account order build run migration invoice".split()
)


def siblings(a: str, b: str) -> tuple[str, str] | None:
    """The two things that two sentences of one make are about, or None where they may be about the same.

    `The billing service listens on port 9000.` and `The catalog service listens on port 8001.` are siblings: word for
    word alike, but for the numbers and one word in the subject. Paraphrases are not word for word alike.
    """
    left, right = (text.lower().split() for text in (a, b))
    if len(left) != len(right):
        return None
    for at, pair in enumerate(zip(left[: _SUBJECT + 1], right, strict=False)):
        one, other = (word.strip("`'\".,;:()") for word in pair)
        if one == other:
            continue
        if one.isdigit() and other.isdigit():
            return (one, other) if at and left[at - 1] in NUMBERED else None
        begins = all(word in _ARTICLES for word in left[:at])
        return (one, other) if begins and _names(one) and _names(other) else None
    return None


def _names(word: str) -> bool:
    """Whether a word may name a thing: it is no article and no number."""
    return word.isalpha() and len(word) > 2 and word not in _ARTICLES and word not in NUMBER_WORDS
