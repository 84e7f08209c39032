"""What people think of memories, and which sources they switched off, in the admin."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from memory.knowledge import blocking
from memory.models import ApprovalRule, Assignment, Block, Feedback
from web.admin.asking import asking_action
from web.admin.base import ReadOnlyAdmin
from web.admin.filters import member_filter
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
    list_filter = [member_filter("assignee")]
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


@admin.register(Block, site=site)
class BlockAdmin(ReadOnlyAdmin):
    """Sources that are switched off, with all that they led to."""

    list_display = ["blocked_at", "token", "agent", "session", "person", "reason", "blocked_by", "lifted_at"]
    list_filter = [("lifted_at", admin.EmptyFieldListFilter), "blocked_at"]
    list_select_related = ["token", "agent", "session", "person", "blocked_by"]
    search_fields = ["reason", "person__username"]
    ordering = ["-pk"]

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """The one verb."""
        lift = asking_action(
            "lift", "Lift: show the hidden memories again", lambda row, actor: blocking.lift(row.pk, actor=actor)
        )
        return {"lift": lift}
