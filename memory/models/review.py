"""What people think of memories: feedback, whose turn it is to look, and which drafts need nobody."""

from django.db import models
from django.db.models import Q

from memory.models.contradictions import Contradiction
from memory.models.memories import Memory, type_choices
from memory.models.people import Agent, Team, User
from memory.models.projects import Project


class Feedback(models.Model):
    """What one person says of one memory; who says it again replaces what they said."""

    class Verdict(models.TextChoices):
        HELPFUL = "helpful"
        WRONG = "wrong"
        OUTDATED = "outdated"

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    memory = models.ForeignKey(Memory, models.CASCADE, related_name="feedback")
    author = models.ForeignKey(User, models.CASCADE, related_name="feedback")
    agent = models.ForeignKey(Agent, models.SET_NULL, null=True, blank=True, related_name="+")
    verdict = models.CharField(max_length=8, choices=Verdict)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "feedback"
        constraints = [models.UniqueConstraint(fields=["memory", "author"], name="one_feedback_per_memory_and_person")]

    def __str__(self) -> str:
        return f"{self.verdict} by {self.author}"


class Assignment(models.Model):
    """Who looks at an entry of the review queue: a memory or a contradiction."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    memory = models.OneToOneField(Memory, models.CASCADE, null=True, blank=True, related_name="assignment")
    contradiction = models.OneToOneField(
        Contradiction, models.CASCADE, null=True, blank=True, related_name="assignment"
    )
    assignee = models.ForeignKey(User, models.CASCADE, related_name="assignments")
    assigned_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(memory__isnull=False, contradiction__isnull=True)
                | Q(memory__isnull=True, contradiction__isnull=False),
                name="assignment_has_one_subject",
            )
        ]

    def __str__(self) -> str:
        return f"{self.assignee} looks at {self.memory or self.contradiction}"


class ApprovalRule(models.Model):
    """Drafts that become active without anybody: every condition that is set must hold."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="approval_rules")
    project = models.ForeignKey(Project, models.CASCADE, null=True, blank=True, related_name="+")
    type = models.CharField(max_length=10, choices=type_choices, blank=True, help_text="Empty: any.")
    source = models.CharField(max_length=8, choices=Memory.Source, blank=True, help_text="Empty: any.")
    at_least_corroborations = models.PositiveIntegerField(default=0)
    at_least_confidence = models.FloatField(default=0.0, help_text="0 to 1.")
    at_least_trust = models.FloatField(default=0.0, help_text="0 to 1.")
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")

    def __str__(self) -> str:
        return f"{self.type or 'any type'} from {self.source or 'any source'}"
