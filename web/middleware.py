"""What every response carries (security headers) and every request knows (its actor)."""

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.decorators import sync_and_async_middleware
from django.utils.functional import SimpleLazyObject

from memory import access
from memory.access import Actor
from memory.rules import redaction

TEAM_IN_SESSION = "team"

# No inline script or style anywhere, admin included; nothing is loaded from another machine.
CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

# Tokens that Django or the sign-in compares, the address of a web hook, which is called, and texts whose verbs say
# what they took out.
_RAW = frozenset({"csrfmiddlewaretoken", "url", "content", "comment", "next"})

Next = Callable[[HttpRequest], HttpResponse] | Callable[[HttpRequest], Awaitable[HttpResponse]]


def _secured(response: HttpResponse) -> HttpResponse:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    return response


@sync_and_async_middleware
def SecurityHeaders(get_response: Next) -> Next:
    """Give every response the headers that keep a browser from doing harm with it."""
    if iscoroutinefunction(get_response):

        async def secure_async(request: HttpRequest) -> HttpResponse:
            return _secured(await get_response(request))

        return secure_async

    def secure(request: HttpRequest) -> HttpResponse:
        return _secured(get_response(request))  # type: ignore[arg-type]

    return secure


def _without_secrets(form: QueryDict) -> QueryDict:
    """A form as it may be stored and shown again; what opens a door by itself, and what a verb redacts, stays."""
    kept = form.copy()
    for name, values in form.lists():
        if name not in _RAW and "password" not in name.lower():
            kept.setlist(name, [redaction.cleaned(value, name=name) for value in values])
    kept._mutable = False  # type: ignore[attr-defined]
    return kept


def _redact_form(request: HttpRequest, *_: object) -> None:
    # The API reads its bodies itself, whatever a client calls them.
    if request.method == "POST" and not request.path.startswith("/api/"):
        request.POST = _without_secrets(request.POST)  # type: ignore[assignment]


@sync_and_async_middleware
def RedactedForms(get_response: Next) -> Next:
    """Take secrets out of what people type into forms, before any view sees it."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponse:
            return await get_response(request)

        answer_async.process_view = _redact_form  # type: ignore[attr-defined]
        return answer_async

    def answer(request: HttpRequest) -> HttpResponse:
        return get_response(request)  # type: ignore[return-value]

    answer.process_view = _redact_form  # type: ignore[attr-defined]
    return answer


def _actor(request: HttpRequest) -> Actor | None:
    """The signed-in person in the team they chose, else in their first; None for everybody else."""
    if not request.user.is_authenticated:
        return None
    chosen = request.session.get(TEAM_IN_SESSION)
    actor = access.actor_for(request.user, team=chosen) if isinstance(chosen, int) else None
    return actor or access.actor_for(request.user)


def _introduce(request: HttpRequest) -> None:
    request.actor = SimpleLazyObject(lambda: _actor(request))  # type: ignore[attr-defined]


@sync_and_async_middleware
def CurrentActor(get_response: Next) -> Next:
    """Give every request `actor`, looked up on first use; falsy without a signed-in member of a team."""
    if iscoroutinefunction(get_response):

        async def introduce_async(request: HttpRequest) -> HttpResponse:
            _introduce(request)
            return await get_response(request)

        return introduce_async

    def introduce(request: HttpRequest) -> HttpResponse:
        _introduce(request)
        return get_response(request)  # type: ignore[return-value]

    return introduce
