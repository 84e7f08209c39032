"""The daily log over HTTP: Markdown of one day, empty where nothing happened or nothing is to be seen."""

from collections.abc import Callable

import pytest
from django.test import Client

from memory import access
from memory.access import Actor
from memory.models import Turn
from tests.api.conftest import get
from tests.talks import HEALTH, REMOTE, SESSION, talk

pytestmark = pytest.mark.django_db
DAY = "log/2026-03-19.md"


@pytest.fixture
def worked(alice: Actor) -> None:
    """Alice's session of 19 March 2026, summarised."""
    session = talk(alice, HEALTH)
    with access.acting(alice):
        Turn.objects.filter(session=session).update(summary=["Added a health check endpoint"])


@pytest.mark.parametrize("accept", ["*/*", "text/markdown", "text/plain", "application/json"])
def test_a_team_mate_reads_the_day_as_markdown(
    api_of: Callable[..., Client], vera: Actor, worked: None, accept: str
) -> None:
    response = api_of(vera).get(f"/api/v1/{DAY}", headers={"Accept": accept})
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/markdown; charset=utf-8"
    text = response.content.decode()
    assert "- Added a health check endpoint" in text.splitlines()
    assert SESSION in text


def test_a_day_without_work_is_an_empty_log(api_of: Callable[..., Client], bob: Actor, worked: None) -> None:
    response = get(api_of(bob), "log/2026-03-20.md")
    assert (response.status_code, response.content) == (200, b"")


def test_a_project_narrows_and_an_unknown_one_is_empty(
    api_of: Callable[..., Client], alice: Actor, worked: None
) -> None:
    talk(alice, session="blog", remote="git@github.com:acme/blog.git")
    assert SESSION in get(api_of(alice), DAY, project=REMOTE).content.decode()
    assert SESSION not in get(api_of(alice), DAY, project="acme/blog").content.decode()
    assert get(api_of(alice), DAY, project="nowhere").content == b""


def test_another_team_reads_an_empty_day(api_of: Callable[..., Client], mallory: Actor, worked: None) -> None:
    for query in ({}, {"project": REMOTE}):
        response = get(api_of(mallory), DAY, **query)
        assert (response.status_code, response.content) == (200, b"")


def test_the_log_needs_the_read_scope(api_of: Callable[..., Client], bob: Actor) -> None:
    response = api_of(bob, "capture").get(f"/api/v1/{DAY}", headers={"Accept": "text/markdown"})
    assert response.status_code == 403
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.json()["code"] == "forbidden"


@pytest.mark.parametrize("day", ["yesterday", "2026-13-40", "19.03.2026", "2026-03-19T10:00"])
def test_what_is_no_day_is_refused_with_an_example(api_of: Callable[..., Client], bob: Actor, day: str) -> None:
    response = get(api_of(bob), f"log/{day}.md")
    assert response.status_code == 400
    assert "log/2026-03-19.md" in response.json()["detail"]


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_the_ends_of_time_are_days_without_work(api_of: Callable[..., Client], bob: Actor, day: str) -> None:
    assert get(api_of(bob), f"log/{day}.md").status_code == 200
