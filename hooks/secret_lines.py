"""The part of redaction that judges a name by the line it stands in: `set -x TOKEN …`, a line below `[client]`."""

from hooks.patterns import Lazily
from hooks.secret_settings import OF_SENTENCES
from hooks.secret_words import has_digit, is_code, is_type_name

# None of these looks farther back than `Places` remembers what stood before a name.
_SETTERS = Lazily(
    r"(?:\bset -[a-zA-Z]{0,3}[xU][a-zA-Z]{0,3}|\bsetx|\b(?:setenv|SetEnv)|(?:configure|config) set) "
    r"(?:(?:profile\.|//)[\w.:/-]{1,80}\.)?\Z"
)
_SECTION = Lazily(r"\[[\w. :\"/-]{1,60}\]")
_USER_LINE = Lazily(r"(?:user(?:name)?|login)(?:[ \t]?=[ \t]?|[ \t]{1,8})[\w.@+-]{1,60}")
_PLAIN_LINE = Lazily(r"[\w.-]{1,60}(?:[ \t]{0,8}[=:][ \t]{0,8}|[ \t]{1,8})[\w.@:/,-]{0,100}|[;#].*")
_USER_BESIDE = Lazily(r"user [\"'][^\"'\n]{1,60}[\"'],? \Z")


def is_option(text, name, end):
    """Whether a value may follow a name without a sign: an option, what a shell sets, a line of settings."""
    start = end - len(name)
    if name.startswith("--") or _SETTERS.search(text, max(0, start - 100), start):
        return True
    directive = name in ("bindpw", "rootpw") or name.endswith("BindPassword")
    return (directive or name == "password") and is_setting(text, start, directive)


def is_setting(text, start, alone=False):
    """Whether a line of settings begins at `start`: below `[section]` or the name of a user; with `alone`, anywhere."""
    begin = text.rfind("\n", max(0, start - 80), start) + 1
    if text[begin:start].strip(" \t;#"):
        return False
    if alone:
        return True
    for line in reversed(text[max(0, begin - 140) : begin].split("\n")[:-1]):
        line = line.strip()
        if _SECTION.fullmatch(line) or _USER_LINE.fullmatch(line):
            return True
        if line and not _PLAIN_LINE.fullmatch(line):
            return False
    return False


def is_directive(text, match, name, start, value):
    """`password "…"` on a line of its own, behind the name of a user, or as a keyword of Clojure."""
    end = start + len(value) + 1
    begin = match.start() - len(name)
    if text[begin - 1 : begin] == ":" or _USER_BESIDE.search(text, max(0, begin - 80), begin):
        return True
    line = text[text.rfind("\n", max(0, begin - 80), begin) + 1 : begin]
    return not line.strip() and len(line) < 60 and not text[end : end + 2].strip(" \t,;")[:1].strip("\r\n")


def is_pass_of_user(text, match, start, value, quoted):
    """`pass` in an address or a list of options, or beside the name of a user."""
    if not match["sep"] or len(value) < 5 or is_code(value) or is_type_name(value):
        return False
    before = text[max(0, start - 1) : start]
    if quoted:
        return bool(before in ("'", '"') and match["sep"] in (":", "=>") and "user" in text[max(0, start - 80) : start])
    end = match.start("value") + len(value)
    if match["sep"] != "=" or match["gap"] or not (ends_line(text, end) or text[end] in "&;#"):
        return False
    option = before == "." and " -D" in text[max(0, start - 60) : start]
    return option or (before in ("?", "&", ",") and "user" in text[max(0, start - 80) : start])


def is_of_words(value, name):
    """Some words in quotes that a shell is given for a password: with a digit or sign, or for a variable."""
    words = value.split()
    plain = 1 < len(words) < 5 and OF_SENTENCES.isdisjoint(value.lower().split()) and "$(" not in value
    return plain and (name.isupper() or has_digit(value))


def ends_line(text, end):
    return not text[end : end + 1].strip(" \r\n,\"'")
