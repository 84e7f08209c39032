"""Requests made up from the schema itself, at every endpoint: each answer is one that the schema knows, and tells
nothing of what is hidden from who asks.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from drf_spectacular.generators import SchemaGenerator
from hypothesis import strategies as st
from schemathesis import APIOperation, Case, GenerationMode, SerializationContext
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from api.urls import endpoints
from tests.access.conftest import World
from tests.access.doors_api import OPEN, declared
from tests.access.fuzzing import HIDDEN, ODD, many, meant
from tests.access.visitors import ANONYMOUS, Visitor, bearer, undone
from tests.access.walk import marks_in

_CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@schemathesis.serializer("application/x-ndjson")
def _as_lines(context: SerializationContext, value: Any) -> bytes:
    return str(value).encode("utf-8", "replace")


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """Between requests Django closes a connection that has a transaction, and with it the world."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@cache
def _described() -> Any:
    loaded = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(request=None, public=True))
    loaded.app = get_wsgi_application()
    return loaded


def _operation(name: str, method: str) -> APIOperation:
    route = next(str(entry.pattern) for entry in endpoints if entry.name == name)
    return _described()["/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)][method]


@st.composite
def _requests(draw: st.DrawFn, operation: APIOperation) -> Case:
    """What the schema allows or what it forbids, in most of them with names of rows where it takes some."""
    case = draw(operation.as_strategy(draw(st.sampled_from(GenerationMode))))
    for part in (case.path_parameters, case.query, case.body):
        if isinstance(part, dict):
            part.update({name: draw(_other(name, value, operation.path)) for name, value in part.items()})
    # Without a name in it a path is that of another operation.
    case.path_parameters = {name: value or "0" for name, value in (case.path_parameters or {}).items()}
    return case


def _other(name: str, value: Any, path: str) -> st.SearchStrategy:
    """In most places what a client would say; a list in a query is a text."""
    if isinstance(value, str):
        said = meant(name, path).map(lambda told: ",".join(told) if isinstance(told, list) else told)
        return st.one_of(said, said, said, ODD, st.just(value))
    if isinstance(value, list) and name in ("ids", "contents", "projects"):
        return st.one_of(meant(name), meant(name), st.just(value))
    return st.just(value)


@pytest.mark.parametrize("visitor", HIDDEN, ids=lambda visitor: visitor.name)
@pytest.mark.parametrize(("name", "method"), sorted(declared().keys() - OPEN))
def test_answers_are_as_described_and_tell_nothing_of_others(
    world: World, name: str, method: str, visitor: Visitor
) -> None:
    def is_well_answered(case: Case) -> None:
        with undone():
            response = case.call(headers=bearer(visitor))
        case.validate_response(response, checks=_CHECKS)
        assert not marks_in(f"{response.headers}\n{response.text}", HIDDEN[visitor])
        # A slash in a name makes another address, which is none of ours.
        elsewhere = any("/" in str(part) for part in (case.path_parameters or {}).values())
        assert visitor != ANONYMOUS or response.status_code == 401 or (elsewhere and response.status_code == 404)

    many(_requests(_operation(name, method)), is_well_answered)
