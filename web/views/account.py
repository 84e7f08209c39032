"""The account page: change the password, link the identity provider."""

import time

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import PasswordChangeForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from memory.models import User
from web import throttle
from web.access import actor_of, authorize
from web.rendering import page
from web.views import errors

LINKING = "account.linking"
# Seconds in which somebody who has shown their password comes back from the identity provider.
_LINKING_SECONDS = 600
_WRONG = "This is not your current password."


@require_safe
@authorize("read")
def account(request: HttpRequest) -> HttpResponse:
    """The page with its forms."""
    return _shown(request)


@require_POST
@authorize("read")
@sensitive_post_parameters()
def change_password(request: HttpRequest) -> HttpResponse:
    """Change the password, if the old one is right, and end all other sessions."""
    if seconds := _seconds_to_wait(request):
        return errors.too_many(request, seconds)
    form = PasswordChangeForm(actor_of(request).user, request.POST)
    if not form.is_valid():
        if "old_password" in form.errors:
            return _wrong(request, "change")
        problems = [problem for found in form.errors.values() for problem in found]
        return _shown(request, refused="change", refusal=" ".join(problems), status=422)
    update_session_auth_hash(request, form.save())
    messages.success(request, "Your password is changed. All other sessions of your account are signed out.")
    return redirect("account")


@require_POST
@authorize("read")
@sensitive_post_parameters()
def link(request: HttpRequest) -> HttpResponse:
    """Let who shows the password link the account with what they sign in by at the provider, next."""
    if seconds := _seconds_to_wait(request):
        return errors.too_many(request, seconds)
    if not actor_of(request).user.check_password(request.POST.get("password", "")):
        return _wrong(request, "link")
    request.session[LINKING] = time.time()
    # A link, not a redirect: the policy lets forms lead nowhere but here.
    return _shown(request, linking=True)


def account_to_link(request: HttpRequest) -> User | None:
    """Whose account the sign-in at the provider that just ended is to be linked with; asked once."""
    since = request.session.pop(LINKING, 0.0)
    fresh = time.time() - since < _LINKING_SECONDS
    return request.user if fresh and isinstance(request.user, User) and request.user.is_active else None


def _seconds_to_wait(request: HttpRequest) -> int:
    return throttle.seconds_to_wait(request, actor_of(request).user.username)


def _wrong(request: HttpRequest, refused: str) -> HttpResponse:
    throttle.count_failure(request, actor_of(request).user.username)
    return _shown(request, refused=refused, refusal=_WRONG, status=422)


def _shown(request: HttpRequest, *, status: int = 200, **told: object) -> HttpResponse:
    context: dict[str, object] = {
        "page": "account",
        "part": "account",
        "has_password": actor_of(request).user.has_usable_password(),
        "provider": settings.CAIRN_OIDC_NAME if settings.CAIRN_OIDC_ISSUER else "",
        **told,
    }
    return page(request, "web/account.html", context, status=status)
