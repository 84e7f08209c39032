"""The part of redaction that knows a secret by a name that stands apart from it: `name: DB_PASSWORD` and below it
`value: …`, a row of a table, a block of YAML, the fields of XML, PHP and `.netrc`.
"""

from hooks.patterns import Lazily
from hooks.secret_words import MARKER, book, has_digit, is_code, is_drawn, is_lettered, is_mixed_case, is_slug

# How far before and behind a name the value may stand; whoever remembers what they judged has to see as much.
BEFORE, BEHIND = 200, 500
_QUOTED = r"\\{0,7}[\"']"
_VALUE = rf"(?:{_QUOTED}(?P<quoted>[^\"'\\\n]{{3,200}}+)|(?P<bare>[^\s\"'`<>,;|{{}}]{{3,200}}+))"
_PAIR = Lazily(
    rf"(?:{_QUOTED})?"
    r"(?:[ \t]*\{[ \t]*\r?\n(?:[ \t]{1,20}\w{1,20}[ \t]{0,20}=[^\n]{0,60}\n){0,3}?|,|[ \t]?:[ \t]?\{)?"
    rf"\s{{0,60}}(?:{_QUOTED}\w{{1,30}}{_QUOTED}[ \t]?:[ \t]?"
    rf"(?:{_QUOTED}[^\"'\n\\]{{0,80}}{_QUOTED}|[\w.-]{{1,20}}),\s{{0,60}}){{0,3}}?"
    rf"(?:\\{{0,7}}[\"']?(?i:(?:parameter)?value|default)\\{{0,7}}[\"']?[ \t]{{0,20}}[:=][ \t]{{0,8}}{_VALUE}"
    rf"|{_QUOTED}(?i:result){_QUOTED}[ \t]?:[ \t]?{_QUOTED}(?P<cell>[^\s\"'\\]{{8,200}}))"
)
_PAIR_BEFORE = Lazily(
    rf"(?i:value)\\{{0,7}}[\"']?[ \t]?[:=][ \t]?{_QUOTED}(?P<quoted>[^\"'\s\\]{{3,100}}){_QUOTED},?\s{{0,20}}"
    rf"\\{{0,7}}[\"']?(?i:name|key)\\{{0,7}}[\"']?[ \t]?[:=][ \t]?{_QUOTED}\Z"
)
_BLOCK = Lazily(
    r"[\"']?[ \t]?:[ \t]{0,8}[|>][-+0-9]{0,2}[ \t]*\r?\n(?P<indent>[ \t]{1,40})(?P<block>[^\s|>]\S{3,200}+"
    r"(?:\r?\n(?P=indent)\S{4,200}+(?=\r?\n|\Z)){0,8})(?=\r?\n|\Z)"
)
_COLUMN = Lazily(
    r"(?:[ \t]\([^()\n]{1,30}\))?(?:\t| {2})[ \t]{0,80}"
    r"(?P<column>[^\s\"'`<>|=]{8,400}={0,2})[ \t]*(?=\r?\n|\Z|[ \t]{2})"
)
_CHANGE = Lazily(
    r"[ \t]*[=:][ \t]*(?:\"(?P<change>[^\"\n]{0,300}\"[ \t]*->[ \t]*\"[^\"\n]{3,300})\""
    r"|(?:null|\([^()\n]{1,40}\))[ \t]*->[ \t]*\"(?P<quoted>[^\"\n]{3,300})\")"
)
_BOTH = Lazily(
    r"\"[ \t]?:[ \t]?\{\s{0,40}\"(?:before|old|from)\w{0,6}\"[ \t]?:[ \t]?\"(?P<change>[^\"\n]{0,300}\",\s{0,40}"
    r"\"(?:after|new|to)\w{0,6}\"[ \t]?:[ \t]?\"[^\"\n]{3,300})\""
)
_PLIST = Lazily(r"</key>\s{0,40}<string>[ \t]*(?P<listed>[^\s<>]{4,400})[ \t]*</string>")
_BELOW = Lazily(r"[\"']?:[ \t]{0,4}\r?\n[ \t]{1,40}(?P<below>[^\s:]{4,200}+)[ \t]*(?=\r?\n|\Z)")
_SHOWN = Lazily(
    r"(?:[ \t]*\r?\n){1,3}(?:```\w{0,12}\r?\n)?[ \t]{0,8}(?:[Nn]ew (?:value|password):[ \t]{1,4})?"
    r"[\"'`]?(?P<shown>[^\s:\"'`]{6,200})[\"'`]?[ \t]*(?=\r?\n|\Z)"
)
_LINE = 120  # how far behind its name a line may go on whose next line is the value
# What begins a line that shows something, and what shows secrets.
_PROMPTS = ("$ ", "% ", ">>> ", "ps> ", "➜ ")
_READERS = (
    "cat ", "op item", "op read", "pass show", "gopass", "lpass show", "bw get", "versions access",
    "find-generic-password", "find-internet-password", "initial-password", "config:get", "vault read",
    "vault kv", "kubectl get", "get-secret",
    "print-access-token", "create token", "secrets get", "keyring get", "secret-tool lookup", "successfully reset",
)  # fmt: skip
_OF_CODE = ("git ", "commit", "merge", "sha1", "sha2", "sha5", "md5", "checksum", "digest", "revision")
_FILE = Lazily(r"[^=+]*\.[A-Za-z]{1,5}|[\w/.-]*/[\w/.-]*\.[\w/.-]*|[a-z0-9]+(?:_[a-z0-9]+)+")
_CELL = Lazily(r"[`*]{0,3}[ \t]{0,40}\|[ \t]{0,40}[`*]{0,3}(?P<cell>[^\s|`*]{2,200}+)[`*]{0,3}[ \t]*(?:\||\r?\n|\Z)")
_INNER = Lazily(r"[\"'][ \t]*>[ \t]*(?P<inner>[^\s<>\"']{4,200})[ \t]*</")
_DEFINE = Lazily(rf"{_QUOTED},[ \t]*{_QUOTED}(?P<quoted>[^\"'\\\n]{{3,200}}+)")
_NETRC = Lazily(r"\s{1,20}(?:\"(?P<quoted>[^\"\n]{3,100})\"|(?P<bare>[^\s\"]{3,100}+))")
_INI = Lazily(r"[ \t]*=[ \t]*(?P<bare>[^\s\"'`;#]{6,100})[ \t]*(?=\r?\n|\Z)")
_MACHINE = Lazily(
    r"(?:machine\s{1,8}[\w-]{1,40}\.[\w.:-]{1,60}|(?:machine\s{1,8}\S{1,80}|\bdefault)\s{1,20}login\s{1,8}\S{1,60})"
    r"(?:\s{1,20}(?:login|account)\s{1,8}\S{1,60}){0,2}\s{1,20}\Z"
)
# What is given a name and its value, or what it is where nobody set it.
_DEFINES = Lazily(
    r"(?i)(?:\bdefine|env|(?:set|get)property|environmentvariable|set_var|setdefault|environ\.get|getordefault|env\.fetch|props?\.put|\.fill)"
    r"\([ \t]*[\"'][\w.#-]{0,40}\Z"
)
_ELEMENT = Lazily(
    r"(?:[ \t][^<>\n]{0,120})?>\s{0,20}(?:<!\[CDATA\[)?"
    r"(?P<element>[^\s<>\]]{4,300}(?:<[^\s<>\]/]{1,60})?)(?:\]\]>)?\s{0,20}</"
)
_PART = Lazily(r"\"\r?\n\r?\n(?P<part>[^\s]{3,200})\r?\n--")
_KEYS_AND_VALUES = Lazily(r"(?im)^key {2,20}value\b")


def setting(text, folded, start, end, family):
    """The span of the value of the name from `start` to `end`, or None.

    `family` is what the name stands for. Each way of writing is tried only where one cheap look says that it may be.
    """
    for may_be, pattern in _WAYS:
        at = may_be(text, folded, start, end)
        if at:
            found = pattern.match(text, at if may_be is _has_shown else end)
            if found:
                return _told(found, family)
    if text[start - 1 : start] in ('"', "'") and "value" in folded[max(0, start - BEFORE) : start]:
        found = _PAIR_BEFORE.search(text, max(0, start - BEFORE), start)
        return _told(found, family) if found else None
    return None


def _has_pair(text, folded, start, end):
    near = folded[end : end + 240]
    return "value" in near[:160] or "result" in near[:160] or "default" in near


def _has_block(text, folded, start, end):
    return text.startswith((": |", ": >", ":|", ":>", '": |', '": >'), end)


def _has_below(text, folded, start, end):
    return text.startswith((":\n", ":\r\n", '":\n', ": \n"), end)


def is_shown(folded, start):
    """Whether the name stands in a command that shows a secret on the next line; none of those of checksums."""
    begin = max(0, start - BEFORE // 2)
    begin = max(begin, folded.rfind("\n", begin, start) + 1)
    end = folded.find("\n", start, start + _LINE)
    line = folded[begin : end if end >= 0 else start]
    shows = line.lstrip().startswith(_PROMPTS) or any(reader in line for reader in _READERS)
    return shows and not any(word in line for word in _OF_CODE)


def _has_shown(text, folded, start, end):
    """Where the line of the name ends, if its next line may be the value: behind a colon, or what a command shows."""
    at = text.find("\n", end, end + _LINE)
    if at < 0:
        return None
    at -= text[at - 1] == "\r"
    # `password:` alone on its line is a key of YAML.
    begin = max(0, start - _LINE)
    begin = max(begin, text.rfind("\n", begin, start) + 1)
    told = at > end + 1 or (text[start - 1] == " " and any(map(str.isalpha, text[begin:start])))
    announced = text[at - 1] == ":" and told and not any(word in folded[start:at] for word in _OF_CODE)
    return at if announced or is_shown(folded, start) else None


def _begins_line(text, start):
    begin = max(0, start - _LINE)
    return not text[max(begin, text.rfind("\n", begin, start) + 1) : start].strip(" \t|*>•│+~-")


def _has_column(text, folded, start, end):
    return text.startswith(("\t", "  ", " ("), end) and _begins_line(text, start)


def _has_change(text, folded, start, end):
    return text.find("->", end, end + BEHIND) >= 0


def _has_both(text, folded, start, end):
    return text.startswith(('": {', '":{'), end)


def _has_plist(text, folded, start, end):
    return text.startswith("</key>", end)


def _has_cell(text, folded, start, end):
    return "|" in text[end : end + 44]


def _has_inner(text, folded, start, end):
    return text.startswith(('">', "'>"), end)


def _is_defined(text, folded, start, end):
    return text.startswith(("',", '",'), end) and _DEFINES.search(text, max(0, start - 80), start)


def _is_element(text, folded, start, end):
    """Whether the name is that of an XML element, a prefix of it aside, which is closed within sight."""
    head = text[max(0, start - 40) : start].rpartition("<")
    prefix = head[2].replace(".", "").replace(":", "")
    opened = head[1] and (not prefix or prefix.isalnum()) and text.startswith((">", " "), end)
    return opened and "</" in text[end : end + BEHIND]


def _is_part(text, folded, start, end):
    return text.startswith(('"\n\n', '"\r\n\r\n'), end)


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
    (_has_column, _COLUMN), (_has_change, _CHANGE), (_has_both, _BOTH), (_has_plist, _PLIST),
    (_has_pair, _PAIR), (_has_block, _BLOCK), (_has_below, _BELOW), (_has_shown, _SHOWN), (_has_cell, _CELL),
    (_has_inner, _INNER), (_is_defined, _DEFINE), (_is_element, _ELEMENT), (_is_part, _PART),
    (_is_of_machine, _NETRC), (_is_line, _INI),
)  # fmt: skip


def _told(found, family):
    way = found.lastgroup
    shown = found[way].rstrip()
    value = shown.rpartition('"')[2] if way == "change" else shown
    if MARKER in value or book().is_harmless(value) or is_code(value):
        return None
    first_line = value.partition("\n")[0].rstrip()
    if way in ("cell", "below"):
        good = is_drawn(value)
    elif way == "shown":
        good = (is_drawn(value) or is_lettered(value)) and not _FILE.fullmatch(value)
    elif way == "column":
        good = is_drawn(value) and not _FILE.fullmatch(value)
        listed = found.string[max(0, found.start() - 200) : found.start()] if not good else ""
        good = good or (bool(_KEYS_AND_VALUES.search(listed)) and _is_value(value, family))
    elif way == "inner":
        good = has_digit(value) and not is_slug(value)
    else:
        good = _is_value(first_line, family)
    return (found.start(way), found.start(way) + len(shown)) if good else None


def _is_value(value, family):
    """Whether a setting of this family would hold such a value: no sentence, no name of a type."""
    if family in ("token", "key"):
        dense = " " not in value or (len(value) > 31 and has_digit(value) and value.count(" ") * 8 < len(value))
        return len(value) >= 8 and dense and not is_slug(value) and (has_digit(value) or is_mixed_case(value))
    if " " in value:
        return is_phrase(value)
    if has_digit(value):
        return len(value) >= 4 and not value.isdigit()
    return len(value) >= 6 and (value.islower() or is_mixed_case(value) or not value.replace("_", "").isalnum())


OF_SENTENCES = frozenset(
    "a all and any are at be been but by can cannot change characters confirm could did do does doesn't don't empty "
    "enter field for forgot forgotten from has have here if in incorrect input invalid is it least long match "
    "mismatch missing more must my need needs new no not of off old on or our password passwords passphrase please "
    "repeat required reset save set should show sign so than that the their this to too type update use user "
    "username was weak will with wrong you your".split()
)


def is_phrase(value):
    """Whether several words are a pass phrase: four and more of small letters, or some with a drawn one among them."""
    words = value.split()
    if not 1 < len(words) < 9 or not OF_SENTENCES.isdisjoint(value.lower().split()):
        return False
    plain = len(words) > 3 and all(word.isalpha() and word.islower() for word in words)
    return plain or (all(word.isalnum() for word in words) and any(is_drawn(word) for word in words))
