"""The search's question and its page of hits."""

from django.utils.functional import cached_property
from rest_framework import serializers

from api.serializers.fields import Choice, CommaList, Moment, Name
from api.serializers.memories import Line
from memory.models import Memory
from memory.recall.explaining import Explanation
from memory.recall.said import Excerpt, Said
from memory.recall.search import Hit, SearchPage
from memory.recall.siblings import Sibling

LONGEST_QUESTION = 8000


class SearchQuery(serializers.Serializer):
    """What to look for, and where. `after` is inclusive, `before` exclusive; a date means its midnight."""

    q = serializers.CharField(max_length=LONGEST_QUESTION)
    project = Name(help_text="A remote, a path, an identity or a name; an unknown one returns nothing.")
    type = CommaList(choices=Memory.Type.values, default=list, help_text="One type, or several with commas.")
    status = Choice(
        [Memory.Status.DRAFT.value],
        required=False,
        allow_blank=True,
        default="",
        help_text="draft: look in what waits for approval instead; `known` is false then.",
    )
    agent_id = Name()
    tag = Name()
    after = Moment(default=None)
    before = Moment(default=None)
    limit = serializers.IntegerField(min_value=1, max_value=100, default=5)
    offset = serializers.IntegerField(min_value=0, max_value=10_000, default=0)
    explain = serializers.BooleanField(default=False, help_text="Add each term of the score.")
    said = serializers.BooleanField(default=False, help_text="Quote what was said in sessions, too; takes longer.")
    semantic = serializers.BooleanField(default=True, help_text="0: by words alone, for callers in a hurry.")
    fusion = serializers.ChoiceField(
        choices=["scores", "rrf"], default="scores", help_text="rrf: reciprocal ranks of both arms (k = 60) order."
    )
    signed = serializers.BooleanField(default=False, help_text="1: only what a person said, approved or confirmed.")
    record = serializers.BooleanField(default=True, help_text="0: not a person's question; keep no note of it.")


class WordShape(serializers.Serializer):
    """A word of the question, or two that stand side by side in it, and its part of the hit's lexical share."""

    term = serializers.CharField()
    gain = serializers.FloatField()


class WhyShape(serializers.Serializer):
    """The terms of a score: (0.85·order + 0.15·freshness) × level × use × period.

    `order` is the relevance, or what tokens, RRF or the reranker made of it; `reranker` is null where none was asked.
    """

    relevance = serializers.FloatField()
    order = serializers.FloatField()
    lexical = serializers.FloatField()
    semantic = serializers.FloatField()
    reranker = serializers.FloatField(allow_null=True)
    freshness = serializers.FloatField()
    level = serializers.FloatField()
    use = serializers.FloatField()
    period = serializers.FloatField()
    words = WordShape(many=True, required=False)

    def to_representation(self, instance: object) -> dict[str, object]:
        """Four digits are all that these numbers mean."""
        values = ((name, getattr(instance, name)) for name in map(str, self.fields) if name != "words")
        return {name: value if value is None else round(value, 4) for name, value in values}


class SiblingShape(serializers.Serializer):
    """A memory that was learned where the hit was, of the same matter."""

    id = serializers.UUIDField(source="uuid")
    type = Choice(Memory.Type.values)
    snippet = serializers.CharField()

    def to_representation(self, instance: Sibling) -> dict[str, object]:
        """Its line."""
        return {"id": str(instance.uuid), "type": instance.type, "snippet": instance.snippet}


class HitShape(Line):
    """A memory that answers the question."""

    score = serializers.FloatField()
    relevance = serializers.FloatField(help_text="What the cut-off looks at, without age, level and use.")
    contradicted = serializers.BooleanField(help_text="An open contradiction exists, and you can see both memories.")
    also = serializers.ListField(
        child=serializers.UUIDField(), help_text="Ids of memories that say the same, folded into this one."
    )
    siblings = SiblingShape(
        many=True, help_text="Also learned there: of the same session and matter, and no results of this page."
    )
    why = WhyShape(required=False)

    def to_representation(self, instance: Hit) -> dict[str, object]:
        """The line of its memory, with the score and, when asked for, its terms."""
        line = self._line.to_representation(instance.memory)
        line |= {"score": round(instance.score, 4), "relevance": round(instance.why.relevance, 4)}
        line |= {"contradicted": instance.contradicted, "also": list(instance.also)}
        line["siblings"] = [self._sibling.to_representation(each) for each in instance.siblings]
        explained: Explanation | None = self.context.get("explanation")
        if explained is None:
            return line
        words = [{"term": word.term, "gain": round(word.gain, 4)} for word in explained.words_of(instance.memory.pk)]
        return line | {"why": {**WhyShape(instance.why).data, "words": words}}

    @cached_property
    def _line(self) -> Line:
        return Line()

    @cached_property
    def _sibling(self) -> SiblingShape:
        return SiblingShape()


class AskedWordShape(serializers.Serializer):
    """A word of the question, or two side by side: how much it weighs, and if nothing you see has it."""

    term = serializers.CharField()
    weight = serializers.FloatField()
    unknown = serializers.BooleanField()


class PeriodShape(serializers.Serializer):
    """The time that the question names: from `first` until before `last`."""

    first = serializers.DateTimeField()
    last = serializers.DateTimeField()


class QuestionShape(serializers.Serializer):
    """How the question was read; `confidence` that something answers it is certain from `gate`, shown from `nearest`.

    `overview`: it names a time and no subject, so whatever is of that time answers it.
    """

    words = AskedWordShape(many=True)
    period = PeriodShape(allow_null=True)
    confidence = serializers.FloatField(source="judgement.confidence")
    gate = serializers.FloatField(source="judgement.certain")
    nearest = serializers.FloatField(source="judgement.nearest")
    cutoff = serializers.FloatField(source="judgement.cutoff", help_text="The relevance that each hit needs.")
    overview = serializers.BooleanField(source="is_overview")


class SaidShape(serializers.Serializer):
    """The telling sentences of a turn that answers the question; `sessions/{session}/turns/{turn}` has all of it."""

    session = serializers.CharField(source="message.session.external_id", help_text="The client's own session id.")
    turn = serializers.CharField(source="message.turn.uuid", default=None, allow_null=True)
    date = serializers.DateTimeField(source="message.said_at")
    project = serializers.CharField(source="message.project.name")
    speaker = serializers.CharField(source="message.role", help_text="user or assistant: who said what was found.")
    text = serializers.CharField(help_text="Where both are quoted, each is named: user: … assistant: …")
    score = serializers.FloatField()

    def to_representation(self, instance: Excerpt) -> dict[str, object]:
        """With four digits of the score, as hits have them."""
        return {**super().to_representation(instance), "score": round(instance.score, 4)}


class PageShape(serializers.Serializer):
    """One page. `lexical_only` tells that the embedder was away and words alone decided.

    `known` is false where nothing that you may see certainly answers the question: then do not guess. Hits that are
    there all the same are the nearest, and `note` says so.
    """

    results = HitShape(many=True, source="hits")
    total = serializers.IntegerField()
    offset = serializers.IntegerField()
    has_more = serializers.BooleanField()
    known = serializers.BooleanField()
    note = serializers.CharField(help_text="Nothing certain; nearest: where hits are shown that may not answer.")
    lexical_only = serializers.BooleanField()
    reranker = serializers.CharField(help_text="off, used, or why the order is the one without it.")
    question = QuestionShape(required=False)

    def to_representation(self, instance: SearchPage) -> dict[str, object]:
        """The page, and how its question was read where that is asked for."""
        shape: dict[str, object] = super().to_representation(instance)
        explained: Explanation | None = self.context.get("explanation")
        if explained:
            shape["question"] = QuestionShape(explained).data
        return shape


class AnswerShape(PageShape):
    """A page, and what was said beside it."""

    said = SaidShape(many=True, help_text="What was said in sessions, newest first; beside the first page only.")
    said_note = serializers.CharField(help_text="Nothing certain was said; nearest: where excerpts may not answer.")


def shaped(page: SearchPage, said: Said, explanation: Explanation | None) -> dict[str, object]:
    """The body of an answer."""
    shape = PageShape(context={"explanation": explanation}) if explanation else _UNEXPLAINED
    quoted = [_SAID.to_representation(excerpt) for excerpt in said.excerpts]
    return shape.to_representation(page) | {"said": quoted, "said_note": said.note}


# One for all of them: to make its fields takes longer than to fill them.
_UNEXPLAINED = PageShape()
_SAID = SaidShape()
