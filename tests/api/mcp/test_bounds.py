"""What a tool is told beyond all measure: refused before anything reads it, in words that say how much it takes."""

import time
from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from memory.access import Actor
from tests.api.conftest import CENTS
from tests.api.mcp.conftest import ask

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("tool", "given", "says"),
    [
        ("get_memories", {"ids": [f"{number:08x}" for number in range(5_000)]}, "give 1 to 20 ids at a time"),
        ("get_memories", {"ids": ",".join(f"{number:08x}" for number in range(5_000))}, "give 1 to 20 ids at a time"),
        ("get_memories", {"ids": list(range(5_000))}, "give 1 to 20 ids at a time"),
        ("get_memories", {"ids": ["a" * 5_000]}, "A part of ids has 5,000 characters; give at most 400."),
        ("get_lineage", {"id": "a" * 401}, "id has 401 characters; give at most 400."),
        ("search_memory", {"query": "x " * 5_000}, "query has 10,000 characters; give at most 8,000."),
        ("search_project_history", {"query": "x " * 5_000}, "query has 10,000 characters; give at most 8,000."),
        ("search_memory", {"query": "x", "project": "a/" * 500}, "project has 1,000 characters"),
        ("search_memory", {"query": "x", "agent_id": "a" * 1_000}, "agent_id has 1,000 characters"),
        ("search_memory", {"query": "x", "after": "2026-01-01" + " " * 1_000}, "after has 1,010 characters"),
        ("list_recent", {"tag": "a" * 1_000}, "tag has 1,000 characters"),
        ("get_transcript", {"session_id": "a" * 1_000}, "session_id has 1,000 characters"),
        ("get_transcript", {"session_id": "a" * 9, "turn": "a" * 1_000}, "turn has 1,000 characters"),
        ("remember", {"content": CENTS, "tags": ["billing"] * 21}, "give 1 to 20 tags at a time"),
        ("remember", {"content": CENTS, "projects": [f"/{n}" for n in range(21)]}, "give 1 to 20 projects at a time"),
        ("remember", {"content": "a" * 9_000}, "longer than 8000 characters"),
        ("remember", {f"x{number}": 1 for number in range(1_000)}, "Unknown argument x0, x1, x10"),
        ("x" * 5_000, {}, "Unknown tool"),
    ],
)
def test_too_much_is_a_tool_error_that_says_how_much_there_may_be(
    call: Callable[..., str], tool: str, given: dict[str, object], says: str
) -> None:
    text = call(tool, wrong=True, **given)
    assert says in text
    assert len(text) < 600


@pytest.mark.parametrize(
    "ids", [[f"{number:08x}" for number in range(150_000)], [[]] * 400_000, ["a" * 1_900_000], {"a": ["b"] * 300_000}]
)
def test_two_megabytes_of_ids_are_refused_unread(
    web: TestClient, token_of: Callable[..., str], vera: Actor, ids: object
) -> None:
    call = {"method": "tools/call", "params": {"name": "get_memories", "arguments": {"ids": ids}}}
    token = token_of(vera)
    ask(web, token, {"method": "tools/list"})
    began = time.perf_counter()
    assert ask(web, token, call).status_code == 413
    assert time.perf_counter() - began < 3


def test_the_longest_fact_passes_however_json_writes_it(call: Callable[..., str]) -> None:
    assert "Preview" in call("remember", content=CENTS + " 🪨" * 3_900, preview=True)
