"""What is said when a memory is changed: one shape for each verb that needs more than an id."""

from rest_framework import serializers

from api.serializers.fields import LONGEST_NAME, Choice, Name
from api.serializers.memories import Full
from memory.knowledge.merging import MOST_SOURCES
from memory.knowledge.splitting import MOST_PARTS
from memory.knowledge.tagging import LONGEST_TAG, MOST_TAGS
from memory.models import Feedback, Memory


class Acting(serializers.Serializer):
    """Which agent acts; the token's own when left out."""

    agent_id = Name(max_length=100, allow_null=True, help_text="The agent that acts; the token's own when left out.")


class Correction(Acting):
    """The new wording; the memory that it corrects is superseded, not changed."""

    content = serializers.CharField()


class Pin(serializers.Serializer):
    """Whether the memory stays in every briefing; true when left out."""

    pinned = serializers.BooleanField(default=True)


class Confirmation(serializers.Serializer):
    """That the memory still holds."""

    review_by = serializers.DateField(
        required=False, allow_null=True, default=None, help_text="When to look again; moved on when left out."
    )


class Merger(serializers.Serializer):
    """Which memories become one, and what that says."""

    ids = serializers.ListField(child=serializers.CharField(max_length=36), min_length=2, max_length=MOST_SOURCES)
    content = serializers.CharField(
        required=False,
        allow_null=True,
        allow_blank=True,
        default=None,
        help_text="What they become; all statements with their dates when left out.",
    )


class Split(serializers.Serializer):
    """What the memory becomes: one statement a memory."""

    contents = serializers.ListField(child=serializers.CharField(), min_length=2, max_length=MOST_PARTS)


class Parts(serializers.Serializer):
    """The memories that one became, in the order of their statements."""

    results = Full(many=True)


class Sharing(Acting):
    """Who sees the memory from now on, and what it is about."""

    visibility = Choice(
        Memory.Visibility.values,
        required=False,
        allow_null=True,
        default=None,
        help_text="When left out, a private memory becomes its projects' (the team's where it has none).",
    )
    projects = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_NAME),
        max_length=20,
        required=False,
        allow_null=True,
        default=None,
        help_text="Exactly these; none means the whole team. Unchanged when left out.",
    )


class Tags(Acting):
    """Tags to add and to remove."""

    add = serializers.ListField(child=serializers.CharField(max_length=LONGEST_TAG), max_length=MOST_TAGS, default=list)
    remove = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_TAG), max_length=MOST_TAGS, default=list
    )


class Retyping(Acting):
    """The right type."""

    type = Choice(Memory.Type.values)


class FeedbackGiven(Acting):
    """What the caller says of the memory."""

    verdict = Choice(Feedback.Verdict.values)


class Undoing(Acting):
    """Which deed is taken back."""

    event = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=1,
        max_value=2**63 - 1,
        help_text="Number of the action in the audit log. Default: the caller's last action on the memory.",
    )
