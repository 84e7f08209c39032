"""The world of the walk: built in stages in one transaction, with what was told before there was anything to hide."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest
from django.db import transaction
from django.utils import timezone

from tests.access.refs import PRIVATE, SHARED, Refs
from tests.access.step import PUBLIC, Step
from tests.access.visitors import ALICE, HOLDERS, INSIDERS, MALLORY, REMOVED, Answer, Visitor, give_token, sign_in
from tests.access.walk import STEPS
from tests.access.world import Home, acme, other_team, private_rows

_Key = tuple[str, str, str]
ADMIN, MEMBER = (next(who for who in INSIDERS if who.role == role) for role in ("admin", "member"))


@dataclass
class World:
    """Two teams, the sessions of those who have browsers, and what is told now and was told before."""

    other: Home
    cookies: dict[str, str]
    acme: Home | None = None
    now: dict[_Key, Answer] = field(default_factory=dict)
    before: dict[_Key, Answer] = field(default_factory=dict)

    def ask(self, visitor: Visitor, step: Step, refs: Refs) -> Answer:
        """What a visitor is told; the same question is asked once."""
        key = _key(visitor, step, refs)
        if key not in self.now:
            self.now[key] = step.ask(visitor, refs, self.cookies)
        return self.now[key]

    def asked_before(self, visitor: Visitor, step: Step, refs: Refs) -> Answer:
        """What the same question was answered before there was anything to hide from this visitor."""
        return self.before[_key(visitor, step, refs)]

    def remember(self, visitor: Visitor, refs: Refs) -> None:
        """Walk everywhere now, to compare later."""
        for step in doors_of(visitor):
            self.before[_key(visitor, step, refs)] = step.ask(visitor, refs, self.cookies)


def _key(visitor: Visitor, step: Step, refs: Refs) -> _Key:
    return visitor.name, str(step), refs.word if step.names_rows else ""


def doors_of(visitor: Visitor) -> list[Step]:
    """Where a visitor gets in."""
    return [step for step in STEPS if step.lets_in(visitor) and step.scope != PUBLIC]


@contextmanager
def one_transaction(blocker: pytest.FixtureRequest) -> Iterator[None]:
    """The database, as it was again at the end; refusals are what this is about, so nobody logs them.

    Searches and days of silence are all of one moment: what has faded by a second may be rounded to another number.
    """
    logging.disable(logging.ERROR)
    moment = timezone.now()
    try:
        with (
            blocker.unblock(),  # type: ignore[attr-defined]
            transaction.atomic(),
            pytest.MonkeyPatch.context() as patch,
        ):
            clock = SimpleNamespace(now=lambda: moment)
            patch.setattr("memory.recall.search.timezone", clock)
            patch.setattr("memory.recall.insights.people.timezone", clock)
            yield
            transaction.set_rollback(True)
    finally:
        logging.disable(logging.NOTSET)


def begin() -> World:
    """Mallory's team alone."""
    other = other_team()
    give_token(other, MALLORY)
    return World(other, {MALLORY.name: sign_in(other, MALLORY)})


def add_acme(world: World) -> None:
    """Team acme and its visitors, with all but what is private."""
    world.acme = acme()
    for visitor in HOLDERS:
        give_token(world.acme, visitor)
    for visitor in (*INSIDERS, REMOVED, ALICE):
        world.cookies[visitor.name] = sign_in(world.acme, visitor)


def add_private(world: World) -> None:
    """What alice keeps for herself."""
    assert world.acme
    private_rows(world.acme)


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[World]:
    """The whole world at once."""
    with one_transaction(django_db_blocker):
        built = begin()
        add_acme(built)
        add_private(built)
        yield built


@pytest.fixture(scope="module")
def grown_world(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[World]:
    """The whole world, and what was told while it grew."""
    with one_transaction(django_db_blocker):
        built = begin()
        built.remember(MALLORY, SHARED)
        add_acme(built)
        # An admin is let in wherever a curator is.
        for visitor in (ADMIN, MEMBER):
            built.remember(visitor, PRIVATE)
        add_private(built)
        yield built
