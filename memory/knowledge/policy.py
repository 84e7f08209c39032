"""What a team wants of captured memories: where they start, which drafts need nobody, which projects are left out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict, Unpack

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from memory import access, audit
from memory.access import Actor
from memory.errors import NotFound, Refused
from memory.knowledge.line import checked, note_set
from memory.models import ApprovalRule, LineMove, Memory, Project, Team
from memory.recall.project_lookup import find_project

_MOST_RULES = 50


@dataclass(frozen=True)
class Policy:
    """A team's policy, its line with how it came to be there (None: never moved), its approval rules in the order they
    were made, and the projects that are not captured."""

    capture: str
    client_distill: str
    removes_names: bool
    line: float
    line_moved: LineMove | None
    stale_after_changes: int
    rules: tuple[ApprovalRule, ...]
    uncaptured: tuple[Project, ...]


class Conditions(TypedDict, total=False):
    """What a draft must have; what is absent or blank asks for nothing. Confidence and trust are 0 to 1."""

    project: str
    type: str
    source: str
    at_least_corroborations: int
    at_least_confidence: float
    at_least_trust: float


def approve_by_rule(memory: Memory, *, actor: Actor) -> ApprovalRule | None:
    """Let a draft stand where a rule of the team says so; the rule, or None. What is quarantined waits for people."""
    if memory.status != Memory.Status.DRAFT:
        return None
    # Whoever's sighting it was, it is the team's rule that approves.
    with access.scope(team=actor.team, user=actor.user):
        rule = _rules_for(memory).order_by("pk").first()
        stands = {"status": Memory.Status.ACTIVE, "basis": Memory.Basis.RULE, "reason": ""}
        values = {**stands, "status_before": Memory.Status.DRAFT}
        drafts = Memory.objects.filter(pk=memory.pk, status=Memory.Status.DRAFT)
        if rule is None or not drafts.update(**values, status_changed_at=timezone.now()):
            return None
        deed = {"rule": rule.pk, "was": Memory.Status.DRAFT, "now": Memory.Status.ACTIVE}
        audit.record("auto_approve", f"memory:{memory.uuid}", actor=actor, **deed)
    memory.status, memory.basis, memory.reason = Memory.Status.ACTIVE, Memory.Basis.RULE, ""
    return rule


def _rules_for(memory: Memory) -> QuerySet[ApprovalRule]:
    """The rules of which every condition that is set holds for the memory as it is stored now."""
    now = Memory.objects.filter(pk=memory.pk, status=Memory.Status.DRAFT)
    facts = now.values("type", "source", "corroborations", "confidence", "trust").first()
    rules = ApprovalRule.objects.filter(team=memory.team_id)
    if facts is None:
        return rules.none()
    return rules.filter(
        Q(project=None) | Q(project__in=memory.projects.all()),
        type__in=["", facts["type"]],
        source__in=["", facts["source"]],
        at_least_corroborations__lte=facts["corroborations"],
        at_least_confidence__lte=facts["confidence"],
        at_least_trust__lte=facts["trust"],
    )


def policy_of(*, actor: Actor) -> Policy:
    """The team's policy, for everybody whom it concerns."""
    actor.authorize("search")
    team = Team.objects.get(pk=actor.team.pk)
    rules = ApprovalRule.objects.filter(team=team).select_related("project", "created_by").order_by("pk")
    uncaptured = Project.objects.filter(team=team, captured=False).order_by("name", "pk")
    moved = LineMove.objects.filter(team=team).select_related("by").order_by("-at", "-pk").first()
    return Policy(
        team.capture_policy,
        team.client_distill,
        team.removes_names,
        team.line,
        moved,
        team.stale_after_changes,
        tuple(rules),
        tuple(uncaptured),
    )


@transaction.atomic
def set_policy(
    *,
    actor: Actor,
    capture: str | None = None,
    client_distill: str | None = None,
    removes_names: bool | None = None,
    line: float | None = None,
    stale_after_changes: int | None = None,
) -> Policy:
    """Change what is given. It counts for what is captured from now on; what is stored stays as it is."""
    actor.authorize("policy")
    if capture is not None and capture not in Team.CapturePolicy.values:
        raise Refused("invalid", f"'{capture[:40]}' is no policy; use one of {', '.join(Team.CapturePolicy.values)}.")
    if client_distill is not None and client_distill not in Team.ClientDistill.values:
        raise Refused("invalid", f"'{client_distill[:40]}' is no policy; use recommend, require, or leave it empty.")
    if stale_after_changes is not None and not 1 <= stale_after_changes <= 1_000:
        raise Refused("invalid", "The number of file changes before a review must be 1 to 1,000.")
    line = None if line is None else checked(line)
    wanted = {
        "capture_policy": capture,
        "client_distill": client_distill,
        "removes_names": removes_names,
        "line": line,
        "stale_after_changes": stale_after_changes,
    }
    was = Team.objects.select_for_update().get(pk=actor.team.pk)
    changed = {name: value for name, value in wanted.items() if value not in (None, getattr(was, name))}
    if changed:
        Team.objects.filter(pk=was.pk).update(**changed)
        before = {name: getattr(was, name) for name in changed}
        audit.record("set_policy", f"team:{was.pk}", actor=actor, was=before, now=changed)
        note_set(was=was.line, now=was.line if line is None else line, actor=actor)
    return policy_of(actor=actor)


@transaction.atomic
def add_rule(*, actor: Actor, **conditions: Unpack[Conditions]) -> ApprovalRule:
    """Let drafts like these stand by themselves from now on. Raises Refused for a rule that asks for nothing."""
    actor.authorize("policy")
    fields = _checked(conditions, actor=actor)
    if ApprovalRule.objects.filter(team=actor.team).count() >= _MOST_RULES:
        raise Refused("too_many_rules", f"A team can have at most {_MOST_RULES} approval rules. Remove one first.")
    rule = ApprovalRule.objects.create(team=actor.team, created_by=actor.user, **fields)
    said = {name: value.pk if isinstance(value, Project) else value for name, value in fields.items()}
    audit.record("add_rule", f"rule:{rule.pk}", actor=actor, **said)
    return rule


@transaction.atomic
def remove_rule(ref: str | int, *, actor: Actor) -> None:
    """What it has approved stays approved. Raises NotFound."""
    actor.authorize("policy")
    number = int(ref) if str(ref).isascii() and str(ref).isdecimal() and len(str(ref)) < 19 else 0
    if not ApprovalRule.objects.filter(team=actor.team, pk=number).delete()[0]:
        raise NotFound("This approval rule does not exist.")
    audit.record("remove_rule", f"rule:{number}", actor=actor)


@transaction.atomic
def set_captured(project: str, captured: bool, *, actor: Actor) -> Project:
    """Switch the capture of a project off or on; what is stored already stays."""
    actor.authorize("projects")
    found = find_project(project, actor=actor)
    if found is None:
        raise NotFound(f"Project '{project[:100]}' does not exist. Give its git remote or its name.")
    if Project.objects.filter(pk=found.pk).exclude(captured=captured).update(captured=captured):
        audit.record("capture_on" if captured else "capture_off", f"project:{found.pk}", actor=actor)
    found.captured = captured
    return found


def _checked(conditions: Mapping[str, object], *, actor: Actor) -> dict[str, object]:
    """The columns of a rule. Raises Refused with what is wrong."""
    fields = {name: value for name, value in conditions.items() if value}
    if not fields:
        raise Refused(
            "invalid", "A rule without conditions would approve everything. Set the policy to active instead."
        )
    for name, choices in (("type", Memory.Type), ("source", Memory.Source)):
        if name in fields and fields[name] not in choices.values:
            raise Refused("invalid", f"'{fields[name]}' is no {name}; use one of {', '.join(choices.values)}.")
    for name in ("at_least_confidence", "at_least_trust"):
        if not 0 <= float(str(fields.get(name, 0))) <= 1:
            raise Refused("invalid", f"{name} must be between 0 and 1.")
    if not 0 <= int(str(fields.get("at_least_corroborations", 0))) <= 1_000:
        raise Refused("invalid", "at_least_corroborations must be between 0 and 1,000.")
    if "project" in fields:
        fields["project"] = find_project(str(fields["project"]), actor=actor)
        if fields["project"] is None:
            raise Refused("unknown_project", "This project does not exist. Give its git remote or its name.")
    return fields
