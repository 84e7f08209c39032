"""What the hooks sent, as it arrived (redacted): private to its author, and purged once it is distilled."""

from django.db import models

from memory.models.people import AccessToken, Agent, Team, User
from memory.models.sessions import CodingSession, Turn


class Observation(models.Model):
    """One event of a developer's client; `client_id` makes sending it twice harmless."""

    class Status(models.TextChoices):
        RECORDED = "recorded", "Recorded (nothing to distill)"
        PENDING = "pending", "Waits for a worker"
        DISTILLED = "distilled", "Led to a memory"
        REJECTED = "rejected", "Held no fact"
        FAILED = "failed", "Failed after several attempts"

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    client_id = models.UUIDField()
    event = models.CharField(max_length=40)
    session = models.ForeignKey(CodingSession, models.CASCADE, related_name="observations", db_index=False)
    turn = models.ForeignKey(Turn, models.CASCADE, null=True, blank=True, related_name="observations")
    author = models.ForeignKey(User, models.CASCADE, related_name="observations")
    agent = models.ForeignKey(Agent, models.SET_NULL, null=True, blank=True, related_name="observations")
    token = models.ForeignKey(AccessToken, models.SET_NULL, null=True, blank=True, related_name="+")
    payload = models.JSONField()
    occurred_at = models.DateTimeField()
    utc_offset_minutes = models.SmallIntegerField(default=0, help_text="The developer's own zone, for relative dates.")
    received_at = models.DateTimeField(auto_now_add=True)
    status = models.CharField(max_length=10, choices=Status)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [  # Per author, as far as the look-up before storing sees: others' ids must not be in the way.
            models.UniqueConstraint(fields=["team", "author", "client_id"], name="one_observation_per_author_and_id")
        ]
        indexes = [
            # the worker loads a turn's observations in order
            models.Index(fields=["turn", "occurred_at"], name="observation_of_turn"),
            # the files that a session changed last, in the briefing; also finds the rows of a session that goes
            models.Index(fields=["session", "-occurred_at"], name="observation_of_session"),
            # retention: what is distilled and older than CAIRN_RAW_RETENTION_DAYS
            models.Index(fields=["received_at"], name="observation_by_arrival"),
        ]

    def __str__(self) -> str:
        return f"{self.event} at {self.occurred_at:%Y-%m-%d %H:%M}"
