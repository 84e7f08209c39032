"""What people think of memories, and which sources they switched off, in the admin."""

from collections.abc import Iterable

from django.contrib import admin, messages
from django.http import HttpRequest

from memory.errors import CairnError
from memory.knowledge import blocking
from memory.models import ApprovalRule, Assignment, Block, Feedback
from web.admin.base import ReadOnlyAdmin
from web.admin.scope import actor_of
from web.admin.site import site


@admin.register(Feedback, site=site)
class FeedbackAdmin(ReadOnlyAdmin):
    """Helpful, wrong, outdated: what each person says of a memory."""

    list_display = ["at", "verdict", "memory", "author", "agent"]
    list_filter = ["verdict"]
    list_select_related = ["memory", "author", "agent"]
    search_fields = ["author__username"]
    ordering = ["-pk"]


@admin.register(Assignment, site=site)
class AssignmentAdmin(ReadOnlyAdmin):
    """Who looks at what in the review queue."""

    list_display = ["at", "assignee", "memory", "contradiction", "assigned_by"]
    list_filter = [("assignee", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["assignee", "memory", "contradiction", "assigned_by"]
    search_fields = ["assignee__username"]
    ordering = ["-pk"]


@admin.register(ApprovalRule, site=site)
class ApprovalRuleAdmin(ReadOnlyAdmin):
    """Drafts that need nobody."""

    list_display = ["type", "source", "project", "at_least_corroborations", "at_least_confidence", "at_least_trust"]
    list_filter = ["type", "source"]
    list_select_related = ["project"]
    search_fields = ["project__name"]
    ordering = ["-pk"]


@admin.action(description="Lift: show again what it hid")
def lift(modeladmin: admin.ModelAdmin, request: HttpRequest, chosen: Iterable[Block]) -> None:
    """Take the chosen blocks back; says of each that could not be why."""
    for block in chosen:
        try:
            done = blocking.lift(block.pk, actor=actor_of(request))
            messages.success(request, f"{block}: {done.memories} memories and {done.sessions} sessions are back.")
        except CairnError as error:
            messages.error(request, f"{block}: {error.detail}")


@admin.register(Block, site=site)
class BlockAdmin(ReadOnlyAdmin):
    """Sources that are switched off, with all that they led to."""

    actions = [lift]

    list_display = ["blocked_at", "token", "agent", "session", "person", "reason", "blocked_by", "lifted_at"]
    list_filter = ["lifted_at"]
    list_select_related = ["token", "agent", "session", "person", "blocked_by"]
    search_fields = ["reason", "person__username"]
    ordering = ["-pk"]
