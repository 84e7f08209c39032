"""The OpenAPI description is complete, valid, and open to everybody."""

import pytest
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db


@pytest.fixture
def schema() -> dict:
    return Client().get("/api/v1/schema/?format=json").json()


def test_every_endpoint_is_described(schema: dict) -> None:
    described = {
        f"{method} {path.removeprefix('/api/v1/')}" for path in schema["paths"] for method in schema["paths"][path]
    }
    assert described == {
        "post events",
        "get search",
        "get briefing",
        "get memories",
        "post memories",
        "get memories/recent",
        "get memories/stale",
        "get memories/{ref}",
        "patch memories/{ref}",
        "delete memories/{ref}",
        "post memories/{ref}/restore",
        "post memories/{ref}/approve",
        "post memories/{ref}/reject",
        "post memories/{ref}/pin",
        "post memories/{ref}/confirm",
        "post memories/{ref}/retype",
        "post memories/{ref}/tags",
        "post memories/{ref}/share",
        "post memories/{ref}/split",
        "post memories/{ref}/feedback",
        "delete memories/{ref}/feedback",
        "post memories/{ref}/undo",
        "post memories/merge",
        "get memories/{ref}/lineage",
        "post transcripts/{session_id}",
        "get contradictions",
        "post contradictions/{ref}/resolve",
        "get review",
        "get review/counts",
        "post review/decide",
        "post review/assign",
        "get policy",
        "patch policy",
        "post policy/rules",
        "delete policy/rules/{ref}",
        "get blocks",
        "post blocks",
        "post blocks/{ref}/lift",
        "get history",
        "get sessions",
        "get sessions/{ref}",
        "get sessions/{ref}/turns",
        "get sessions/{ref}/turns/{turn}",
        "get log/{day}.md",
        "get audit",
        "get whoami",
        "get status",
    }
    assert reverse("api:memory-detail", args=["0195f3aa"]) == "/api/v1/memories/0195f3aa"


def test_operations_have_distinct_names_and_a_way_to_authenticate(schema: dict) -> None:
    operations = [operation for path in schema["paths"].values() for operation in path.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(names) == len(set(names))
    assert all({"token": []} in operation["security"] for operation in operations)
    assert schema["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


def test_answers_are_described_in_their_real_shape(schema: dict) -> None:
    hit = schema["components"]["schemas"]["HitShape"]["properties"]
    assert {
        "id",
        "type",
        "level",
        "snippet",
        "projects",
        "score",
        "created_at",
        "est_tokens",
        "agent_id",
    } <= set(hit)
    parameters = {parameter["name"]: parameter for parameter in schema["paths"]["/api/v1/search"]["get"]["parameters"]}
    assert parameters["q"]["required"] is True
    assert parameters["limit"]["schema"] == {"type": "integer", "maximum": 100, "minimum": 1, "default": 5}


def test_every_refusal_is_listed_as_a_problem(schema: dict) -> None:
    operations = {
        f"{method} {path.removeprefix('/api/v1/')}": operation["responses"]
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    }
    refusals = [answer for answers in operations.values() for status, answer in answers.items() if status >= "400"]
    problem = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    assert all(answer["content"] == problem and answer["description"] for answer in refusals)
    assert all({"401", "403", "429", "503"} <= set(answers) for answers in operations.values())
    assert {"400", "404", "409", "413", "415", "422"} <= set(operations["post memories"])
    assert {"400", "404", "409"} <= set(operations["delete memories/{ref}"])
    assert "400" not in operations["get whoami"] and "413" not in operations["get search"]
    assert "Retry-After" in operations["get search"]["503"]["headers"]
