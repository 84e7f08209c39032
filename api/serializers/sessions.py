"""Sessions in lines, their turns in lines, and turns verbatim."""

from rest_framework import serializers

from api.serializers.fields import Choice, Name
from memory.models import Message

MOST_CONTEXT = 20


class ProjectQuery(serializers.Serializer):
    """Which project; all of the team where none is named."""

    project = Name(help_text="A remote, a path, an identity or a name; an unknown one returns nothing.")


class SessionsQuery(ProjectQuery):
    """Which sessions, and where the page begins."""

    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)
    before = Name(help_text="`next` of the page before, or a date (exclusive).")


class SessionShape(serializers.Serializer):
    """One run of an agent's client."""

    id = serializers.CharField(source="external_id", help_text="The client's own session id.")
    project = serializers.CharField(source="project.name")
    branch = serializers.CharField(allow_blank=True)
    author = serializers.CharField(source="author.username", default=None, allow_null=True)
    agent_id = serializers.CharField(source="agent.agent_id", default=None, allow_null=True)
    title = serializers.CharField(allow_blank=True)
    started_at = serializers.DateTimeField()
    last_event_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    transcript = serializers.CharField(source="transcript_path", allow_blank=True)
    turn_count = serializers.IntegerField()
    compactions = serializers.ListField(
        child=serializers.DateTimeField(), help_text="When the client summarised the conversation."
    )


class SessionsShape(serializers.Serializer):
    """One page, the latest first; `next` goes into `before` of the next one, null at the end."""

    results = SessionShape(many=True)
    next = serializers.CharField(allow_null=True)


class TurnLineShape(serializers.Serializer):
    """A turn in a list."""

    turn = serializers.CharField(source="turn.uuid")
    short = serializers.CharField(help_text="Its first 12 characters; the whole id where several turns begin alike.")
    at = serializers.DateTimeField()
    preview = serializers.CharField(allow_blank=True, help_text="The first 80 characters of what was asked.")
    tools = serializers.IntegerField(help_text="How many tool calls.")
    distiller = serializers.CharField(
        source="turn.distiller", allow_blank=True, help_text="What made its facts; blank while it waits."
    )
    distiller_note = serializers.CharField(
        source="turn.distiller_note", allow_blank=True, help_text="Why it was not, or not wholly, the one wished for."
    )


class TurnLinesShape(serializers.Serializer):
    """All turns of a session, in order of time."""

    session = SessionShape()
    results = TurnLineShape(many=True)


class ItemShape(serializers.Serializer):
    """Words, or one line for one tool call."""

    kind = Choice(("text", "tool"))
    role = Choice(Message.Role.values)
    text = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    subagent = serializers.CharField(allow_blank=True, help_text="Blank for the conversation with the person.")


class TurnTextShape(serializers.Serializer):
    """A turn verbatim: what was asked, and what was said and done after it."""

    turn = serializers.CharField(source="turn.uuid")
    short = serializers.CharField()
    at = serializers.DateTimeField()
    prompt = serializers.CharField(allow_blank=True)
    items = ItemShape(many=True)
    wanted = serializers.BooleanField(help_text="Whether this is the turn that was asked for.")


class TurnTextsShape(serializers.Serializer):
    """The wanted turn and those around it, in order of time."""

    session = SessionShape()
    results = TurnTextShape(many=True)


class TurnsQuery(serializers.Serializer):
    """How much around the turn, and whether subagents' words belong to it."""

    context = serializers.IntegerField(min_value=0, max_value=MOST_CONTEXT, default=3, help_text="Turns on each side.")
    include_subagents = serializers.BooleanField(default=False)
