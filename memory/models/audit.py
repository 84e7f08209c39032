"""What was done, by whom: append-only and chained by trigger, written in the transaction of the deed."""

from django.db import models
from django.db.models import Q

from memory.models.people import AccessToken, Agent, Team, User

# The deeds that say whether a memory was worth keeping.
JUDGING = ("approve", "confirm", "forget", "reject", "retype", "split", "supersede", "unapprove", "unconfirm")


class AuditEvent(models.Model):
    """One deed. `subject` is "noun:id"; `detail` holds counts and ids, never content or secrets."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    verb = models.CharField(max_length=40)
    subject = models.CharField(max_length=100, blank=True)
    # Postgres sets them to NULL when their rows go (ON DELETE SET NULL): the server itself may update nothing here.
    actor = models.ForeignKey(User, models.DO_NOTHING, null=True, related_name="+")
    agent = models.ForeignKey(Agent, models.DO_NOTHING, null=True, related_name="+")
    token = models.ForeignKey(AccessToken, models.DO_NOTHING, null=True, related_name="+")
    detail = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)
    # The chain, written as the transaction ends: a row that is changed or missing breaks it.
    actor_key = models.BigIntegerField(null=True, editable=False, help_text="The actor's number, which erasure leaves.")
    agent_key = models.BigIntegerField(
        null=True, editable=False, help_text="The agent's number; 0: none. Empty: before it was kept."
    )
    token_key = models.BigIntegerField(
        null=True, editable=False, help_text="The token's number; 0: none. Empty: before it was kept."
    )
    sequence = models.BigIntegerField(null=True, editable=False, help_text="From 1 without gaps in a team.")
    hash = models.CharField(max_length=64, blank=True, editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "sequence"], name="one_audit_event_per_sequence")]
        indexes = [
            # the history of one subject, newest first
            models.Index(fields=["team", "subject", "-at"], name="audit_of_subject"),
            # insights: what was captured and redacted, day by day
            models.Index(fields=["team", "at"], name="audit_of_capture", condition=Q(verb__in=["capture", "redact"])),
            # insights: what people made of captured memories (recall/judgements.py)
            models.Index(fields=["team", "at"], name="audit_of_judgement", condition=Q(verb__in=JUDGING)),
        ]

    def __str__(self) -> str:
        return f"{self.verb} {self.subject}"


class AuditHead(models.Model):
    """The end of a team's chain: the last number and hash, so that a row cut off the end shows as well."""

    team = models.OneToOneField(Team, models.CASCADE, primary_key=True, related_name="+")
    sequence = models.BigIntegerField(default=0)
    hash = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.sequence} of {self.team_id}"
