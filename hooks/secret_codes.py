"""The part of redaction that looks through codes: base64, percent and Unicode escapes, and hashes of passwords."""

import binascii

from hooks.patterns import Lazily

_RANK = 880
# Base64 of text has these where a byte begins, and those where the next one does: letters, digits and signs.
FIRST_OF_TEXT = frozenset("IJKLMNOPQRSTUVWXYZabcdef")
_SECOND_OF_TEXT = frozenset("CDEFGHSTUVWXijklmnyz0123")
_HEAD = 16
_WRAPPED = Lazily(
    r"[A-Za-z0-9+/_-]{16,8000}+(?:(?<=[A-Za-z0-9+/]{60})\\?\r?\n[ \t]{0,40}[A-Za-z0-9+/]{4,100}+){0,200}={0,2}"
)
_LINE_END = Lazily(r"\\?\r?\n[ \t]*")
_URLSAFE = {45: "+", 95: "/"}
_ESCAPED = Lazily(r"%(?:25){0,3}([2-7][0-9A-Fa-f])|\\{1,4}u00([2-7][0-9A-Fa-f])")
# Each begins with a letter, which is what makes a search quick.
_TELLING = (
    ("%", Lazily(r"%(?:25){0,3}(?:2[26]|3[ADad]|5[BDbd]|7[Bb])")),
    ("\\u00", Lazily(r"\\u00(?:2[26]|3[ADad]|[46][1-9A-Fa-f]|[57][0-9Aa])")),
)
_SIGHT = 4_000
_HASH = Lazily(
    r"\$(?:"
    r"2[abxy]?\$[0-9]{2}\$[A-Za-z0-9./]{53}"
    r"|[156]\$(?:rounds=[0-9]{1,9}\$)?[A-Za-z0-9./]{1,16}\$[A-Za-z0-9./]{22,86}"
    r"|(?:y|gy|7)\$[A-Za-z0-9./]{1,16}\$[A-Za-z0-9./]{1,86}\$[A-Za-z0-9./]{43}"
    r"|apr1\$[A-Za-z0-9./]{1,8}\$[A-Za-z0-9./]{22}"
    r"|argon2(?:id|i|d)\$(?:v=[0-9]{1,4}\$)?[a-z0-9=,]{5,60}\$[A-Za-z0-9+/]{8,90}={0,2}\$[A-Za-z0-9+/]{16,180}={0,2}"
    r"|(?:scrypt|pbkdf2(?:-sha[0-9]{1,3})?|sha1|md5)\$[a-z0-9=,]{1,60}\$[A-Za-z0-9+/.]{4,90}\$?[A-Za-z0-9+/.]{20,180}={0,2}"
    r"|[0-9]{3,8}\$[A-Za-z0-9./+=]{6,64}\$[A-Za-z0-9+/]{20,120}={0,2}"
    r"|[0-9]{3,8}:[A-Za-z0-9+/]{16,64}={0,2}\$[A-Za-z0-9+/]{40,64}={0,2}:[A-Za-z0-9+/]{40,64}={0,2}"
    r"|[A-Za-z0-9]{8,32}\$[0-9a-f]{40,128}"
    r")(?![A-Za-z0-9./])"
)
_NAMED = Lazily(
    r"(?:pbkdf2|pbkdf2_sha[0-9]{1,3}|pbkdf2:sha[0-9]{1,3}:[0-9]{1,8}|scrypt:[0-9:]{5,20}|scrypt|SCRAM-SHA-[0-9]{1,3}|argon2|bcrypt(?:_sha256)?|bcrypt\$)\Z"
)


def password_hashes(text):
    """`(start, end, rank, kind, live)` of hashes as crypt(3), web frameworks and databases write them."""
    if "$" in text:
        for found in _HASH.finditer(text):
            start = found.start()
            name = _NAMED.search(text, max(0, start - 30), start)
            yield name.start() if name else start, found.end(), _RANK - 1, "password-hash", False


def is_of_text(text, at):
    """Whether base64 at `at`, of which more than twelve characters follow, would begin with letters and signs."""
    return (
        text[at + 1] in _SECOND_OF_TEXT
        and text[at + 8] in FIRST_OF_TEXT
        and text[at + 5] in _SECOND_OF_TEXT
        and text[at + 9] in _SECOND_OF_TEXT
    )


def wrapped(text, at, free, look):
    """The span of base64 at `at` whose plain text holds a secret, and from where on to look for more of it.

    `look(plain)` says whether a text holds one. A span is None where there is none; `free` is where the last one ended.
    """
    if at < free or not _plain(text[at : at + _HEAD]):
        return None, free
    found = _WRAPPED.match(text, at)
    if not found:
        return None, free
    plain = _plain(_LINE_END.sub("", found[0]) if "\n" in found[0] else found[0])
    span = (at, found.end(), _RANK, "base64", False) if plain and look(plain) else None
    return span, found.end()


def _plain(coded):
    """What base64 stands for, if it is text; the last characters may be cut off."""
    coded = coded.rstrip("=").translate(_URLSAFE)
    try:
        raw = binascii.a2b_base64(coded[: len(coded) // 4 * 4] + _padded(coded[len(coded) // 4 * 4 :]))
    except binascii.Error:
        return ""
    plain = raw.decode("ascii", "ignore")
    whole = len(plain) == len(raw) and plain.replace("\n", "").replace("\r", "").replace("\t", "").isprintable()
    return plain if whole else ""


def _padded(rest):
    return rest + "=" * (4 - len(rest)) if len(rest) > 1 else ""


def escaped(text, look):
    """Secrets that are only seen where percent codes or `\\u0061` are read, as spans of the text as it stands.

    `look(plain)` yields the spans of a text.
    """
    for sign, telling in _TELLING:
        at = text.find(sign) if sign[0] in text else -1
        while at >= 0:
            if not telling.match(text, at):
                at = text.find(sign, at + 1)
                continue
            line = text.rfind("\n", max(0, at - _SIGHT // 8), at) + 1
            start = line or max(0, at - _SIGHT // 8)
            end = text.find("\n", at, at + _SIGHT)
            end = end if end >= 0 else min(len(text), at + _SIGHT)
            plain, place = _read(text, start, end)
            for begin, stop, *what in look(plain):
                yield place(begin), place(stop), *what
            at = text.find(sign, end)


def _read(text, start, end):
    """The plain text of a stretch, and a function from its offsets to those of the text."""
    from bisect import bisect_right

    parts: list[str] = []
    sizes, ends, size, done = [0], [start], 0, start
    for found in _ESCAPED.finditer(text, start, end):
        before = text[done : found.start()]
        parts += (before, chr(int(found[1] or found[2], 16)))
        size += len(before) + 1
        done = found.end()
        sizes.append(size)
        ends.append(done)
    parts.append(text[done:end])

    def place(offset):
        at = bisect_right(sizes, offset) - 1
        return ends[at] + offset - sizes[at]

    return "".join(parts), place
