"""The set-up page of the plugin: commands with address and token filled in, and a light that shows arriving events."""

import re
import shlex
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from memory import people
from memory.recall.arrival import arrived_since, last_session
from web.access import actor_of, authorize
from web.filters import text
from web.rendering import page

_PLACEHOLDER = "cairn_…"
_SCOPES = ("capture", "read", "write")
# Who makes the facts, as the plugin's options say it.
_CHOICES = {"server": "", "claude": " --config distill=claude", "local": " --config distill=claude --config raw=off"}
# So long the page asks by itself, every two seconds.
PATIENCE = timedelta(minutes=15)


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
    """Show the steps. A POST creates a token for this person and fills it in once."""
    raw = _new_token(request) if request.method == "POST" else ""
    context: dict[str, object] = {
        "page": "connect",
        "token": raw,
        "steps": _steps(request, raw or _PLACEHOLDER),
        "command_line": f"pipx install {shlex.quote(_client())}",
        "distill": _distill(request),
        "wanted": actor_of(request).team.client_distill,
        "last": last_session(actor=actor_of(request)),
        **_heard(request),
    }
    response = page(request, "web/connect.html", context)
    if raw:
        response["Cache-Control"] = "no-store"
    return response


@require_safe
@authorize("read")
def heard(request: HttpRequest) -> HttpResponse:
    """The light alone, for the page that waits; 204 as long as it shows what it would show."""
    context = _heard(request)
    if context["state"] == text(request.GET, "state"):
        return HttpResponse(status=204)
    response = page(request, "web/connect.html#heard", context)
    response["Cache-Control"] = "no-store"
    return response


def _heard(request: HttpRequest) -> dict[str, object]:
    """What arrived of this person's since the page was opened; after a while it is not asked any more."""
    since = _since(request)
    arrival = arrived_since(since, actor=actor_of(request))
    tired = timezone.now() - since > PATIENCE
    state = "stopped" if tired and not arrival.event else arrival.state
    return {"since": since.isoformat(), "arrival": arrival, "state": state}


def _since(request: HttpRequest) -> datetime:
    """The moment that the page's address names, else now."""
    now = timezone.now()
    try:
        told = parse_datetime(text(request.GET, "since").replace(" ", "+"))
    except ValueError:
        told = None
    return min(told, now) if told and timezone.is_aware(told) else now


def _new_token(request: HttpRequest) -> str:
    actor = actor_of(request)
    scopes = [scope for scope in _SCOPES if actor.may(scope)]
    name = text(request.POST, "name")[:100] or "plugin"
    return people.issue_own_token(actor=actor, scopes=scopes, name=name)[1]


def _steps(request: HttpRequest, token: str) -> list[Step]:
    url = request.build_absolute_uri("/").rstrip("/")
    options = f"--config url={url} --config token={token}{_CHOICES[_distill(request)]}"
    return [
        Step(
            "marketplace",
            "Tell Claude Code where the plugin is",
            f"claude plugin marketplace add {shlex.quote(_source())}",
        ),
        Step("install", "Install it for this server", f"claude plugin install cairn@cairn {options}"),
    ]


def _distill(request: HttpRequest) -> str:
    """Who is to make the facts: what was chosen, else what the team wants."""
    chosen = text(request.POST if request.method == "POST" else request.GET, "distill")
    if chosen in _CHOICES:
        return chosen
    return "claude" if actor_of(request).team.client_distill else "server"


def _client() -> str:
    """Return where pip finds the command line: the folder `hooks` of the marketplace, local or in a git repository."""
    source, _, version = _source().partition("#")
    if Path(source).is_absolute():
        return str(Path(source) / "hooks")
    if re.fullmatch(r"[\w.-]+/[\w.-]+", source):  # how Claude Code names repositories on GitHub
        source = f"https://github.com/{source}"
    elif "://" not in source:  # git@host:path
        source = f"ssh://{source.replace(':', '/', 1)}"
    return f"git+{source}{version and f'@{version}'}#subdirectory=hooks"


def _source() -> str:
    """Where the plugin's marketplace lies: the git address that the operator names, else our own folder."""
    return str(settings.CAIRN_PLUGIN_SOURCE)
