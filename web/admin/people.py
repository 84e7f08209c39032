"""The team, its people, agents and tokens, in the admin."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from memory import audit, people
from memory.models import AccessToken, Agent, Membership, Team, User
from web.admin.base import ReadOnlyAdmin
from web.admin.scope import actor_of, may
from web.admin.site import site


@admin.register(Team, site=site)
class TeamAdmin(ReadOnlyAdmin):
    """The one team that one acts in; its admins name it and set its policy."""

    edit_scope = "admin"
    list_display = [
        "name",
        "slug",
        "capture_policy",
        "distiller",
        "daily_calls",
        "daily_tokens",
        "search_config",
        "created_at",
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Team]:
        """Only this team, even for people of several."""
        return super().get_queryset(request).filter(pk=actor_of(request).team.pk)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """The slug is in commands and addresses; the configuration has stemmed what is stored."""
        return ["id", "slug", "search_config", "created_at"]

    def save_model(self, request: HttpRequest, obj: Team, form: ModelForm, change: bool) -> None:
        """Save, and note who did it."""
        super().save_model(request, obj, form, change)
        audit.record("change_team", f"team:{obj.pk}", actor=actor_of(request), fields=form.changed_data)


@admin.register(Membership, site=site)
class MembershipAdmin(ReadOnlyAdmin):
    """Who is in the team, as what. Nobody changes their own role, so the last admin stays one."""

    edit_scope = "admin"
    list_display = ["user", "role", "created_at"]
    list_filter = ["role"]
    list_select_related = ["user"]
    search_fields = ["user__username", "user__email"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Membership]:
        """Only this team's, even though one sees one's own memberships elsewhere."""
        return super().get_queryset(request).filter(team=actor_of(request).team)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """All but the role."""
        return ["id", "team", "user", "created_at"]

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Admins, for everybody but themselves."""
        own = isinstance(obj, Membership) and obj.user_id == actor_of(request).user.pk
        return super().has_change_permission(request, obj) and not own

    def save_model(self, request: HttpRequest, obj: Membership, form: ModelForm, change: bool) -> None:
        """Give the role through the verb, and note who did it."""
        people.add_person(obj.user.username, team=obj.team, role=obj.role)
        audit.record("change_role", f"user:{obj.user_id}", actor=actor_of(request), role=obj.role)


@admin.register(User, site=site)
class UserAdmin(ReadOnlyAdmin):
    """The team's people. They may be in other teams too, so nothing of them is changed from one."""

    list_display = ["username", "first_name", "last_name", "email", "is_active", "last_login"]
    search_fields = ["username", "first_name", "last_name", "email"]
    ordering = ["username"]
    hidden = ReadOnlyAdmin.hidden | {"is_superuser", "is_staff"}

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """Accounts carry no team, so row-level security does not narrow them: membership does."""
        return super().get_queryset(request).filter(memberships__team=actor_of(request).team)


@admin.register(Agent, site=site)
class AgentAdmin(ReadOnlyAdmin):
    """Agents that act for people."""

    list_display = ["agent_id", "owner", "created_at"]
    list_select_related = ["owner"]
    search_fields = ["agent_id", "owner__username"]


@admin.register(AccessToken, site=site)
class AccessTokenAdmin(ReadOnlyAdmin):
    """Tokens: made on the set-up page and by `manage.py issue_token`, revoked here."""

    list_display = [
        "prefix",
        "name",
        "user",
        "agent",
        "scopes",
        "created_at",
        "expires_at",
        "last_used_at",
        "revoked_at",
    ]
    list_filter = ["revoked_at", "expires_at"]
    list_select_related = ["user", "agent"]
    search_fields = ["prefix", "name", "user__username"]
    ordering = ["-created_at"]
    actions = ["revoke"]

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        """Admins."""
        return may(request, "admin")

    @admin.action(description="Revoke", permissions=["revoke"])
    def revoke(self, request: HttpRequest, tokens: QuerySet[AccessToken]) -> None:
        """Revoke the chosen tokens at once; those that are revoked already stay so."""
        revoked = [token for token in tokens if people.revoke_token(token)]
        for token in revoked:
            audit.record("revoke_token", f"token:{token.pk}", actor=actor_of(request))
        messages.success(request, f"{len(revoked)} revoked.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Of this team."""
        return super().get_queryset(request).filter(team=actor_of(request).team)
