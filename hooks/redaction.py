"""First gate of the write line: takes secrets out of text before it is spooled, and again before it is stored.

Three ways of looking, all of them linear: `tokens` start with a known prefix, `marks` follow a literal
(`://`, `bearer`, ` -p`), and an assignment or a sentence gives a value to a word such as password, secret,
token or key. A pattern is compiled at its first use and matched only where its literal was found, because
a hook pays for every millisecond of its start.
"""

import json
import os
import re
from collections import namedtuple

Redacted = namedtuple("Redacted", ["text", "counts"])
Redacted.__doc__ = "`text: str` without its secrets, and `counts: dict[str, int]`: how many of each kind."

_MIN_RUN = 15  # the shortest token worth naming is a prefix and some ten characters
_RUN_CODES = bytes(97 if chr(c).isalnum() and c < 128 or c in b"._-" else 32 for c in range(256))
_RUN = b" " + b"a" * _MIN_RUN
_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
_MARKER = "[REDACTED:"

_ASSIGNED = (
    r"(?P<suffix>[A-Za-z0-9_-]{0,24}+)"
    r"(?:\\?[\"'`]?[\])]?(?:\s?:\s?(?:str|string|String|SecretStr|&str|Final)(?=\s?=))?"
    r"\s{0,8}(?P<sep>=>|:=|={1,3}|:|：|>|,(?=\s?\\?[\"']))\s{0,8}|(?P<call>\()(?=\\?[\"'])|(?P<flag>\s)(?=[^\s-]))"
    r"(?:[bfru](?=[\"']))?(?P<value>\\?[\"'`]|[^\s\"'`<>]{1,256})"
)
_STATED = (
    r"s?[\"'`*]{0,2}(?:(?:\s(?:for|of|to|on|in|at|from|für|de|del|la|pour|da|do)\s(?:[^\s:=]{1,40}\s){0,4}?[^\s:=]{1,40})?"
    r"(?:\s?(?P<link>is|was|are|will be|became|equals|changed to|set to|ist|lautet|es|est|é|это|是|为|は|to|as)"
    r"(?:\s(?:now|set to|still|currently|just|jetzt|ahora))?\s?[:=]?\s?|(?:\s?\([^()\n]{1,40}\))?\s?(?P<colon>[:=：])\s?)|\s)"
    r"(?P<value>[\"'`“«‘]|[^\s\"'`<>，。]{2,128})"
)
_CLOSING = {"“": "”", "«": "»", "‘": "’"}
_PLACEHOLDER = re.compile(
    r"[x*•.#_?-]{3,}|[<\[{$@%].*|(?:your|my|the|a|an|some|insert|replace|enter|put|use|fake|sample|mock|dummy)[-_ ].*|"
    r"[12][0-9]{3}-[0-9]{2}-[0-9]{2}.*|v?[0-9]{1,4}(?:\.[0-9]+){1,3}|~?\.{0,2}/.*|[a-z][a-z0-9+.-]{1,20}:/.*|"
    r"(?:arn|vault|ssm|env|file|ref|op|secretref|keychain):.*"
)
_FILL_IN = ("[redacted", "...", "placeholder", "example", "changeme", "change_me", "change-me", "goes_here",
            "goes-here", "_here", "-here")  # fmt: skip
_CODE = re.compile(
    r"[!&*]?[A-Za-z_$][\w$]*(?:\[|\(|(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*(?:[.(\[:]|$)).*|"
    r"(?:self|this|os|process|config|settings|env|request|args|options|props|params)[.\[].*"
)
_CAMEL = re.compile(r"[A-Za-z][a-z]+(?:[A-Z][a-z]*)+|[A-Z]{2,}(?:_[A-Z]+)+")
_SLUG = re.compile(r"(?:[a-z]+|[0-9]{1,4})(?:[-_.:](?:[a-z]+|[0-9]{1,4}))*", re.IGNORECASE)
_DESCRIBED = tuple(
    "ed ing ly able ible al ive ous ful less ent ant ary ory ic ness tion word words bit bits byte bytes char chars "
    "character characters -day -days -hour -minute -second -digit -digits only -free -like -safe wide".split()
)
_ASCII = re.compile(r"[!-~“«‘]")
_DIGIT = re.compile(r"[0-9]")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_]+")
_CUT = re.compile(r"[,;&](?=[\w .-]{1,30}[=:]|$)|\\n|\\r|[,;]?\\[\"']")
_PEM = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_PEM_BODY = re.compile(r"(?:(?:\\[nr]|[\s\"'+|>])*(?:[A-Za-z-]{2,20}: [^\n\\]{1,100}|[A-Za-z0-9+/=]{8,}))*")
_PEM_LIMIT = 20_000
_PORTS = re.compile(r"[0-9:./-]+(?:tcp|udp)?")
_PRIVATE = re.compile(r"<\s?(/?)\s?private(?:\s[^<>]{0,200})?>", re.IGNORECASE)


class _Rule:
    """One pattern of the rule file."""

    __slots__ = ("_compiled", "_pattern", "check", "kind", "left", "live", "needs", "rank", "starts")

    def __init__(self, rank, row, live):
        self.rank, self.kind, self.live = rank, row["kind"], live
        self._pattern, self._compiled = row["pattern"], None
        self.starts, self.needs = tuple(row.get("starts", ())), row.get("needs", "")
        self.check, self.left = row.get("check", "random"), row.get("left", "")

    def span(self, text, folded, at):
        """`(start, end)` of the secret that this rule sees at `at`, or None."""
        if self.needs and text.find(self.needs, at, at + 320) < 0:
            return None
        self._compiled = self._compiled or re.compile(self._pattern)
        match = self._compiled.match(text, at)
        if not match or not _CHECKS[self.check](match, folded):
            return None
        start, end = match.span("value" if "value" in self._compiled.groupindex else 0)
        floor = max(0, start - 64)
        while self.left and start > floor and text[start - 1] in self.left:
            start -= 1
        return start, end


class _Book:
    """The rule file, read once: token rules by their first two characters, marks, and the words of names."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        self.by_start, self.anywhere, self.marks = {}, [], {}
        for rank, row in enumerate(data["tokens"], start=1):
            rule = _Rule(rank, row, True)
            self.anywhere += [(literal, rule) for literal in row.get("anywhere", ())]
            for head in sorted({start[:2] for start in rule.starts}):
                self.by_start.setdefault(head, []).append(rule)
        for rank, row in enumerate(data["marks"], start=500):
            self.marks.setdefault(row["mark"], []).append(_Rule(rank, row, row.get("live", False)))
        self.commands, self.anchors = data["commands"], data["anchors"]
        self.families = {word: family for family, words in data["words"].items() for word in words}
        self.key_kinds = tuple(kind + gap for kind in data["key_kinds"] for gap in ("", "_", "-", " "))
        self.endings, self.harmless = frozenset(data["harmless_endings"]), frozenset(data["harmless_words"])
        self.whole_words = frozenset(data["whole_words"])
        self.assigned, self.stated = re.compile(_ASSIGNED), re.compile(_STATED)
        self.names, self.values = {}, {}


_loaded = []


def _book():
    if not _loaded:
        _loaded.append(
            _Book(os.path.join(os.path.dirname(os.path.abspath(__file__)), "redaction_rules.json"))
        )
    return _loaded[0]


def redact(text):
    """`text` with each secret replaced by `[REDACTED:<kind>]`; redacting the result again changes nothing."""
    counts, parts, done = {}, [], 0
    for start, end, _rank, kind, _live in _merged(_spans(text)):
        parts += (text[done:start], _MARKER, kind, "]")
        counts[kind] = counts.get(kind, 0) + 1
        done = end
    return Redacted("".join(parts) + text[done:] if parts else text, counts)


def strip_private(text):
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


def live_credential(text):
    """The kind of the first credential in `text` that would open a door, or None: test keys and samples pass."""
    for start, end, _rank, kind, live in sorted(_spans(text)):
        if live and not re.search(r"(?i)_test_|example|sample|dummy|fake|localhost", text[start : end + 20]):
            return kind
    return None


def _spans(text):
    book, folded = _book(), text.replace("\u0130", "i").lower()  # the one letter whose lower case is longer
    yield from _key_blocks(text)
    yield from _prefixed(text, folded, book)
    for mark, rules in book.marks.items():
        yield from _each(folded, mark, lambda at, rules=rules: _first(text, folded, at, rules))
    for anchor in book.anchors:
        yield from _each(folded, anchor, lambda at, anchor=anchor: _named(text, folded, at, anchor, book))


def _each(text, literal, look):
    """What `look` finds at each place of `literal`, past the end of what it found before."""
    at = text.find(literal)
    while at >= 0:
        found = look(at)
        if found:
            yield found
        at = text.find(literal, max(found[1], at + 1) if found else at + len(literal))


def _first(text, folded, at, rules):
    for rule in rules:
        if not rule.starts or text.startswith(rule.starts, at):
            if span := rule.span(text, folded, at):
                return (*span, rule.rank, rule.kind, rule.live)
    return None


def _merged(spans):
    """Spans in order, overlapping ones united under the most specific kind, so that no rest is left behind."""
    merged = []
    for span in sorted(spans):
        if merged and span[0] < merged[-1][1]:
            last = merged[-1]
            best = min(last, span, key=lambda s: s[2])
            merged[-1] = (last[0], max(last[1], span[1]), *best[2:])
        else:
            merged.append(span)
    return merged


def _key_blocks(text):
    """Private keys in PEM form, also quoted, escaped or cut off before their end line."""
    return _each(text, "-----BEGIN ", lambda at: _key_block(text, at))


def _key_block(text, at):
    head = _PEM.match(text, at)
    if not head:
        return None
    end = text.find("-----END ", head.end(), head.end() + _PEM_LIMIT)
    tail = text.find("-----", end + 9, end + 90) if end >= 0 else -1
    done = tail + 5 if tail >= 0 else _PEM_BODY.match(text, head.end(), head.end() + _PEM_LIMIT).end()
    return at, done, 0, "private-key", True


def _prefixed(text, folded, book):
    """Tokens with a known prefix, at the start of a run of token characters or, where rare enough, anywhere."""
    codes = b" " + text.encode("latin-1", "replace").translate(_RUN_CODES)
    at = codes.find(_RUN)
    while at >= 0:
        for start in _run_starts(text, at):
            rules = book.by_start.get(text[start : start + 2])
            if rules and (found := _first(text, folded, start, rules)):
                yield found
        at = codes.find(_RUN, at + _MIN_RUN)
    for literal, rule in book.anywhere:
        yield from _each(text, literal, lambda at, rule=rule: _first(text, folded, at, (rule,)))


def _run_starts(text, at):
    """Where a token may start in the run at `at`: behind an escape (`\\n`), a colour code or `%3D` too."""
    before = text[at - 1] if at else " "
    if before == "[" or before == ";":
        colour = text.find("m", at, at + 4) + 1
        return (at, colour) if colour else (at,)
    if before == "\\":
        return at, at + 1
    return (at, at + 2) if before == "%" else (at,)


def _named(text, folded, at, anchor, book):
    """The value that is assigned or stated for the name around `anchor` at `at`, where it is a secret."""
    end = at + len(anchor)
    if not anchor.isascii() and not _ASCII.search(text, end, end + 40):
        return None
    if anchor == "key" and not folded.endswith(book.key_kinds, max(0, at - 20), at):
        return None
    match = book.assigned.match(text, end)
    if match and match["sep"] and not match["call"]:
        return _found(text, match, at, end + len(match["suffix"]), _assigned_value, book)
    if match and (match["call"] or text.find("--", max(0, at - 12), at) >= 0):
        found = _found(text, match, at, end + len(match["suffix"]), _assigned_value, book)
        if found:
            return found
    end = _word_end(text, end)
    match = book.stated.match(text, end)
    if not match or not _ASCII.search(match["value"][:16]):
        return None  # nothing stated, or only words of a script that passwords are not written in
    return _found(text, match, at, end, _stated_value, book)


def _found(text, match, at, end, judge, book):
    if match["value"].lower() in book.harmless:
        return None
    name = _name(text, at, end)
    family = _family(name, book)
    span = judge(text, match, name, family, book) if family else None
    return (*span, 900, family, False) if span else None


def _name(text, start, end):
    """The whole identifier around a name's word; `api key` in a sentence counts as one."""
    floor = max(0, start - 32)
    while start > floor and text[start - 1] in _NAME:
        start -= 1
    if text[start:end].lower() == "key" and start and text[start - 1] == " ":
        start = max(floor, text.rfind(" ", floor, start - 1) + 1)
    return text[start:end]


def _word_end(text, end):
    limit = min(len(text), end + 8)
    while end < limit and text[end] < "\u3000" and text[end].isalpha():
        end += 1
    return end


def _family(name, book):
    """Which of password, secret, token, key a name stands for; None where its ending makes it harmless."""
    if name not in book.names:
        if len(book.names) > 5000:
            book.names.clear()
        words = _WORDS.findall(name) if name.isascii() else [name]
        book.names[name] = _family_of([word.lower() for word in words], book)
    return book.names[name]


def _family_of(words, book):
    kinds = [_word_family(word, book) for word in words]
    if "key" in words[1:] and words[words.index("key", 1) - 1] + "" in book.key_kinds:
        kinds[words.index("key", 1)] = "key"
    known = max((n for n, kind in enumerate(kinds) if kind), default=None)
    if known is None or book.endings.intersection(words[known + 1 :]):
        return None
    return kinds[known]


def _word_family(word, book):
    single = word.rstrip("s") if word not in ("pass",) else word
    if single in book.families or word in book.families:
        return book.families.get(word) or book.families[single]
    if word in book.whole_words:
        return None
    if word.endswith("key") and word[:-3] in book.key_kinds:
        return "key"
    for ending in ("password", "passwd", "passphrase", "pwd", "pass", "secret", "token"):
        if single.endswith(ending) or (ending == "pass" and word.endswith(ending)):
            return book.families[ending]
    return None


def _assigned_value(text, match, name, family, book):
    start, value, quoted = _value(text, match, _CUT)
    if not value or _harmless(value, book):
        return None
    before = text[max(0, match.start() - len(name) - 1) : match.start()]
    shouted = name.isupper() and not match["call"] and match["sep"] != ","
    strict = match["sep"] in (",", ">") and "<" not in before
    if quoted:
        good = _is_quoted_secret(value, family) and (not strict or _has_digit(value) or not value.isalnum())
    else:
        alone = (
            before[:1] in ("?", "&", ";") or shouted or match["flag"] or _ends_line(text, start + len(value))
        )
        good = not strict and not match["call"] and _is_bare_secret(value, family, shouted, alone, book)
        good = good or (
            strict and _has_digit(value) and value.isalnum() and family == "password" and "<" in before
        )
    return (start, start + len(value)) if good else None


def _stated_value(text, match, name, family, book):
    start, value, quoted = _value(text, match, None)
    if len(value) < 3 or _harmless(value, book) or _CODE.fullmatch(value):
        return None
    linked = match["link"] or match["colon"]
    if quoted:
        good = " " not in value and (family == "password" and bool(linked) or _is_mixed(value))
    elif family != "password":
        good = bool(linked) and _has_digit(value) and len(value) >= 8 and not _SLUG.fullmatch(value)
    elif not linked:
        good = _is_mixed(value) or (
            "login " in text[max(0, match.start() - 60) : match.start()] and _has_digit(value)
        )
    elif value.isalpha():
        good = linked not in ("to", "as") and len(value) >= 5 and not value.endswith(_DESCRIBED)
        good = good and value.isascii() and _ends_sentence(text, start + len(value))
    else:
        good = (
            len(value) >= 4
            and not value.endswith(_DESCRIBED)
            and (_has_digit(value) or not _SLUG.fullmatch(value))
        )
    return (start, start + len(value)) if good else None


def _value(text, match, cut):
    """`(start, value, quoted)` of a matched value: up to its closing quote, or without what only follows it."""
    start, opening = match.end("value"), match["value"]
    if opening.strip("\\") in ('"', "'", "`", *_CLOSING):
        end = text.find(_CLOSING.get(opening, opening), start, start + 400)
        while end > 0 and len(opening) == 1 and text[end - 1] == "\\":
            end = text.find(opening, end + 1, start + 400)
        value = text[start:end] if end >= 0 else re.compile(r"\S{0,256}").match(text, start)[0]
        return start, "" if "\n" in value else value, True
    found = cut.search(opening) if cut else None
    value = (opening[: found.start()] if found else opening).rstrip(".,;:)]}*\\")
    return match.start("value"), value, False


def _harmless(value, book):
    """Whether a value is a word that no door opens to, or a form to fill in; remembered, as texts repeat themselves."""
    if value not in book.values:
        if len(book.values) > 5000:
            book.values.clear()
        folded = value.lower()
        book.values[value] = (
            len(value) < 3
            or folded in book.harmless
            or folded in book.families
            or len(set(folded)) < 3
            or _is_placeholder(folded)
        )
    return book.values[value]


def _is_placeholder(folded):
    return bool(_PLACEHOLDER.fullmatch(folded)) or any(word in folded for word in _FILL_IN)


def _is_quoted_secret(value, family):
    if " " in value:
        words = value.split()
        return family == "password" and 3 < len(words) < 9 and all(w.isalpha() and w.islower() for w in words)
    if family == "password":
        return True
    if family == "secret":
        return len(value) >= 6
    return len(value) >= 8 and not _SLUG.fullmatch(value) and (_has_digit(value) or _is_mixed_case(value))


def _is_bare_secret(value, family, shouted, alone, book):
    if _CODE.fullmatch(value) or value.startswith(("(", "!")) or value.isascii() is False and value.isalpha():
        return False
    if value.isidentifier() and _family(value, book) and not shouted:
        return False  # `password=password1`: a name, not a value
    if value.isdigit():
        return family == "password" and len(value) >= 4
    if family in ("token", "key"):
        return (
            len(value) >= 8
            and not _SLUG.fullmatch(value)
            and (_has_digit(value) or shouted and _is_mixed_case(value))
        )
    if _has_digit(value) or not value.replace("_", "").replace("-", "").replace(".", "").isalnum():
        return len(value) >= (4 if family == "password" else 6)
    return (
        bool(alone) and len(value) >= 6 and not _CAMEL.fullmatch(value) and (family == "password" or shouted)
    )


def _has_digit(value):
    return bool(_DIGIT.search(value))


def _is_mixed_case(value):
    return value != value.lower() and value != value.upper() and not _CAMEL.fullmatch(value)


def _is_mixed(value):
    """Letters and digits, and a capital or a sign: what nobody writes for anything but a password."""
    odd = any(not c.isalnum() and c not in "-_./:" for c in value) or any(c.isupper() for c in value[1:])
    return len(value) >= 6 and odd and _has_digit(value) and any(c.isalpha() for c in value)


def _ends_line(text, end):
    return not text[end : end + 1].strip(" \r\n,\"'")


def _ends_sentence(text, end):
    return not text[end : end + 2].strip() or text[end] in ".,;!)\n" and not text[end + 1 : end + 2].strip()


def _near(match, folded, names):
    before = folded[max(0, match.start() - 160) : match.start()]
    return any(name in before for name in _book().commands[names])


def _check_random(match, folded):
    body = match["value"] if "value" in match.re.groupindex else match[0]
    return (_has_digit(body) or _is_mixed_case(body)) and len(set(body[4:])) >= 5 and _MARKER not in body


def _check_url(match, folded):
    value = match["value"]
    plain = value.lower() in ("password", "passwd", "pass", "pwd", "pw", match["user"].lower())
    return not plain and not _is_placeholder(value.lower()) and not re.match(r"[0-9]{2,5}(?:[/?#,]|$)", value)


def _check_header(match, folded):
    value = match["value"]
    return (
        not _harmless(value, _book())
        and not _CODE.fullmatch(value)
        and (_has_digit(value) or _is_mixed_case(value))
    )


def _check_bearer(match, folded):
    value = match["value"]
    return _check_header(match, folded) and not _SLUG.fullmatch(value) and len(value) >= 12


def _check_basic(match, folded):
    value = match["value"]
    if len(value) % 4:
        return False
    import binascii

    try:
        return b":" in binascii.a2b_base64(value)
    except binascii.Error:
        return False


def _check_cookie(match, folded):
    return _has_digit(match["value"]) and _MARKER not in match["value"]


def _argument(match):
    return match["value"].strip("\"'")


def _is_blank(value):
    """A form to fill in (`<pw>`, `$PW`, `***`) or what this engine left behind."""
    return value[:1] in "<{$%[*" or _MARKER in value


def _check_attached(match, folded):
    value = _argument(match)
    if _is_blank(value) or _PORTS.fullmatch(value):
        return False
    return _near(match, folded, "attached") or (_is_mixed(value) and not set(value) & set(":/="))


def _check_separate(match, folded):
    value = _argument(match)
    return not _is_blank(value) and not _PORTS.fullmatch(value) and _near(match, folded, "separate")


def _check_redis(match, folded):
    return not _is_blank(_argument(match)) and _near(match, folded, "redis")


def _check_curl(match, folded):
    value = match["value"]
    return not value.isdigit() and not _harmless(value, _book()) and _near(match, folded, "curl")


_CHECKS = {
    "random": _check_random, "url": _check_url, "header": _check_header, "bearer": _check_bearer,
    "basic": _check_basic, "cookie": _check_cookie, "attached": _check_attached,
    "separate": _check_separate, "redis": _check_redis, "curl": _check_curl,
}  # fmt: skip
