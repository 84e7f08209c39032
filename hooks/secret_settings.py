"""The part of redaction that knows a secret by a name that stands apart from it: `name: DB_PASSWORD` and below it
`value: …`, a row of a table, a block of YAML, the fields of XML, PHP and `.netrc`.
"""

from hooks.patterns import Lazily
from hooks.secret_words import MARKER, book, has_digit, is_code, is_drawn, is_mixed_case, is_slug

# How far before and behind a name the value may stand; whoever remembers what they judged has to see as much.
BEFORE, BEHIND = 200, 500
_QUOTED = r"\\{0,7}[\"']"
_VALUE = rf"(?:{_QUOTED}(?P<quoted>[^\"'\\\n]{{3,200}}+)|(?P<bare>[^\s\"'`<>,;|{{}}]{{3,200}}+))"
_PAIR = Lazily(
    rf"(?:{_QUOTED})?(?:[ \t]*\{{[ \t]*\r?\n(?:[ \t]{{1,20}}\w{{1,20}}[ \t]{{0,20}}=[^\n]{{0,60}}\n){{0,3}}?|,)?"
    r"\s{0,60}"
    rf"\\{{0,7}}[\"']?(?i:value|default)\\{{0,7}}[\"']?[ \t]{{0,20}}[:=][ \t]{{0,8}}{_VALUE}"
)
_PAIR_BEFORE = Lazily(
    rf"(?i:value)\\{{0,7}}[\"']?[ \t]?[:=][ \t]?{_QUOTED}(?P<quoted>[^\"'\s\\]{{3,100}}){_QUOTED},?\s{{0,20}}"
    rf"\\{{0,7}}[\"']?(?i:name|key)\\{{0,7}}[\"']?[ \t]?[:=][ \t]?{_QUOTED}\Z"
)
_BLOCK = Lazily(
    r"[\"']?[ \t]?:[ \t]{0,8}[|>][-+0-9]{0,2}[ \t]*\r?\n(?P<indent>[ \t]{1,40})(?P<block>[^\s|>]\S{3,200}+"
    r"(?:\r?\n(?P=indent)\S{4,200}+(?=\r?\n|\Z)){0,8})(?=\r?\n|\Z)"
)
_BELOW = Lazily(r"[\"']?:[ \t]{0,4}\r?\n[ \t]{1,40}(?P<below>[^\s:]{4,200}+)[ \t]*(?=\r?\n|\Z)")
_SHOWN = Lazily(r"(?:\.\w{1,8})?[ \t]*\r?\n(?P<shown>[^\s:]{8,200})[ \t]*(?=\r?\n|\Z)")
_CELL = Lazily(r"[`*]{0,3}[ \t]{0,40}\|[ \t]{0,40}[`*]{0,3}(?P<cell>[^\s|`*]{2,200}+)[`*]{0,3}[ \t]*(?:\||\r?\n|\Z)")
_INNER = Lazily(r"[\"'][ \t]*>[ \t]*(?P<inner>[^\s<>\"']{4,200})[ \t]*</")
_DEFINE = Lazily(rf"{_QUOTED},[ \t]*{_QUOTED}(?P<quoted>[^\"'\\\n]{{3,200}}+)")
_NETRC = Lazily(r"\s{1,20}(?:\"(?P<quoted>[^\"\n]{3,100})\"|(?P<bare>[^\s\"]{3,100}+))")
_INI = Lazily(r"[ \t]*=[ \t]*(?P<bare>[^\s\"'`;#]{6,100})[ \t]*(?=\r?\n|\Z)")
_MACHINE = Lazily(
    r"(?:machine\s{1,8}[\w-]{1,40}\.[\w.:-]{1,60}|(?:machine\s{1,8}\S{1,80}|\bdefault)\s{1,20}login\s{1,8}\S{1,60})"
    r"(?:\s{1,20}(?:login|account)\s{1,8}\S{1,60}){0,2}\s{1,20}\Z"
)
_DEFINES = Lazily(r"(?i)\b(?:define|putenv|setenv|setproperty|set_env)\([ \t]*[\"']\Z")


def setting(text, folded, start, end, family):
    """The span of the value of the name from `start` to `end`, or None.

    `family` is what the name stands for. Each way of writing is tried only where one cheap look says that it may be.
    """
    for may_be, pattern in _WAYS:
        if may_be(text, folded, start, end):
            found = pattern.match(text, end)
            if found:
                return _told(found, family)
    if text[start - 1 : start] in ('"', "'") and "value" in folded[max(0, start - BEFORE) : start]:
        found = _PAIR_BEFORE.search(text, max(0, start - BEFORE), start)
        return _told(found, family) if found else None
    return None


def _has_pair(text, folded, start, end):
    return "value" in folded[end : end + 160] or "default" in folded[end : end + 240]


def _has_block(text, folded, start, end):
    return text.startswith((": |", ": >", ":|", ":>", '": |', '": >'), end)


def _has_below(text, folded, start, end):
    return text.startswith((":\n", ":\r\n", '":\n', ": \n"), end)


def is_shown(folded, start):
    """Whether the name belongs to a file that `cat` shows, whose text is on the next line."""
    at = folded.rfind("cat ", max(0, start - BEFORE // 2), start)
    return at >= 0 and "\n" not in folded[at:start]


def _has_shown(text, folded, start, end):
    return text.startswith(("\n", ".txt\n", "\r\n"), end) and is_shown(folded, start)


def _has_cell(text, folded, start, end):
    return "|" in text[end : end + 44]


def _has_inner(text, folded, start, end):
    return text.startswith(('">', "'>"), end)


def _is_defined(text, folded, start, end):
    return text.startswith(("',", '",'), end) and _DEFINES.search(text, max(0, start - 20), start)


def _is_of_machine(text, folded, start, end):
    return (
        folded.startswith("password", start)
        and text[end : end + 1].isspace()
        and (_MACHINE.search(folded, max(0, start - BEFORE), start))
    )


def _is_line(text, folded, start, end):
    """A line of an INI file that begins with `pass`, which is a verb elsewhere."""
    return (
        folded[start:end] in ("pass", "pw")
        and text[start - 1 : start] in ("", "\n", " ", "\t")
        and (not text[text.rfind("\n", 0, start) + 1 : start].strip())
    )


_WAYS = (
    (_has_pair, _PAIR), (_has_block, _BLOCK), (_has_below, _BELOW), (_has_shown, _SHOWN), (_has_cell, _CELL),
    (_has_inner, _INNER), (_is_defined, _DEFINE), (_is_of_machine, _NETRC), (_is_line, _INI),
)  # fmt: skip


def _told(found, family):
    way = found.lastgroup
    value = found[way].rstrip()
    if MARKER in value or book().is_harmless(value) or is_code(value):
        return None
    first_line = value.partition("\n")[0].rstrip()
    if way in ("cell", "below", "shown"):
        good = is_drawn(value)
    elif way == "inner":
        good = has_digit(value) and not is_slug(value)
    else:
        good = _is_value(first_line, family)
    return (found.start(way), found.start(way) + len(value)) if good else None


def _is_value(value, family):
    """Whether a setting of this family would hold such a value: no sentence, no name of a type."""
    if family in ("token", "key"):
        return (
            len(value) >= 8 and " " not in value and not is_slug(value) and (has_digit(value) or is_mixed_case(value))
        )
    if " " in value:
        return is_phrase(value)
    if has_digit(value):
        return len(value) >= 4 and not value.isdigit()
    return len(value) >= 6 and (value.islower() or is_mixed_case(value) or not value.replace("_", "").isalnum())


_OF_SENTENCES = frozenset(
    "a all and any are at be been but by can cannot change characters confirm could did do does doesn't don't empty "
    "enter field for forgot forgotten from has have here if in incorrect input invalid is it least long match "
    "mismatch missing more must my need needs new no not of off old on or our password passwords passphrase please "
    "repeat required reset save set should show sign so than that the their this to too type update use user "
    "username was weak will with wrong you your".split()
)


def is_phrase(value):
    """Whether several words are a pass phrase: four and more of small letters, or some with a drawn one among them."""
    words = value.split()
    if not 1 < len(words) < 9 or not _OF_SENTENCES.isdisjoint(value.lower().split()):
        return False
    plain = len(words) > 3 and all(word.isalpha() and word.islower() for word in words)
    return plain or (all(word.isalnum() for word in words) and any(is_drawn(word) for word in words))
