"""Transcripts become messages, tool calls and turns, once each, whoever sends them and how often."""

from memory.capture.transcripts.recording import TranscriptReceipt, record_transcript

__all__ = ["TranscriptReceipt", "record_transcript"]
