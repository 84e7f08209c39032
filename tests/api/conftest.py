"""What the tests of the API share: sending JSON, and memories that alice told."""

from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client

from memory.access import Actor

REMOTE = "git@github.com:acme/checkout.git"
CENTS = "Refund.amount_cents is a BigIntegerField because rounding a Decimal lost 0.01 EUR in three refunds."
WEBHOOKS = "Every webhook handler must only store the event and answer 200; the work belongs in a Celery task."
PSYCOPG = "Checkout runs on Django 5.2.8 with psycopg 3.2.13 and PostgreSQL 17.5."


def post(client: Client, path: str, body: object = None, **headers: str) -> HttpResponse:
    """POST JSON below /api/v1/."""
    return client.post(f"/api/v1/{path}", body or {}, content_type="application/json", headers=headers or None)


def get(client: Client, path: str, **query: object) -> HttpResponse:
    """GET below /api/v1/."""
    return client.get(f"/api/v1/{path}", query)


@pytest.fixture
def tell(api_of: Callable[..., Client], alice: Actor) -> Callable[..., dict]:
    """Remembers something over HTTP, as alice unless told who."""

    def told(content: str, *, actor: Actor = alice, **fields: object) -> dict:
        body = {"content": content, "projects": [REMOTE], **fields}
        response = post(api_of(actor), "memories", body)
        assert response.status_code == 201, response.content
        return response.json()

    return told


@pytest.fixture
def cents(tell: Callable[..., dict]) -> dict:
    """A memory of team acme."""
    return tell(CENTS)


@pytest.fixture
def noise(tell: Callable[..., dict], mallory: Actor) -> dict:
    """A memory of the other team that says nearly the same: whatever looks too far will find it."""
    return tell(CENTS.replace("three", "four"), actor=mallory)
