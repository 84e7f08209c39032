"""The review queue: what waits and why, how much of each kind, and what became of each entry of a bulk."""

from rest_framework import serializers

from api.serializers.contradictions import ContradictionShape
from api.serializers.fields import Choice, CommaList, Name
from api.serializers.memories import Full, Line
from memory.knowledge.queueing import KINDS
from memory.knowledge.review import MOST_AT_ONCE, Entry
from memory.knowledge.review_verbs import VERBS
from memory.models import Memory
from memory.recall.lists import Stale


class StaleLine(Line):
    """A memory in the list of stale ones."""

    reason = serializers.CharField(help_text="`faded`, `review date passed`, or how its files changed.")
    survival = serializers.FloatField(help_text="How much of it time has left, 0 to 1.")

    def to_representation(self, instance: Stale) -> dict[str, object]:
        """The memory's line, and why it stands here."""
        line = Line().to_representation(instance.memory)
        return line | {"reason": instance.reason, "survival": instance.survival}


class StaleListed(serializers.Serializer):
    """The most worn first."""

    results = StaleLine(many=True)


class EntryShape(serializers.Serializer):
    """One thing to look at: a memory or a contradiction."""

    id = serializers.CharField(help_text="For `decide` and `assign`: a memory's id, or `contradiction:12`.")
    kind = Choice(KINDS)
    reason = serializers.CharField()
    since = serializers.DateTimeField()
    assignee = serializers.CharField(allow_null=True)
    memory = Full(allow_null=True)
    contradiction = ContradictionShape(allow_null=True)

    def to_representation(self, instance: Entry) -> dict[str, object]:
        """The entry with its subject under the name of its kind."""
        is_memory = isinstance(instance.subject, Memory)
        return {
            "id": instance.id,
            "kind": instance.kind,
            "reason": instance.reason,
            "since": serializers.DateTimeField().to_representation(instance.since),
            "assignee": instance.assignee.username if instance.assignee else None,
            "memory": Full().to_representation(instance.subject) if is_memory else None,
            "contradiction": None if is_memory else ContradictionShape().to_representation(instance.subject),
        }


class QueueShape(serializers.Serializer):
    """One page, what matters most first; `next` goes into `cursor`, null at the end."""

    results = EntryShape(many=True, source="entries")
    next = serializers.CharField(allow_null=True)

    def to_representation(self, instance: object) -> dict[str, object]:
        """A blank cursor is none."""
        told = super().to_representation(instance)
        return told | {"next": told["next"] or None}


class QueueQuery(serializers.Serializer):
    """Which entries, and where the page begins."""

    kind = CommaList(required=False, default=list, help_text=f"Some of {', '.join(KINDS)}; all when left out.")
    assignee = Name(help_text="A username, `me`, or `none`.")
    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)
    cursor = Name(max_length=60, help_text="The `next` value of the previous page.")


class CountsShape(serializers.Serializer):
    """How much waits."""

    kinds = serializers.DictField(child=serializers.IntegerField())
    total = serializers.IntegerField()
    mine = serializers.IntegerField(help_text="Assigned to the asker.")


_IDS = {"min_length": 1, "max_length": MOST_AT_ONCE}


class Decision(serializers.Serializer):
    """One verb for many entries, or the deeds to take back."""

    ids = serializers.ListField(
        child=serializers.CharField(max_length=60), max_length=MOST_AT_ONCE, required=False, default=list
    )
    verb = Choice(VERBS, help_text="`undo` takes `events`. Without them, it undoes the asker's last action on each id.")
    events = serializers.ListField(
        child=serializers.IntegerField(min_value=1), max_length=MOST_AT_ONCE, required=False, default=list
    )


class OutcomeShape(serializers.Serializer):
    """What became of one entry."""

    id = serializers.CharField()
    done = serializers.BooleanField()
    code = serializers.CharField(allow_blank=True)
    detail = serializers.CharField(allow_blank=True)
    event = serializers.IntegerField(allow_null=True, help_text="Number of the action, for `undo`.")


class OutcomesShape(serializers.Serializer):
    """In the order of the request."""

    results = OutcomeShape(many=True)


class AssignmentShape(serializers.Serializer):
    """Whose turn it is; an empty assignee is nobody."""

    ids = serializers.ListField(child=serializers.CharField(max_length=60), **_IDS)
    assignee = serializers.CharField(max_length=150, allow_blank=True)


class AssignedShape(serializers.Serializer):
    """How many entries it was."""

    assigned = serializers.IntegerField()
