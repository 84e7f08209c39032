"""What of a long question is looked up: all of an ordinary one, its beginning and its names of a long one."""

import random
import string

import pytest

from memory.rules.questions import MOST, looked_up


def _words(count: int) -> list[str]:
    chosen = random.Random(7)
    return ["".join(chosen.choices(string.ascii_lowercase, k=6)) for _ in range(count)]


def test_a_question_of_few_different_words_is_left_as_it_is() -> None:
    question = "Why  did\nwe choose redis_cache for the_sessions?\n" * 100
    assert looked_up(question) == question


def test_a_long_prompt_keeps_its_beginning_and_the_names_of_what_was_pasted() -> None:
    words = _words(900)
    words[600] = "backend/health_check.py:41"
    kept = looked_up(" ".join(words)).split()
    assert kept[:100] == words[:100]
    assert words[600] in kept
    assert len(kept) <= MOST
    assert kept == [word for word in words if word in set(kept)]


@pytest.mark.parametrize("sign", ["_", "-", ".", "/", ""])
def test_a_string_without_spaces_is_bounded_too(sign: str) -> None:
    words = [word.title() for word in _words(1600)]
    assert len(looked_up(sign.join(words))) < 500


def test_scripts_without_spaces_keep_what_fits() -> None:
    assert len(looked_up("".join(chr(0x4E00 + number) for number in range(8000)))) <= 200
    question = "为什么我们选择了这个缓存？" * 20
    assert looked_up(question) == question
