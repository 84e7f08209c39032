"""Show errors in plain words: as a page, or as a notice if htmx sent the request."""

import sys
from http import HTTPStatus

import psycopg_pool
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from memory.errors import CairnError, is_disk_full

_UNREACHABLE = (OperationalError, InterfaceError, psycopg_pool.PoolTimeout)
_TITLES = {
    400: "Request failed",
    403: "Not allowed",
    404: "Not found",
    409: "Changed meanwhile",
    422: "Not saved",
    429: "Too many attempts",
    500: "Server error",
    503: "Not available",
}


def failure(request: HttpRequest, error: CairnError, *, title: str = "") -> HttpResponse:
    """Show an error of a function, with its detail."""
    return _said(request, error.status, error.detail, title=title)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """A missing page and a hidden one get the same answer, so that addresses reveal nothing."""
    return _said(request, 404, "This page does not exist, or you cannot see it.")


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Django's own refusals."""
    return _said(request, 403, "You do not have permission to open this page.")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that was open while the person signed in or out elsewhere."""
    return _said(request, 403, "This page was open too long. Nothing was changed. Reload it and try again.")


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """A request that Django itself could not read."""
    return _said(request, 400, "The server could not read this request.")


def broken(request: HttpRequest) -> HttpResponse:
    """A bug, or a database that does not answer. The details are in the server's log."""
    error = sys.exc_info()[1]
    if isinstance(error, _UNREACHABLE) and is_disk_full(error):
        detail = "The database's disk is full. Nothing was changed. Ask an operator to free space."
        return _said(request, 503, detail)
    if isinstance(error, _UNREACHABLE):
        return _said(request, 503, "The database does not answer. Nothing was changed. Try again in a moment.")
    return _said(
        request,
        500,
        "Cairn has a bug. Nothing was changed. The server's log has the details.",
    )


def without_team(request: HttpRequest) -> HttpResponse:
    """Signed in, but a member of no team."""
    detail = "You are signed in but not a member of any team. Ask a team admin to add you with manage.py add_person."
    return _said(request, 403, detail, title="No team yet")


def too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    """A throttled sign-in."""
    detail = f"Too many failed sign-ins. Try again in {seconds} seconds."
    response = _said(request, 429, detail)
    response["Retry-After"] = str(seconds)
    return response


def too_fast(request: HttpRequest, seconds: int) -> HttpResponse:
    """More requests than CAIRN_RATE_LIMIT allows."""
    response = _said(
        request, 429, f"You requested too many pages. Try again in {seconds} seconds.", title="Too many requests"
    )
    response["Retry-After"] = str(seconds)
    return response


def _said(request: HttpRequest, status: int, detail: str, *, title: str = "") -> HttpResponse:
    title = title or _TITLES.get(status) or HTTPStatus(status).phrase
    context = {"title": title, "detail": detail, "status": status}
    # A request may fail before htmx's middleware has seen it.
    if not getattr(request, "htmx", False):
        return render(request, "web/error.html", context, status=status)
    response = render(request, "web/notices.html#notice", {"kind": "problem", "text": detail}, status=status)
    response["HX-Retarget"], response["HX-Reswap"] = "#notices", "innerHTML"
    return response
