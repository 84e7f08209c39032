"""Contradictions: two sides, what each says, how sure that is, and what became of it."""

from rest_framework import serializers

from api.serializers.fields import Choice, Name
from api.serializers.memories import Full, WordsShape
from memory.models import Contradiction

KINDS = Contradiction.Kind.values
STATUSES = Contradiction.Status.values
VERDICTS = Contradiction.Verdict.values
WANTED = [*STATUSES, "all"]


class ContradictionShape(serializers.Serializer):
    """A pair of memories that cannot both be true of one thing."""

    id = serializers.CharField(source="pk")
    kind = Choice(KINDS)
    status = Choice(STATUSES)
    older = WordsShape()
    newer = WordsShape()
    older_says = serializers.CharField(help_text="What of the older one contradicts the newer one.")
    newer_says = serializers.CharField()
    similarity = serializers.FloatField(allow_null=True, help_text="Cosine; null where words brought them together.")
    confidence = serializers.FloatField(help_text="How sure the judge is, 0 to 1.")
    judge = serializers.CharField(help_text="`rules`, or the model that was asked.")
    advice = Choice(VERDICTS, allow_blank=True, help_text="What a model proposes.")
    opened_at = serializers.DateTimeField()
    verdict = Choice(VERDICTS, allow_blank=True)
    resolved_at = serializers.DateTimeField(allow_null=True)
    resolved_by = serializers.CharField(
        source="resolved_by.username",
        default=None,
        allow_null=True,
        help_text="Null where one side left by itself (forgotten, superseded).",
    )


class ContradictionsShape(serializers.Serializer):
    """One page, the newest first; `next` goes into `before` of the next one, null at the end."""

    results = ContradictionShape(many=True)
    next = serializers.CharField(allow_null=True)


class ContradictionsQuery(serializers.Serializer):
    """Which pairs, and where the page begins."""

    project = Name(help_text="A remote, a path, an identity or a name; an unknown one returns nothing.")
    status = Choice(WANTED, default="open")
    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)
    before = serializers.IntegerField(
        min_value=0,
        max_value=2**63 - 1,
        required=False,
        default=None,
        help_text="The `next` value of the previous page.",
    )


class Verdict(serializers.Serializer):
    """What a curator finds."""

    verdict = Choice(VERDICTS)
    keep = serializers.CharField(
        max_length=36,
        required=False,
        allow_null=True,
        default=None,
        help_text="With `supersede`: the id of the side that stays; the newer one when left out.",
    )
    content = serializers.CharField(
        required=False,
        allow_null=True,
        allow_blank=True,
        default=None,
        help_text="With `merge`: what both become; both statements with their dates when left out.",
    )


class ResolvedShape(serializers.Serializer):
    """The pair as it is now, and the memory that stands after it (null where both stay)."""

    contradiction = ContradictionShape()
    memory = Full(allow_null=True)
