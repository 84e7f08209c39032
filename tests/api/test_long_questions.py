"""Questions of thousands of different words are answered in the time of an ordinary one, at every door."""

import random
import string
import time
from collections.abc import Callable

import pytest
from django.test import Client

from memory.access import Actor
from tests.web.conftest import store

pytestmark = pytest.mark.django_db
# Seconds, on any machine; unbounded, each of these took four to sixty.
PATIENCE = 2.5


def _words(count: int, letters: str = string.ascii_lowercase) -> list[str]:
    chosen = random.Random(3)
    return ["".join(chosen.choices(letters, k=4)) for _ in range(count)]


@pytest.mark.parametrize("sign", ["_", "-", "/", " "])
@pytest.mark.parametrize("address", ["search?q=", "search?explain=1&q=", "history?q="])
def test_a_question_of_many_words_is_answered_at_once(
    alice: Actor, api_of: Callable[[Actor], Client], sign: str, address: str
) -> None:
    store(alice, "Checkout retries three times.")
    words = _words(1590, string.ascii_uppercase if sign == " " else string.ascii_lowercase)
    began = time.monotonic()
    path, _, query = address.partition("?")
    answer = api_of(alice).get(f"/api/v1/{path}", {**_query(query), "q": sign.join(words)})
    assert answer.status_code == 200, answer.content
    assert time.monotonic() - began < PATIENCE


def _query(text: str) -> dict[str, str]:
    return dict(pair.split("=") for pair in text.split("&") if pair)


def test_a_long_question_still_finds_what_its_beginning_asks(alice: Actor, api_of: Callable[[Actor], Client]) -> None:
    store(alice, "Checkout retries three times when the bank is slow.")
    question = "How often does checkout retry when the bank is slow? " + " ".join(_words(900))
    found = api_of(alice).get("/api/v1/search", {"q": question, "semantic": "0"}).json()
    assert any("retries three times" in hit["snippet"] for hit in found["results"])
