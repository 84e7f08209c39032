"""Two worker processes over 5,000 observations, one of them killed midway: nothing lost, doubled or overlooked."""

import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.db import connections

from memory import access
from memory.access import Actor
from memory.capture.events import record_events
from memory.models import Contradiction, Evidence, Memory, Observation, Turn
from tests.events import turn_of

ROOT = Path(__file__).resolve().parents[2]
# What a worker process does: what the task does, over and over, until nothing waits.
WORKER = """
import django, sys, time
django.setup()
from dataclasses import replace
from memory import access
from memory.distill import pipeline
from memory.models import Turn
from memory.rules.extraction import extracting, model
pipeline.LEASE_SECONDS = 2
# Whatever is said is a fact here: this is about what gets lost, not about what is worth keeping.
talkative = replace(model.load(), least=-9.0)
extracting.load = lambda: talkative
team = int(sys.argv[1])
def waits():
    with access.scope(team=team, system=True):
        return Turn.objects.exclude(due_at=None).exists()
while waits():
    pipeline.distill_pending(batch=8)
    time.sleep(0.05)
"""
NAMES = ("billing", "ledger", "orders", "parser", "search", "stock")
READ = {"tool_name": "Read", "tool_input": {"file_path": "/home/alice/checkout/deploy.yaml"}, "tool_response": {}}
LIST = {"tool_name": "Bash", "tool_input": {"command": "ls deploy"}, "tool_response": {"stdout": "deploy.yaml"}}
GREP = {"tool_name": "Grep", "tool_input": {"pattern": "port"}, "tool_response": {}}


@dataclass
class Planted:
    """What was said how often, and which two cannot both be true."""

    said: list[str] = field(default_factory=list)
    pairs: set[frozenset[str]] = field(default_factory=set)


def statements(number: int, dice: random.Random) -> tuple[str, str]:
    """A fact and its denial, about a thing of its own."""
    name = f"{dice.choice(NAMES)}-{number}"
    return [
        (
            f"Service {name} listens on port {7000 + number} because the proxy forwards there.",
            f"Service {name} listens on port {17000 + number} because the proxy forwards there.",
        ),
        (
            f"Module {name} requires Python 3.11.{number % 9} because of tomllib.",
            f"Module {name} requires Python 3.12.{number % 9} because of tomllib.",
        ),
        (
            f"Request tracing must stay enabled in service {name}, because support reads the traces.",
            f"Request tracing must stay disabled in service {name}, because support reads the traces.",
        ),
        (
            f"Service {name} uses Celery instead of RQ, because it retries.",
            f"Service {name} uses RQ instead of Celery, because it retries.",
        ),
    ][number % 4]


def plant(facts: int, dice: random.Random) -> Planted:
    """At least so many statements: about a third said again, about a fifth denied, in any order."""
    planted = Planted()
    number = 0
    while len(planted.said) < facts:
        number += 1
        fact, denial = statements(number, dice)
        denied = dice.random() < 0.2
        planted.said += [fact] * dice.choice((1, 1, 1, 2, 3)) + [denial] * (denied * dice.choice((1, 1, 2)))
        if denied:
            planted.pairs.add(frozenset((fact, denial)))
    dice.shuffle(planted.said)
    return planted


def capture(answers: list[str], people: list[Actor]) -> int:
    """A turn of five observations for each answer, by each of the people in turn; returns how many observations."""
    events: list[list] = [[] for _ in people]
    for place, answer in enumerate(answers):
        names = {"session": f"s{place // 10}", "turn": f"t{place}"}
        mine = events[place % len(people)]
        mine += turn_of("Look, please.", answer, READ, LIST, GREP, **names)
    for actor, all_of_them in zip(people, events, strict=True):
        for first in range(0, len(all_of_them), 500):
            with access.acting(actor):
                assert record_events(all_of_them[first : first + 500], actor=actor).rejected == ()
    return sum(map(len, events))


@pytest.fixture
def workers() -> Iterator[list[subprocess.Popen[bytes]]]:
    """Those that a test starts; none outlives it."""
    running: list[subprocess.Popen[bytes]] = []
    yield running
    for process in running:
        process.kill()
        process.wait(10)


def start(team: int) -> subprocess.Popen[bytes]:
    database = connections["default"].settings_dict["NAME"]
    url = os.environ["DATABASE_URL"].replace("/cairn?", f"/{database}?")
    environment = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "memory.settings"}
    return subprocess.Popen([sys.executable, "-c", WORKER, str(team)], cwd=ROOT, env=environment)


def waiting(actor: Actor) -> int:
    with access.acting(actor):
        return Turn.objects.exclude(due_at=None).count()


@pytest.mark.parametrize("turns", [120, pytest.param(1_000, marks=pytest.mark.e2e)])
@pytest.mark.django_db(transaction=True)
def test_two_workers_find_exactly_what_was_planted_though_one_is_killed(
    alice: Actor, bob: Actor, workers: list[subprocess.Popen[bytes]], turns: int
) -> None:
    dice = random.Random(20260319)
    planted = plant(turns, dice)
    answers = [*planted.said, *["You're welcome! Let me know if you need anything else."] * (turns // 16)]
    dice.shuffle(answers)
    assert capture(answers, [alice, bob]) == 5 * len(answers) >= 5 * turns

    workers += [start(alice.team.pk), start(alice.team.pk)]
    while waiting(alice) > 0.6 * turns:
        assert all(process.poll() is None for process in workers)
        time.sleep(0.1)
    workers[0].kill()
    workers.append(start(alice.team.pk))
    assert waiting(alice) > 0, "the worker was killed in the middle"
    assert [process.wait(90) for process in workers[1:]] == [0, 0]

    with access.acting(alice):
        said = Counter(planted.said)
        known: Counter[str] = Counter()
        for content, corroborations in Memory.objects.values_list("content", "corroborations"):
            # What was replaced is known anew when it is said again.
            assert content not in known or " instead of " in content
            known[content] += 1 + corroborations
        assert known == said
        assert Evidence.objects.count() == len(planted.said)
        opened = Contradiction.objects.values_list("older__content", "newer__content")
        assert {frozenset(pair) for pair in opened} == set(planted.pairs)
        assert len(planted.pairs) >= turns // 15
        # What names the choice that it replaces takes the place of what the same person's agent said before.
        replaced = Contradiction.objects.exclude(status="open")
        assert {pair.verdict for pair in replaced} <= {"supersede"}
        assert all(" instead of " in pair.newer.content for pair in replaced.select_related("newer"))
        gone = set(Memory.objects.exclude(status="active").values_list("pk", "status"))
        assert gone == {(pair.older_id, "superseded") for pair in replaced}
    assert waiting(alice) == 0
    with access.scope(team=alice.team, system=True):
        states = Counter(Observation.objects.values_list("status", flat=True))
    assert set(states) <= {"distilled", "rejected"} and states.total() == 5 * len(answers), states
