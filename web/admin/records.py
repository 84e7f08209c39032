"""What the machinery writes, in the admin: the audit log and the lexicon."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from memory.models import AuditEvent, LexemeFrequency, LexiconSize, SessionWeights
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
