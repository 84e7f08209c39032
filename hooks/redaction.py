"""First gate of the write line: takes secrets out of text before it is spooled and again before it is stored.

Three ways of looking, all of them linear: tokens start with a known prefix, marks follow a literal (`://`,
`bearer`, ` -p`), and names give a value to a word such as password, secret, token or key. A pattern is
compiled at its first use and matched only where its literal was found, because a hook pays for every
millisecond of its start.
"""

from hooks.patterns import Lazily
from hooks.secret_blocks import (
    COLUMNS,
    column_secrets,
    inserted_secrets,
    json_manifest_secrets,
    manifest_secrets,
    table_secrets,
    web_key_secrets,
)
from hooks.secret_codes import FIRST_OF_TEXT, escaped, is_of_text, password_hashes, wrapped
from hooks.secret_places import Places, first
from hooks.secret_rules import argument_of_call
from hooks.secret_seeds import seed_phrases
from hooks.secret_words import MARKER


class Redacted(tuple):
    """`text: str` without its secrets, and `counts: dict[str, int]`: how many of each kind. (No namedtuple: a hook
    would pay for importing `collections`.)"""

    __slots__ = ()

    def __new__(cls, text, counts):
        return tuple.__new__(cls, (text, counts))

    text = property(lambda self: self[0])
    counts = property(lambda self: self[1])


_MARKED = Lazily(r"(\[REDACTED:[a-z0-9-]{1,40}\])")
_LOOKS = 3
_DEEPEST = 2  # base64 of base64 is looked through, no more
_MANY = 500  # so many secrets in one text are a dump, which one look has to do for
_SIGHT = 8_000  # no rule but that of a private key sees farther
_MIN_RUN = 15  # the shortest token worth naming is a prefix and some ten characters
_RUN_CODES = bytes(97 if (chr(c).isalnum() and c < 128) or c in b"._-" else 32 for c in range(256))
_RUN = b" " + b"a" * _MIN_RUN
_PEM = Lazily(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_PEM_BODY = Lazily(r"(?:(?:\\[nr]|[\s\"'+|>])*(?:[A-Za-z-]{2,20}: [^\n\\]{1,100}|[A-Za-z0-9+/=]{8,}))*")
_PEM_LIMIT = 20_000
_ESCAPES = frozenset("[;\\%")
_QUOTES, _BETWEEN = frozenset("\"'"), frozenset(" ,\n")
_PRIVATE = Lazily(r"(?i)<\s?(/?)\s?private(?:\s[^<>]{0,200})?>")
_CLIENTS_ID = Lazily(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?:srvtoolu|toolu|msg|req)_[A-Za-z0-9]{1,40}|[0-9]{0,20}"
)
# What names a thing in what clients send: it has to stay one thing, and two have to stay two.
KEYS = frozenset(
    "id uuid session session_id sessionId turn prompt_id promptId agent agent_id agentId subagent tool_use_id call_id"
    " parentUuid leafUuid message_id ref token".split()
)
_SAMPLE = Lazily(r"(?i)_test_|example|sample|dummy|fake|localhost")


def redact(text: str) -> Redacted:
    """`text` with each secret replaced by `[REDACTED:<kind>]`; redacting the result again changes nothing.

    What was redacted before is a wall: nothing is read across it.
    """
    counts: dict[str, int] = {}
    if not 0 < text.count(MARKER) <= _MANY:
        return Redacted(_redacted(text, counts, _LOOKS), counts)
    parts = _MARKED.split(text)
    parts[::2] = [_redacted(part, counts, _LOOKS) if part else part for part in parts[::2]]
    return Redacted("".join(parts), counts)


def redact_key(text: str) -> str:
    """`text`, an identifier, as it is; one with a secret becomes `redacted-<digest>`: what was equal stays so."""
    if _CLIENTS_ID.fullmatch(text) or not redact(text).counts:
        return text
    import hashlib

    return "redacted-" + hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def _redacted(text, counts, looks):
    spans = _merged(_spans(text))
    if not spans:
        return text
    looks = 0 if len(spans) > _MANY else looks - 1
    parts: list[str] = []
    done = 0
    for start, end, _rank, kind, _live in spans:
        parts += (_beside_a_marker(text[done:start], counts, looks), MARKER, kind, "]")
        counts[kind] = counts.get(kind, 0) + 1
        done = end
    return "".join(parts) + _beside_a_marker(text[done:], counts, looks)


def _beside_a_marker(text, counts, looks):
    """A second look at what now stands beside a marker, because it may look different: only as far as rules see."""
    if not looks or not text:
        return text
    head, tail = text.find("\n", _SIGHT) + 1, text.rfind("\n", 0, max(0, len(text) - _SIGHT)) + 1
    if not 0 < head < tail:
        return _redacted(text, counts, looks)
    return _redacted(text[:head], counts, looks) + text[head:tail] + _redacted(text[tail:], counts, looks)


def strip_private(text: str) -> str:
    """`text` without its `<private>…</private>` blocks; an unclosed block reaches to the end."""
    if "private" not in text.lower():
        return text
    parts, depth, done = [], 0, 0
    for tag in _PRIVATE.finditer(text):
        if depth == 0:
            parts.append(text[done : tag.start()])
        depth = max(0, depth + (-1 if tag[1] else 1))
        done = tag.end()
    return "".join(parts) + ("" if depth else text[done:])


def live_credential(text: str) -> str | None:
    """The kind of the first credential that would open a door, or None: test keys and samples pass."""
    for start, end, _rank, kind, live in sorted(_spans(text)):
        if live and not _SAMPLE.search(text, start, end + 20):
            return kind
    return None


_places: list[Places] = []
_columns: list[tuple[str, str]] = []  # with the needle that finds the same


def _spans(text, depth=0):
    """`(start, end, rank, kind, live)` of every secret, in no order and overlapping; a low rank is specific.

    `depth`: how many codes were taken off the text already.
    """
    if not _places:
        _places.append(Places())
        _columns.extend((word, _places[0].needle_of(anchor)) for word, anchor in COLUMNS.items())
    narrow = text.encode("latin-1", "replace")
    # Small letters of ASCII are all that rules compare; those of every script take ten times as long.
    folded = narrow.lower().decode("latin-1")
    yield from _key_blocks(text)
    yield from _prefixed(text, folded, narrow, _places[0].by_start, depth)
    lines = "\n" in text
    if lines:
        yield from manifest_secrets(text, folded)
        yield from table_secrets(text)
    yield from inserted_secrets(text, folded)
    yield from json_manifest_secrets(text, folded)
    yield from web_key_secrets(text)
    yield from password_hashes(text)
    yield from seed_phrases(text, narrow)
    seen: set[str] = set()
    yield from _places[0].spans(text, folded, seen)
    if lines:
        yield from column_secrets(text, folded, [word for word, needle in _columns if needle in seen])
    if depth < _DEEPEST:
        yield from escaped(text, lambda plain: _spans(plain, _DEEPEST))


def _merged(spans):
    """Spans in order, overlapping ones united under the most specific kind, so that no rest stays behind."""
    merged: list[tuple[int, int, int, str, bool]] = []
    for span in sorted(spans):
        if merged and span[0] < merged[-1][1]:
            last = merged[-1]
            best = min(last, span, key=lambda s: s[2])
            merged[-1] = (last[0], max(last[1], span[1]), *best[2:])
        else:
            merged.append(span)
    return merged


def _key_blocks(text):
    at = text.find("-----BEGIN ")
    last_end = text.rfind("-----END ") if at >= 0 else -1
    while at >= 0:
        found = _key_block(text, at, last_end)
        if found:
            yield found
        at = text.find("-----BEGIN ", found[1] if found else at + 11)


def _key_block(text, at, last_end):
    """A private key in PEM form, also quoted, escaped or cut off before its end line."""
    head = _PEM.match(text, at)
    if not head:
        return None
    end = text.find("-----END ", head.end(), head.end() + _PEM_LIMIT) if at < last_end else -1
    tail = text.find("-----", end + 9, end + 90) if end >= 0 else -1
    done = tail + 5 if tail >= 0 else _PEM_BODY.match(text, head.end(), head.end() + _PEM_LIMIT).end()
    return at, done, 0, "private-key", True


def _prefixed(text, folded, narrow, by_start, depth):
    """Tokens with a known prefix, and secrets in base64, where a run of token characters starts."""
    codes = b" " + narrow.translate(_RUN_CODES)
    at, free = codes.find(_RUN), 0
    while at >= 0:
        before = text[at - 1 : at]
        if before in _QUOTES and text[at - 2 : at - 1] in _BETWEEN:
            span = argument_of_call(text, at)
            if span:
                yield (*span, 880, "key", False)
        if text[at : at + 3] in by_start or before in _ESCAPES:
            for start in _run_starts(text, at):
                found = first(text, folded, start, by_start.get(text[start : start + 3], ()))
                if found:
                    yield found
            at += before == "\\"
        if text[at] in FIRST_OF_TEXT and text[at + 4] in FIRST_OF_TEXT and is_of_text(text, at):
            span, free = wrapped(text, at, free, lambda plain: depth < _DEEPEST and _holds_secret(plain, depth + 1))
            if span:
                yield span
        at = codes.find(_RUN, at + _MIN_RUN)


def _holds_secret(text, depth):
    return next(_spans(text, depth), None) is not None


def _run_starts(text, at):
    """Where a token may start in the run at `at`: behind an escape (`\\n`), a colour code or `%3D` too."""
    before = text[at - 1 : at]
    if before in ("[", ";"):
        colour = text.find("m", at, at + 4) + 1
        return (at, colour) if colour else (at,)
    if before == "\\":
        return at, at + 1
    return (at, at + 2) if before == "%" else (at,)
