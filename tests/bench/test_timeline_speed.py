"""How fast the timeline is over 100,000 memories of one team, whatever it is narrowed to, as a browser asks for it."""

import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.models import Agent, Memory
from tests.bench.insights_seed import MEMORIES, seed_team
from tests.bench.percentiles import percentiles
from web.announcements import missed
from web.filters import Filters

_ROWS = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
pytestmark = [pytest.mark.bench, pytest.mark.timeout(400), _ROWS]
LIMIT_MS = 150
ROUNDS = 12
# Filters meet what is frequent, what is rare, and what was frequent long ago.
_SPREAD = """
UPDATE memory_codingsession SET branch = CASE WHEN id %% 3 = 0 THEN 'fix/' || id %% 400 ELSE 'main' END
WHERE team_id = %(team)s;
UPDATE memory_evidence e SET branch = s.branch FROM memory_codingsession s WHERE s.id = e.session_id;
UPDATE memory_memory SET author_id = %(gone)s WHERE team_id = %(team)s AND occurred_at < now() - interval '650 days';
UPDATE memory_memory SET agent_id = CASE WHEN id %% 3 = 0 THEN %(agent)s WHEN id %% 997 = 0 THEN %(rare)s END
WHERE team_id = %(team)s;
INSERT INTO memory_project (team_id, identity, name, captured, legal_hold, is_sample, created_at)
VALUES (%(team)s, 'github.com/acme/small', 'acme/small', true, false, false, now());
UPDATE memory_memoryproject SET project_id = (SELECT id FROM memory_project WHERE name = 'acme/small')
WHERE team_id = %(team)s AND memory_id %% 4001 = 0;
"""


def _spread(alice: Actor, bob: Actor) -> None:
    with access.acting(alice):
        agents = [Agent.objects.create(team=alice.team, owner=alice.user, agent_id=name) for name in ("ci", "rare")]
    with connections["owner"].cursor() as cursor:
        named = {"team": alice.team.pk, "gone": bob.user.pk, "agent": agents[0].pk, "rare": agents[1].pk}
        cursor.execute(_SPREAD, named)
        cursor.execute("VACUUM ANALYZE memory_memory")
        for table in ("memory_evidence", "memory_codingsession", "memory_memoryproject"):
            cursor.execute(f"VACUUM ANALYZE {table}")


def _timed(ask: Callable[[], object]) -> dict[str, float]:
    taken = []
    for number in range(ROUNDS + 2):
        started = time.perf_counter()
        ask()
        if number > 1:
            taken.append((time.perf_counter() - started) * 1000)
    return percentiles(taken)


ADDRESSES = [
    "/",
    "/?project=acme/p3",
    "/?project=acme/small",
    "/?person=bob",
    "/?person=person-3",
    "/?type=failure",
    "/?agent=ci",
    "/?agent=rare",
    "/?branch=main",
    "/?branch=fix/3",
    "/?branch=nowhere",
    "/?person=bob&type=failure&agent=rare",
    "/?project=acme/p3&person=person-3&type=failure&branch=main&agent=ci",
    "/?project=acme/small&person=person-3&branch=fix/3",
]


def test_a_hundred_thousand_memories_pass_without_waiting(
    alice: Actor, bob: Actor, client_of: Callable[[Actor], Client], report: Callable[..., None]
) -> None:
    seed_team(alice)
    _spread(alice, bob)
    browser = client_of(bob)
    with access.acting(bob):
        middle = Memory.objects.filter(occurred_at__lt=timezone.now() - timedelta(days=300)).latest()[0].pk
    measured = {address: _timed(lambda address=address: browser.get(address)) for address in ADDRESSES}
    measured["older"] = _timed(lambda: browser.get(f"/?before={middle}"))
    measured["catching up"] = _timed(lambda: missed(timezone.now() - timedelta(seconds=30), Filters(), actor=bob))
    for name, numbers in measured.items():
        report(f"timeline {name} over {MEMORIES:,}", **numbers)
        print(name, numbers)
    slow = {name: numbers for name, numbers in measured.items() if numbers["p95_ms"] > LIMIT_MS}
    assert not slow
