"""What the machinery writes, in the admin: the audit log, the meter of model calls, the lexicon, and passages."""

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.text import Truncator

from memory.audit.exporting import export_rows
from memory.models import (
    AuditEvent,
    AuditHead,
    ClientUsage,
    LexemeFrequency,
    LexiconSize,
    LineMove,
    MemoryPassage,
    MessagePassage,
    SessionWeights,
    Usage,
)
from memory.permissions import PERMISSIONS
from web.admin.base import ReadOnlyAdmin
from web.admin.filters import VerbFilter, member_filter
from web.admin.scope import actor_of, may
from web.admin.site import site

_AUDIT = PERMISSIONS["audit"].scope


class AuditAdmin(ReadOnlyAdmin):
    """For admins only, as the table of permissions has it."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Who may read the audit log sees that there is one."""
        return may(request, _AUDIT)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Admins."""
        return may(request, _AUDIT)

    has_export_permission = has_module_permission


@admin.register(AuditEvent, site=site)
class AuditEventAdmin(AuditAdmin):
    """Who did what; it only grows."""

    list_display = ["sequence", "at", "verb", "subject", "actor", "agent", "told"]
    list_filter = [VerbFilter, "at", member_filter("actor"), ("agent", admin.EmptyFieldListFilter)]
    list_select_related = ["actor", "agent"]
    search_fields = ["subject", "actor__username"]
    # By key, which grows with time and has an index.
    ordering = ["-pk"]
    actions = ["export_csv", "export_jsonl"]

    @admin.display(description="detail")
    def told(self, event: AuditEvent) -> str:
        """Its beginning: a merge of projects remembers thousands of keys."""
        return Truncator(str(event.detail)).chars(200)

    @admin.action(description="Export as CSV", permissions=["export"])
    def export_csv(self, request: HttpRequest, events: QuerySet[AuditEvent]) -> HttpResponse:
        """The chosen events as a table."""
        return _exported(request, events, "csv", "text/csv")

    @admin.action(description="Export as JSON lines", permissions=["export"])
    def export_jsonl(self, request: HttpRequest, events: QuerySet[AuditEvent]) -> HttpResponse:
        """The chosen events, a line each."""
        return _exported(request, events, "jsonl", "application/x-ndjson")


def _exported(request: HttpRequest, events: QuerySet[AuditEvent], format: str, content_type: str) -> HttpResponse:
    response = HttpResponse(content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="audit.{format}"'
    chosen = events.select_related("actor", "agent", "token").order_by("pk")
    export_rows(response, chosen, format=format, actor=actor_of(request))
    return response


@admin.register(AuditHead, site=site)
class AuditHeadAdmin(AuditAdmin):
    """Where the audit's chain ends."""

    list_display = ["team", "sequence", "hash"]
    list_select_related = ["team"]


@admin.register(Usage, site=site)
class UsageAdmin(ReadOnlyAdmin):
    """What model calls cost, a row a day and provider."""

    list_display = ["day", "provider", "calls", "failures", "input_tokens", "output_tokens"]
    list_filter = ["provider"]
    date_hierarchy = "day"
    ordering = ["-day", "provider"]


@admin.register(ClientUsage, site=site)
class ClientUsageAdmin(ReadOnlyAdmin):
    """What developers' own Claude spent on distilling, a row a day and model."""

    list_display = ["day", "model", "calls", "failures", "turns", "facts", "input_tokens", "output_tokens"]
    list_filter = ["model"]
    date_hierarchy = "day"
    ordering = ["-day", "model"]


@admin.register(LineMove, site=site)
class LineMoveAdmin(ReadOnlyAdmin):
    """How the team's line moved: set by people, or moved by what they threw away and approved."""

    list_display = ["at", "was", "now", "by", "counted", "rejected"]
    list_select_related = ["by"]
    ordering = ["-at"]


@admin.register(LexemeFrequency, site=site)
class LexemeFrequencyAdmin(ReadOnlyAdmin):
    """How common each word is."""

    list_display = ["collection", "slot", "documents"]
    list_filter = ["collection"]
    search_fields = ["slot"]
    ordering = ["-documents"]


@admin.register(LexiconSize, site=site)
class LexiconSizeAdmin(ReadOnlyAdmin):
    """How large each collection is."""

    list_display = ["collection", "documents", "lexemes", "average_length", "refreshed_at"]


@admin.register(SessionWeights, site=site)
class SessionWeightsAdmin(ReadOnlyAdmin):
    """Which sessions are weighed as one document."""

    list_display = ["session"]
    list_select_related = ["session"]
    exclude = ["bm25"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[SessionWeights]:
        """All rows, without their kilobytes of weights."""
        return super().get_queryset(request).defer("bm25")


@admin.register(MemoryPassage, site=site)
class MemoryPassageAdmin(ReadOnlyAdmin):
    """Where long memories are cut, and which of their passages wait for a vector."""

    list_display = ["memory", "first", "length", "embedding_model"]
    list_select_related = ["memory"]
    list_filter = ["embedding_model"]
    search_fields = ["memory__uuid"]


@admin.register(MessagePassage, site=site)
class MessagePassageAdmin(ReadOnlyAdmin):
    """Where long messages are cut, and which of their passages wait for a vector."""

    list_display = ["message", "first", "length", "embedding_model"]
    list_select_related = ["message"]
    list_filter = ["embedding_model"]
    search_fields = ["message__uuid"]
