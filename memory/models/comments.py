"""What people say beside a memory: a note for the next reader, never a fact of its own."""

from django.db import models

from memory.models.memories import Memory
from memory.models.people import Team, User


class Comment(models.Model):
    """One person's words under one memory, without secrets; as private as the memory."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    memory = models.ForeignKey(Memory, models.CASCADE, related_name="comments")
    author = models.ForeignKey(User, models.CASCADE, related_name="comments")
    content = models.TextField(max_length=4000)
    created_at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(null=True, blank=True, help_text="Taken back; can be restored.")

    class Meta:
        indexes = [models.Index(fields=["memory", "created_at"], name="comments_of_memory")]

    def __str__(self) -> str:
        return self.content[:80]
