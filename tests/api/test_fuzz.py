"""Requests made up from the OpenAPI schema: nothing breaks, every answer is described, no other team shows through."""

import json
import os
from collections.abc import Callable, Iterator

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, SerializationContext, checks
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from memory import access
from memory.access import Actor
from memory.capture.events import record_events
from memory.knowledge.remember import remember
from tests.events import turn_of

CANARY = "Zanzibarquux"
# So many requests for each operation; CAIRN_FUZZ_EXAMPLES=200 looks longer.
EXAMPLES = int(os.environ.get("CAIRN_FUZZ_EXAMPLES", "4"))
CHECKS = [
    checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@schemathesis.serializer("application/x-ndjson")
def lines_of_json(context: SerializationContext, value: object) -> bytes:
    """Whatever was made up, as the body of a transcript."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


Operations = list[schemathesis.schemas.APIOperation]


@pytest.fixture(scope="session")
def operations() -> Operations:
    """Everything that the schema lists, to be asked of the application in this process."""
    described = json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True), default=str))
    schema = schemathesis.openapi.from_dict(described)
    schema.app = get_wsgi_application()
    return [found.ok() for found in schema.get_all_operations()]


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """The test's transaction lives on while requests come and go, as Django's own test client has it."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def others(mallory: Actor) -> None:
    """What another team has: a memory and a conversation with a word that nobody else uses."""
    with access.acting(mallory):
        remember(f"The {CANARY} gateway waits 30 seconds because its partner is slow.", actor=mallory)
        record_events(turn_of(f"Why does {CANARY} wait?", f"Because {CANARY} is slow."), actor=mallory)


@pytest.fixture
def own(alice: Actor) -> str:
    """A memory of the actor's own team; its id."""
    with access.acting(alice):
        return str(remember("Checkout retries three times because the partner drops calls.", actor=alice).uuid)


def fuzzed(operation: schemathesis.schemas.APIOperation, examples: int, ask: Callable[[Case], None]) -> None:
    """Ask with so many cases of one operation, the same ones at each run."""
    chosen = settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    chosen(given(case=operation.as_strategy())(ask))()


def test_whatever_is_sent_gets_a_described_answer(
    operations: Operations,
    subtests: pytest.Subtests,
    alice: Actor,
    token_of: Callable[..., str],
    own: str,
    others: None,
) -> None:
    headers = {"Authorization": f"Bearer {token_of(alice)}"}

    def ask(case: Case) -> None:
        # Half of what is asked of a memory is asked of one that is there.
        if "ref" in case.path_parameters and len(case.path_parameters["ref"]) % 2:
            case.path_parameters["ref"] = own
        response = case.call(headers=headers)
        case.validate_response(response, checks=CHECKS)
        assert CANARY not in response.text

    for operation in operations:
        with subtests.test(operation.label):
            fuzzed(operation, EXAMPLES, ask)


def test_who_has_no_token_gets_nothing(operations: Operations, subtests: pytest.Subtests, own: str) -> None:
    def ask(case: Case) -> None:
        response = case.call()
        assert response.status_code == 401, response.text
        case.validate_response(response, checks=CHECKS)

    for operation in operations:
        with subtests.test(operation.label):
            fuzzed(operation, 1, ask)


def test_every_operation_lists_its_problems(client: Client, db: None) -> None:
    described = client.get("/api/v1/schema/?format=json").json()
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            assert {"400", "401", "403", "429", "503"} <= set(operation["responses"]), (method, path)
    assert json.dumps(described).count("application/problem+json") > 400
