"""What model calls cost each team and day: the meter of the budget."""

from django.db import models

from memory.models.people import Team


class Usage(models.Model):
    """Calls and tokens of one team, day (UTC) and provider; failures are calls that brought nothing."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    day = models.DateField()
    provider = models.CharField(max_length=40)
    calls = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)
    input_tokens = models.PositiveBigIntegerField(default=0)
    output_tokens = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name_plural = "usage"
        constraints = [
            models.UniqueConstraint(fields=["team", "day", "provider"], name="one_meter_per_day_and_provider")
        ]

    def __str__(self) -> str:
        return f"{self.provider} on {self.day}: {self.calls} calls"


class ClientUsage(models.Model):
    """What developers' own Claude spent on distilling, as plugins tell it: a team's sums of a day (UTC) and model.

    It is theirs, so it counts in no budget of the server, and whose it was is not kept.
    """

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    day = models.DateField()
    model = models.CharField(max_length=60, blank=True)
    calls = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)
    turns = models.PositiveIntegerField(default=0)
    facts = models.PositiveIntegerField(default=0)
    input_tokens = models.PositiveBigIntegerField(default=0)
    output_tokens = models.PositiveBigIntegerField(default=0)
    microdollars = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name_plural = "client usage"
        constraints = [models.UniqueConstraint(fields=["team", "day", "model"], name="one_sum_per_day_and_model")]

    def __str__(self) -> str:
        return f"{self.model} on {self.day}: {self.calls} calls"
