"""A small conversation, sent as a client sends it, and read back."""

from memory import access
from memory.access import Actor
from memory.capture.transcripts import TranscriptReceipt, record_transcript
from memory.models import Message
from tests.capture.transcript_samples import assistant, minute, result, use, user

TALK = [
    user("why does it fail?", "u1", promptId="p1", timestamp=minute(0)),
    assistant("Let me look.", "a1", timestamp=minute(1)),
    assistant([use("t1", "Bash", command="pytest -q")], "a2", timestamp=minute(2)),
    user(result("t1", "1 failed", failed=True), "u2", promptId="p1", timestamp=minute(3)),
    assistant("A typo in main.py.", "a3", timestamp=minute(4)),
]


def send(lines: list[bytes], actor: Actor, session_id: str = "s1", **changes: object) -> TranscriptReceipt:
    with access.acting(actor):
        return record_transcript(lines, session_id=session_id, actor=actor, **changes)


def said(actor: Actor, **wanted: object) -> list[tuple[str, str]]:
    """Role and words of all messages in order, as `actor` sees them."""
    with access.acting(actor):
        rows = Message.objects.filter(**wanted).order_by("session", "subagent", "position")
        return list(rows.values_list("role", "content"))
