"""The audit log: one deed a row, and which rows are asked for."""

from rest_framework import serializers

from api.serializers.fields import Moment, Name


class AuditEventShape(serializers.Serializer):
    """One deed; `hash` covers it and the event before it."""

    id = serializers.CharField(source="pk")
    sequence = serializers.IntegerField(allow_null=True, help_text="From 1 without gaps in a team.")
    at = serializers.DateTimeField()
    verb = serializers.CharField()
    subject = serializers.CharField(help_text='"noun:id".')
    actor = serializers.CharField(
        source="actor.username", default=None, allow_null=True, help_text="Null for the server, and who was erased."
    )
    actor_key = serializers.IntegerField(allow_null=True, help_text="The actor's number, which erasure leaves.")
    agent_id = serializers.CharField(source="agent.agent_id", default=None, allow_null=True)
    token = serializers.CharField(source="token.prefix", default=None, allow_null=True)
    detail = serializers.DictField(help_text="Counts and ids, never content.")
    hash = serializers.CharField()


class AuditShape(serializers.Serializer):
    """One page, the newest first; `next` goes into `before` of the next one, null at the end."""

    results = AuditEventShape(many=True)
    next = serializers.CharField(allow_null=True)


class AuditQuery(serializers.Serializer):
    """Which events, and where the page begins."""

    verb = Name(max_length=40)
    subject = Name(max_length=100, help_text='"noun:id", or a noun alone.')
    actor = Name(max_length=150, help_text="A username, or an erased person's number.")
    agent_id = Name(max_length=100)
    since = Moment(required=False, default=None, help_text="Inclusive.")
    until = Moment(required=False, default=None, help_text="Exclusive.")
    limit = serializers.IntegerField(min_value=1, max_value=200, default=50)
    before = serializers.IntegerField(
        min_value=0,
        max_value=2**63 - 1,
        required=False,
        default=None,
        help_text="The `next` value of the previous page.",
    )
