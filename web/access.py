"""Access to pages: every view uses `authorize` or `public` and runs in its actor's scope."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse

from api import familiar
from api.throttles import PerToken
from memory import access
from memory.access import Actor
from memory.errors import CairnError, Forbidden
from web.direct import briefly
from web.views import errors

View = Callable[..., Any]


def public(view: View) -> View:
    """Mark a view as open to everybody, signed in or not. It sees no team's rows."""
    view.access = "public"  # type: ignore[attr-defined]
    return view


def authorize(scope: str) -> Callable[[View], View]:
    """Admit people with `scope` in their team, and run the whole view, including rendering, as that actor.

    Everybody else goes to the sign-in page, or gets a page that says what is missing. A verb that
    refuses becomes a page (or, for htmx, a notice) with its own words and status.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            refusal = _refusal(request, scope)
            return refusal or _acting(view, request, *args, **kwargs)

        guarded.access = scope  # type: ignore[attr-defined]
        return guarded

    return decorate


def authorize_stream(scope: str) -> Callable[[View], View]:
    """As `authorize`, for a view that streams and opens the actor's scope itself, briefly, to ask."""

    def decorate(view: View) -> View:
        @wraps(view)
        async def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            # A stream is fetched by a script, which a sign-in page would not help.
            if not await briefly(_holds, request, scope):
                return HttpResponse("You are not signed in. Sign in first.", status=401, content_type="text/plain")
            return await view(request, *args, **kwargs)

        guarded.access = scope  # type: ignore[attr-defined]
        return guarded

    return decorate


def _holds(request: HttpRequest, scope: str) -> bool:
    actor = actor_of(request) if request.user.is_authenticated else None
    return bool(actor) and actor.may(scope)  # type: ignore[union-attr]


def actor_of(request: HttpRequest) -> Actor:
    """Return the actor of a request that `authorize` admitted."""
    return request.actor  # type: ignore[attr-defined]


def _refusal(request: HttpRequest, scope: str) -> HttpResponse | None:
    """Return the response that rejects this request, or None if it is allowed."""
    if not request.user.is_authenticated:
        return _to_sign_in(request)
    actor = actor_of(request)
    if not actor:
        return errors.without_team(request)
    try:
        actor.require(scope)
    except Forbidden as error:
        return errors.failure(request, error)
    familiar.note(request.session.session_key or "", actor.user.pk)
    if seconds := PerToken.seconds_to_wait(actor):
        return errors.too_fast(request, seconds)
    return None


def _acting(view: View, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    try:
        with access.acting(actor_of(request)):
            return view(request, *args, **kwargs)
    except CairnError as error:
        return errors.failure(request, error)


def _to_sign_in(request: HttpRequest) -> HttpResponse:
    """The sign-in page, which leads back here; htmx is told to move the whole page there."""
    if request.htmx:  # type: ignore[attr-defined]
        try:
            here = request.htmx.current_url_abs_path or "/"  # type: ignore[attr-defined]
        except ValueError:  # the header holds no address
            here = "/"
        target = f"{reverse('login')}?{urlencode({'next': here})}"
        return HttpResponse(status=401, headers={"HX-Redirect": target})
    target = f"{reverse('login')}?{urlencode({'next': request.get_full_path()})}"
    return HttpResponseRedirect(target)
