"""The part of redaction that knows secrets by the document around them: a Kubernetes `Secret`, a JSON web key, a table
in Markdown, CSV or SQL.
"""

from hooks.patterns import Lazily
from hooks.secret_settings import is_phrase
from hooks.secret_words import MARKER, book, is_drawn, is_placeholder, kind_of

_KIND = "kind: secret"
_REACH = 8_000  # how far from `kind: Secret` its data may stand
_BLOCK = Lazily(r"(?m)^([ \t]*)(?:data|stringData):[ \t]*\r?\n((?:\1[ \t]+[^\n]*(?:\n|\Z)|[ \t]*\r?\n)*)")
_ENTRY = Lazily(r"(?m)^[ \t]+[\w./-]{1,120}:[ \t]+[\"']?(?P<value>[^\s\"'#|>][^\n\"']{3,4000}?)[\"']?[ \t]*\r?$")
_SECRET_OF_JSON = Lazily(r"(?i)\"kind\\{0,3}\"\s{0,4}:\s{0,4}\\{0,3}\"secret\\{0,3}\"")
_MAP = Lazily(r"\"(?:data|stringData)\\{0,3}\"\s{0,4}:\s{0,4}\{(?P<map>[^{}]{1,8000})\}")
_MEMBER = Lazily(r"\"\s{0,4}:\s{0,4}\\{0,3}\"(?P<value>[^\"\\\n]{3,8000})")
_RULE = Lazily(r"[ \t>]*\|?(?:[ \t]*:?-{1,80}+:?[ \t]*\|){1,20}+[ \t:-]{0,80}(?=\r?\n|\Z)")
_CELL = Lazily(r"[^|\n]{0,400}+")
_SHOWN = Lazily(r"[ \t`*_]*(?P<value>[^\s|`*]*[^\s|`*_])[ \t`*_]*")
_MOST_ROWS = 2_000
_JWK_REACH = 4_000  # how far from `"kty"` the private numbers of a key may stand
_PRIVATE_NUMBER = Lazily(
    r"\\{0,3}\"(?:d|p|q|dp|dq|qi|k)\\{0,3}\"\s{0,8}:\s{0,8}\\{0,3}\"(?P<value>[A-Za-z0-9_-]{20,1400})"
)
# What a column of secrets has in its name, with the anchor in it; the whole name is judged then.
COLUMNS = {
    "passw": "pass", "passphrase": "pass", "pwd": "pw", "secret": "secret", "token": "token",
    "_key": "key", "apikey": "key",
}  # fmt: skip
_COLUMN = Lazily(r"\"?[A-Za-z_][\w .-]{0,40}\"?")
# Between columns: CSV and its like, tabs that are written out, lists and tables of databases, columns of blanks.
_SIGNS = (",", ";", "\t", "\\t", "|", "│", "  ")
_HEAD = Lazily(r"[\w .\"\t\r\\;,|│-]+")
_BARS = ("|", "│")
_UNDERLINED = Lazily(r"[ \t]*[|+├╞]?[-─═]{2,}[-+| \t─═┼╪┤╡]*\r?\n")
_LONGEST_LINE = 2_000
_INSERT = Lazily(
    r"insert\s{1,8}(?:ignore\s{1,8})?into\s{1,8}[\w.\"`\[\]]{1,120}\s{0,8}\((?P<columns>[^()]{1,2000})\)\s{0,8}values\s{0,8}"
)
_TEXT = r"'(?:[^'\\]|''|\\.){0,2000}+'"
_INSERTED = Lazily(rf"\s{{0,8}},?\s{{0,8}}\((?P<row>(?:{_TEXT}|[^()']{{1,2000}}+|\([^()']{{0,80}}\)){{1,200}})\)")
_SQL_VALUE = Lazily(r"\s{0,8}(?:[A-Za-z]{0,2}'(?P<text>(?:[^'\\]|''|\\.){0,2000}+)'|[^,']{0,200})[^,']{0,40}(?:,|\Z)")


def manifest_secrets(text, folded):
    """`(start, end, rank, kind, live)` of each value in the `data:` and `stringData:` of a `kind: Secret`."""
    done, at = 0, folded.find(_KIND)
    while at >= 0:
        start, end = _document(text, done, at)
        for block in _BLOCK.finditer(text, start, end):
            for entry in _ENTRY.finditer(text, block.start(2), block.end(2)):
                if MARKER not in entry["value"] and not is_placeholder(entry["value"].lower()):
                    yield (*entry.span("value"), 890, "kubernetes-secret", False)
        done = end
        at = folded.find(_KIND, max(end, at + 1))


def _entries_of_json(text, at):
    """The values of the `data` and `stringData` of a `"kind": "Secret"` at `at` that JSON has around it."""
    for block in _MAP.finditer(text, max(0, at - _REACH), at + _REACH):
        for entry in _MEMBER.finditer(text, block.start("map"), block.end("map")):
            if MARKER not in entry["value"] and not is_placeholder(entry["value"].lower()):
                yield (*entry.span("value"), 890, "kubernetes-secret", False)


def _document(text, floor, at):
    """Start and end of the YAML document around `at`, within reach."""
    start = max(floor, at - _REACH, text.rfind("\n---", max(floor, at - _REACH), at))
    end = text.find("\n---", at, at + _REACH)
    return start, end if end >= 0 else min(len(text), at + _REACH)


def json_manifest_secrets(text, folded):
    """`manifest_secrets` of a manifest in JSON, as `kubectl get secret -o json` shows it."""
    done, at = 0, folded.find('"kind') if "secret" in folded else -1
    while at >= 0:
        found = _SECRET_OF_JSON.match(text, at) if at >= done else None
        if found:
            yield from _entries_of_json(text, at)
            done = at + _REACH
        at = folded.find('"kind', at + 5)


def table_secrets(text):
    """`(start, end, rank, kind, live)` of what stands in a Markdown table below the name of a secret."""
    at = text.find("---") if "|" in text else -1
    while at >= 0:
        start = text.rfind("\n", max(0, at - _REACH), at) + 1
        rule = _RULE.match(text, start) if start else None
        if rule and rule.end() > at:
            end = rule.end()
            head = text.rfind("\n", max(0, start - _REACH), start - 1) + 1
            families = [book().family(_bare(cell)) for _, cell in _cells(text, head, start - 1)]
            if any(families):
                for line in _rows(text, end):
                    yield from _row(text, line, families)
                    end = line[1]
        else:
            following = text.find("\n", at, at + _REACH)
            end = following if following >= 0 else at + _REACH
        at = text.find("---", end)


def _bare(cell):
    return cell.strip(" \t`*_").replace(" ", "_")


def _cells(text, start, end):
    """`(offset, text)` of the cells of a line; without a sign of its own at the line's start, too."""
    line = text[start:end]
    at = start + len(line) - len(line.lstrip(" \t>|")) if line.lstrip(" \t>").startswith("|") else start
    for cell in text[at:end].rstrip("| \t\r").split("|"):
        yield at, cell
        at += len(cell) + 1


def _rows(text, at):
    """Start and end of the lines of a table's body."""
    for _ in range(_MOST_ROWS):
        start = text.find("\n", at, at + 4) + 1
        end = text.find("\n", start, start + _REACH) if start else -1
        end = end if end >= 0 else min(len(text), start + _REACH)
        if not start or "|" not in text[start:end]:
            return
        yield start, end
        at = end


def _row(text, line, families):
    for family, (at, cell) in zip(families, _cells(text, *line), strict=False):
        shown = _SHOWN.fullmatch(cell) if family else None
        if shown and is_drawn(shown["value"]) and MARKER not in cell:
            yield at + shown.start("value"), at + shown.end("value"), 890, kind_of(family), False


def web_key_secrets(text):
    """`(start, end, rank, kind, live)` of the private numbers of a JSON web key."""
    done, at = 0, text.find("kty")
    while at >= 0:
        for found in _PRIVATE_NUMBER.finditer(text, max(done, at - _JWK_REACH), at + _JWK_REACH):
            done = found.end()
            yield (*found.span("value"), 880, "private-key", True)
        done = max(done, at + 3)
        at = text.find("kty", max(done, at + 3))


def column_secrets(text, folded, words):
    """`(start, end, rank, kind, live)` of what stands in CSV below the name of a secret; in tables of databases, too.

    `words`: those of COLUMNS that the text may have.
    """
    done = 0
    for word in words:
        at = folded.find(word)
        while at >= 0:
            start, end = _line_around(text, at)
            if at >= done and end - start < _LONGEST_LINE:
                for row, done, cells, families in _below(text, start, end):
                    yield from _drawn_cells(row, cells, families)
                    end = done
            at = folded.find(word, max(done, end, at + len(word)))


def _line_around(text, at):
    start = text.rfind("\n", max(0, at - _LONGEST_LINE), at) + 1 or max(0, at - _LONGEST_LINE)
    end = text.find("\n", at, at + _LONGEST_LINE)
    return start, end if end >= 0 else min(len(text), at + _LONGEST_LINE)


def _below(text, start, end):
    """`(offset, cells, families)` of each row, if the line from `start` to `end` is the head of a table of secrets.

    Columns of blanks, and one column alone, are a table where their heads are underlined.
    """
    head = text[start:end]
    if not _HEAD.fullmatch(head):
        return  # most lines, at the first bracket
    rule = _UNDERLINED.match(text, end + 1, end + _LONGEST_LINE)
    for sign in _SIGNS:
        if sign not in head and not (rule and sign == ","):
            continue
        names = [name.strip(" \t\r") for _, name in _columns(head, sign)]
        if (len(names) < 2 and (not rule or "  " in names[0])) or (sign == "  " and not rule):
            continue
        if not all(_COLUMN.fullmatch(name) for name in names):
            continue
        families = [book().family(name.strip('"').replace(" ", "_")) for name in names]
        end = rule.end() - 1 if rule else end
        for _ in range(_MOST_ROWS if any(families) else 0):
            start, end = end + 1, text.find("\n", end + 1, end + 1 + _LONGEST_LINE)
            end = end if end >= 0 else min(len(text), start + _LONGEST_LINE)
            cells = list(_columns(text[start:end], sign))
            if len(cells) != len(names) or start >= end:
                return
            yield start, end, cells, families


def _columns(line, sign):
    """`(offset, text)` of the cells of a line; bars at its start and end are a frame."""
    at, inner = 0, line
    if sign in _BARS and line.lstrip().startswith(sign):
        inner = line.strip()[1:].removesuffix(sign)
        at = line.find(sign) + 1
    for cell in inner.split(sign):
        if cell or sign != "  ":
            yield at, cell
        at += len(cell) + len(sign)


def _drawn_cells(row, cells, families):
    for (at, cell), family in zip(cells, families, strict=True):
        value = cell.strip(" \t\r\"'")
        if family and is_drawn(value) and MARKER not in value and (" " not in value or is_phrase(value)):
            start = row + at + cell.index(value)
            yield start, start + len(value), 890, kind_of(family), False


def inserted_secrets(text, folded):
    """`(start, end, rank, kind, live)` of what an INSERT puts as text into a column that is named as a secret."""
    at = folded.find("insert ")
    while at >= 0:
        head = _INSERT.match(folded, at)
        end = head.end() if head else at + 7
        if head:
            names = head["columns"].split(",")
            families = [book().family(name.strip(' \t\r\n"`[]')) for name in names]
            for _ in range(_MOST_ROWS if any(families) else 0):
                row = _INSERTED.match(text, end)
                if not row:
                    break
                end = row.end()
                yield from _put(text, row, families)
        at = folded.find("insert ", end)


def _put(text, row, families):
    at = row.start("row")
    for family in families:
        value = _SQL_VALUE.match(text, at, row.end("row"))
        if not value:
            return
        at = value.end()
        told = value["text"]
        if family and told and len(told) > 3 and MARKER not in told and not book().is_harmless(told):
            yield (*value.span("text"), 890, kind_of(family), False)
