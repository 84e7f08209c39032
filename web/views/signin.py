"""Sign in, sign out, and switch teams."""

from typing import Any

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from memory.errors import NotFound
from memory.models import Membership
from web import throttle
from web.access import actor_of, authorize
from web.filters import number
from web.middleware import TEAM_IN_SESSION
from web.views import errors


class SignIn(LoginView):
    """Django's own view, with a limit on failures, and with the way to the identity provider where there is one."""

    template_name = "web/login.html"
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Check the password, unless this name or this address has failed too often."""
        if seconds := throttle.seconds_to_wait(request, request.POST.get("username", "")):
            return errors.too_many(request, seconds)
        return super().post(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """What the link to the identity provider is called; empty without one."""
        provider = settings.CAIRN_OIDC_NAME if settings.CAIRN_OIDC_ISSUER else ""
        return super().get_context_data(**kwargs, provider=provider)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign in, and know the browser again."""
        response = super().form_valid(form)
        throttle.remember(response, form.cleaned_data["username"])
        return response

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Count the failure and say it, with a status that scripts understand too."""
        throttle.count_failure(self.request, self.request.POST.get("username", ""))
        response = super().form_invalid(form)
        response.status_code = 401
        return response


sign_in = SignIn.as_view()
sign_out = LogoutView.as_view()
sign_in.access = sign_out.access = "public"  # type: ignore[attr-defined]


@require_POST
@authorize("read")
def choose_team(request: HttpRequest) -> HttpResponse:
    """Remember which of one's teams the pages show."""
    wanted = number(request.POST, "team")
    if not Membership.objects.filter(user=actor_of(request).user, team_id=wanted or 0).exists():
        raise NotFound("You are not a member of that team.")
    request.session[TEAM_IN_SESSION] = wanted
    return redirect("timeline")
