"""The step before the sentences: chats, letters and minutes become plain paragraphs, and who spoke a person."""

from memory.rules.conversation.spoken import without_speakers

__all__ = ["without_speakers"]
