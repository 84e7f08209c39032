"""The refusals in the OpenAPI description: which problems an operation can answer with, told from its shape.

One place for all of them, since they come from what every endpoint shares: tokens, parsers, throttles, the database.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from api.problems import CONTENT_TYPE

Operation = dict[str, Any]
Schemas = Mapping[str, Any]

_TELLS = {
    400: "Something in the request is wrong: `invalid` (with `errors`), `malformed` or a code of its own.",
    401: "No token, or one that does not count: `unauthenticated`, `token_unknown`, `token_revoked`, `token_expired`.",
    403: "`forbidden`: the role or the token does not allow this. `blocked`: a curator has switched the source off.",
    404: "`not_found`: there is nothing with this name that the asker may see.",
    406: "`not_acceptable`: the answer has no such form.",
    408: "`timeout`: the body did not come in time.",
    409: "Things are no longer as they were when the request was made; `detail` says how, and by whom.",
    413: "`too_large`: send it in smaller parts.",
    415: "`unsupported_media_type`: the content type or encoding is not understood.",
    422: "`rejected`: the text holds no storable fact, for the `reason` given.",
    429: "`throttled`: too many requests.",
    503: "`unavailable`, `busy` or `disk_full`: the server cannot work now.",
}
_ALWAYS = {401, 403, 406, 429, 503}
_WITH_BODY = {400, 408, 413, 415}
_LATER = {429, 503}
_TEXTS = {"content", "contents"}
_RETRY_AFTER = {"Retry-After": {"schema": {"type": "integer", "minimum": 1}, "description": "Seconds to wait."}}
_PROBLEM = {
    "type": "object",
    "description": "A problem as in RFC 9457; some codes bring more members, such as `errors` or `duplicate_of`.",
    "properties": {
        "type": {"type": "string", "format": "uri", "description": "`urn:cairn:problem:` and the code."},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "Stable, for programs."},
        "detail": {"type": "string", "description": "What is wrong and what to do, for people."},
    },
    "required": ["code", "detail", "status", "title", "type"],
    "additionalProperties": True,
}


def with_problems(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """The description with every refusal as a problem document (drf-spectacular's POSTPROCESSING_HOOKS)."""
    schemas = result["components"]["schemas"]
    for operation in _operations(result):
        answers = operation["responses"]
        for status in _refusals(operation, schemas):
            answers.setdefault(str(status), {"description": _TELLS[status]})
        for status in [status for status in answers if status >= "400"]:
            answers[status] |= _as_problem(int(status))
        operation["responses"] = dict(sorted(answers.items()))
    schemas["Problem"] = _PROBLEM
    return result


def _operations(result: Mapping[str, Any]) -> Iterator[Operation]:
    for path in result["paths"].values():
        yield from path.values()


def _refusals(operation: Operation, schemas: Schemas) -> set[int]:
    """Statuses that an operation of this shape can answer with, besides those that it declares itself."""
    places = {parameter["in"] for parameter in operation.get("parameters", [])}
    sent = _members(operation, schemas)
    statuses = set(_ALWAYS)
    if places:
        statuses.add(400)
    if "path" in places or sent:
        statuses.add(404)
    if "requestBody" in operation:
        statuses |= _WITH_BODY
    if _TEXTS & sent:
        statuses.add(422)
    return statuses


def _members(operation: Operation, schemas: Schemas) -> set[str]:
    """Names of what a JSON body brings."""
    content = operation.get("requestBody", {}).get("content", {})
    name = content.get("application/json", {}).get("schema", {}).get("$ref", "").rpartition("/")[2]
    return set(schemas[name]["properties"]) if name else set()


def _as_problem(status: int) -> dict[str, Any]:
    body = {"content": {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    return body | ({"headers": _RETRY_AFTER} if status in _LATER else {})
