"""Tokens that are guessed: an address that tries many is answered shortly, its neighbours go on."""

from collections.abc import Callable

import pytest
from django.test import Client

from api.authentication import GUESSES
from memory import people
from memory.access import Actor
from memory.models import AccessToken

pytestmark = pytest.mark.django_db


def ask(raw: str, address: str = "192.0.2.1") -> tuple[int, str | None]:
    client = Client(headers={"Authorization": f"Bearer {raw}"})
    response = client.get("/api/v1/whoami", REMOTE_ADDR=address)
    return response.status_code, response.get("Retry-After")


def test_an_address_that_guesses_is_slowed_down_and_its_neighbours_go_on(
    bob: Actor, token_of: Callable[..., str]
) -> None:
    good = token_of(bob)
    assert {ask(f"cairn_guess{number}") for number in range(GUESSES.most)} == {(401, None)}
    assert ask("cairn_guess") == (429, str(GUESSES.seconds))
    assert ask("cairn_guess", "192.0.2.2") == (401, None)
    assert ask(good) == (200, None), "an office shares one address"


def test_a_revoked_token_is_no_guess_however_often_a_plugin_tries_it(bob: Actor, token_of: Callable[..., str]) -> None:
    raw = token_of(bob)
    (token,) = people.list_tokens(actor=bob)
    people.revoke_token(token, actor=bob)
    assert {ask(raw) for _ in range(GUESSES.most + 5)} == {(401, None)}
    assert ask(AccessToken.new_secret()) == (401, None)
