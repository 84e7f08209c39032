"""Two memories that cannot both be true: opened once a pair, whoever came first, and resolved by a person."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least

from memory.models.memories import Memory
from memory.models.people import Team, User


class ContradictionQuerySet(models.QuerySet["Contradiction"]):
    """Questions about pairs."""

    def open_between_known(self) -> "ContradictionQuerySet":
        """What is open between memories that searches find; a draft contradicts nothing until it is approved."""
        known = Q(older__status__in=Memory.CURRENT, newer__status__in=Memory.CURRENT)
        return self.filter(known, status=Contradiction.Status.OPEN)


class Contradiction(models.Model):
    """A pair that differs in number, version, negation or chosen option, and what became of it."""

    class Kind(models.TextChoices):
        OPTION = "option", "Another choice"
        VERSION = "version", "Another version"
        NUMBER = "number", "Another number"
        NEGATION = "negation", "One denies the other"

    class Status(models.TextChoices):
        OPEN = "open"
        RESOLVED = "resolved"

    class Verdict(models.TextChoices):
        SUPERSEDE = "supersede", "One replaces the other"
        MERGE = "merge", "Merge both"
        BOTH_VALID = "both_valid", "Both are valid"
        DISMISS = "dismiss", "No contradiction"

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    older = models.ForeignKey(Memory, models.CASCADE, related_name="contradicted_by", help_text="What was told first.")
    newer = models.ForeignKey(Memory, models.CASCADE, related_name="contradicts")
    kind = models.CharField(max_length=10, choices=Kind)
    older_says = models.CharField(max_length=200)
    newer_says = models.CharField(max_length=200)
    similarity = models.FloatField(null=True, help_text="Cosine; none where only words brought the pair together.")
    confidence = models.FloatField(help_text="How sure the rules or the model are, 0 to 1.")
    judge = models.CharField(max_length=40, default="rules", help_text="rules, or the model that was asked.")
    advice = models.CharField(max_length=10, choices=Verdict, blank=True, help_text="What a model proposes.")
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    verdict = models.CharField(max_length=10, choices=Verdict, blank=True)
    opened_at = models.DateTimeField(auto_now_add=True)
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    objects = ContradictionQuerySet.as_manager()

    class Meta:
        constraints = [
            # Two workers that meet open a pair once, whichever side each of them has.
            models.UniqueConstraint(
                Least("older", "newer"), Greatest("older", "newer"), name="one_contradiction_per_pair"
            ),
            models.CheckConstraint(condition=~Q(older=F("newer")), name="nothing_contradicts_itself"),
        ]
        indexes = [
            # the queue: what is open, the newest first
            models.Index(fields=["team", "-id"], name="contradiction_open", condition=Q(status="open")),
        ]

    def __str__(self) -> str:
        return f"{self.older_says} / {self.newer_says}"
