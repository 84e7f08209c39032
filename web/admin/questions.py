"""What is asked of the memory and said beside it, and where news of it goes, in the admin."""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from memory.knowledge.webhooks import try_again
from memory.models import Comment, Delivery, Recall, SavedSearch, Webhook
from memory.permissions import PERMISSIONS
from web.admin.asking import asking_action
from web.admin.base import ReadOnlyAdmin
from web.admin.filters import member_filter
from web.admin.scope import may
from web.admin.site import site

_WEBHOOKS = PERMISSIONS["webhooks"].scope


@admin.register(Recall, site=site)
class RecallAdmin(ReadOnlyAdmin):
    """Questions; which memories each brought are keys that may be somebody's own, and stay unseen."""

    list_display = ["at", "question", "surface", "user", "project", "asked_team", "dismissed_at"]
    list_filter = ["surface", "asked_team", ("answered_by", admin.EmptyFieldListFilter), member_filter("user")]
    list_select_related = ["user", "project"]
    search_fields = ["question"]
    hidden = ReadOnlyAdmin.hidden | {"shown", "fetched"}
    ordering = ["-pk"]


@admin.register(SavedSearch, site=site)
class SavedSearchAdmin(ReadOnlyAdmin):
    """One's own saved searches: nobody sees those of others."""

    list_display = ["name", "query", "created_at"]
    search_fields = ["name"]
    ordering = ["-pk"]


@admin.register(Comment, site=site)
class CommentAdmin(ReadOnlyAdmin):
    """What people say beside memories, as private as the memory."""

    list_display = ["created_at", "author", "content", "memory", "removed_at"]
    list_filter = [("removed_at", admin.EmptyFieldListFilter), member_filter("author")]
    list_select_related = ["author", "memory"]
    search_fields = ["content"]
    ordering = ["-pk"]


class WebhooksAdmin(ReadOnlyAdmin):
    """For admins only, as the table of permissions has it."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Who may register web hooks sees that there are some."""
        return may(request, _WEBHOOKS)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Admins."""
        return may(request, _WEBHOOKS)


@admin.register(Webhook, site=site)
class WebhookAdmin(WebhooksAdmin):
    """Where news goes; the secret is shown to nobody."""

    list_display = ["url", "events", "active", "disabled_reason", "created_by", "created_at"]
    list_filter = ["active"]
    list_select_related = ["created_by"]
    search_fields = ["url"]
    ordering = ["-pk"]


@admin.register(Delivery, site=site)
class DeliveryAdmin(WebhooksAdmin):
    """Each event on its way; what was given up can be sent once more."""

    list_display = ["created_at", "event", "webhook", "status", "attempts", "response_status", "error", "delivered_at"]
    list_filter = ["status", "event"]
    list_select_related = ["webhook"]
    search_fields = ["error", "webhook__url"]
    ordering = ["-pk"]

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """The one verb."""
        again = asking_action("try_again", "Send again", lambda row, actor: try_again(row.pk, actor=actor))
        return {"try_again": again} if may(request, _WEBHOOKS) else {}
