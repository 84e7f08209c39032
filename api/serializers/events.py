"""A batch of hook events, and the receipt that says what became of each."""

from rest_framework import serializers

from memory.capture.events import MAX_EVENTS


class ProjectShape(serializers.Serializer):
    """Where an event happened."""

    remote = serializers.CharField(
        required=False, help_text="As `git remote get-url origin` prints it, no credentials."
    )
    git_dir = serializers.CharField(required=False, help_text="The absolute git common dir.")
    # A field of this name hides nothing: REST framework takes declared fields off the class.
    root = serializers.CharField(help_text="The folder of the session.")  # type: ignore[assignment]
    branch = serializers.CharField(required=False)


class EventShape(serializers.Serializer):
    """One hook event."""

    id = serializers.UUIDField(help_text="Made by the client, the same at every retry: sending twice is harmless.")
    event = serializers.CharField(help_text="The hook's name, e.g. PostToolUse.")
    session_id = serializers.CharField(max_length=100)
    occurred_at = serializers.DateTimeField(help_text="With the developer's own UTC offset.")
    project = ProjectShape()
    agent_id = serializers.CharField(required=False)
    payload = serializers.DictField(help_text="The hook's own JSON.")


class BatchShape(serializers.Serializer):
    """Up to 500 events, 2 MiB after decompression. Documents the body; each event is judged on its own."""

    events = EventShape(many=True, help_text=f"At most {MAX_EVENTS}.")


class AnyList(serializers.Field):
    """A list of anything: it is checked event by event, so that one bad event never sinks the batch."""

    def to_internal_value(self, data: object) -> list[object]:
        """The list as it is. Raises ValidationError for what is none."""
        if not isinstance(data, list):
            raise serializers.ValidationError("This must be a list of events.")
        return data


class Batch(serializers.Serializer):
    """The envelope alone."""

    events = AnyList()


class RejectionShape(serializers.Serializer):
    """An event that was not stored."""

    id = serializers.CharField(allow_null=True)
    code = serializers.CharField()
    detail = serializers.CharField()


class ReceiptShape(serializers.Serializer):
    """What became of a batch."""

    accepted = serializers.IntegerField()
    duplicates = serializers.IntegerField()
    rejected = RejectionShape(many=True)
    skipped = serializers.DictField(
        child=serializers.IntegerField(),
        required=False,
        help_text="Events that are not stored, by why: `not_captured` (the project's capture is off).",
    )

    def to_representation(self, instance: object) -> dict[str, object]:
        """Nothing is said of nothing."""
        told = super().to_representation(instance)
        return told if told["skipped"] else {name: value for name, value in told.items() if name != "skipped"}
