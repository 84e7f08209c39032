"""Whatever goes wrong is told in one form, with a stable code and what to do."""

import json
from collections.abc import Callable

import pytest
from django.core.cache.backends.locmem import LocMemCache
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from api.throttles import PerToken
from api.views import whoami
from memory import people
from memory.access import Actor
from memory.errors import Unavailable
from tests.api.conftest import get

pytestmark = pytest.mark.django_db


def assert_problem(response: object, status: int, code: str) -> dict:
    assert response.status_code == status
    assert response.headers["Content-Type"] == "application/problem+json"
    problem = response.json()
    assert {"type", "title", "status", "detail", "code"} <= set(problem)
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem["type"] == f"urn:cairn:problem:{code}"
    return problem


@pytest.mark.parametrize("method", ["get", "post", "put", "options"])
@pytest.mark.parametrize("path", ["/api/v1/nowhere", "/api/v2/whoami", "/api/"])
def test_an_address_that_does_not_exist_is_a_problem_too(method: str, path: str) -> None:
    browser = Client(enforce_csrf_checks=True)
    assert_problem(getattr(browser, method)(path), 404, "not_found")


@pytest.mark.parametrize("method", ["put", "options", "delete"])
def test_a_method_that_does_not_exist_is_named(api_of: Callable[..., Client], bob: Actor, method: str) -> None:
    response = getattr(api_of(bob), method)("/api/v1/whoami")
    assert_problem(response, 405, "method_not_allowed")
    assert "GET" in response.headers["Allow"]


def test_only_json_is_spoken(api_of: Callable[..., Client], bob: Actor) -> None:
    client = api_of(bob)
    asked = client.get("/api/v1/whoami", headers={"Accept": "text/csv"})
    assert_problem(asked, 406, "not_acceptable")
    sent = client.post("/api/v1/memories", "a=b", content_type="application/x-www-form-urlencoded")
    assert_problem(sent, 415, "unsupported_media_type")


def test_too_many_requests_are_told_when_to_come_back(
    api_of: Callable[..., Client], alice: Actor, bob: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PerToken, "rate", "2/min", raising=False)
    # Other test processes count in the same cache, and a minute may end at any moment.
    monkeypatch.setattr(PerToken, "cache", LocMemCache("throttle", {}))
    monkeypatch.setattr(PerToken, "timer", lambda self: 1_000_000.0)
    client = api_of(bob)
    assert [get(client, "whoami").status_code for _ in range(3)] == [200, 200, 429]
    response = get(client, "whoami")
    assert_problem(response, 429, "throttled")
    assert 0 < int(response.headers["Retry-After"]) <= 60
    assert get(api_of(alice), "whoami").status_code == 200, "each token has its own window"


def test_pages_have_a_limit_too(client_of: Callable[..., Client], bob: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PerToken, "rate", "2/min", raising=False)
    monkeypatch.setattr(PerToken, "cache", LocMemCache("throttle-pages", {}))
    monkeypatch.setattr(PerToken, "timer", lambda self: 1_000_000.0)
    browser = client_of(bob)
    answers = [browser.get(reverse("tokens")) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2]["Retry-After"]) > 0


def test_a_cache_that_is_down_limits_nobody(
    api_of: Callable[..., Client], bob: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Down:
        def add(self, *args: object, **kwargs: object) -> None:
            raise ConnectionError("no cache")

    monkeypatch.setattr(PerToken, "cache", Down())
    assert get(api_of(bob), "whoami").status_code == 200


@pytest.mark.parametrize("failure", [Unavailable("The index is being built."), OperationalError("server closed")])
def test_what_the_world_must_change_says_when_to_try_again(
    api_of: Callable[..., Client], bob: Actor, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    def away(**kwargs: object) -> None:
        raise failure

    monkeypatch.setattr(whoami, "team_status", away)
    response = get(api_of(bob), "status")
    assert_problem(response, 503, "unavailable")
    assert int(response.headers["Retry-After"]) > 0


def test_a_full_disk_is_called_so(
    api_of: Callable[..., Client], client_of: Callable[..., Client], bob: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: object, **kwargs: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$")

    monkeypatch.setattr(whoami, "team_status", full)
    problem = assert_problem(get(api_of(bob), "status"), 503, "disk_full")
    assert "disk is full" in problem["detail"]
    browser = client_of(bob)
    browser.raise_request_exception = False
    monkeypatch.setattr(people, "list_tokens", full)
    page = browser.get(reverse("tokens"))
    assert (page.status_code, "disk is full" in page.content.decode()) == (503, True)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("memories", {"content": "x", "type": "\ud800"}),
        ("memories", {"content": "x", "visibility": "\udfff"}),
        ("contradictions/1/resolve", {"verdict": "a\ud800"}),
    ],
)
def test_half_a_character_in_a_choice_is_a_wrong_choice(
    api_of: Callable[..., Client], alice: Actor, path: str, body: dict
) -> None:
    browser = api_of(alice)
    browser.raise_request_exception = False
    response = browser.post(f"/api/v1/{path}", json.dumps(body), content_type="application/json")
    assert_problem(response, 400, "invalid")


def test_a_bug_is_told_without_its_insides(
    api_of: Callable[..., Client], bob: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**kwargs: object) -> None:
        raise RuntimeError("the password is swordfish")

    monkeypatch.setattr(whoami, "team_status", broken)
    problem = assert_problem(get(api_of(bob), "status"), 500, "error")
    assert "swordfish" not in problem["detail"]
