"""The search's question and its page of hits."""

from django.utils.functional import cached_property
from rest_framework import serializers

from api.serializers.fields import CommaList, Moment, Name
from api.serializers.memories import Line
from memory.models import Memory
from memory.recall.search import Hit, SearchPage

LONGEST_QUESTION = 8000


class SearchQuery(serializers.Serializer):
    """What to look for, and where. `after` is inclusive, `before` exclusive; a date means its midnight."""

    q = serializers.CharField(max_length=LONGEST_QUESTION)
    project = Name(help_text="A remote, a path, an identity or a name; an unknown one finds nothing.")
    type = CommaList(choices=Memory.Type.values, default=list, help_text="One type, or several with commas.")
    agent_id = Name()
    tag = Name()
    after = Moment(default=None)
    before = Moment(default=None)
    limit = serializers.IntegerField(min_value=1, max_value=100, default=5)
    offset = serializers.IntegerField(min_value=0, max_value=10_000, default=0)
    explain = serializers.BooleanField(default=False, help_text="Add each term of the score.")
    semantic = serializers.BooleanField(default=True, help_text="0: by words alone, for callers in a hurry.")
    record = serializers.BooleanField(default=True, help_text="0: not a person's question; keep no note of it.")


class WhyShape(serializers.Serializer):
    """The terms of a score: (0.85·relevance + 0.15·freshness) × level × use."""

    relevance = serializers.FloatField()
    lexical = serializers.FloatField()
    semantic = serializers.FloatField()
    freshness = serializers.FloatField()
    level = serializers.FloatField()
    use = serializers.FloatField()

    def to_representation(self, instance: object) -> dict[str, float]:
        """Four digits are all that these numbers mean."""
        return {name: round(getattr(instance, name), 4) for name in map(str, self.fields)}


class HitShape(Line):
    """A memory that answers the question."""

    score = serializers.FloatField()
    contradicted = serializers.BooleanField(
        help_text="Another memory says otherwise, and nobody has judged yet; only where you may see both."
    )
    why = WhyShape(required=False)

    def to_representation(self, instance: Hit) -> dict[str, object]:
        """The line of its memory, with the score and, when asked for, its terms."""
        line = self._line.to_representation(instance.memory)
        line |= {"score": round(instance.score, 4), "contradicted": instance.contradicted}
        return line | {"why": WhyShape(instance.why).data} if self.context.get("explain") else line

    @cached_property
    def _line(self) -> Line:
        return Line()


class PageShape(serializers.Serializer):
    """One page. `lexical_only` tells that the embedder was away and words alone decided."""

    results = HitShape(many=True, source="hits")
    total = serializers.IntegerField()
    offset = serializers.IntegerField()
    has_more = serializers.BooleanField()
    lexical_only = serializers.BooleanField()


def nothing(offset: int) -> SearchPage:
    """The page of a search in a project that nobody here knows."""
    return SearchPage((), 0, offset, False, {"embed": 0.0, "sql": 0.0, "rank": 0.0}, False)
