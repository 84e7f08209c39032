"""The admin site: Django's own, run as the signed-in person in their team, so that the wall holds there."""

from collections.abc import Callable
from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.http import urlencode

from memory import access
from web.admin import queue
from web.admin.scope import actor_of, may
from web.views import errors


class CairnAdminSite(AdminSite):
    """For curators and admins of a team; everybody else is asked to sign in as one."""

    site_title = "Cairn admin"
    site_header = "Cairn admin"
    index_title = "Every row of your team"
    site_url = "/"
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether the person may see the admin site in the team they have chosen."""
        return may(request, "curate") and bool(request.user.is_staff)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """There is one door to sign in by, which is slow for who guesses; who came through it already hears why not."""
        if request.user.is_authenticated:
            return errors.forbidden(request)
        wanted = request.GET.get("next") or reverse("admin:index")
        return redirect(f"{reverse('login')}?{urlencode({'next': wanted})}")

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """On the page of one's account, which is slow for who guesses and not only for curators."""
        return redirect("account")

    def get_urls(self) -> list[Any]:
        """Django's, and the page of the queue."""
        return [path("queue/", self.admin_view(self.queue), name="queue"), *super().get_urls()]

    def queue(self, request: HttpRequest) -> HttpResponse:
        """What waits and what was given up."""
        return queue.queue(request, self.each_context(request))

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The lists, and above them the numbers of the queue."""
        return super().index(request, {**queue.numbers(request), **(extra_context or {})})

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Any:
        """Every page of the site, rendered inside the actor's scope: outside it there are no rows."""
        inner = super().admin_view(view, cacheable)

        def scoped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not self.has_permission(request):
                return inner(request, *args, **kwargs)
            with access.acting(actor_of(request)):
                response = inner(request, *args, **kwargs)
                return response.render() if hasattr(response, "render") else response

        scoped.access = "curate"  # type: ignore[attr-defined]
        return scoped


site = CairnAdminSite(name="admin")
