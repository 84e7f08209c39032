"""The walk of a type that was just declared; test_sixth_type.py runs it in a copy of the code that declares one."""

import json
import os
import re
from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.test import Client
from starlette.testclient import TestClient

from api.mcp.server import registered
from hooks import memory_types
from hooks.distilling import prompt
from memory import access
from memory.access import Actor
from memory.capture.events import record_events
from memory.distill.pipeline import distill_pending
from memory.knowledge.remember import remember
from memory.models import Memory
from tests.api.conftest import get, post
from tests.events import turn_of
from web.assets import FoundFiles

pytestmark = pytest.mark.django_db
NEW = memory_types.BY_VALUE["term"]
SAID = "In our terms a settlement is the payout of `billing/payout.py`, because the bank closes the day after it."


@pytest.fixture(scope="session")
def worker_id() -> str:
    """A database beside those of the tests that run meanwhile."""
    return f"sixth_{os.getpid()}"


@pytest.fixture
def captured(alice: Actor) -> Memory:
    """The memory of a turn whose words are a cue of the type."""
    answer = f"I looked at the files. {SAID} All tests pass."
    with access.acting(alice):
        taken = record_events(turn_of("Why is the report of May empty?", answer), actor=alice)
        assert taken.rejected == ()
    assert distill_pending().made == 1
    with access.acting(alice):
        remember("Batches are never larger than 500 rows.", actor=alice, type="pattern")
        return Memory.objects.get(content=SAID)


def test_a_turn_with_its_cue_becomes_a_memory_of_the_type(captured: Memory) -> None:
    assert (captured.type, captured.get_type_display(), captured.level) == ("term", "Term", "long-term")


def test_search_knows_it(captured: Memory, alice: Actor, api_of: Callable[..., Client]) -> None:
    api = api_of(alice)
    found = get(api, "search", q="what is a settlement payout", type="term").json()["results"]
    assert [hit["id"] for hit in found] == [str(captured.uuid)] and found[0]["type"] == "term"
    assert not get(api, "search", q="what is a settlement payout", type="pattern").json()["results"]
    assert [hit["id"] for hit in get(api, "memories/recent", type="term").json()["results"]] == [str(captured.uuid)]
    assert "a settlement is" in get(api, "briefing", project="github.com/acme/checkout").json()["text"]


def test_it_is_saved_by_its_name_and_by_its_cue(alice: Actor, api_of: Callable[..., Client]) -> None:
    api = api_of(alice)
    named = {"content": "RPT: the report of the night in `jobs/rpt.py`.", "type": "term"}
    assert post(api, "memories", named).json()["type"] == "term"
    by_cue = {"content": "In our terms a drop is a parcel without a label."}
    assert post(api, "memories", by_cue).json()["type"] == "term"


def test_pages_draw_it(captured: Memory, alice: Actor, client_of: Callable[[Actor], Client]) -> None:
    browser = client_of(alice)
    drawn = f'<svg class="shape term" viewBox="0 0 16 16" role="img" aria-label="Term">{NEW.icon}</svg>'
    for address in ("/", "/?type=term", f"/memories/{captured.uuid}", "/search?q=settlement&type=term"):
        page = browser.get(address).content.decode()
        assert drawn in page and "a settlement is" in page, address
    assert "a settlement is" not in browser.get("/?type=pattern").content.decode()
    front = browser.get("/").content.decode()
    growth = browser.get("/insights/growth", headers={"HX-Request": "true"}).content.decode()
    assert 'aria-labelledby="growth-term' in growth
    (styles,) = re.findall(r'href="/static(/web/types\.css\?v=\w+)"', front)
    served = TestClient(FoundFiles()).get(styles)
    assert served.headers["Content-Type"].startswith("text/css") and "immutable" in served.headers["Cache-Control"]
    assert f"--term: {NEW.light};" in served.text and f"--term: {NEW.dark};" in served.text


def test_the_admin_filters_by_it_and_gives_it(
    captured: Memory, alice: Actor, client_of: Callable[[Actor], Client]
) -> None:
    listed = client_of(alice).get("/admin/memory/memory/", {"type__exact": "term"}).content.decode()
    assert "a settlement is" in listed and "Batches are never" not in listed
    assert "retype_term" in listed


def test_models_agents_and_schemas_are_told_of_it() -> None:
    assert f"- `term`: {NEW.meaning}" in prompt.system_prompt()
    assert '"term"' in prompt.SCHEMA
    (tool,) = [tool for tool in registered() if tool.name == "search_memory"]
    assert '"term"' in json.dumps(tool.parameters)


def test_it_needs_no_migration() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
