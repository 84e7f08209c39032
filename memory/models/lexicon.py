"""How common each lexeme is in a team, so that BM25 can weigh a query; always regenerable."""

from django.db import models

from memory.models.people import Team


class Collection(models.TextChoices):
    """The two searchable collections; each has statistics of its own."""

    MEMORY = "memory"
    MESSAGE = "message"


class LexemeFrequency(models.Model):
    """In how many documents of a team's collection the lexeme with this slot (its stable hash) occurs."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    collection = models.CharField(max_length=10, choices=Collection)
    slot = models.IntegerField()
    documents = models.IntegerField()

    class Meta:
        verbose_name_plural = "lexeme frequencies"
        constraints = [models.UniqueConstraint(fields=["team", "collection", "slot"], name="one_frequency_per_lexeme")]

    def __str__(self) -> str:
        return f"{self.slot}: {self.documents}"


class LexiconSize(models.Model):
    """How many documents a team's collection has, and how long they are together, in lexemes."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    collection = models.CharField(max_length=10, choices=Collection)
    documents = models.BigIntegerField(default=0)
    lexemes = models.BigIntegerField(default=0)
    # The constant that stored document weights were computed with; it moves only on a refresh.
    average_length = models.FloatField(default=12.0)
    refreshed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "collection"], name="one_size_per_collection")]

    def __str__(self) -> str:
        return f"{self.documents} documents"
