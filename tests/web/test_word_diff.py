"""Two texts side by side, and what it costs to compare them."""

import random
import time

import pytest

from web.word_diff import word_diff

_RANDOM = random.Random(7)
_REPEATING = {
    "other words": ("a " * 300, "b " * 300),
    "signs": (".,.." * 150, ".,,." * 150),
    "one word more often": ("a a b " * 100, "a b a b b " * 60),
    "in another order": (
        " ".join(_RANDOM.choices("abc", k=300)),
        " ".join(_RANDOM.choices("abcd", k=300)),
    ),
    "blocks": ("a" + " ." * 299, " . a" * 150),
}


@pytest.mark.parametrize("texts", _REPEATING.values(), ids=_REPEATING)
def test_texts_whose_words_repeat_are_compared_in_bounded_time(texts: tuple[str, str]) -> None:
    began = time.process_time()
    sides = word_diff(*texts)
    assert time.process_time() - began < 0.3
    assert tuple("".join(run.text for run in side) for side in sides) == texts


def test_long_texts_of_which_a_third_is_missing_are_compared_to_the_end() -> None:
    whole = [f"word{number}" for number in range(300)]
    left, right = word_diff(" ".join(whole), " ".join(word for at, word in enumerate(whole) if at % 3))
    assert " ".join(run.text for run in left if run.differs).split() == whole[::3]
    assert not any(run.differs for run in right)
