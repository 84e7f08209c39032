"""Manage people: change roles, remove people, invite, withdraw invitations."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from memory import people
from memory.errors import Refused
from memory.models import Membership, Memory
from web.access import actor_of, authorize
from web.filters import number, text
from web.rendering import page
from web.undoing import offer_undo
from web.views.team import shown


@require_POST
@authorize("admin")
def change_role(request: HttpRequest, name: str) -> HttpResponse:
    """Change a person's role and offer to undo it."""
    actor, role = actor_of(request), text(request.POST, "role")
    person = people.find_member(name, actor=actor)
    before = Membership.objects.get(team=actor.team, user=person).role
    people.change_role(person, role, actor=actor)
    if role != before:
        offer_undo(request, f"{person} is now {role}.", reverse("person-role", args=[name]), role=before)
    return redirect("team")


@require_http_methods(["GET", "HEAD", "POST"])
@authorize("admin")
def remove(request: HttpRequest, name: str) -> HttpResponse:
    """Show the consequences, ask for confirmation, then remove the person."""
    actor = actor_of(request)
    person = people.find_member(name, actor=actor)
    if request.method == "POST":
        ended = people.remove_person(person, actor=actor)
        messages.success(request, f"{person} was removed. {ended} of their tokens were revoked.")
        return redirect("team")
    usable = [token for token in people.list_tokens(actor=actor, everybody=True) if token.user_id == person.pk]
    context: dict[str, object] = {
        "page": "team",
        "part": "people",
        "person": person,
        "is_self": person.pk == actor.user.pk,
        "tokens": sum(token.revoked_at is None for token in usable),
        "taught": Memory.objects.visible_to(actor).current().filter(author=person).count(),
    }
    return page(request, "web/people_remove.html", context)


@require_POST
@authorize("admin")
@sensitive_variables("raw", "link")
def invite(request: HttpRequest) -> HttpResponse:
    """Create an invitation and show its link once."""
    email, role = text(request.POST, "email"), text(request.POST, "role")
    try:
        days = number(request.POST, "days") or people.invitations.DAYS
        _, raw = people.invite(email, role, actor=actor_of(request), days=days)
    except Refused as refusal:
        return shown(request, refusal=refusal.detail, status=refusal.status, email=email, role=role)
    return shown(request, link=request.build_absolute_uri(reverse("invitation", args=[raw])))


@require_POST
@authorize("admin")
def withdraw(request: HttpRequest, number: int) -> HttpResponse:
    """Withdraw a pending invitation."""
    done = people.revoke_invitation(number, actor=actor_of(request))
    messages.success(request, "Withdrawn. The link no longer works." if done else "The invitation was no longer valid.")
    return redirect("team")
