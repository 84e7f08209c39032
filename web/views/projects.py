"""The team's projects. Admins can rename, alias, merge, close and reopen them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from memory.errors import Conflict, Refused
from memory.knowledge import holds
from memory.knowledge.policy import set_captured
from memory.knowledge.project_merging import merge_projects, take_projects_apart
from memory.knowledge.projects import add_alias, remove_alias, rename_project
from memory.models import Project
from memory.recall.projects import find_by_number, find_line, list_projects, merges_into, preview_merge
from memory.recall.team import who_may
from web.access import actor_of, authorize
from web.filters import number as whole_number
from web.filters import text
from web.rendering import page
from web.undoing import offer_undo, offered_undo


@require_safe
@authorize("read")
def index(request: HttpRequest) -> HttpResponse:
    """List all projects with their counts."""
    actor = actor_of(request)
    context = {**_frame(request), "lines": list_projects(actor=actor)}
    return page(request, "web/projects.html", context)


@require_safe
@authorize("read")
def detail(request: HttpRequest, number: int) -> HttpResponse:
    """Show one project, with forms for admins."""
    return _shown(request, number)


@require_POST
@authorize("admin")
def rename(request: HttpRequest, number: int) -> HttpResponse:
    """Rename the project and offer to undo it."""
    name = text(request.POST, "name")
    try:
        before = rename_project(number, name, actor=actor_of(request))
    except (Refused, Conflict) as refusal:
        return _refused(request, number, refusal, field="name", typed=name)
    if before != name:
        offer_undo(request, f"Renamed to {name}.", reverse("project-rename", args=[number]), name=before)
    return redirect("project", number)


@require_POST
@authorize("admin")
def alias(request: HttpRequest, number: int) -> HttpResponse:
    """Add another remote to this project."""
    given = text(request.POST, "identity")
    try:
        made = add_alias(number, given, actor=actor_of(request))
    except (Refused, Conflict) as refusal:
        return _refused(request, number, refusal, field="identity", typed=given)
    messages.success(request, f"{made.identity} now refers to this project.")
    return redirect("project", number)


@require_POST
@authorize("admin")
def unalias(request: HttpRequest, number: int, alias: int) -> HttpResponse:
    """Remove an alias and offer to undo it."""
    known = remove_alias(number, alias, actor=actor_of(request))
    back = reverse("project-alias", args=[number])
    offer_undo(request, f"{known} is no longer an alias. It will be a separate project.", back, identity=known)
    return redirect("project", number)


@require_POST
@authorize("admin")
def capture(request: HttpRequest, number: int) -> HttpResponse:
    """Close or reopen the project. Its memories stay."""
    actor, captured = actor_of(request), text(request.POST, "captured") == "1"
    found = find_by_number(number, actor=actor)
    set_captured(found.identity, captured, actor=actor)
    said = "Reopened. Its sessions are captured." if captured else "Closed. Its sessions are no longer stored."
    offer_undo(request, said, reverse("project-capture", args=[number]), captured="" if captured else "1")
    return redirect("project", number)


@require_POST
@authorize("admin")
def hold(request: HttpRequest, number: int) -> HttpResponse:
    """Put a legal hold on the project, or release it."""
    actor, wanted = actor_of(request), text(request.POST, "hold") == "1"
    (holds.hold if wanted else holds.release)(actor=actor, project=find_by_number(number, actor=actor))
    said = (
        "Legal hold is on. Nothing of this project is purged or erased."
        if wanted
        else "Legal hold is off. Retention works again."
    )
    offer_undo(request, said, reverse("project-hold", args=[number]), hold="" if wanted else "1")
    return redirect("project", number)


@require_http_methods(["GET", "HEAD", "POST"])
@authorize("admin")
def merge(request: HttpRequest, number: int) -> HttpResponse:
    """Preview a merge, ask for confirmation, then merge."""
    actor = actor_of(request)
    source = find_by_number(number, actor=actor)
    given = request.POST if request.method == "POST" else request.GET
    into = find_by_number(whole_number(given, "into") or 0, actor=actor)
    if request.method == "POST":
        done = merge_projects(source.pk, into.pk, actor=actor)
        messages.success(request, f"{source.name} is now part of {done.into.name}. {done.memories} memories moved.")
        return redirect("project", into.pk)
    context = {**_frame(request), "moving": preview_merge(source, into, actor=actor)}
    return page(request, "web/projects_merge.html", context)


@require_POST
@authorize("admin")
def take_apart(request: HttpRequest, event: int) -> HttpResponse:
    """Undo a merge."""
    again = take_projects_apart(event, actor=actor_of(request))
    messages.success(request, f"Separated. {again.name} is its own project again.")
    return redirect("project", again.pk)


def _refused(request: HttpRequest, number: int, refusal: Refused, *, field: str, typed: str) -> HttpResponse:
    """Show the page again with the error beside the field and the typed text."""
    if refusal.status in (403, 404):
        raise refusal
    problem = {"field": field, "typed": typed, "detail": refusal.detail}
    return _shown(request, number, problem=problem, status=refusal.status)


def _shown(
    request: HttpRequest, number: int, *, problem: dict[str, str] | None = None, status: int = 200
) -> HttpResponse:
    actor = actor_of(request)
    line = find_line(number, actor=actor)
    others = Project.objects.exclude(pk=number).filter(is_sample=False).order_by("name")
    context = {
        **_frame(request),
        "line": line,
        "problem": problem or {},
        "others": others if actor.may("admin") else [],
        "merges": merges_into(line.project, actor=actor),
        "undo": offered_undo(request),
    }
    return page(request, "web/projects_one.html", context, status=status)


def _frame(request: HttpRequest) -> dict[str, object]:
    actor = actor_of(request)
    manages = actor.may("admin")
    asked = [] if manages else who_may("projects", actor=actor)
    return {"page": "team", "part": "projects", "manages": manages, "who_may": asked}
