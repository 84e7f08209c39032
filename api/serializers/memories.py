"""Memories in three sizes: one line of a list, the whole fact, and the fact with what stands around it."""

from django.utils.functional import cached_property
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers.fields import Choice, CommaList, Moment, Name
from memory.models import Contradiction, Memory
from memory.recall.contradictions import count_open
from memory.recall.evidence import Sighting
from memory.recall.fetch import Expanded, Lineage
from memory.rules import tokens

MOST_IDS = 50
LEVELS = ["shared", "long-term", "short-term"]
STATUSES = Memory.Status.values


class Line(serializers.Serializer):
    """A memory in a list: enough to decide whether to fetch it."""

    id = serializers.UUIDField(source="uuid")
    type = Choice(Memory.Type.values)
    status = Choice(STATUSES)
    level = Choice(LEVELS)
    snippet = serializers.SerializerMethodField()
    projects = serializers.SerializerMethodField(help_text="Names; none means the whole team.")
    agent_id = serializers.CharField(source="agent.agent_id", default=None, allow_null=True)
    occurred_at = serializers.DateTimeField()
    created_at = serializers.DateTimeField()
    est_tokens = serializers.SerializerMethodField(help_text="What the full text would cost a model.")

    def get_snippet(self, memory: Memory) -> str:
        """The first 80 characters."""
        return tokens.snippet(memory.content)

    def get_projects(self, memory: Memory) -> list[str]:
        """Names, in the order of linking."""
        return [project.name for project in memory.projects.all()]

    def get_est_tokens(self, memory: Memory) -> int:
        """Four characters a token."""
        return tokens.estimate(memory.content)


class Full(Line):
    """The whole memory."""

    content = serializers.CharField()
    visibility = Choice(Memory.Visibility.values)
    source = Choice(Memory.Source.values)  # type: ignore[assignment]
    tags = serializers.ListField(child=serializers.CharField())
    files = serializers.ListField(child=serializers.CharField(), help_text="Files that the fact is about.")
    author = serializers.CharField(source="author.username", default=None, allow_null=True)
    confidence = serializers.FloatField()
    trust = serializers.FloatField()
    corroborations = serializers.IntegerField()
    uses = serializers.IntegerField()
    pinned = serializers.BooleanField()
    review_by = serializers.DateField(allow_null=True)
    confirmed_at = serializers.DateTimeField(allow_null=True, help_text="When a curator last confirmed it.")
    file_changes = serializers.IntegerField(help_text="Changes to its files since it was added or confirmed.")
    reason = serializers.CharField(allow_blank=True, help_text="Why it has its status, or had it before it left.")
    contradictions = serializers.SerializerMethodField(help_text="How many open ones, as far as you see both sides.")

    def get_contradictions(self, memory: Memory) -> int:
        """Open pairs that this memory is a side of."""
        return count_open(memory)


class AnchorShape(serializers.Serializer):
    """Where a memory comes from: the client's session, the turn in it, the transcript's path."""

    session = serializers.CharField()
    turn = serializers.CharField()
    transcript = serializers.CharField()


class WordsShape(Line):
    """A memory among others that are read with their words: neighbours of a session, sides of a contradiction."""

    content = serializers.CharField()


class ExpandedShape(Full):
    """The whole memory; with `expand=1` its neighbours of the same session and its anchor as well."""

    neighbours = WordsShape(many=True, required=False)
    anchor = AnchorShape(allow_null=True, required=False)

    def to_representation(self, instance: Expanded | Memory) -> dict[str, object]:
        """From an Expanded, or from a memory alone."""
        if isinstance(instance, Memory):
            return self._full.to_representation(instance)
        return self._full.to_representation(instance.memory) | {
            "neighbours": WordsShape(instance.neighbours, many=True).data,
            "anchor": AnchorShape(instance.anchor).data if instance.anchor else None,
        }

    @cached_property
    def _full(self) -> Full:
        return Full()


class SightingShape(serializers.Serializer):
    """Where the fact was said or seen."""

    session = serializers.CharField(source="evidence.session.external_id", default=None, allow_null=True)
    turn = serializers.CharField(source="evidence.turn.uuid", default=None, allow_null=True)
    at = serializers.DateTimeField(source="evidence.at")
    author = serializers.CharField(source="evidence.author.username", default=None, allow_null=True)
    source = serializers.CharField(source="evidence.source", help_text="user, assistant, tool or explicit.")  # type: ignore[assignment]
    excerpt = serializers.CharField(source="evidence.excerpt", allow_blank=True)
    tools = serializers.ListField(child=serializers.CharField(), help_text="A line for each tool call of the turn.")
    files = serializers.ListField(source="evidence.files", child=serializers.CharField())
    branch = serializers.CharField(source="evidence.branch", allow_blank=True)
    commit = serializers.CharField(source="evidence.commit", allow_blank=True)


class WithEvidence(ExpandedShape):
    """The memory and all that it rests on, the earliest first."""

    evidence = SightingShape(many=True)

    def to_representation(self, instance: tuple[Expanded | Memory, list[Sighting]]) -> dict[str, object]:  # type: ignore[override]
        """From the memory (expanded or not) and its sightings."""
        told, rests_on = instance
        return super().to_representation(told) | {"evidence": SightingShape(rests_on, many=True).data}


class Fetched(serializers.Serializer):
    """Memories in the order asked for; what is missing or hidden is left out."""

    results = ExpandedShape(many=True)


class Listed(serializers.Serializer):
    """A list of memories."""

    results = Line(many=True)


class Generation(Full):
    """A memory of a chain; a tombstone has only its id and place left, no text."""

    purged_at = serializers.DateTimeField(allow_null=True, help_text="When its text was purged or erased.")


class LineageShape(serializers.Serializer):
    """What a memory replaced and what replaced it, nearest first."""

    memory = Full()
    older = Generation(many=True)
    newer = Generation(many=True)

    def to_representation(self, instance: tuple[Memory, Lineage]) -> dict[str, object]:
        """From the memory and its Lineage."""
        memory, lineage = instance
        older, newer = Generation(lineage.older, many=True).data, Generation(lineage.newer, many=True).data
        return {"memory": Full(memory).data, "older": older, "newer": newer}


class FetchQuery(serializers.Serializer):
    """Which memories to fetch: ids, or prefixes of at least 8 characters."""

    ids = CommaList(most=MOST_IDS)
    expand = serializers.BooleanField(default=False)
    agent_id = Name(help_text="Only this agent's memories.")

    def validate_ids(self, ids: list[str]) -> list[str]:
        """At least one."""
        if not ids:
            raise serializers.ValidationError("Name at least one id.")
        return ids


class AgentQuery(serializers.Serializer):
    """Whose memories are meant."""

    agent_id = Name(help_text="Only this agent's memories; any other is not found.")


class OneQuery(AgentQuery):
    """Whether to add neighbours and anchor."""

    expand = serializers.BooleanField(default=False)


class ListQuery(serializers.Serializer):
    """Filters of a list, and how long it may be."""

    project = Name(help_text="A remote, a path, an identity or a name.")
    type = Choice(Memory.Type.values, required=False, allow_blank=True, default="")
    tag = Name()
    agent_id = Name()
    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)


class NewMemory(serializers.Serializer):
    """What somebody saves on purpose. Its words stay; secrets go, and dates stand beside words such as "yesterday"."""

    content = serializers.CharField()
    type = Choice(Memory.Type.values, required=False, allow_null=True, default=None)
    projects = serializers.ListField(child=serializers.CharField(max_length=400), max_length=20, default=list)
    tags = serializers.ListField(child=serializers.CharField(max_length=50), max_length=20, default=list)
    agent_id = serializers.CharField(max_length=100, required=False, allow_null=True, default=None)
    visibility = Choice(Memory.Visibility.values, required=False, allow_null=True, default=None)
    supersedes = serializers.CharField(max_length=36, required=False, allow_null=True, default=None)
    occurred_at = Moment(required=False, allow_null=True, default=None, help_text="What relative dates count from.")
    preview = serializers.BooleanField(default=False, help_text="Show what would be stored, without storing it.")
    relayed = serializers.BooleanField(
        default=False, help_text="A model says it, not a person. If it gives instructions, it waits for a curator."
    )


class RelatedShape(serializers.Serializer):
    """A memory that says something close."""

    id = serializers.UUIDField(source="memory.uuid")
    snippet = serializers.SerializerMethodField()
    similarity = serializers.FloatField()

    def get_snippet(self, related: object) -> str:
        """The first 80 characters."""
        return tokens.snippet(related.memory.content)  # type: ignore[attr-defined]


class ContradictedShape(serializers.Serializer):
    """A memory that the text would contradict, and in what."""

    id = serializers.UUIDField(source="memory.uuid")
    snippet = serializers.SerializerMethodField()
    kind = Choice(Contradiction.Kind.values)
    older_says = serializers.CharField(source="memory_says", help_text="What the stored memory says.")
    newer_says = serializers.CharField(source="says", help_text="What the previewed text says.")
    similarity = serializers.FloatField(allow_null=True)
    confidence = serializers.FloatField()

    def get_snippet(self, contradicted: object) -> str:
        """The first 80 characters."""
        return tokens.snippet(contradicted.memory.content)  # type: ignore[attr-defined]


class RedactionShape(serializers.Serializer):
    """How many secrets of one kind were taken out."""

    kind = serializers.CharField()
    count = serializers.IntegerField()


class PreviewShape(serializers.Serializer):
    """What would be stored, and a shorter wording of it."""

    content = serializers.CharField(help_text="A shorter, impersonal wording; save it instead if it says all.")
    stored = serializers.CharField(help_text="What is stored if this request is sent without `preview`.")
    type = serializers.CharField()
    confidence = serializers.FloatField()
    redactions = serializers.SerializerMethodField()
    related = RelatedShape(many=True)
    conflicts = ContradictedShape(many=True, source="contradictions")

    @extend_schema_field(RedactionShape(many=True))
    def get_redactions(self, preview: object) -> list[dict[str, object]]:
        """Kinds and counts."""
        return [{"kind": kind, "count": count} for kind, count in preview.redactions]  # type: ignore[attr-defined]
