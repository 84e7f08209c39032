"""What the machinery writes, in the admin: the audit log, the meter of model calls, and the lexicon."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from memory.models import AuditEvent, LexemeFrequency, LexiconSize, SessionWeights, Usage
from web.admin.base import ReadOnlyAdmin
from web.admin.site import site


@admin.register(AuditEvent, site=site)
class AuditEventAdmin(ReadOnlyAdmin):
    """Who did what; it only grows."""

    list_display = ["at", "verb", "subject", "actor", "agent", "detail"]
    list_filter = ["verb"]
    list_select_related = ["actor", "agent"]
    search_fields = ["subject", "actor__username"]
    date_hierarchy = "at"
    # By key, which grows with time and has an index.
    ordering = ["-pk"]


@admin.register(Usage, site=site)
class UsageAdmin(ReadOnlyAdmin):
    """What model calls cost, a row a day and provider."""

    list_display = ["day", "provider", "calls", "failures", "input_tokens", "output_tokens"]
    list_filter = ["provider"]
    date_hierarchy = "day"
    ordering = ["-day", "provider"]


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
