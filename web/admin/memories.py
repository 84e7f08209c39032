"""What is known, in the admin: read-only rows, and the product's verbs as actions."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from memory.knowledge import lifecycle
from memory.knowledge.undo import undo
from memory.models import Evidence, Memory, MemoryProject, Supersession
from memory.recall.search import search_memories
from web.admin.asking import asking_action
from web.admin.base import ReadOnlyAdmin, ReadOnlyInline
from web.admin.filters import member_filter
from web.admin.scope import actor_of
from web.admin.site import site

_MOST_FOUND = 100
# The beginning of an id.
_ID = re.compile(r"[0-9a-f]{4,8}(-[0-9a-f-]{0,28})?")


def _retype(kind: str, ref: str, **who: Any) -> Memory:
    return lifecycle.retype(ref, kind, **who)


class EvidenceInline(ReadOnlyInline):
    """What the memory rests on."""

    model = Evidence
    fields = readonly_fields = ("at", "source", "session", "turn", "author", "branch", "excerpt")


class OlderInline(ReadOnlyInline):
    """What this memory replaced."""

    model = Supersession
    fk_name = "newer"
    verbose_name_plural = "replaces"
    fields = readonly_fields = ("older", "at")


class NewerInline(ReadOnlyInline):
    """What replaced this memory."""

    model = Supersession
    fk_name = "older"
    verbose_name_plural = "replaced by"
    fields = readonly_fields = ("newer", "at")


class ProjectInline(ReadOnlyInline):
    """The projects it is about."""

    model = MemoryProject
    fields = readonly_fields = ("project",)


@admin.register(Memory, site=site)
class MemoryAdmin(ReadOnlyAdmin):
    """Memories, found by the product's own search."""

    list_display = ["summary", "type", "status", "author", "agent", "uses", "pinned", "created_at"]
    list_filter = [
        *("status", "type", "source", "visibility", "pinned", "projects", "created_at"),
        ("purged_at", admin.EmptyFieldListFilter),
        member_filter("author"),
    ]
    list_select_related = ["author", "agent"]
    # By key, which grows with time and has an index.
    ordering = ["-pk"]
    search_fields = ["content"]
    search_help_text = "Searches like the search page. Drafts and retired memories are found by exact words."
    inlines = [ProjectInline, EvidenceInline, OlderInline, NewerInline]

    @admin.display(description="memory")
    def summary(self, memory: Memory) -> str:
        """The first words."""
        return str(memory)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """The verbs; there is no way around them, so nothing that Django adds."""
        return {name: _action(name, label, verb) for name, label, verb in _VERBS}

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Memory], search_term: str
    ) -> tuple[QuerySet[Memory], bool]:
        """Current memories as the search finds them; the others, which no search finds, by their words or id."""
        if not search_term:
            return queryset, False
        found = search_memories(search_term, actor=actor_of(request), limit=_MOST_FOUND)
        retired = Memory.objects.exclude(status__in=Memory.CURRENT).filter(content__icontains=search_term)
        keys = [hit.memory.pk for hit in found.hits] + _first_keys(retired)
        if _ID.fullmatch(search_term.strip().lower()):
            keys += _first_keys(Memory.objects.filter(uuid__icontains=search_term.strip()))
        return queryset.filter(pk__in=keys), False


def _first_keys(rows: QuerySet[Memory]) -> list[int]:
    return list(rows.order_by("-pk").values_list("pk", flat=True)[:_MOST_FOUND])


def _action(name: str, label: str, verb: Callable[..., object]) -> tuple[Callable[..., Any], str, str]:
    return asking_action(name, label, lambda memory, actor: verb(str(memory.uuid), actor=actor))


_VERBS: list[tuple[str, str, Callable[..., object]]] = [
    ("approve", "Approve", lifecycle.approve),
    ("reject", "Reject", lifecycle.reject),
    ("forget", "Forget", lifecycle.forget),
    ("restore", "Restore", lifecycle.restore),
    ("pin", "Pin", lifecycle.pin),
    ("unpin", "Unpin", partial(lifecycle.pin, pinned=False)),
    ("confirm", "Still valid", lifecycle.confirm),
    ("undo", "Undo my last action", undo),
    *[(f"retype_{value}", f"It is a {label.lower()}", partial(_retype, value)) for value, label in Memory.Type.choices],
]


@admin.register(Evidence, site=site)
class EvidenceAdmin(ReadOnlyAdmin):
    """Where memories come from."""

    list_display = ["at", "source", "memory", "session", "author", "branch"]
    list_filter = ["source"]
    list_select_related = ["memory", "session", "author"]
    search_fields = ["excerpt", "branch", "commit"]
    # By key, which grows with time and has an index.
    ordering = ["-pk"]


@admin.register(MemoryProject, site=site)
class MemoryProjectAdmin(ReadOnlyAdmin):
    """Which memory is about which project."""

    list_display = ["memory", "project"]
    list_filter = ["project"]
    list_select_related = ["memory", "project"]
    ordering = ["-pk"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[MemoryProject]:
        """Those of memories that one may see: the links alone have no privacy of their own."""
        return super().get_queryset(request).filter(memory__in=Memory.objects.visible_to(actor_of(request)))


@admin.register(Supersession, site=site)
class SupersessionAdmin(ReadOnlyAdmin):
    """Which memory took the place of which."""

    list_display = ["older", "newer", "at"]
    list_filter = ["at"]
    list_select_related = ["older", "newer"]
    ordering = ["-pk"]
