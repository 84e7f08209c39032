"""The part of redaction that knows secrets by the document around them: a Kubernetes `Secret`, a table in Markdown."""

from hooks.patterns import Lazily
from hooks.secret_words import MARKER, book, is_drawn, is_placeholder

_KIND = "kind: secret"
_REACH = 8_000  # how far from `kind: Secret` its data may stand
_BLOCK = Lazily(r"(?m)^([ \t]*)(?:data|stringData):[ \t]*\r?\n((?:\1[ \t]+[^\n]*(?:\n|\Z)|[ \t]*\r?\n)*)")
_ENTRY = Lazily(r"(?m)^[ \t]+[\w./-]{1,120}:[ \t]+[\"']?(?P<value>[^\s\"'#|>][^\n\"']{3,4000}?)[\"']?[ \t]*\r?$")
_RULE = Lazily(r"[ \t>]*\|?(?:[ \t]*:?-{1,80}+:?[ \t]*\|){1,20}+[ \t:-]{0,80}(?=\r?\n|\Z)")
_CELL = Lazily(r"[^|\n]{0,400}+")
_SHOWN = Lazily(r"[ \t`*_]*(?P<value>[^\s|`*]*[^\s|`*_])[ \t`*_]*")
_MOST_ROWS = 2_000


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


def _document(text, floor, at):
    """Start and end of the YAML document around `at`, within reach."""
    start = max(floor, at - _REACH, text.rfind("\n---", max(floor, at - _REACH), at))
    end = text.find("\n---", at, at + _REACH)
    return start, end if end >= 0 else min(len(text), at + _REACH)


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
            kind = "password" if family == "pass" else family
            yield at + shown.start("value"), at + shown.end("value"), 890, kind, False
