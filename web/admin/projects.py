"""Projects and what else they were called, in the admin."""

from django.contrib import admin, messages
from django.db.models import Model
from django.forms import ModelForm
from django.http import HttpRequest

from memory.errors import CairnError
from memory.knowledge.projects import rename_project
from memory.models import Project, ProjectAlias
from memory.permissions import PERMISSIONS
from web.admin.base import ReadOnlyAdmin, ReadOnlyInline
from web.admin.scope import actor_of
from web.admin.site import site


class AliasInline(ReadOnlyInline):
    """Other identities of the project."""

    model = ProjectAlias
    fields = readonly_fields = ("identity",)


@admin.register(Project, site=site)
class ProjectAdmin(ReadOnlyAdmin):
    """One row a code base; admins may give it a better name."""

    edit_scope = PERMISSIONS["projects"].scope
    list_display = ["name", "identity", "captured", "legal_hold", "is_sample", "created_at"]
    list_filter = ["captured", "legal_hold", "is_sample", "created_at"]
    search_fields = ["name", "identity", "aliases__identity"]
    ordering = ["name"]
    inlines = [AliasInline]

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """All but the name: clients find the project by its identity."""
        return [name for name in self.get_fields(request, obj) if name != "name"]

    def save_model(self, request: HttpRequest, obj: Project, form: ModelForm, change: bool) -> None:
        """Rename it through the verb; what it refuses is said."""
        try:
            rename_project(obj.pk, obj.name, actor=actor_of(request))
        except CairnError as refusal:
            messages.error(request, refusal.detail)


@admin.register(ProjectAlias, site=site)
class ProjectAliasAdmin(ReadOnlyAdmin):
    """Identities that mean another project."""

    list_display = ["identity", "project"]
    list_select_related = ["project"]
    search_fields = ["identity", "project__name"]
