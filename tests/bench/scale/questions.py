"""Questions as people ask them: by the names of a fact, without any name, and with words that they remember."""

import random
import re
from itertools import islice

from tests.bench.scale.facts import Fact, facts

_NAMED = re.compile(r"\S*[\d_/.-]\S*|[a-z]+[A-Z]\w*")
_INSTEAD = "the service,this module,our gateway,that queue,the database,the new library,production".split(",")


def questions(known: int, count: int, seed: int = 23) -> list[str]:
    """`count` questions of 4 to 9 words about facts among the first `known`."""
    rng = random.Random(seed)
    first = list(islice(facts(known), min(known, 20_000)))
    asked: list[str] = []
    while len(asked) < count:
        question = _question(rng.choice(first), rng)
        if 4 <= len(question.split()) <= 9:
            asked.append(question)
    return asked


def _question(fact: Fact, rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.6:
        return fact.question
    if kind < 0.8:
        return _NAMED.sub(lambda _: rng.choice(_INSTEAD), fact.question)
    return _remembered(fact.content, rng)


def _remembered(content: str, rng: random.Random) -> str:
    """Some of its words in their order, as they come to mind."""
    words = content.rstrip(".").split()
    places = sorted(rng.sample(range(len(words)), min(len(words), rng.randint(4, 9))))
    return " ".join(words[place] for place in places)
