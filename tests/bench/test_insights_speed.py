"""How fast each section of the insights is over two years of a busy team, by HTTP and as the app's role."""

import time
from collections.abc import Callable

import pytest
from django.test import Client

from memory.access import Actor
from tests.bench.insights_seed import MEMORIES, seed_team
from tests.bench.percentiles import percentiles
from web.insights.sections import SUBJECTS

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True, databases=["default", "owner"])]
LIMIT_MS = 150
ROUNDS = 9


def timed(browser: Client, address: str) -> dict[str, float]:
    taken = []
    for number in range(ROUNDS + 1):
        started = time.perf_counter()
        response = browser.get(address, headers={"HX-Request": "true", "HX-Request-Type": "partial"})
        assert response.status_code == 200
        assert b"could not be counted" not in response.content
        if number:
            taken.append((time.perf_counter() - started) * 1000)
    return percentiles(taken)


@pytest.mark.timeout(600)
def test_a_busy_team_does_not_wait_for_its_numbers(
    alice: Actor, client_of: Callable[[Actor], Client], report: Callable[..., None]
) -> None:
    seed_team(alice)
    browser = client_of(alice)
    measured = {"": timed(browser, "/insights")}
    for slug in SUBJECTS:
        for weeks in (12, 52):
            measured[f"/{slug}?weeks={weeks}"] = timed(browser, f"/insights/{slug}?weeks={weeks}")
    for name, numbers in measured.items():
        report(f"insights{name} over {MEMORIES:,}", **numbers)
        print(name, numbers)
    slow = {name: numbers for name, numbers in measured.items() if numbers["p50_ms"] > LIMIT_MS}
    assert not slow
