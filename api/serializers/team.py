"""The asker, the team's numbers, and the briefing of a session."""

from rest_framework import serializers

from api.serializers.fields import Choice, Name
from memory.recall.briefing import DEFAULT_BUDGET

SOURCES = ("startup", "resume", "clear", "compact", "fork")


class TokenShape(serializers.Serializer):
    """The token in use; its secret is never shown again."""

    name = serializers.CharField()
    prefix = serializers.CharField()
    expires_at = serializers.DateTimeField(allow_null=True)
    last_used_at = serializers.DateTimeField(allow_null=True)


class ActorShape(serializers.Serializer):
    """Who the server takes the asker for."""

    person = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.get_full_name")
    team = serializers.CharField(source="team.slug")
    team_name = serializers.CharField(source="team.name")
    role = serializers.CharField()
    scopes = serializers.SerializerMethodField()
    agent_id = serializers.CharField(source="agent.agent_id", default=None, allow_null=True)
    token = TokenShape(allow_null=True)
    version = serializers.CharField(default="")

    def get_scopes(self, actor: object) -> list[str]:
        """What both the role and the token allow."""
        return sorted(actor.scopes)  # type: ignore[attr-defined]

    def to_representation(self, instance: object) -> dict[str, object]:
        """The actor, and the server's version."""
        return super().to_representation(instance) | {"version": self.context["version"]}


class BudgetShape(serializers.Serializer):
    """Model calls and tokens of today (UTC), whatever provider served them."""

    provider = serializers.CharField(help_text="What distills: rules, ollama, openai or anthropic.")
    calls = serializers.IntegerField()
    calls_limit = serializers.IntegerField()
    tokens = serializers.IntegerField(help_text="In and out together.")
    tokens_limit = serializers.IntegerField(allow_null=True)
    failures = serializers.IntegerField(help_text="Calls that brought nothing of use; the rules stood in.")


class TeamStatusShape(serializers.Serializer):
    """How the team's memory is doing; `failed` are the dead letters, given up after several attempts."""

    memories = serializers.IntegerField()
    drafts = serializers.IntegerField()
    messages = serializers.IntegerField(help_text="What was said in all sessions, searchable through the history.")
    unembedded = serializers.IntegerField(help_text="Memories that wait for a vector.")
    unembedded_messages = serializers.IntegerField(help_text="Messages that wait for a vector; their words find them.")
    due = serializers.IntegerField(help_text="Turns that wait for a worker.")
    pending = serializers.IntegerField(help_text="Observations that are not distilled yet.")
    failed = serializers.IntegerField()
    oldest_due = serializers.DateTimeField(allow_null=True)
    last_capture = serializers.DateTimeField(allow_null=True)
    budget = BudgetShape()
    version = serializers.CharField(default="")

    def to_representation(self, instance: object) -> dict[str, object]:
        """The numbers, and the server's version."""
        return super().to_representation(instance) | {"version": self.context["version"]}


class BriefingQuery(serializers.Serializer):
    """The session that starts."""

    project = Name(help_text="A remote, a path, an identity or a name.")
    session = Name(help_text="The client's session id.")
    source = Choice(SOURCES, required=False, default=SOURCES[0])  # type: ignore[assignment]
    branch = Name(max_length=1000, help_text="The git branch; left out, that of the session where it is known.")
    budget = serializers.IntegerField(min_value=0, max_value=10_000, default=DEFAULT_BUDGET, help_text="Tokens.")


class BriefingStatusShape(serializers.Serializer):
    """The numbers of the status line."""

    project = serializers.CharField(allow_blank=True)
    memories = serializers.IntegerField()
    last_capture = serializers.DateTimeField(allow_null=True)
    drafts = serializers.IntegerField()
    captured = serializers.BooleanField(help_text="False where the team has switched the project's capture off.")
    client_distill = serializers.CharField(
        allow_blank=True, help_text="`recommend` or `require`: the team wants facts by developers' own Claude."
    )
    latest_plugin = serializers.CharField(default="")

    def to_representation(self, instance: object) -> dict[str, object]:
        """The numbers, and the newest plugin that this server knows."""
        return super().to_representation(instance) | {"latest_plugin": self.context["version"]}


class BriefingShape(serializers.Serializer):
    """Text to inject (empty when there is nothing to say), its memories, and the status line's numbers."""

    text = serializers.CharField(allow_blank=True)
    memories = serializers.ListField(child=serializers.UUIDField())
    tokens = serializers.IntegerField()
    status = BriefingStatusShape()
