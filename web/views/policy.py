"""The policy page: status of captured memories, approval rules, model budget, retention."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from memory.errors import Refused
from memory.knowledge import holds
from memory.knowledge.policy import add_rule, policy_of, remove_rule
from memory.knowledge.team import change_team
from memory.models import Memory, Project, Team
from memory.recall.budget import budget_of
from memory.recall.team import who_may
from memory.rules import belief
from memory.rules.languages.glossary import understood
from web.access import actor_of, authorize
from web.filters import number as whole_number
from web.filters import text
from web.rendering import page
from web.undoing import offer_undo, offered_undo

# Fields of the form: those that are empty for the server's default, and those that never are.
_NUMBERS = ("daily_calls", "daily_tokens", "raw_days", "forgotten_days", "message_days")
_ALWAYS = ("capture_policy", "client_distill", "distiller", "line", "name", "removes_names")


@require_http_methods(["GET", "HEAD"])
@authorize("read")
def policy(request: HttpRequest) -> HttpResponse:
    """Show the policy to everyone in the team, and the forms to admins."""
    return _shown(request)


@require_POST
@authorize("admin")
def change(request: HttpRequest) -> HttpResponse:
    """Save the changed settings and offer to undo it."""
    try:
        wanted = _wanted(request.POST)
        before = {name: getattr(_team(request), name) for name in wanted}
        changed = change_team(actor=actor_of(request), **wanted)
    except Refused as refusal:
        return _shown(request, refusal=refusal, typed=request.POST)
    if changed:
        back = {name: "" if before[name] is None else str(before[name]) for name in changed}
        offer_undo(request, "Saved. It applies from now on.", reverse("policy-change"), **back)
    else:
        messages.info(request, "No changes.")
    return redirect("policy")


@require_POST
@authorize("admin")
def new_rule(request: HttpRequest) -> HttpResponse:
    """Add an approval rule and offer to remove it."""
    try:
        conditions = {name: text(request.POST, name) for name in ("project", "type", "source")}
        seen = whole_number(request.POST, "at_least_corroborations") or 0
        sure = (whole_number(request.POST, "at_least_confidence") or 0) / 100
        told = {"at_least_corroborations": seen, "at_least_confidence": sure, **conditions}
        rule = add_rule(actor=actor_of(request), **told)  # type: ignore[arg-type]
    except Refused as refusal:
        return _shown(request, refusal=refusal, at="rules")
    offer_undo(
        request, "Added. Matching drafts become active automatically.", reverse("policy-rule-remove", args=[rule.pk])
    )
    return redirect("policy")


@require_POST
@authorize("admin")
def drop_rule(request: HttpRequest, number: int) -> HttpResponse:
    """Remove a rule. Memories that it approved stay approved."""
    remove_rule(number, actor=actor_of(request))
    messages.success(request, "Removed. Memories that the rule approved stay approved.")
    return redirect("policy")


@require_POST
@authorize("admin")
def hold(request: HttpRequest) -> HttpResponse:
    """Put a legal hold on the whole team, or release it."""
    actor, wanted = actor_of(request), text(request.POST, "hold") == "1"
    (holds.hold if wanted else holds.release)(actor=actor)
    said = "Legal hold is on. Nothing is purged or erased." if wanted else "Legal hold is off. Retention works again."
    offer_undo(request, said, reverse("policy-hold"), hold="" if wanted else "1")
    return redirect("policy")


def _wanted(form: QueryDict) -> dict[str, object]:
    numbers: dict[str, object] = {name: whole_number(form, name) for name in _NUMBERS if name in form}
    texts: dict[str, object] = {name: text(form, name) for name in _ALWAYS if name in form}
    if "stale_after_changes" in form:
        numbers["stale_after_changes"] = whole_number(form, "stale_after_changes") or 0
    return numbers | texts


def _team(request: HttpRequest) -> Team:
    return Team.objects.get(pk=actor_of(request).team.pk)


def _shown(
    request: HttpRequest, *, refusal: Refused | None = None, at: str = "settings", typed: QueryDict | None = None
) -> HttpResponse:
    actor, team = actor_of(request), _team(request)
    for name, value in typed.items() if typed else ():
        if name in (*_NUMBERS, *_ALWAYS, "stale_after_changes"):
            setattr(team, name, value)
    manages = actor.may("admin")
    context: dict[str, object] = {
        "page": "team",
        "part": "policy",
        "team": team,
        "policy": policy_of(actor=actor),
        "line": f"{team.line:.2f}" if isinstance(team.line, float) else team.line,
        "told_line": f"{belief.TOLD_LINE:.2f}",
        "window": belief.WINDOW,
        "fewest": belief.FEWEST,
        "manages": manages,
        "who_may": [] if manages else who_may("policy", actor=actor),
        "captures": Team.CapturePolicy.choices,
        "distillers": Team.Distiller.choices,
        "understood": understood(),
        "client_distills": Team.ClientDistill.choices,
        "types": Memory.Type.choices,
        "sources": Memory.Source.choices,
        "projects": Project.objects.order_by("name") if manages else [],
        "budget": budget_of(actor.team),
        "defaults": {
            "calls": settings.CAIRN_DAILY_LLM_CALLS,
            "raw": settings.CAIRN_RAW_RETENTION_DAYS,
            "forgotten": settings.CAIRN_RETENTION_DAYS,
        },
        "refusal": {"at": at, "detail": refusal.detail} if refusal else None,
        "undo": offered_undo(request),
    }
    return page(request, "web/policy.html", context, status=refusal.status if refusal else 200)
