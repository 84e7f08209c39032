"""What is known: short, typed, impersonal facts, the evidence they rest on, and how they replace each other."""

import uuid
from typing import Any, Protocol

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone
from pgvector.django import HalfVectorField, SparseVectorField

from hooks import memory_types
from memory.models.observations import Observation
from memory.models.people import AccessToken, Agent, Team, User
from memory.models.projects import Project
from memory.models.sessions import CodingSession, Turn

# `cairn_briefing` has the same list, so that these indexes serve it.
_STANDING = [each.value for each in memory_types.TYPES if each.is_standing]
_SHORT_TERM = [each.value for each in memory_types.TYPES if each.is_short_term]


class Reader(Protocol):
    """Somebody who reads as a person of a team."""

    @property
    def team(self) -> Team: ...
    @property
    def user(self) -> User: ...


def type_choices() -> list[tuple[str, str]]:
    """The types and their labels. Migrations name this function, so that a new type needs none."""
    return [(each.value, each.label) for each in memory_types.TYPES]


_LABELS = dict(type_choices())
_MEMBERS = [(value.upper(), (value, label)) for value, label in _LABELS.items()]


def level_of(memory_type: str, projects: int) -> str:
    """How broadly a fact of a type applies that belongs to so many projects."""
    if projects > 1:
        return "shared"
    return "short-term" if memory_type in _SHORT_TERM else "long-term"


class MemoryQuerySet(models.QuerySet["Memory"]):
    """Questions about memories, as adjectives that chain."""

    def visible_to(self, actor: Reader) -> "MemoryQuerySet":
        """What this actor may see at all: the team's, but only their own private ones. A tombstone holds nothing."""
        mine = Q(author=actor.user)
        kept = self.filter(team=actor.team, purged_at=None)
        return kept.filter(~Q(visibility=Memory.Visibility.PRIVATE) | mine)

    def current(self) -> "MemoryQuerySet":
        """What counts as known now: no drafts, nothing replaced, forgotten or quarantined."""
        return self.filter(status__in=Memory.CURRENT)

    def about(self, project: Project | None) -> "MemoryQuerySet":
        """Memories of this project, and those that belong to the whole team."""
        if project is None:
            return self
        links = MemoryProject.objects.filter(memory=OuterRef("pk"))
        return self.filter(Exists(links.filter(project=project)) | ~Exists(links))

    def latest(self) -> "MemoryQuerySet":  # type: ignore[override]
        """Newest first, with what a list shows already loaded."""
        return self.order_by("-occurred_at", "-id").with_context()

    def after_in_list(self, pk: int) -> "MemoryQuerySet":
        """What follows this memory in a list of the latest (all of it when the memory is gone)."""
        last = self.model.objects.filter(pk=pk).values_list("occurred_at", flat=True).first()
        if last is None:
            return self.filter(pk__lt=pk)
        return self.filter(Q(occurred_at__lt=last) | Q(occurred_at=last, pk__lt=pk))

    def with_context(self) -> "MemoryQuerySet":
        """Projects, author and agent in a constant number of queries."""
        return self.select_related("author", "agent").prefetch_related("projects")


class MemoryManager(models.Manager.from_queryset(MemoryQuerySet)):  # type: ignore[misc]
    """Leaves the derived columns in the database: they are large, and only SQL reads them."""

    def get_queryset(self) -> MemoryQuerySet:
        """All memories, without what is derived."""
        return super().get_queryset().defer(*Memory.DERIVED)


class Memory(models.Model):
    """One distilled fact. Its content never changes: a correction is a new memory that supersedes it."""

    # A type checker cannot know its members: hooks/memory_types.py declares them.
    Type: Any = models.TextChoices("Type", _MEMBERS)  # type: ignore[call-overload]

    class Status(models.TextChoices):
        DRAFT = "draft", "Draft"
        ACTIVE = "active", "Active"
        DISPUTED = "disputed", "Called wrong"
        SUPERSEDED = "superseded", "Superseded"
        FORGOTTEN = "forgotten", "Forgotten"
        QUARANTINED = "quarantined", "Quarantined"

    class Visibility(models.TextChoices):
        PRIVATE = "private", "Only its author"
        PROJECT = "project", "Its projects"
        TEAM = "team", "The whole team"

    class Source(models.TextChoices):
        CAPTURED = "captured", "Captured from a session"
        EXPLICIT = "explicit", "Saved on purpose"
        IMPORTED = "imported", "Imported"

    class Basis(models.TextChoices):
        TOLD = "told", "A person said it"
        CHECKED = "checked", "A model distilled it, with checked evidence"
        AGREED = "agreed", "Two sessions agree"
        CONFIDENT = "confident", "Its confidence reached the team's line"
        DOUBTED = "doubted", "Its confidence was below the team's line"
        RULE = "rule", "A rule of the team approved it"

    CURRENT = (Status.ACTIVE, Status.DISPUTED)
    LIVE = (*CURRENT, Status.DRAFT)
    DERIVED = ("tsv", "bm25", "embedding", "token_signs")

    uuid = models.UUIDField(default=uuid.uuid4, editable=False)
    team = models.ForeignKey(Team, models.CASCADE, related_name="memories")
    projects = models.ManyToManyField(Project, through="MemoryProject", related_name="memories")
    type = models.CharField(max_length=10, choices=type_choices)
    status = models.CharField(max_length=12, choices=Status, default=Status.ACTIVE)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.TEAM)
    source = models.CharField(max_length=8, choices=Source, default=Source.CAPTURED)
    content = models.TextField()
    tags = ArrayField(models.CharField(max_length=50), default=list, blank=True)
    files = ArrayField(models.TextField(), default=list, blank=True, help_text="Files that the fact is about.")
    author = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="memories")
    agent = models.ForeignKey(Agent, models.SET_NULL, null=True, blank=True, related_name="memories")
    confidence = models.FloatField(default=1.0, help_text="How sure the classification is, 0 to 1.")
    basis = models.CharField(
        max_length=9,
        choices=Basis,
        blank=True,
        default="",
        db_default="",
        help_text="Why it was captured active or as a draft; empty: not weighed.",
    )
    cue = models.CharField(max_length=200, blank=True, help_text="The words that decided the type.")
    trust = models.FloatField(default=1.0, help_text="The least of its sources, 0 to 1.")
    occurred_at = models.DateTimeField(help_text="When it happened or was said; age and date filters count from here.")
    # No auto_now_add: an import restores it.
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    status_changed_at = models.DateTimeField(null=True, blank=True)
    status_before = models.CharField(max_length=12, blank=True, help_text="What `restore` brings back.")
    reason = models.CharField(max_length=200, blank=True, help_text="Why it has its status.")
    blocked_by = models.ForeignKey("memory.Block", models.SET_NULL, null=True, blank=True, related_name="memories")
    corroborations = models.PositiveIntegerField(default=0)
    uses = models.PositiveIntegerField(default=0)
    first_used_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    pinned = models.BooleanField(default=False)
    unsigned = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Only a model said it. No briefing includes it until a person agrees.",
    )
    review_by = models.DateField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True, help_text="When somebody last confirmed it.")
    file_changes = models.PositiveIntegerField(
        default=0, help_text="Changes to its files since it was added or confirmed."
    )
    purged_at = models.DateTimeField(
        null=True, blank=True, help_text="A tombstone: id and links stay, the text is gone."
    )
    distiller = models.CharField(max_length=40, blank=True)
    # Derived by triggers and the embedder; always regenerable, never the truth.
    tsv = SearchVectorField(null=True, editable=False)
    bm25 = SparseVectorField(dimensions=1_000_000_000, null=True, editable=False)
    embedding = HalfVectorField(null=True, editable=False)
    embedding_model = models.CharField(max_length=100, blank=True, editable=False)
    # What its tokens are near to (memory/rules/late_interaction.py); of the model that the embedding is of.
    token_signs = models.BinaryField(null=True, editable=False)

    objects = MemoryManager()

    class Meta:
        verbose_name_plural = "memories"
        constraints = [
            # Per team: an import keeps an id whatever other teams have, and cannot find out that they have it.
            models.UniqueConstraint(fields=["team", "uuid"], name="one_memory_per_team_and_id")
        ]
        indexes = [
            # lexical candidates of the search
            GinIndex(fields=["tsv"], name="memory_lexemes"),
            # the timeline and every "newest first" list
            models.Index(fields=["team", "-occurred_at", "-id"], name="memory_latest_of_team"),
            # the embedder's backlog: what has no vector of the current model, newest first
            models.Index(fields=["team", "embedding_model", "-occurred_at"], name="memory_embedding_backlog"),
            # what has a vector and waits for those of its tokens
            models.Index(
                fields=["team", "embedding_model", "-occurred_at"],
                condition=Q(token_signs=None),
                name="memory_tokens_backlog",
            ),
            # "whose files changed": the memories anchored to a touched file
            GinIndex(fields=["files"], name="memory_of_file"),
            # the timeline of one person
            models.Index(fields=["team", "author", "-occurred_at", "-id"], name="memory_latest_of_author"),
            # what an open timeline missed: new rows, and changed ones
            models.Index(fields=["team", "-created_at"], name="memory_newly_told"),
            models.Index(
                fields=["team", "-status_changed_at"],
                name="memory_newly_changed",
                condition=Q(status_changed_at__isnull=False),
            ),
            # insights: growth, reuse and review results over a stretch of time
            models.Index(
                fields=["team", "created_at"],
                name="memory_learned",
                include=[
                    *("id", "uuid", "type", "status", "visibility", "author", "blocked_by", "first_used_at"),
                    *("source", "distiller"),
                ],
                condition=Q(purged_at=None),
            ),
            # insights: what nobody ever used, oldest first
            models.Index(
                fields=["team", "created_at", "id"],
                name="memory_never_used",
                include=["type", "status", "visibility", "author", "blocked_by"],
                condition=Q(purged_at=None, uses=0),
            ),
            # the queue: what has no vector of the present model yet
            models.Index(
                fields=["team", "embedding_model"],
                name="memory_embedded",
                include=["visibility", "author", "blocked_by"],
                condition=Q(purged_at=None),
            ),
            # the team's line: what it let stand and what it held back, in the last weeks
            models.Index(
                fields=["team", "created_at"],
                name="memory_by_the_line",
                include=["id", "basis", "status", "confidence"],
                condition=Q(basis__in=["confident", "doubted"]),
            ),
            # the briefing: patterns, versions and what is pinned, the surest first
            models.Index(
                fields=["team", "-pinned", "-corroborations", "-uses", "-occurred_at"],
                name="memory_standing",
                condition=Q(purged_at=None, status__in=["active", "disputed"])
                & (Q(type__in=_STANDING) | Q(pinned=True)),
            ),
            # the briefing: the most used of all else
            models.Index(
                fields=["team", "-uses", "-occurred_at", "-id"],
                name="memory_most_used",
                condition=Q(purged_at=None, status__in=["active", "disputed"]) & ~Q(type__in=_STANDING),
            ),
            # lists of one status (drafts, quarantine) are short slices of a large table
            models.Index(fields=["team", "status"], name="memory_of_status", condition=~Q(status="active")),
        ]

    def __str__(self) -> str:
        return self.content[:80]

    def get_type_display(self) -> str:  # type: ignore[no-redef]
        """The label of its type. Django's own would ask `type_choices` for each row of a page."""
        return _LABELS.get(self.type, self.type)

    @property
    def level(self) -> str:
        """How broadly the fact applies, derived from its projects and type."""
        return level_of(self.type, len(self.projects.all()))

    @property
    def is_current(self) -> bool:
        """Whether searches may find it."""
        return self.status in self.CURRENT


class MemoryProject(models.Model):
    """A memory belongs to a project; to none of them means to the whole team."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    memory = models.ForeignKey(Memory, models.CASCADE, related_name="+")
    project = models.ForeignKey(Project, models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["memory", "project"], name="one_link_per_memory_and_project")]
        indexes = [
            # "the memories of this project"
            models.Index(fields=["project", "memory"], name="memory_of_project"),
        ]

    def __str__(self) -> str:
        return f"{self.memory_id} in {self.project_id}"


class Supersession(models.Model):
    """One memory replaces another. Ids only grow, so `older < newer` makes a loop impossible."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    older = models.ForeignKey(Memory, models.CASCADE, related_name="replacements")
    newer = models.ForeignKey(Memory, models.CASCADE, related_name="replaced")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["older", "newer"], name="one_supersession_per_pair"),
            models.CheckConstraint(condition=Q(older__lt=F("newer")), name="lineage_cannot_loop"),
        ]

    def __str__(self) -> str:
        return f"{self.newer_id} supersedes {self.older_id}"


class Evidence(models.Model):
    """Why a memory is believed: where it was said or seen. A duplicate adds evidence, not a row of its own."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    memory = models.ForeignKey(Memory, models.CASCADE, related_name="evidence")
    observation = models.ForeignKey(Observation, models.SET_NULL, null=True, blank=True, related_name="evidence")
    session = models.ForeignKey(CodingSession, models.SET_NULL, null=True, blank=True, related_name="evidence")
    turn = models.ForeignKey(Turn, models.SET_NULL, null=True, blank=True, related_name="evidence")
    author = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="evidence")
    token = models.ForeignKey(AccessToken, models.SET_NULL, null=True, blank=True, related_name="+")
    source = models.CharField(max_length=20, help_text="assistant, user, tool or explicit.")
    excerpt = models.TextField(blank=True, help_text="The redacted words that the fact was distilled from.")
    tools = ArrayField(models.TextField(), default=list, blank=True)
    files = ArrayField(models.TextField(), default=list, blank=True)
    branch = models.CharField(max_length=250, blank=True)
    commit = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "evidence"
        indexes = [
            # "which memories rest on this session", and the neighbours of a memory
            models.Index(fields=["session", "at"], name="evidence_of_session"),
            # the timeline of one branch
            models.Index(fields=["team", "branch", "memory"], name="evidence_of_branch"),
        ]

    def __str__(self) -> str:
        return f"{self.source} at {self.at:%Y-%m-%d %H:%M}"
