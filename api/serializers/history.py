"""The history search's question, and its page of messages with what was said around them."""

from datetime import UTC
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers.fields import Choice, Moment, Name
from api.serializers.search import LONGEST_QUESTION, PeriodShape
from memory.models import Message
from memory.recall.history import HistoryHit, HistoryPage
from memory.recall.sessions import answering, compacted_since


class HistoryQuery(serializers.Serializer):
    """What was said, where and when. `after` is inclusive, `before` exclusive; a date means its midnight."""

    q = serializers.CharField(max_length=LONGEST_QUESTION, help_text="Keywords or a sentence; `query` does as well.")
    project = Name(help_text="A remote, a path, an identity or a name; an unknown one returns nothing.")
    scope = Choice(
        ("project", "global"),
        required=False,
        default="project",
        help_text="global: all projects of the team, whatever `project` says.",
    )
    after = Moment(default=None)
    before = Moment(default=None)
    context_before_after = serializers.IntegerField(
        min_value=0, max_value=20, default=3, help_text="Messages before and after each match."
    )
    threshold = serializers.FloatField(min_value=0, max_value=1, default=0.2, help_text="The least score of a match.")
    max_results = serializers.IntegerField(min_value=1, max_value=100, default=10)
    offset = serializers.IntegerField(min_value=0, max_value=10_000, default=0)
    include_subagents = serializers.BooleanField(default=True)
    semantic = serializers.BooleanField(default=True, help_text="0: by words alone, for callers in a hurry.")

    def to_internal_value(self, data: Any) -> Any:
        """The query string, in which the question may stand under either name."""
        told = data.dict() if hasattr(data, "dict") else dict(data)
        return super().to_internal_value({"q": told["query"], **told} if "query" in told else told)


class MatchedShape(serializers.Serializer):
    """A message that answers the question, and where it was said."""

    role = Choice(Message.Role.values)
    content = serializers.CharField()
    timestamp = serializers.DateTimeField(source="said_at", default_timezone=UTC)
    project = serializers.CharField(source="project.name")
    session_id = serializers.CharField(source="session.external_id", help_text="The client's own session id.")
    uuid = serializers.CharField()
    turn = serializers.CharField(source="turn.uuid", default=None, allow_null=True)
    subagent = serializers.CharField(allow_blank=True, help_text="Blank for the conversation with the person.")
    compacted = serializers.SerializerMethodField(help_text="The client summarised the session after this was said.")

    def get_compacted(self, message: Message) -> bool:
        """Whether the session itself has lost these words."""
        return compacted_since(message)


class ContextShape(serializers.Serializer):
    """A message of the window around a match, or the match itself."""

    role = Choice(Message.Role.values, source="message.role")
    content = serializers.CharField(source="message.content")
    timestamp = serializers.DateTimeField(source="message.said_at", default_timezone=UTC)
    is_match = serializers.BooleanField()


class HistoryHitShape(serializers.Serializer):
    """A match, how well it answers (0 to 1), and its window in order of time."""

    matched_message = MatchedShape(source="message")
    score = serializers.SerializerMethodField()
    context = ContextShape(many=True)  # type: ignore[assignment]

    def get_score(self, hit: HistoryHit) -> float:
        """Four digits are all that it means."""
        return round(hit.score, 4)


class AnsweringShape(serializers.Serializer):
    """A session that answers the question as a whole."""

    session_id = serializers.CharField(source="external_id", help_text="The client's own session id.")
    title = serializers.CharField(allow_blank=True)
    project = serializers.CharField(source="project.name")
    branch = serializers.CharField(allow_blank=True)
    last_event_at = serializers.DateTimeField(default_timezone=UTC)


class HistoryShape(serializers.Serializer):
    """One page of matches, best first."""

    results = HistoryHitShape(many=True)
    query = serializers.CharField()
    total_matches = serializers.IntegerField()
    offset = serializers.IntegerField()
    has_more = serializers.BooleanField()
    excluded_sessions = serializers.IntegerField(help_text="Always 0: no session is too old to be searched.")
    sessions = serializers.SerializerMethodField(
        help_text="The ten sessions of all pages' matches that answer best as a whole, best first."
    )
    period = PeriodShape(allow_null=True, help_text="The time that the question names; its messages come first.")

    @extend_schema_field(AnsweringShape(many=True))
    def get_sessions(self, page: HistoryPage) -> list[dict[str, object]]:
        """In the order for who looks for the conversation, not for the sentence."""
        return list(AnsweringShape(answering(page.sessions), many=True).data)


def nothing(query: str, offset: int) -> dict[str, object]:
    """The page of a search in a project that nobody here knows."""
    empty = {"results": [], "query": query, "total_matches": 0, "offset": offset}
    return {**empty, "has_more": False, "excluded_sessions": 0, "sessions": [], "period": None}
