"""Explain why a memory has its status, for its page and the review queue."""

from memory.models import Memory

_Status = Memory.Status
# Nothing weighs what is told on purpose or imported.
_UNWEIGHED = {Memory.Source.EXPLICIT: "somebody saved it on purpose", Memory.Source.IMPORTED: "somebody imported it"}


def why_it_stands(memory: Memory) -> str:
    """Return the reason, as the end of a sentence that starts with the status; "" if unknown."""
    if memory.reason:
        return memory.reason
    if memory.status == _Status.DRAFT:
        return "the team's policy asks for approval"
    if memory.status != _Status.ACTIVE:
        return ""
    if memory.basis == Memory.Basis.DOUBTED:
        return "it was approved"
    said = memory.get_basis_display()
    return said[:1].lower() + said[1:] if said else _UNWEIGHED.get(Memory.Source(memory.source), "")
