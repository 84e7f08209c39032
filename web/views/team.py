"""The team's people: who they are, what role each has, when something was last heard of them; and their invitations."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from memory import people
from memory.models import Invitation, Membership
from memory.recall.team import people_of_team, who_may
from web.access import actor_of, authorize
from web.rendering import page
from web.undoing import offered_undo

# So long without a word, and the plugin may have gone silent.
SILENT = timedelta(days=3)


@require_safe
@authorize("read")
def team(request: HttpRequest) -> HttpResponse:
    """Everybody in the team; admins get the forms."""
    return shown(request)


def shown(request: HttpRequest, *, link: str = "", refusal: str = "", status: int = 200, **typed: str) -> HttpResponse:
    """The page, with the link of a new invitation (this once) or why there is none."""
    actor = actor_of(request)
    manages = actor.may("admin")
    context: dict[str, object] = {
        "page": "team",
        "part": "people",
        "people": people_of_team(actor=actor),
        "manages": manages,
        "who_may": [] if manages else who_may("people", actor=actor),
        "roles": Membership.Role.values,
        "silent": timezone.now() - SILENT,
        "invitations": _invitations(request) if manages else [],
        "link": link,
        "refusal": refusal,
        "typed": typed,
        "undo": offered_undo(request),
    }
    response = page(request, "web/team.html", context, status=status)
    if link:
        response["Cache-Control"] = "no-store"
    return response


def _invitations(request: HttpRequest) -> list[Invitation]:
    return people.list_invitations(actor=actor_of(request), waiting=True)
