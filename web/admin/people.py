"""The team, its people, agents and tokens, in the admin."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.shortcuts import redirect
from django.urls import reverse

from memory import people
from memory.errors import CairnError
from memory.knowledge import holds
from memory.knowledge.team import CHANGEABLE, change_team
from memory.models import AccessToken, Agent, Invitation, Membership, Team, User
from web.admin.asking import asking_action
from web.admin.base import ReadOnlyAdmin
from web.admin.scope import actor_of, may
from web.admin.site import site


def told(request: HttpRequest, verb: Callable[[], Any]) -> Any:
    """What a verb gives; None where it refuses, with its words as a message."""
    try:
        return verb()
    except CairnError as refusal:
        messages.error(request, refusal.detail)
        return None


@admin.register(Team, site=site)
class TeamAdmin(ReadOnlyAdmin):
    """The one team that one acts in; its admins name it and set its policy."""

    edit_scope = "admin"
    list_display = [
        "name",
        "slug",
        "capture_policy",
        "line",
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
        """Change it through the verbs; what they refuse is said."""
        changed = {name: form.cleaned_data[name] for name in form.changed_data if name in CHANGEABLE}
        told(request, lambda: change_team(actor=actor_of(request), **changed))
        if "legal_hold" in form.changed_data:
            lay = holds.hold if form.cleaned_data["legal_hold"] else holds.release
            told(request, lambda: lay(actor=actor_of(request)))


@admin.register(Membership, site=site)
class MembershipAdmin(ReadOnlyAdmin):
    """Who is in the team, as what. Nobody changes their own role, and the last admin stays one."""

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
        """Give the role through the verb; what it refuses is said."""
        told(request, lambda: people.change_role(obj.user, obj.role, actor=actor_of(request)))


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

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Admins set a name free for whom it was meant; what was written under it stays its author's."""
        free = asking_action("free", "Release the name", lambda row, actor: people.free_agent_name(row, actor=actor))
        return {"free": free} if may(request, "admin") else {}


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

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Admins revoke; those that are revoked already stay so."""
        revoke = asking_action("revoke", "Revoke", lambda row, actor: people.revoke_token(row, actor=actor))
        return {"revoke": revoke} if may(request, "admin") else {}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Of this team."""
        return super().get_queryset(request).filter(team=actor_of(request).team)


@admin.register(Invitation, site=site)
class InvitationAdmin(ReadOnlyAdmin):
    """Links that let somebody join: made here or by `manage.py invite`, withdrawn here."""

    list_display = ["created_at", "email", "role", "created_by", "expires_at", "accepted_by", "revoked_at"]
    list_filter = ["role"]
    list_select_related = ["created_by", "accepted_by"]
    search_fields = ["email"]
    ordering = ["-created_at"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Admins."""
        return may(request, "admin")

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Admins withdraw; those that were used or withdrawn already stay so."""
        end = asking_action("revoke", "Withdraw", lambda row, actor: people.revoke_invitation(row.pk, actor=actor))
        return {"revoke": end} if may(request, "admin") else {}

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """A new one needs to know for whom, and as what."""
        return super().get_fields(request, obj) if obj else ["email", "role"]

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """Nothing of it changes afterwards."""
        return super().get_readonly_fields(request, obj) if obj else []

    def save_model(self, request: HttpRequest, obj: Invitation, form: ModelForm, change: bool) -> None:
        """Make it through the verb, and show its link this once."""
        made = told(request, lambda: people.invite(obj.email, obj.role, actor=actor_of(request)))
        if made:
            invitation, raw = made
            obj.pk = invitation.pk
            link = request.build_absolute_uri(reverse("invitation", args=[raw]))
            messages.success(request, f"Send this link. It is shown only once and works for seven days: {link}")

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> None:
        """The verb has noted it in the audit log."""

    def response_add(self, request: HttpRequest, obj: Invitation, post_url_continue: str | None = None) -> Any:
        """Back to the list, where the link is shown."""
        return redirect("admin:memory_invitation_changelist")
