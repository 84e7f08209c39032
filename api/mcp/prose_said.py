"""How one answer reads: memories, and behind them what was said, about a hundred tokens an excerpt."""

from api.mcp import prose
from api.mcp.prose_history import DATA, short_session, short_turn
from memory.recall.said import Excerpt, Said
from memory.recall.search import SearchPage
from memory.rules import fences


def answer(page: SearchPage, said: Said, *, filtered: bool, top_k: int) -> str:
    """The memories, and what was said in sessions behind them."""
    quoted = _quoted(said)
    if quoted and not page.hits:
        return f"No memory answers this.\n{quoted}"
    return "\n".join(filter(None, [prose.hits(page, filtered=filtered, top_k=top_k), quoted]))


def _quoted(said: Said) -> str:
    if not said.excerpts:
        return ""
    told = f"{said.note} They may not answer: verify." if said.note else "Said in sessions, newest first:"
    head = f"{told} session turn date project score text; get_transcript(session, turn) has more ({DATA})"
    return f"{head}\n" + fences.framed("said", "\n".join(map(_line, said.excerpts)))


def _line(excerpt: Excerpt) -> str:
    message = excerpt.message
    place = f"{short_session(message.session)} {short_turn(message)} {message.said_at:%Y-%m-%d}"
    words = fences.visible(" ".join(excerpt.text.split()))
    return f"{place} {fences.label(message.project.name[:40])} {excerpt.score:.2f} {message.role}: {words}"
