"""The part of redaction that knows which argument of a command is a secret: `mysql -phunter2`, `echo … | passwd`."""

from hooks.patterns import Lazily
from hooks.secret_words import (
    MARKER,
    book,
    is_disordered,
    is_harmful,
    is_lettered,
    is_mixed,
)

_PORTS = Lazily(r"[0-9:./-]+(?:tcp|udp)?")
_CONTEXT = 160  # how far before an argument its command may stand
_OPTION = Lazily(r"--[a-z][a-z-]*")
_BOUNDS = ("\n", "; ", " && ", " | ", " || ", "`", "$(")
_OF_A_NAME = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_.-")
_USER = Lazily(
    r" --?(?:u|l|user|username|login)[ =][\"']?[\w.@\\+-]{1,60}[\"']?"
    r"(?: --?[a-z][\w-]{0,20}(?:[ =][^\s-]\S{0,60})?){0,3}\Z"
)
_FILE = Lazily(r"[\w-]+\.[a-z]{1,5}")
_DIGEST = Lazily(r"[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128}")
_PIPED = Lazily(
    r"(?:echo|printf)(?:[ \t]{1,4}-\w{1,4}){0,2}[ \t]{1,4}(?:[\"']%s(?:\\n)?[\"'][ \t]{1,4})?"
    r"(?P<quote>[\"']?)(?P<value>(?:(?<=[\"'])[^\"'\n]{4,100}|[^\s\"'|;&<>]{4,100}?))(?:\\n)?(?P=quote)"
    r"[ \t]{0,4}\|[^|\n]{0,120}\Z"
)
_WRITTEN = Lazily(
    r"(?:echo|printf)(?:[ \t]{1,4}-\w{1,4}){0,2}[ \t]{1,4}[\"']?(?P<value>[^\s\"'`|;&<>()]{6,200})[\"']?"
    r"[ \t]?>{1,2}[ \t]?[\"']?[^\s\"'|;&<>]{0,80}\Z"
)
_PUT = Lazily(r"--value[= ][\"']?(?P<value>[^\s\"'`|;&<>()-][^\s\"'`|;&<>()]{3,400})[\"']?[ \t][^\n]{0,160}\Z")


def _argument(match):
    """The argument without quotes; empty for a form to fill in, a port or what redaction left behind."""
    value = match["value"].strip("\"'")
    blank = value[:1] in "<{$%[*" or MARKER in value or _PORTS.fullmatch(value)
    return "" if blank else value


def _command(folded, at):
    """The command whose argument stands at `at`, as far as it is in sight; a line that ends with `\\` goes on."""
    before = folded[max(0, at - _CONTEXT) : at].replace("\\\n", " ")
    return before[max(before.rfind(bound) + len(bound) if bound in before else 0 for bound in _BOUNDS) :]


def _is_of(command, names):
    """Whether the command has one of the names in it, from the beginning of a word on."""
    for name in names:
        at = command.find(name)
        while at >= 0:
            if not at or command[at - 1] not in _OF_A_NAME:
                return True
            at = command.find(name, at + 1)
    return False


def _of(commands, start, folded):
    return _is_of(f"{_command(folded, start)} ", book().commands[commands])


def _argument_of(commands):
    """A check: the argument of one of the commands that the rule file names so."""
    return lambda match, folded: bool(_argument(match)) and _of(commands, match.start(), folded)


def _attached(match, folded):
    given = _argument(match)
    if not given:
        return False
    return (is_mixed(given) and not set(given) & set(":/=")) or _of("attached", match.start(), folded)


def _separate(match, folded):
    """What `-p` is given. `mysql -p shop` asks for a password and names the database."""
    given = _argument(match)
    if not given or _FILE.fullmatch(given):
        return False
    command = _command(folded, match.start())
    if _is_of(command, book().commands["attached_only"]):
        return is_mixed(given) and not given.replace("-", "_").isidentifier() and not set(given) & set(":/=")
    if _is_of(command, book().commands["separate"]):
        return True
    other = _is_of(command, book().commands["of_other_use"])
    return bool(not other and is_harmful(given) and _USER.search(command))


def _curl(match, folded):
    given = match["value"]
    return not given.isdigit() and not book().is_harmless(given) and _of("curl", match.start(), folded)


def _spare(match, folded):
    """A token that stands behind an option of one letter; a digest names a commit or an image there."""
    given = match["value"]
    digest = _DIGEST.fullmatch(given) and not _of("reporter", match.start(), folded)
    return is_disordered(given) and not digest


def _verb(match, folded):
    """What stands behind `tool login` at the start of a line, where only words of a command are before it."""
    start = max(match.string.rfind("\n", 0, match.start()) + 1, match.start() - _CONTEXT)
    words = match.string[start : match.start()].strip().split()
    plain = 0 < len(words) < 5 and all(word.islower() or word in "$%#>" for word in words)
    return plain and is_disordered(match["value"])


def value(match, folded):
    """What stands where only a password can stand; an option of the command is none."""
    return is_harmful(match["value"]) and not _OPTION.fullmatch(match["value"])


def drawn(match, folded):
    """Letters and digits, as in no word of prose; names of hashes and short slugs are none."""
    return is_disordered(match["value"])


def mixed(match, folded):
    return is_mixed(match["value"]) and MARKER not in match["value"]


def _lettered(match, folded):
    return is_lettered(match["value"]) and MARKER not in match["value"]


def _optional(match, folded):
    """What an option of that word before it says of itself: `-passin pass:…`."""
    before = folded[max(0, match.start() - 24) : match.start()].split()
    return bool(before) and before[-1].startswith("-") and "pass" in before[-1] and value(match, folded)


def _stored(match, folded):
    """The value of a command that stores secrets."""
    return value(match, folded) and "secret" in _command(folded, match.start())


def _keystore(match, folded):
    """A key store in base64, which only its name tells from a certificate."""
    before = folded[max(0, match.start() - 40) : match.start()]
    return "p12" in before or "pfx" in before or "keystore" in before


def _piped(match, folded):
    """What `echo` or `printf` pipes into a command that reads a password there: its place."""
    return earlier(match, _PIPED, lambda found: value(found, folded))


def _written(match, folded):
    """What `echo` or `printf` writes to a file that is named as one of secrets: its place."""
    return earlier(match, _WRITTEN, lambda found: mixed(found, folded) and is_harmful(found["value"]))


def _put(match, folded):
    """The `--value` before a `--type SecureString`: its place."""
    return earlier(match, _PUT, lambda found: value(found, folded))


def earlier(match, pattern, is_good):
    """The span of the value that the pattern finds on the line before the mark, if it is good."""
    start = max(match.string.rfind("\n", 0, match.start()) + 1, match.start() - 2 * _CONTEXT)
    found = pattern.search(match.string[start : match.start()])
    return (start + found.start("value"), start + found.end("value")) if found and is_good(found) else None


def _fed(match, folded):
    """What a here-string feeds to a command that reads nothing but a secret; to others, only what is drawn."""
    command = _command(folded, match.start())
    if any(name in command for name in book().commands["fed_secrets"]):
        return value(match, folded)
    return drawn(match, folded) and any(name in command for name in book().commands["fed"])


COMMAND_CHECKS = {
    "value": value, "drawn": drawn, "mixed": mixed, "lettered": _lettered, "attached": _attached, "curl": _curl,
    "separate": _separate, "spare": _spare, "verb": _verb, "optional": _optional,
    "stored": _stored, "keystore": _keystore, "piped": _piped, "written": _written, "put": _put, "fed": _fed,
    **{name: _argument_of(name) for name in ("-P", "-N", "-w", "-s", "-k", "-a", "snmp", "kubernetes", "ftp", "samba")},
}  # fmt: skip
