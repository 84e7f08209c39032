"""What was asked of the memory and what came of it: the ground of reuse, and of the gaps in what the team knows."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from memory.models.people import Agent, Team, User
from memory.models.projects import Project


class Recall(models.Model):
    """One question to the memory: by whom, which memories were shown, which of them were opened or cited.

    A person who types asks the same question many times over; what goes on where the last one stopped takes its row.
    """

    class Surface(models.TextChoices):
        WEB = "web", "Search page"
        API = "api", "REST"
        MCP = "mcp", "Claude Code"

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    agent = models.ForeignKey(Agent, models.SET_NULL, null=True, blank=True, related_name="+")
    project = models.ForeignKey(Project, models.SET_NULL, null=True, blank=True, related_name="+")
    surface = models.CharField(max_length=4, choices=Surface)
    question = models.CharField(max_length=400, help_text="Without secrets.")
    gist = models.CharField(max_length=400, help_text="Its lexemes in order: questions that ask the same share it.")
    shown = ArrayField(models.BigIntegerField(), default=list, help_text="Memories on the first page, best first.")
    fetched = ArrayField(models.BigIntegerField(), default=list, help_text="Those of them that were opened or cited.")
    asked_team = models.BooleanField(default=False, help_text="The asker wants the team to answer.")
    answered_by = models.ForeignKey(
        "memory.Memory", models.SET_NULL, null=True, blank=True, related_name="+", help_text="What closed the gap."
    )
    dismissed_at = models.DateTimeField(null=True, blank=True, help_text="Somebody said that it needs no answer.")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            # insights over a stretch of time
            models.Index(fields=["team", "-at"], name="recall_latest_of_team"),
            # the gaps: few among many
            models.Index(
                fields=["team", "gist"],
                name="recall_without_answer",
                condition=Q(shown=[], answered_by=None, dismissed_at=None),
            ),
        ]

    def __str__(self) -> str:
        return self.question[:80]


class SavedSearch(models.Model):
    """A question with its filters that one person keeps; nobody else sees it."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    user = models.ForeignKey(User, models.CASCADE, related_name="saved_searches")
    name = models.CharField(max_length=80)
    query = models.CharField(max_length=2000, help_text="The query string of the search page.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "saved searches"
        constraints = [models.UniqueConstraint(fields=["team", "user", "name"], name="one_saved_search_per_name")]

    def __str__(self) -> str:
        return self.name
