"""Where long texts are cut, so that their middle has a vector too: an embedding model reads no further than a page."""

from django.db import models
from pgvector.django import HalfVectorField

from memory.models.memories import Memory
from memory.models.people import Team
from memory.models.sessions import Message


class Passage(models.Model):
    """A stretch of a text beyond what the text's own vector stands for; Postgres cuts them as texts come and change.

    `first` counts characters from 1; the words themselves stay where they are.
    """

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    first = models.PositiveIntegerField()
    length = models.PositiveSmallIntegerField()
    embedding = HalfVectorField(null=True, editable=False)
    embedding_model = models.CharField(max_length=100, blank=True, default="", editable=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"characters {self.first} to {self.first + self.length - 1}"


class MemoryPassage(Passage):
    """A passage of a long memory."""

    # The database itself removes them with their text.
    memory = models.ForeignKey(Memory, models.DO_NOTHING, related_name="passages", db_constraint=False)

    class Meta:
        indexes = [
            # the embedder's backlog, newest first
            models.Index(fields=["team", "embedding_model", "-id"], name="memory_passage_backlog"),
        ]


class MessagePassage(Passage):
    """A passage of a long message."""

    message = models.ForeignKey(Message, models.DO_NOTHING, related_name="passages", db_constraint=False)

    class Meta:
        indexes = [
            # the embedder's backlog, newest first
            models.Index(fields=["team", "embedding_model", "-id"], name="message_passage_backlog"),
        ]
