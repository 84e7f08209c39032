"""How common each lexeme is in a team, so that BM25 can weigh a query; always regenerable."""

from django.db import models
from pgvector.django import SparseVectorField

from memory.models.people import Team, User
from memory.models.sessions import CodingSession


class Collection(models.TextChoices):
    """The searchable collections, each with statistics of its own; a session is all its messages as one document."""

    MEMORY = "memory"
    MESSAGE = "message"
    SESSION = "session"


class LexemeFrequency(models.Model):
    """In how many documents of a team's collection the lexeme with this slot (its stable hash) occurs.

    A person's private documents count in rows of their own (`owner`), or words would weigh by what nobody else sees.
    """

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    owner = models.ForeignKey(User, models.CASCADE, null=True, related_name="+")
    collection = models.CharField(max_length=10, choices=Collection)
    slot = models.IntegerField()
    documents = models.IntegerField()
    # The lexeme itself, for memories: a typing error is read as the word that it is most like.
    word = models.CharField(max_length=200, blank=True, default="", db_default="")

    class Meta:
        verbose_name_plural = "lexeme frequencies"
        constraints = [
            models.UniqueConstraint(
                fields=["team", "collection", "slot", "owner"], nulls_distinct=False, name="one_frequency_per_lexeme"
            )
        ]

    def __str__(self) -> str:
        return f"{self.slot}: {self.documents}"


class LexiconSize(models.Model):
    """How many documents a team's collection has, and how long they are together, in lexemes.

    Without an `owner` those that the whole team sees; their average length is everybody's.
    """

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    owner = models.ForeignKey(User, models.CASCADE, null=True, related_name="+")
    collection = models.CharField(max_length=10, choices=Collection)
    documents = models.BigIntegerField(default=0)
    lexemes = models.BigIntegerField(default=0)
    # The constant that stored document weights were computed with; it moves only on a refresh.
    average_length = models.FloatField(default=12.0)
    refreshed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team", "collection", "owner"], nulls_distinct=False, name="one_size_per_collection"
            )
        ]

    def __str__(self) -> str:
        return f"{self.documents} documents"


class SessionWeights(models.Model):
    """The BM25 weights of all that was said in a session: a table of its own, for they are kilobytes."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    session = models.OneToOneField(CodingSession, models.CASCADE, primary_key=True, related_name="weights")
    bm25 = SparseVectorField(dimensions=1_000_000_000, editable=False)
    length = models.PositiveIntegerField(default=0, help_text="Bytes of all that was said.")

    class Meta:
        verbose_name_plural = "session weights"

    def __str__(self) -> str:
        return f"weights of session {self.session_id}"
