"""The team's policy for captured memories, and the sources that are switched off."""

from rest_framework import serializers

from api.serializers.fields import Choice
from memory.knowledge.blocking import SOURCES
from memory.models import Memory, Team
from memory.rules.belief import HIGHEST, LOWEST

_PART = {"required": False, "default": 0.0, "min_value": 0.0, "max_value": 1.0}


class RuleShape(serializers.Serializer):
    """Drafts that stand without anybody; every condition that is set must hold."""

    id = serializers.CharField(source="pk")
    project = serializers.CharField(source="project.name", default=None, allow_null=True)
    type = serializers.CharField(allow_blank=True)
    source = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    at_least_corroborations = serializers.IntegerField()
    at_least_confidence = serializers.FloatField()
    at_least_trust = serializers.FloatField()
    created_at = serializers.DateTimeField()
    created_by = serializers.CharField(source="created_by.username", default=None, allow_null=True)


class LineMoveShape(serializers.Serializer):
    """How the line came to be where it is: set by a person, or moved by Cairn for what it counted."""

    was = serializers.FloatField()
    now = serializers.FloatField()
    at = serializers.DateTimeField()
    by = serializers.CharField(source="by.username", default=None, allow_null=True)
    counted = serializers.IntegerField(help_text="Number of memories that made Cairn move it; 0 if a person set it.")
    rejected = serializers.IntegerField(help_text="How many of them the team threw away.")


class PolicyShape(serializers.Serializer):
    """Where captured memories start, what approves them, and the projects that are not captured."""

    capture = Choice(Team.CapturePolicy.values)
    client_distill = Choice(Team.ClientDistill.values)
    removes_names = serializers.BooleanField(help_text="Notes saved on purpose lose names of persons, too.")
    line = serializers.FloatField(help_text="Confidence from which a captured memory starts active.")
    line_moved = LineMoveShape(allow_null=True)
    stale_after_changes = serializers.IntegerField()
    rules = RuleShape(many=True)
    uncaptured = serializers.SerializerMethodField(help_text="Identities of projects.")

    def get_uncaptured(self, policy: object) -> list[str]:
        """Projects whose capture is off."""
        return [project.identity for project in policy.uncaptured]  # type: ignore[attr-defined]


class ProjectCapture(serializers.Serializer):
    """A project's capture, on or off."""

    project = serializers.CharField(max_length=400, help_text="A remote, an identity or a name.")
    captured = serializers.BooleanField()


class PolicyChange(serializers.Serializer):
    """What is to change; what is left out stays."""

    capture = Choice(Team.CapturePolicy.values, required=False)
    client_distill = Choice(Team.ClientDistill.values, required=False)
    removes_names = serializers.BooleanField(required=False)
    line = serializers.FloatField(required=False, min_value=LOWEST, max_value=HIGHEST)
    stale_after_changes = serializers.IntegerField(required=False, min_value=1, max_value=1_000)
    projects = ProjectCapture(many=True, required=False, default=list)


class NewRule(serializers.Serializer):
    """The conditions of a rule; at least one."""

    project = serializers.CharField(max_length=400, required=False, allow_blank=True, default="")
    type = Choice(["", *Memory.Type.values], required=False, default="")
    source = Choice(["", *Memory.Source.values], required=False, default="")  # type: ignore[assignment]
    at_least_corroborations = serializers.IntegerField(required=False, default=0, min_value=0, max_value=1_000)
    at_least_confidence = serializers.FloatField(**_PART)
    at_least_trust = serializers.FloatField(**_PART)


class BlockShape(serializers.Serializer):
    """A source that is, or was, switched off."""

    id = serializers.CharField(source="pk")
    source = serializers.SerializerMethodField()  # type: ignore[assignment]
    name = serializers.SerializerMethodField(help_text="The token's prefix, agent_id, session or username.")
    reason = serializers.CharField()
    blocked_at = serializers.DateTimeField()
    blocked_by = serializers.CharField(source="blocked_by.username", default=None, allow_null=True)
    lifted_at = serializers.DateTimeField(allow_null=True)
    lifted_by = serializers.CharField(source="lifted_by.username", default=None, allow_null=True)

    def get_source(self, block: object) -> str:
        """Which kind of source."""
        return next(kind for kind in SOURCES if getattr(block, f"{kind}_id"))

    def get_name(self, block: object) -> str:
        """What it is called."""
        kind = self.get_source(block)
        name = {"token": "prefix", "agent": "agent_id", "session": "external_id", "person": "username"}[kind]
        return str(getattr(getattr(block, kind), name))


class BlocksShape(serializers.Serializer):
    """The newest first."""

    results = BlockShape(many=True)


class BlocksQuery(serializers.Serializer):
    """Which blocks."""

    lifted = serializers.BooleanField(required=False, default=False, help_text="Those that are over, too.")


class NewBlock(serializers.Serializer):
    """One source, and why."""

    token = serializers.CharField(max_length=40, required=False, help_text="Its prefix or number.")
    agent = serializers.CharField(max_length=100, required=False)
    session = serializers.CharField(max_length=100, required=False)
    person = serializers.CharField(max_length=150, required=False)
    reason = serializers.CharField(max_length=200)


class BlockedShape(serializers.Serializer):
    """The block, and how much it hid or showed again."""

    block = BlockShape()
    memories = serializers.IntegerField()
    sessions = serializers.IntegerField()
