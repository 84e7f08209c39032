"""What happened, as a story: coding sessions, their turns, and the messages in them."""

from datetime import datetime

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from pgvector.django import HalfVectorField, SparseVectorField

from memory.models.people import AccessToken, Agent, Team, User
from memory.models.projects import Project


class CodingSession(models.Model):
    """One run of an agent's client by one person in one project."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="sessions")
    external_id = models.CharField(max_length=100, help_text="The client's own session id.")
    project = models.ForeignKey(Project, models.CASCADE, related_name="sessions")
    author = models.ForeignKey(User, models.SET_NULL, null=True, related_name="sessions")
    agent = models.ForeignKey(Agent, models.SET_NULL, null=True, blank=True, related_name="sessions")
    token = models.ForeignKey(AccessToken, models.SET_NULL, null=True, blank=True, related_name="+")
    blocked_by = models.ForeignKey("memory.Block", models.SET_NULL, null=True, blank=True, related_name="sessions")
    branch = models.CharField(max_length=250, blank=True)
    root = models.TextField(blank=True, help_text="The project's folder on the developer's machine.")
    transcript_path = models.TextField(blank=True)
    title = models.CharField(max_length=200, blank=True)
    # Where the client summarised the conversation and went on without its words.
    compactions = ArrayField(models.DateTimeField(), default=list, blank=True)
    started_at = models.DateTimeField()
    last_event_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [  # Per author: an id that a second person sends is a session of their own, whatever it says.
            models.UniqueConstraint(fields=["team", "author", "external_id"], name="one_session_per_author_and_id")
        ]
        indexes = [
            # "the last sessions of this project", in the briefing and on the sessions page
            models.Index(fields=["team", "project", "-last_event_at"], name="session_latest_of_project"),
        ]

    def __str__(self) -> str:
        return self.title or self.external_id

    def note(self, happened: datetime, *, branch: str = "", ended_at: datetime | None = None) -> None:
        """Keep the session's span and branch true as events arrive, in whatever order."""
        changed: dict[str, object] = {}
        if happened > self.last_event_at:
            changed["last_event_at"] = happened
            if branch:
                changed["branch"] = branch
        if ended_at:
            changed["ended_at"] = ended_at
        if changed:
            type(self).objects.filter(pk=self.pk).update(**changed)


class Turn(models.Model):
    """One prompt and all that followed it until the agent stopped; the unit that is distilled.

    The row is the job: `due_at` says when it wants a worker, `claimed_until` that one has it.
    """

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    session = models.ForeignKey(CodingSession, models.CASCADE, related_name="turns")
    uuid = models.CharField(max_length=100, help_text="The client's prompt id.")
    prompt = models.TextField(blank=True)
    answer = models.TextField(blank=True)
    summary = ArrayField(models.TextField(), default=list, blank=True)
    tool_count = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Distill(models.TextChoices):
        SERVER = "", "The server"
        CLAUDE = "claude", "The developer's own Claude"
        OFF = "off", "Nobody"

    distill = models.CharField(
        max_length=6, choices=Distill, blank=True, default="", help_text="Who makes its facts, as the plugin says."
    )
    distiller = models.CharField(max_length=40, blank=True, help_text="What made its facts and summary.")
    distiller_note = models.CharField(max_length=300, blank=True, help_text="Why it was not the one that was wished.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "uuid"], name="one_turn_per_session_and_prompt")]
        indexes = [
            # the worker's claim: WHERE due_at <= now() ORDER BY due_at, tiny because finished turns leave it
            models.Index(fields=["due_at"], name="turn_due", condition=models.Q(due_at__isnull=False)),
            # the daily log: the turns of a day, and the days that have any
            models.Index(fields=["team", "-started_at"], name="turn_latest_of_team"),
        ]

    def __str__(self) -> str:
        return f"turn {self.uuid[:8]}"


class MessageManager(models.Manager["Message"]):
    """Rows without their search columns: kilobytes each that only the search looks at."""

    def get_queryset(self) -> models.QuerySet["Message"]:
        """All messages, without what is derived."""
        return super().get_queryset().defer(*Message.DERIVED)


class Message(models.Model):
    """One thing that was said in a session, verbatim but for redaction; what tools did stands beside it (ToolCall)."""

    class Role(models.TextChoices):
        USER = "user"
        ASSISTANT = "assistant"

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    # The session's project: a copied conversation (fork, resume) keeps its uuids, and is stored once in a project.
    project = models.ForeignKey(Project, models.CASCADE, related_name="+")
    session = models.ForeignKey(CodingSession, models.CASCADE, related_name="messages")
    turn = models.ForeignKey(Turn, models.SET_NULL, null=True, blank=True, related_name="messages")
    uuid = models.CharField(max_length=100)
    role = models.CharField(max_length=10, choices=Role)
    content = models.TextField()
    subagent = models.CharField(max_length=100, blank=True, help_text="Empty for the conversation with the person.")
    # Within its thread (session and subagent), from 1 without gaps, in order of time.
    position = models.PositiveIntegerField()
    said_at = models.DateTimeField()
    tsv = SearchVectorField(null=True, editable=False)
    bm25 = SparseVectorField(dimensions=1_000_000_000, null=True, editable=False)
    embedding = HalfVectorField(null=True, editable=False)
    embedding_model = models.CharField(max_length=100, blank=True, editable=False)

    # What its tokens are near to (memory/rules/late_interaction.py); of the model that the embedding is of.
    token_signs = models.BinaryField(null=True, editable=False)

    DERIVED = ("tsv", "bm25", "embedding", "token_signs")
    # How the uuid of a message begins that an event told, and no transcript yet (capture/transcripts/standing_in.py).
    OF_EVENT = "event-"

    objects = MessageManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["project", "uuid"], name="one_message_per_project_and_uuid")]
        indexes = [
            # lexical candidates of the history search
            GinIndex(fields=["tsv"], name="message_lexemes"),
            # the messages around a match, in order
            models.Index(fields=["session", "subagent", "position"], name="message_order"),
            # the embedder's backlog: what has no vector of the current model, newest first
            models.Index(fields=["team", "embedding_model", "-said_at"], name="message_embedding_backlog"),
            # what has a vector and waits for those of its tokens
            models.Index(
                fields=["team", "embedding_model", "-said_at"],
                condition=models.Q(token_signs=None),
                name="message_tokens_backlog",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role}: {self.content[:60]}"


class ToolCall(models.Model):
    """One use of a tool, in a line: its name, what it was about, and the head of what came back. Never searched."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    project = models.ForeignKey(Project, models.CASCADE, related_name="+")
    session = models.ForeignKey(CodingSession, models.CASCADE, related_name="tool_calls")
    turn = models.ForeignKey(Turn, models.SET_NULL, null=True, blank=True, related_name="tool_calls")
    message = models.ForeignKey(
        Message,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="tool_calls",
        help_text="What was said last in its thread before the call.",
    )
    call_id = models.CharField(max_length=100, help_text="The client's tool_use id.")
    name = models.CharField(max_length=200)
    target = models.CharField(max_length=500, blank=True)
    result = models.CharField(max_length=500, blank=True)
    failed = models.BooleanField(default=False)
    subagent = models.CharField(max_length=100, blank=True)
    called_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["project", "call_id"], name="one_call_per_project_and_id")]
        indexes = [
            # the calls of a turn or a session, in order
            models.Index(fields=["session", "called_at"], name="call_of_session"),
        ]

    def __str__(self) -> str:
        return f"[{self.name}] {self.target}".rstrip()
