"""How a team's line moved: which confidence lets a captured memory start active."""

from django.db import models

from memory.models.people import Team, User
from memory.rules.belief import share


class LineMove(models.Model):
    """The line moved once: by a person, or by Cairn, which counted what the team did with memories."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="line_moves")
    was = models.FloatField()
    now = models.FloatField()
    counted = models.PositiveIntegerField(default=0, help_text="Memories that were looked at; 0: a person set it.")
    rejected = models.PositiveIntegerField(default=0, help_text="How many of them the team threw away.")
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        indexes = [
            # the last move of a team, and those of a week
            models.Index(fields=["team", "-at"], name="line_move_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.who} {self.did} the line from {share(self.was)} to {share(self.now)}"

    @property
    def who(self) -> str:
        """A person, Cairn, or nobody's name where the person was erased."""
        if self.by:
            return str(self.by)
        return "Cairn" if self.counted else "Somebody who left"

    @property
    def did(self) -> str:
        """`raised` or `lowered`."""
        return "raised" if self.now > self.was else "lowered"

    @property
    def why(self) -> str:
        """What Cairn counted, as a clause; "" where a person set the line."""
        if not self.counted:
            return ""
        if self.now > self.was:
            return f"{self.rejected} of {self.counted} memories that started active by confidence were thrown away"
        return f"{self.counted - self.rejected} of {self.counted} drafts just below it were approved"
