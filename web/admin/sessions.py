"""What happened, in the admin: sessions, turns, messages, and one's own raw observations.

Long tables are ordered by key, which grows with time and has an index.
"""

from django.contrib import admin

from memory.models import CodingSession, Message, Observation, ToolCall, Turn
from web.admin.base import ReadOnlyAdmin
from web.admin.filters import member_filter
from web.admin.site import site


@admin.register(CodingSession, site=site)
class CodingSessionAdmin(ReadOnlyAdmin):
    """Runs of a client."""

    list_display = ["__str__", "project", "author", "branch", "started_at", "last_event_at", "ended_at"]
    list_filter = ["project", "started_at", member_filter("author")]
    list_select_related = ["project", "author"]
    search_fields = ["title", "external_id", "branch", "author__username"]
    ordering = ["-pk"]


@admin.register(Turn, site=site)
class TurnAdmin(ReadOnlyAdmin):
    """Prompts and what followed: the queue of the distiller, with its attempts."""

    list_display = ["__str__", "session", "tool_count", "started_at", "due_at", "claimed_until", "attempts"]
    list_filter = [("due_at", admin.EmptyFieldListFilter), ("claimed_until", admin.EmptyFieldListFilter), "started_at"]
    list_select_related = ["session"]
    search_fields = ["uuid"]
    ordering = ["-pk"]


@admin.register(Message, site=site)
class MessageAdmin(ReadOnlyAdmin):
    """What was said."""

    list_display = ["__str__", "session", "role", "subagent", "said_at"]
    list_filter = ["role"]
    list_select_related = ["session"]
    search_fields = ["uuid", "session__external_id"]
    ordering = ["-pk"]


@admin.register(ToolCall, site=site)
class ToolCallAdmin(ReadOnlyAdmin):
    """What tools did, a line each."""

    list_display = ["__str__", "session", "failed", "called_at"]
    list_filter = ["failed"]
    list_select_related = ["session"]
    search_fields = ["call_id", "name", "target"]
    ordering = ["-pk"]


@admin.register(Observation, site=site)
class ObservationAdmin(ReadOnlyAdmin):
    """Raw events: everybody sees their own alone, admins too."""

    list_display = ["event", "status", "reason", "session", "occurred_at", "received_at"]
    list_filter = ["status", "received_at"]
    list_select_related = ["session"]
    search_fields = ["client_id", "session__external_id", "reason"]
    ordering = ["-pk"]
