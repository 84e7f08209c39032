"""The lists: newest first, worn ones, each within the team and the project asked for."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from memory.access import Actor
from tests.api.conftest import CENTS, PSYCOPG, WEBHOOKS, get

pytestmark = pytest.mark.django_db


def ids(client: Client, which: str, **filters: object) -> list[str]:
    return [memory["id"] for memory in get(client, f"memories/{which}", **filters).json()["results"]]


def test_the_newest_come_first_and_filters_narrow_them(
    api_of: Callable[..., Client], bob: Actor, tell: Callable[..., dict], noise: dict
) -> None:
    cents = tell(CENTS, type="decision", tags=["money"])
    webhooks = tell(WEBHOOKS, type="pattern")
    asked = api_of(bob)
    assert ids(asked, "recent") == [webhooks["id"], cents["id"]]
    assert ids(asked, "recent", limit=1) == ids(asked, "recent", type="pattern") == [webhooks["id"]]
    assert (
        ids(asked, "recent", tag="money") == ids(asked, "recent", project="checkout", type="decision") == [cents["id"]]
    )
    assert ids(asked, "recent", agent_id="nobody") == ids(asked, "recent", project="nowhere") == []


def test_what_is_worn_and_unused_is_stale(api_of: Callable[..., Client], bob: Actor, tell: Callable[..., dict]) -> None:
    old = (timezone.now() - timedelta(days=400)).isoformat()
    worn = tell(CENTS, type="decision", occurred_at=old)
    tell(PSYCOPG, type="dependency")
    assert ids(api_of(bob), "stale") == ids(api_of(bob), "stale", project="checkout") == [worn["id"]]
    assert ids(api_of(bob), "stale", project="nowhere") == []


@pytest.mark.parametrize("which", ["recent", "stale"])
def test_the_lists_of_another_team_are_empty(
    api_of: Callable[..., Client], mallory: Actor, tell: Callable[..., dict], which: str
) -> None:
    tell(CENTS, type="decision", occurred_at="2024-01-01")
    assert ids(api_of(mallory), which) == ids(api_of(mallory), which, project="checkout") == []


@pytest.mark.parametrize("which", ["recent", "stale"])
def test_lists_need_the_read_scope_and_a_sane_limit(api_of: Callable[..., Client], bob: Actor, which: str) -> None:
    assert get(api_of(bob, "write"), f"memories/{which}").status_code == 403
    assert get(api_of(bob), f"memories/{which}", limit=101).status_code == 400


def test_a_wrong_type_is_answered_with_the_right_ones(api_of: Callable[..., Client], bob: Actor) -> None:
    assert "dependency" in get(api_of(bob), "memories/recent", type="opinion").json()["detail"]
