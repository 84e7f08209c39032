"""The part of redaction that knows secrets by their form: a prefix of a token, or a literal before the secret."""

from hooks.patterns import Lazily
from hooks.secret_commands import COMMAND_CHECKS, earlier
from hooks.secret_seeds import seed_words
from hooks.secret_words import (
    MARKER,
    book,
    has_digit,
    is_code,
    is_disordered,
    is_harmful,
    is_mixed,
    is_mixed_case,
    is_placeholder,
    is_random,
    is_slug,
)

_PORT_AND_PATH = Lazily(r"[0-9]{2,5}(?:[/?#,]|$)")
_WORD = Lazily(r"[a-z]+")
REACH = 320  # how far behind its mark the sign may stand that a pattern needs
_MOST_LINES = 4  # over which a token may be broken
_PIECE = Lazily(r"[A-Za-z0-9_.=+/-]{4,400}+")
_GOES_ON = Lazily(
    r"(?:[ \t]*\\?\r?\n|(?:\\r)?\\n|[\"'][ \t]*[+.]?[ \t]*(?:\\?\r?\n)?[ \t]*(?=[\"']))"
    r"[ \t>|+\"']{0,40}(?P<rest>[A-Za-z0-9_.=-]{4,400}+)(?![:/(\[@])"
)
_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_QUOTES = ("'", '"', "`")
_LEFT = Lazily(r"(?i)\b(?:use|try|set|enter|type)[ \t](?P<quote>[\"'`])(?P<value>[^\"'`\s]{4,60})(?P=quote)\Z")
_DSN = Lazily(r"[\w.-]{1,60}:(?P<value>[^\s\"'`:@]{3,100})\Z")
_OF_PEM = Lazily(r"[ \t]*[A-Za-z0-9+/=]{20,80}[ \t]*\r?")
_MOST_OF_PEM = 200  # lines, which the longest keys do not have
_KEY = Lazily(r"[A-Za-z0-9+/_=]{20,200}(?=[\"'])")
_DIGEST = Lazily(r"[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128}")
_CALLED = Lazily(
    r"(?i:client|search|connect|login|auth|authenticate|session|account|gateway|sdk)\("
    r"(?:\s{0,8}[\"'][^\"'\n]{1,60}[\"'],){1,3}\s{0,8}[\"']\Z"
)
_RESULT = Lazily(r"\"result\":\s{0,4}\"(?P<value>[^\"\n]{8,200})\"")
_OF_KEYS = ("user", "login", "jwt", "secret", "sign", "auth", "token", "account")
_FOURS = frozenset(
    "also been both code does done each file from have here into just like mail make more must name need only open "
    "over page same send sent some such than that them then they this used uses very were what when will your".split()
)
_RENEWED = ("account", "password", "passwort", "login", "credential", "reset", "root", "admin")
_ACCOUNTS = ("create user", "alter user", "create role", "alter role", "grant ")
_CONTEXT = 160  # how far before an argument its command may stand


class Rule:
    """One pattern of the rule file; compiled at its first use."""

    __slots__ = ("_check", "_compiled", "_left", "_pattern", "kind", "live", "rank", "starts")

    def __init__(self, rank, row, live):
        self.rank, self.kind, self.live = rank, row["kind"], live
        self.starts = tuple(row.get("starts", ()))
        self._pattern, self._compiled = row["pattern"], None
        self._check, self._left = _CHECKS[row.get("check", "random")], row.get("left", "")

    def span(self, text, folded, at):
        """`(start, end)` of the secret that this rule sees at `at`, or None."""
        self._compiled = self._compiled or Lazily(self._pattern)
        match = self._compiled.match(text, at)
        found = match and self._check(match, folded)
        if not found or isinstance(found, tuple):
            return found or None
        start, end = match.span("value" if "value" in self._compiled.groupindex else 0)
        floor = max(0, start - 64)
        while self._left and start > floor and text[start - 1] in self._left:
            start -= 1
        return start, end


def over_lines(rule, text, at, span):
    """The span of a token that goes on behind a line's end or the end of a string; None where it does not."""
    piece = _PIECE.match(text, at)
    if not piece or (span and span[1] < piece.end()):
        return None
    joined, found = piece[0], None
    for _ in range(_MOST_LINES):
        rest = _GOES_ON.match(text, piece.end())
        if not rest or not (has_digit(rest["rest"]) or is_mixed_case(rest["rest"])) or is_slug(rest["rest"]):
            break
        before, joined, piece = len(joined), joined + rest["rest"], rest
        whole = rule.span(joined, joined.lower(), 0)
        if whole and whole[1] > before:
            found = (min(at, at + whole[0]), rest.start("rest") + whole[1] - before)
        elif whole:
            break
    return found


def _random(match, folded):
    named = "value" in match.re.groupindex
    return is_random(match["value"] if named else match[0][4:])


def _url(match, folded):
    value = match["value"]
    plain = value.lower() in ("password", "passwd", "pass", "pwd", "pw", match["user"].lower())
    filled_in = "${" in match[0] or is_placeholder(value.lower())
    return not plain and not filled_in and not _PORT_AND_PATH.match(value)


def _header(match, folded):
    value = match["value"]
    return not book().is_harmless(value) and not is_code(value) and (has_digit(value) or is_mixed_case(value))


def _bearer(match, folded):
    value = match["value"]
    return len(value) >= 12 and not is_slug(value) and is_random(value) and not book().is_harmless(value)


def _quoted(match, folded):
    return not book().is_harmless(match["value"])


def _basic(match, folded):
    """Base64 of `name:password`; three plain words after "basic" are none."""
    value = match["value"]
    if len(value) % 4:
        return False
    import binascii

    try:
        plain = binascii.a2b_base64(value)
    except binascii.Error:
        return False
    return b":" in plain and plain.isascii() and all(32 <= sign < 127 for sign in plain)


def _cookie(match, folded):
    return has_digit(match["value"]) and MARKER not in match["value"]


def _account(match, folded):
    """What Oracle is given without quotes, where a statement about an account goes on with it."""
    before = folded[max(0, match.start() - _CONTEXT) : match.start()]
    return any(word in before for word in _ACCOUNTS) and is_disordered(match["value"])


def _prompted(match, folded):
    """What Redis is told at its prompt, or at the start of a line; `AUTH CRAM-MD5` names a way."""
    start = max(0, match.start() - 80)
    before = match.string[max(start, match.string.rfind("\n", start, match.start()) + 1) : match.start()].rstrip()
    value = match["value"]
    return (not before or before.endswith(">")) and value != value.upper() and is_disordered(value)


def _before(match, folded):
    """ "hunter2 is the password": the word on the left, or what stands there in quotes."""
    if match.string[match.start() - 1 : match.start()] in _QUOTES:
        return earlier(match, _LEFT, lambda found: is_harmful(found["value"]))
    head = match.string[max(0, match.start() - 64) : match.start()].split()
    return bool(head) and is_disordered(head[-1])


def _dsn(match, folded):
    """`user:password@tcp(…)`, as Go writes the address of a database: the password on the left."""
    return earlier(match, _DSN, lambda found: is_harmful(found["value"]))


def _headless(match, folded):
    """The lines of a private key whose first line was cut off: those right above its last."""
    text, at = match.string, match.start()
    end = text.rfind("\n", max(0, at - 30), at)
    if end < 0 or not text.startswith("-----END ", end + 1):
        return None
    start = end
    for _ in range(_MOST_OF_PEM):
        above = text.rfind("\n", max(0, start - 100), start) + 1
        if not _OF_PEM.fullmatch(text, above, start) or (not above and start > 100):
            break
        start = above - 1
        if start < 0:
            break
    return (start + 1, end) if start < end else None


def _result(match, folded):
    """What Terraform drew for a `random_password`, in its state: `result` beside `special`."""
    start = max(0, match.start() - 2 * _CONTEXT)
    for found in _RESULT.finditer(match.string, start, match.end() + 2 * _CONTEXT):
        value = found["value"]
        if _is_by_lot(value) or (len(value) >= 12 and value.isalpha() and value not in (value.lower(), value.upper())):
            return found.span("value")
    return None


def _beside(match, folded):
    """A result that was drawn, in an object whose password stands before it."""
    return '"password' in folded[max(0, match.start() - _CONTEXT) : match.start()] and _is_by_lot(match["value"])


def _renewed(match, folded):
    """ "The new one is …", where it was about somebody's account."""
    before = folded[max(0, match.start() - _CONTEXT) : match.start()]
    value = match["value"]
    name = value.isalnum() and value.rstrip("0123456789").isalpha()  # `PostgreSQL16`
    return not name and _made_up(match, folded) and any(word in before for word in _RENEWED)


def _made_up(match, folded):
    """A password as people make one up: mixed, or a sign among letters of both cases."""
    value = match["value"]
    signed = is_mixed_case(value) and len(value) >= 6 and not value.replace("-", "_").isidentifier()
    mixed = is_mixed(value) and MARKER not in value
    return mixed or (signed and any(sign in value for sign in "#!$%&*+@^~") and is_harmful(value))


def _by_lot(match, folded):
    return _is_by_lot(match["value"])


def _is_by_lot(value):
    """Drawn, or of letters of both cases that are no name."""
    return is_disordered(value) or (is_mixed_case(value) and is_harmful(value))


def argument_of_call(text, at):
    """The span of a key that is passed behind an identifier, as in `Client("ACME12", "9f8e…")`; None elsewhere."""
    found = _KEY.match(text, at)
    if not found or found[0].isdigit() or not is_disordered(found[0]) or _DIGEST.fullmatch(found[0]):
        return None
    return found.span() if _CALLED.search(text[max(0, at - _CONTEXT) : at]) else None


def _device(match, folded):
    """The password in a router's configuration; `secret 0` says that it is in plain text."""
    before = folded[max(0, match.start() - 60) : match.start()]
    known = any(word in before for word in ("enable", "username", "privilege", "line vty", "key"))
    return is_disordered(match["value"]) or (known and is_harmful(match["value"]))


def _login(match, folded):
    before = folded[max(0, match.start() - 60) : match.start()]
    return is_disordered(match["value"]) and any(word in before for word in ("user", "login", "usr", "admin"))


def _seed(match, folded):
    """Words of a wallet, numbered or in quotes."""
    words = _WORD.findall(match["value"])
    return seed_words().issuperset(words[:12])


def _fours(match, folded):
    """Four groups of four letters that are no words, as two makers of telephones write passwords of applications."""
    return "-" in match["value"] or _FOURS.isdisjoint(match["value"].split())


def _keyed(match, folded):
    """A member that is called `key` and nothing more, where what is around it speaks of a login or a signature."""
    before = folded[max(0, match.start() - _CONTEXT) : match.start()]
    return is_disordered(match["value"]) and any(word in before for word in _OF_KEYS)


def _any(match, folded):
    return True


def _codes(match, folded):
    """Codes that are drawn, not words that follow "recovery codes"."""
    codes = [code for code in match["value"].replace(",", " ").split() if len(code) > 3]
    drawn = sum(map(has_digit, codes))
    # Two or three may be words; in groups they are codes.
    return 2 * drawn > len(codes) if len(codes) > 3 else drawn == sum("-" in code for code in codes) == len(codes)


def _base58(match, folded):
    """A private key as wallets write it, with the four bytes at its end that prove it."""
    import hashlib

    number = 0
    for sign in match[0]:
        number = number * 58 + _BASE58.index(sign)
    raw = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return hashlib.sha256(hashlib.sha256(raw[:-4]).digest()).digest()[:4] == raw[-4:]


_CHECKS = {
    **COMMAND_CHECKS,
    "random": _random, "url": _url, "header": _header, "bearer": _bearer, "basic": _basic, "cookie": _cookie,
    "quoted": _quoted, "before": _before, "login": _login, "any": _any, "seed": _seed, "codes": _codes,
    "base58": _base58, "result": _result, "renewed": _renewed, "made_up": _made_up, "lot": _by_lot, "device": _device,
    "fours": _fours, "keyed": _keyed, "account": _account, "prompted": _prompted, "beside": _beside,
    "headless": _headless, "dsn": _dsn,
}  # fmt: skip
