"""Bodies and query strings with more in them than anybody means: a problem at once, whatever is in them."""

import gc
import time
import tracemalloc
from collections.abc import Callable

import pytest
from django.test import Client

from memory.access import Actor
from tests.api.conftest import CENTS, post
from tests.api.test_events import event
from tests.api.test_problems import assert_problem

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["search?q=x", "memories/recent?limit=5", "memories?ids=deadbeef"])
def test_thousands_of_parameters_are_a_problem(api_of: Callable[..., Client], bob: Actor, path: str) -> None:
    response = api_of(bob).get(f"/api/v1/{path}" + "&tag=a" * 10_000)
    assert_problem(response, 400, "malformed")


@pytest.mark.parametrize("name", ["project", "tag", "agent_id", "type", "after", "q"])
def test_a_parameter_has_a_length(api_of: Callable[..., Client], bob: Actor, name: str) -> None:
    assert_problem(api_of(bob).get("/api/v1/search", {"q": "x", name: "a" * 60_000}), 400, "invalid")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("memories", {"content": CENTS, "tags": [""] * 500_000}),
        ("memories", {"content": CENTS, "projects": [[[]]] * 200_000}),
        ("memories/merge", {"ids": ["deadbeef"] * 150_000}),
        ("memories/merge", [["deadbeef"] * 150_000]),
        ("review/decide", {"verb": "approve", "ids": ["deadbeef"] * 150_000}),
        ("review/decide", {"verb": "undo", "events": [1] * 600_000}),
        ("review/assign", {"ids": ["deadbeef"] * 150_000, "assignee": "bob"}),
        ("memories", {"content": CENTS, "tags": {str(number): "" for number in range(100_000)}}),
    ],
)
def test_a_list_without_end_is_refused_unread(
    api_of: Callable[..., Client], alice: Actor, path: str, body: object
) -> None:
    client = api_of(alice)
    began = time.process_time()
    response = post(client, path, body)
    assert_problem(response, 400, "malformed")
    assert "at most 1,000" in response.json()["detail"]
    assert time.process_time() - began < 2, "mostly the JSON's writing and reading"


def test_a_bulk_has_a_bound(api_of: Callable[..., Client], alice: Actor) -> None:
    for name in ("ids", "events"):
        body = {"verb": "undo", name: [1] * 201}
        assert_problem(post(api_of(alice), "review/decide", body), 400, "invalid")


def test_what_a_client_calls_itself_and_its_project_stays_in_no_memory(
    api_of: Callable[..., Client], bob: Actor
) -> None:
    def sent(sign: str) -> dict[str, object]:
        place = {"root": "/home/dev/" + sign * 200_000, "branch": sign * 100_000, "other": sign * 100_000}
        return event(project=place, agent_id=sign * 100_000, payload={"tool_use_id": sign * 100_000})

    client = api_of(bob)
    assert post(client, "events", {"events": [sent("a")]}).json()["accepted"] == 1
    gc.collect()
    tracemalloc.start()
    try:
        for sign in "bcdefghij":
            assert post(client, "events", {"events": [sent(sign)]}).json()["accepted"] == 1
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] < 600_000, "bytes kept of 5 MB"
    finally:
        tracemalloc.stop()
