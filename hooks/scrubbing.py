"""Makes text fit to leave the session: nothing private, no secrets, nothing of our own, and short.

This runs before the spool, so that not even the developer's own disk gets what must not be kept.
"""

from __future__ import annotations

from hooks import redaction
from hooks.patterns import Lazily

# A secret that the first, rough cut goes through lies this near to it, and the final cut removes it.
MARGIN = 4096
LONGEST_PLACE = 4000
# What the client or Cairn put into the conversation: learning it again would make the memory feed on itself.
_TAG = Lazily(
    r"<(/?)(system-reminder|task-notification|local-command-[a-z]++|command-(?:name|message|args|contents)|cairn-[a-z0-9-]++)"
    r"(?:\s[^<>]{0,1000}+)?>"
)


def scrub_key(text: str, limit: int = 100) -> str:
    """An identifier or a place without secrets; what was equal stays equal."""
    return redaction.redact_key(storable(text))[:limit]


def scrub_place(project: dict) -> dict:
    """The project as events carry it, without secrets in its folders, branch and remote."""
    return {name: scrub(value, LONGEST_PLACE) if isinstance(value, str) else value for name, value in project.items()}


def scrub(text: str, limit: int) -> str:
    """`text` cleaned of what must not be kept, and cut in the middle to about `limit` characters."""
    text = storable(text)
    if "<" in text:
        text = without_injected(redaction.strip_private(text))
    if len(text) > limit + 2 * MARGIN:
        return _scrub_ends(text, limit)
    return cut(redaction.redact(text).text, limit)


def without_injected(text: str) -> str:
    """`text` without the blocks that the client or Cairn put into it, in linear time whatever the text.

    A tag that is never closed stays: somebody speaks of it.
    """
    closers: dict[str, int] = {}
    blocks = []
    # From the end, so that each tag knows the first closer of its name behind it.
    for tag in reversed(list(_TAG.finditer(text))):
        if tag[1]:
            closers[tag[2]] = tag.end()
        elif tag[2] in closers:
            blocks.append((tag.start(), closers[tag[2]]))
    parts, done = [], 0
    for start, end in reversed(blocks):
        if start >= done:
            parts.append(text[done:start])
            done = end
    return "".join(parts) + text[done:]


def cut(text: str, limit: int) -> str:
    """Head and tail of a text that is longer than `limit`, with a mark that says how much is gone."""
    if len(text) <= limit:
        return text
    half = limit // 2
    return joined(text[:half], text[-half:], len(text) - 2 * half)


def joined(head: str, tail: str, missing: int) -> str:
    """Head and tail around the mark of a cut."""
    return f"{head}\n[… {missing:,} characters cut by Cairn …]\n{tail}"


def _scrub_ends(text: str, limit: int) -> str:
    """Redacts only what the cut will keep and a margin: megabytes of text cost no more than a page."""
    half = limit // 2
    head = redaction.redact(text[: half + MARGIN]).text
    tail = redaction.redact(text[-half - MARGIN :]).text
    # The margin goes even where redaction has shortened the rest: a secret may hang over its far edge.
    head = head[: max(0, min(half, len(head) - MARGIN))]
    tail = tail[max(MARGIN, len(tail) - half) :]
    return joined(head, tail, len(text) - len(head) - len(tail))


def storable(text: str) -> str:
    """`text` without what databases refuse: NUL and halves of surrogate pairs become U+FFFD."""
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
