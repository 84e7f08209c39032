"""Filters whose choices cost nothing: no DISTINCT over a long table, and no names of another team's people."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from memory.models import AuditEvent, Membership
from web.admin.scope import actor_of

_RECENT = 2_000


def member_filter(field: str) -> type[admin.SimpleListFilter]:
    """A filter by one of the team's people."""

    class MemberFilter(admin.SimpleListFilter):
        """The team's people by name."""

        title = field.replace("_", " ")
        parameter_name = field

        def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
            """Who is in the team now."""
            people = Membership.objects.filter(team=actor_of(request).team).select_related("user")
            return [(str(one.user_id), str(one.user)) for one in people.order_by("user__username")]

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            """Rows of the chosen one."""
            value = self.value()
            return queryset.filter(**{field: int(value)}) if value and value.isdecimal() else queryset

    return MemberFilter


class VerbFilter(admin.SimpleListFilter):
    """The verbs of what was done lately."""

    title = parameter_name = "verb"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        """Those of the latest deeds."""
        recent = AuditEvent.objects.order_by("-pk").values_list("verb", flat=True)[:_RECENT]
        return [(verb, verb.replace("_", " ")) for verb in sorted(set(recent))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Deeds of that verb."""
        return queryset.filter(verb=self.value()) if self.value() else queryset
