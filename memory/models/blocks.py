"""The kill switch: a source that is not trusted any more, and with it all that it led to, until it is lifted."""

from django.db import models
from django.db.models import Q

from memory.models.people import AccessToken, Agent, Team, User
from memory.models.sessions import CodingSession


class Block(models.Model):
    """One source that is switched off: a token, an agent, a session or a person."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="blocks")
    token = models.ForeignKey(AccessToken, models.CASCADE, null=True, blank=True, related_name="blocks")
    agent = models.ForeignKey(Agent, models.CASCADE, null=True, blank=True, related_name="blocks")
    session = models.ForeignKey(CodingSession, models.CASCADE, null=True, blank=True, related_name="blocks")
    person = models.ForeignKey(User, models.CASCADE, null=True, blank=True, related_name="blocks")
    reason = models.CharField(max_length=200)
    blocked_at = models.DateTimeField(auto_now_add=True)
    blocked_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(token__isnull=False, agent__isnull=True, session__isnull=True, person__isnull=True)
                | Q(token__isnull=True, agent__isnull=False, session__isnull=True, person__isnull=True)
                | Q(token__isnull=True, agent__isnull=True, session__isnull=False, person__isnull=True)
                | Q(token__isnull=True, agent__isnull=True, session__isnull=True, person__isnull=False),
                name="block_has_one_source",
            ),
            *(
                models.UniqueConstraint(
                    fields=["team", source], condition=Q(lifted_at=None), name=f"one_standing_block_per_{source}"
                )
                for source in ("token", "agent", "session", "person")
            ),
        ]

    def __str__(self) -> str:
        return f"block of {self.token or self.agent or self.session or self.person}"
