"""One's own tokens: what they are for, when they end, and the buttons that issue, rotate and revoke them."""

from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from memory import people
from memory.errors import Refused
from memory.models import AccessToken
from web.access import actor_of, authorize
from web.filters import number as whole_number
from web.filters import text
from web.rendering import page

_LONGEST_DAYS = 3650
_GRACE = timedelta(minutes=10)


@require_http_methods(["GET", "HEAD", "POST"])
@authorize("read")
@sensitive_variables("raw")
def index(request: HttpRequest) -> HttpResponse:
    """The list; a POST issues a token and shows it, this once."""
    raw = _issued(request) if request.method == "POST" else ""
    return _shown(request, raw)


@require_POST
@authorize("read")
@sensitive_variables("raw")
def rotate(request: HttpRequest, number: int) -> HttpResponse:
    """A new secret for the same token, shown this once; the old one ends now, or in ten minutes if asked."""
    actor = actor_of(request)
    grace = _GRACE if text(request.POST, "grace") else timedelta(0)
    _, raw = people.rotate_token(people.find_token(str(number), actor=actor), actor=actor, grace=grace)
    return _shown(request, raw)


@require_POST
@authorize("read")
def revoke(request: HttpRequest, number: int) -> HttpResponse:
    """End one's token at once."""
    actor = actor_of(request)
    done = people.revoke_token(people.find_token(str(number), actor=actor), actor=actor)
    messages.success(request, "Revoked. The token no longer works." if done else "This token was already revoked.")
    return redirect("tokens")


def _issued(request: HttpRequest) -> str:
    actor = actor_of(request)
    days = whole_number(request.POST, "days")
    if days is not None and not 1 <= days <= _LONGEST_DAYS:
        raise Refused(
            "invalid", f"A token lasts 1 to {_LONGEST_DAYS} days. Leave the field empty for a token that never expires."
        )
    expires = timezone.now() + timedelta(days=days) if days else None
    name = text(request.POST, "name")[:100]
    agent = text(request.POST, "agent")[:100] or None
    return people.issue_own_token(
        actor=actor, scopes=request.POST.getlist("scopes"), name=name, agent=agent, expires=expires
    )[1]


def _shown(request: HttpRequest, raw: str = "") -> HttpResponse:
    actor, now = actor_of(request), timezone.now()
    tokens = people.list_tokens(actor=actor)
    context: dict[str, object] = {
        "page": "tokens",
        "part": "tokens",
        "raw": raw,
        "tokens": [token for token in tokens if _is_usable(token)],
        "ended": [token for token in tokens if not _is_usable(token)][:20],
        "scopes": [scope for scope in AccessToken.Scope.values if scope in actor.scopes],
        "given": {"capture", "read", "write"},
        "days": settings.CAIRN_TOKEN_DAYS or "",
        "soon": now + timedelta(days=7),
        "may_own_agents": actor.may("write"),
    }
    response = page(request, "web/tokens.html", context)
    if raw:
        response["Cache-Control"] = "no-store"
    return response


def _is_usable(token: AccessToken) -> bool:
    return token.revoked_at is None and not (token.expires_at and token.expires_at <= timezone.now())
