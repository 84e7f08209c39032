"""Adds to the OpenAPI schema what endpoints answer when they do not do what was asked: problems (problems.py)."""

from http import HTTPStatus
from typing import Any

from api.problems import CONTENT_TYPE

_PROBLEM = {
    "type": "object",
    "description": "RFC 9457. Some problems have members beside these: `errors`, `reason`, `duplicate_of`, `by`, `at`.",
    "properties": {
        "type": {"type": "string", "examples": ["urn:cairn:problem:invalid"]},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "Stable, for programs."},
        "detail": {"type": "string", "description": "What is wrong and what to do, for people."},
    },
    "required": ["type", "title", "status", "code", "detail"],
}
_MEANS = {
    400: "The input is not in its shape; `errors` names the fields.",
    401: "No token, or one that opens nothing.",
    403: "The token or the role may not do this.",
    404: "There is no such thing, or none that you may see.",
    406: "The answer has no such form.",
    409: "Somebody was faster, or it is known already.",
    413: "The body is too large; send it in smaller parts.",
    415: "The body is not JSON.",
    422: "It was understood and is not taken; `reason` says why.",
    429: "Too many requests; `Retry-After` says when to come again.",
    503: "The database does not answer or its disk is full; `Retry-After` says when to come again.",
}
_ALWAYS = (400, 401, 403, 404, 406, 429, 503)
_WITH_A_BODY = (409, 413, 415, 422)
_CHANGING = ("post", "patch", "delete")


def with_problems(result: dict[str, Any], **kwargs: object) -> dict[str, Any]:
    """drf-spectacular's postprocessing hook: each operation also lists the problems that it may answer."""
    result["components"]["schemas"]["Problem"] = _PROBLEM
    for operations in result["paths"].values():
        for method, operation in operations.items():
            for status in _statuses(method):
                operation["responses"].setdefault(str(status), _response(status))
    return result


def _statuses(method: str) -> tuple[int, ...]:
    return _ALWAYS + _WITH_A_BODY if method in _CHANGING else _ALWAYS


def _response(status: int) -> dict[str, Any]:
    shape = {"schema": {"$ref": "#/components/schemas/Problem"}}
    return {"description": f"{HTTPStatus(status).phrase}: {_MEANS[status]}", "content": {CONTENT_TYPE: shape}}
