"""The briefing of a session, and the numbers of its status line, in one request."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client

from memory.access import Actor
from tests.api.conftest import PSYCOPG, REMOTE, get, post
from tests.events import event

pytestmark = pytest.mark.django_db


def test_a_session_learns_what_its_project_knows(
    api_of: Callable[..., Client], bob: Actor, tell: Callable[..., dict]
) -> None:
    known = tell(PSYCOPG, type="dependency")
    post(api_of(bob), "events", {"events": [event()]})
    briefing = get(api_of(bob), "briefing", project=REMOTE, session="s2", source="startup", budget=500).json()
    assert "psycopg 3.2.13" in briefing["text"]
    assert briefing["memories"] == [known["id"]]
    assert 0 < briefing["tokens"] <= 500
    status = briefing["status"]
    assert (status["project"], status["memories"], status["drafts"]) == ("acme/checkout", 1, 0)
    assert status["last_capture"]
    assert status["latest_plugin"] == settings.VERSION


def test_a_budget_of_nothing_says_nothing(api_of: Callable[..., Client], bob: Actor, tell: Callable[..., dict]) -> None:
    tell(PSYCOPG, type="dependency")
    briefing = get(api_of(bob), "briefing", project=REMOTE, budget=0).json()
    assert (briefing["text"], briefing["memories"], briefing["tokens"]) == ("", [], 0)


def test_another_team_gets_nothing_not_even_a_project(
    api_of: Callable[..., Client], mallory: Actor, tell: Callable[..., dict]
) -> None:
    tell(PSYCOPG, type="dependency")
    hidden = get(api_of(mallory), "briefing", project=REMOTE).json()
    missing = get(api_of(mallory), "briefing", project="git@github.com:acme/nowhere.git").json()
    assert hidden == missing
    assert hidden["text"] == "" and hidden["status"]["memories"] == 0


@pytest.mark.parametrize("query", [{"source": "dream"}, {"budget": -1}, {"budget": "much"}])
def test_a_wrong_parameter_is_refused(api_of: Callable[..., Client], bob: Actor, query: dict[str, object]) -> None:
    assert get(api_of(bob), "briefing", **query).status_code == 400


def test_the_briefing_needs_the_read_scope(api_of: Callable[..., Client], bob: Actor) -> None:
    assert get(api_of(bob, "capture"), "briefing").status_code == 403


def test_the_branch_of_a_session_may_be_told(
    api_of: Callable[..., Client], bob: Actor, tell: Callable[..., dict]
) -> None:
    tell(PSYCOPG, type="dependency")
    told = get(api_of(bob), "briefing", project=REMOTE, branch="fix/ports")
    assert told.status_code == 200 and "psycopg" in told.json()["text"]
    assert get(api_of(bob), "briefing", project=REMOTE, branch="x" * 1001).status_code == 400
