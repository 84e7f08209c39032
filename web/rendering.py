"""One view, one template, one named partial: the page for a browser, its partial for htmx."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers


def wants_partial(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of the page (not for a whole one, boosted or restored from history)."""
    htmx = request.htmx  # type: ignore[attr-defined]
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request and htmx.request_type != "full"


def page(
    request: HttpRequest, template: str, context: dict[str, object], *, partial: str = "", status: int = 200
) -> HttpResponse:
    """Render `template`, or only its `partial` when htmx asks for that."""
    part = bool(partial) and wants_partial(request)
    name = f"{template}#{partial}" if part else template
    response = render(request, name, context, status=status)
    # Both live at one address: a cache must tell them apart, and never show a part as the page on "Back".
    patch_vary_headers(response, ["HX-Request", "HX-Request-Type", "Cookie"])
    response["Cache-Control"] = "no-store" if part else "private, no-cache"
    return response
