"""The plugin's set-up page: every command with this server's address, and a token on request, filled in."""

import shlex
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from memory import people
from web.access import actor_of, authorize
from web.filters import text
from web.rendering import page

_PLACEHOLDER = "cairn_…"
_SCOPES = ("capture", "read", "write")


@dataclass(frozen=True)
class Step:
    """One command of the set-up, and what it is for."""

    name: str
    title: str
    command: str


@require_http_methods(["GET", "HEAD", "POST"])
@authorize("read")
@sensitive_variables("raw")
def connect(request: HttpRequest) -> HttpResponse:
    """The steps; a POST issues a token for this person and fills it in, this once."""
    raw = _new_token(request) if request.method == "POST" else ""
    context: dict[str, object] = {
        "page": "connect",
        "token": raw,
        "steps": _steps(request, raw or _PLACEHOLDER),
    }
    response = page(request, "web/connect.html", context)
    if raw:
        response["Cache-Control"] = "no-store"
    return response


def _new_token(request: HttpRequest) -> str:
    actor = actor_of(request)
    scopes = [scope for scope in _SCOPES if actor.may(scope)]
    name = text(request.POST, "name")[:100] or "plugin"
    return people.issue_own_token(actor=actor, scopes=scopes, name=name)[1]


def _steps(request: HttpRequest, token: str) -> list[Step]:
    url = request.build_absolute_uri("/").rstrip("/")
    options = f"--config url={url} --config token={token}"
    return [
        Step(
            "marketplace",
            "Tell Claude Code where the plugin is",
            f"claude plugin marketplace add {shlex.quote(_source())}",
        ),
        Step("install", "Install it, pointed at this server", f"claude plugin install cairn@cairn {options}"),
    ]


def _source() -> str:
    """Where the plugin's marketplace lies: the git address that the operator names, else our own folder."""
    return str(settings.CAIRN_PLUGIN_SOURCE)
