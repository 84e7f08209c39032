"""How long the server works at each page of a large team, and that it asks Postgres no more than for ten rows."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rich.console import Console
from rich.table import Table

from memory import people
from memory.access import Actor
from tests.bench.big_team import Size, grow
from tests.browser.ground import Ground
from tests.browser.pages import PAGES, Page

pytestmark = [
    pytest.mark.bench,
    pytest.mark.timeout(1800),
    pytest.mark.django_db(transaction=True, databases=["default", "owner"]),
]
SMALL, LARGE = Size(10, 2), Size(100_000, 2_000)
LIMIT_MS = 150
RUNS = 5
# A list that ten rows leave empty asks for nothing that hangs on its rows: projects, sessions, disputes.
EMPTY = 3


def test_every_page_of_a_large_team_is_there_at_once(
    alice: Actor, bob: Actor, mallory: Actor, report: Callable[..., None]
) -> None:
    people.add_person("bob", team=mallory.team, role="member")
    ten = _measured(mallory, grow(mallory, bob, SMALL), runs=1)
    many = _measured(alice, grow(alice, bob, LARGE), runs=RUNS)
    _print(ten, many)
    report(f"pages over {LARGE.memories:,} memories", **{f"{name}_ms": page.taken for name, page in many.items()})
    slow = {name: page.taken for name, page in many.items() if page.taken > LIMIT_MS}
    counted = {name: (ten[name].queries, page.queries) for name, page in many.items()}
    more = {name: (few, all_) for name, (few, all_) in counted.items() if all_ > few + EMPTY}
    assert (slow, more) == ({}, {})


@dataclass(frozen=True)
class Measured:
    """One page: the median of its warm answers in milliseconds, and what it asked of Postgres."""

    taken: float
    queries: int


def _measured(actor: Actor, ground: Ground, *, runs: int) -> dict[str, Measured]:
    windows = {"alice": Client(), "": Client()}
    windows["alice"].force_login(actor.user)
    return {str(page): _ask(windows[page.who], page, ground, runs) for page in PAGES}


def _ask(window: Client, page: Page, ground: Ground, runs: int) -> Measured:
    """The first answer is not counted: it compiles templates and fills caches."""
    address = page.reach(ground)
    assert window.get(address).status_code == page.status, page
    with CaptureQueriesContext(connection) as captured:
        window.get(address)
    # Counted before the next request forgets them.
    queries = len(captured)
    return Measured(statistics.median(_milliseconds(window, address) for _ in range(runs)), queries)


def _milliseconds(window: Client, address: str) -> float:
    started = time.perf_counter()
    window.get(address)
    return (time.perf_counter() - started) * 1000


def _print(ten: dict[str, Measured], many: dict[str, Measured]) -> None:
    table = Table("page", "ms", "queries", f"with {SMALL.memories}", title=f"{LARGE.memories:,} memories")
    for name, page in many.items():
        table.add_row(name, f"{page.taken:.0f}", str(page.queries), str(ten[name].queries))
    Console().print(table)
