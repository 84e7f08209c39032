"""Accept an invitation with an existing account or a new one."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from memory import people
from memory.errors import CairnError, Refused
from memory.models import User
from web.access import public
from web.filters import text
from web.middleware import TEAM_IN_SESSION
from web.rendering import page
from web.views import errors

_BACKEND = "django.contrib.auth.backends.ModelBackend"


@public
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
@sensitive_variables("raw")
def join(request: HttpRequest, raw: str) -> HttpResponse:
    """The offer; a POST accepts it as whoever is signed in, else with a new account that it signs in."""
    try:
        response = _accept(request, raw) if request.method == "POST" else _offer(request, raw)
    except CairnError as error:
        response = errors.failure(request, error)
    # Django would write the address of a refusal into the log, and with it the secret of a link that may still be good.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def _accept(request: HttpRequest, raw: str) -> HttpResponse:
    if isinstance(request.user, User):
        team = people.accept_invitation(raw, request.user)
        request.session[TEAM_IN_SESSION] = team.pk
        return redirect("connect")
    password = request.POST.get("password", "")
    try:
        user = people.join_with_new_account(raw, username=text(request.POST, "username"), password=password)
    except Refused as refusal:
        if refusal.status == 404:
            raise
        return _offer(request, raw, refusal)
    login(request, user, backend=_BACKEND)
    return redirect("connect")


def _offer(request: HttpRequest, raw: str, refusal: Refused | None = None) -> HttpResponse:
    context: dict[str, object] = {
        "offer": people.find_invitation(raw),
        "refusal": refusal.detail if refusal else "",
        "username": text(request.POST, "username"),
    }
    response = page(request, "web/invitation.html", context, status=refusal.status if refusal else 200)
    response["Cache-Control"] = "no-store"
    return response
