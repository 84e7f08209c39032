"""The weekly digest: what the team learned, as far as the reader can see it, and its e-mail setting."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from memory.people.digests import choose_digest, wants_digest
from memory.recall.digest import digest_of, read_week, week_of
from web.access import actor_of, authorize
from web.filters import text
from web.rendering import page


@require_safe
@authorize("read")
def digest(request: HttpRequest) -> HttpResponse:
    """This week's, or that of `?week=2026-W47`."""
    actor, this = actor_of(request), week_of(timezone.now())
    asked = text(request.GET, "week")
    week = read_week(asked) if asked else this
    context: dict[str, object] = {
        "page": "digest",
        "digest": digest_of(week, actor=actor),
        "is_now": week == this,
        "has_after": week.monday < this.monday,
        "wanted": wants_digest(actor=actor),
        "email": actor.user.email,
    }
    return page(request, "web/digest.html", context)


@require_POST
@authorize("read")
def choose(request: HttpRequest) -> HttpResponse:
    """Turn the digest mail on or off."""
    wanted = bool(text(request.POST, "wanted"))
    choose_digest(wanted, actor=actor_of(request))
    said = (
        "You will get the digest by e-mail on Monday mornings."
        if wanted
        else "You will no longer get the digest by e-mail."
    )
    messages.success(request, said)
    return redirect("digest")
