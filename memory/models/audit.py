"""What was done, by whom: append-only by trigger, written in the transaction of the deed."""

from django.db import models

from memory.models.people import AccessToken, Agent, Team, User


class AuditEvent(models.Model):
    """One deed. `subject` is "noun:id"; `detail` holds counts and ids, never content or secrets."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    verb = models.CharField(max_length=40)
    subject = models.CharField(max_length=100, blank=True)
    actor = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    agent = models.ForeignKey(Agent, models.SET_NULL, null=True, related_name="+")
    token = models.ForeignKey(AccessToken, models.SET_NULL, null=True, related_name="+")
    detail = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            # the history of one subject, newest first
            models.Index(fields=["team", "subject", "-at"], name="audit_of_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.verb} {self.subject}"
