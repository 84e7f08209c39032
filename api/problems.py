"""Error responses of the API: `application/problem+json` (RFC 9457) with a stable code and what to do."""

import logging
from collections.abc import Mapping
from http import HTTPStatus

import psycopg_pool
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.response import Response

from memory.capture import event_validation
from memory.errors import CairnError, is_disk_full

logger = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"
RETRY_SECONDS = 5
UNREACHABLE = (OperationalError, InterfaceError, psycopg_pool.PoolTimeout)
_CODES = {
    exceptions.ParseError: "malformed",
    exceptions.NotAuthenticated: "unauthenticated",
    exceptions.PermissionDenied: "forbidden",
    exceptions.NotFound: "not_found",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.NotAcceptable: "not_acceptable",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.Throttled: "throttled",
}


class TokenRefused(exceptions.AuthenticationFailed):
    """The token is invalid; the code says why."""


class TooLarge(exceptions.APIException):
    """The body is over the limit; the client must send less at a time."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE.value
    default_code = "too_large"


def problem(status: int, code: str, detail: str, **extra: object) -> dict[str, object]:
    """Build the members of a problem. `extra` has further members for programs (`duplicate_of`, `reason`)."""
    title = HTTPStatus(status).phrase
    return {
        "type": f"urn:cairn:problem:{code}",
        "title": title,
        "status": status,
        "code": code,
        "detail": detail,
    } | extra


def problem_response(exc: Exception, context: Mapping[str, object]) -> Response:
    """Turn any exception of a view into a response (REST framework's EXCEPTION_HANDLER). Leaks no internals."""
    exc = _as_api_exception(exc)
    if isinstance(exc, CairnError):
        return _answer(exc.status, exc.code, exc.detail, _retry(exc.status), **exc.extra)
    if isinstance(exc, exceptions.ValidationError):
        return _answer(400, "invalid", _in_words(exc.detail), {}, errors=exc.detail)
    if isinstance(exc, exceptions.APIException):
        return _answer(exc.status_code, _code(exc), str(exc.detail), _headers(exc))
    if isinstance(exc, UNREACHABLE):
        logger.error("the database cannot serve: %s", exc)
        return _answer(503, *why_unreachable(exc), _retry(503))
    logger.error("%s failed", context.get("view"), exc_info=exc)
    return _answer(500, "error", "The server has a bug or is misconfigured. Its log has the details.", {})


def why_unreachable(error: Exception) -> tuple[str, str]:
    """(code, detail) for one of UNREACHABLE."""
    if is_disk_full(error):
        return "disk_full", "The database's disk is full. Nothing was saved. Ask an operator to free space."
    return "unavailable", "The database does not answer. Retry shortly."


def storable(value: object) -> object:
    """The same texts, in lists and mappings too, without NUL and half surrogate pairs, which no answer can hold."""
    if isinstance(value, str):
        return event_validation.storable(value)
    if isinstance(value, Mapping):
        return {storable(key): storable(part) for key, part in value.items()}
    return [storable(part) for part in value] if isinstance(value, list | tuple) else value


@csrf_exempt
def nothing_here(request: HttpRequest, path: str = "") -> JsonResponse:
    """Answer unknown addresses under /api/ with a problem instead of a web page."""
    detail = "This address does not exist. /api/v1/schema/ lists all addresses."
    return JsonResponse(problem(404, "not_found", detail), status=404, content_type=CONTENT_TYPE)


def _as_api_exception(exc: Exception) -> Exception:
    if isinstance(exc, Http404):
        return exceptions.NotFound("This address does not exist.")
    if isinstance(exc, PermissionDenied):
        return exceptions.PermissionDenied(str(exc) or None)
    if isinstance(exc, RequestDataTooBig):
        return TooLarge("The body is too large. Send it in smaller parts.")
    if isinstance(exc, SuspiciousOperation):  # a query string of thousands of parameters
        return exceptions.ParseError("The request repeats fields or headers. Leave out the repeated ones.")
    return exc


def _answer(status: int, code: str, detail: str, headers: dict[str, str], **extra: object) -> Response:
    body = storable(problem(status, code, detail, **extra))
    return Response(body, status=status, headers=headers, content_type=CONTENT_TYPE)


def _retry(status: int) -> dict[str, str]:
    return {"Retry-After": str(RETRY_SECONDS)} if status == HTTPStatus.SERVICE_UNAVAILABLE else {}


def _code(exc: exceptions.APIException) -> str:
    if isinstance(exc, TokenRefused | TooLarge):
        return str(exc.get_codes())
    return _CODES.get(type(exc), str(exc.default_code))


def _headers(exc: exceptions.APIException) -> dict[str, str]:
    headers = _retry(exc.status_code)
    if challenge := getattr(exc, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if wait := getattr(exc, "wait", None):
        headers["Retry-After"] = str(max(1, round(wait)))
    return headers


def _in_words(detail: object) -> str:
    """Join all input errors into sentences: "limit: Ensure that … 100."."""
    if isinstance(detail, Mapping):
        parts = ((name, _in_words(part)) for name, part in detail.items())
        return " ".join(text if name == "non_field_errors" else f"{name}: {text}" for name, text in parts if text)
    if isinstance(detail, list | tuple):
        return " ".join(filter(None, map(_in_words, detail)))
    return str(detail) if detail else ""
