"""What every list of the admin site has in common: rows are read here, and changed only through the verbs."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.views.main import ChangeList
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from web.admin.paging import CappedPaginator
from web.admin.scope import may

MOST_WORDS, MOST_SEARCHED = 6, 200


class ReadOnly:
    """Nothing is added, changed or deleted by hand, but what holders of `edit_scope` may change."""

    edit_scope = ""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Whoever is let into the site sees the list."""
        return may(request, "curate")

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Row-level security has decided what there is to see."""
        return may(request, "curate")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Only where a list says so, and only its few fields."""
        return bool(self.edit_scope) and may(request, self.edit_scope)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Rows come from the product."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Forgetting is a verb, erasure a privileged one."""
        return False


class FilteredList(ChangeList):
    """A list that is narrowed by its own filters and nothing else.

    Django takes any column of a row as a condition in the address. What a list leaves out for a reason, such as a
    digest, could be read letter by letter that way.
    """

    def get_filters(self, request: HttpRequest) -> Any:
        """As Django has it. Raises DisallowedModelAdminLookup (400) for what no filter has taken."""
        filters = super().get_filters(request)
        within = {f"{self.date_hierarchy}__gte", f"{self.date_hierarchy}__lt"} if self.date_hierarchy else set()
        if foreign := sorted(set(filters[2]) - within):
            raise DisallowedModelAdminLookup(f"Filtering by {foreign[0]} is not allowed.")
        return filters


class ReadOnlyAdmin(ReadOnly, admin.ModelAdmin):
    """A list that shows everything of a row but what machines derive."""

    list_per_page = 50
    show_full_result_count = False
    paginator = CappedPaginator
    # Facets count whole tables.
    show_facets = admin.ShowFacets.NEVER
    derived = frozenset({"tsv", "bm25", "embedding", "token_signs"})
    hidden = derived | {"sha256", "password", "secret"}

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """All columns, in the order of the model."""
        return [field.name for field in self.model._meta.fields if field.name not in self.hidden]

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """All of them."""
        return list(self.get_fields(request, obj))

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """Lists do not filter by columns that they do not show."""
        return FilteredList

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """As Django has it, for the first words: each one is looked for in every row."""
        words = search_term[:MOST_SEARCHED].split()[:MOST_WORDS]
        return super().get_search_results(request, queryset, " ".join(words))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Without the derived columns, which are heavy."""
        columns = {field.name for field in self.model._meta.fields}
        return super().get_queryset(request).defer(*(columns & self.derived))


class ReadOnlyInline(ReadOnly, admin.TabularInline):
    """Rows of another list beside the one they belong to."""

    extra = 0
    can_delete = False
    show_change_link = True
