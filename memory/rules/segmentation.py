"""First step of distilling: cuts developer prose, Markdown, logs, diffs and tracebacks into typed segments."""

import re
from dataclasses import dataclass
from typing import Literal as OneOf

from memory.rules.literals import literals

Kind = OneOf["prose", "bullet", "heading", "code", "table", "log", "diff", "traceback", "quote"]
MAX_LINE = 2000
_FENCE = re.compile(r"^\s{0,8}(`{3,}|~{3,})")
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(.+?)\s*#*$|^\s{0,3}\*\*([^*]{2,80})\*\*:?\s*$")
_BULLET = re.compile(r"^\s{0,12}(?:[-*+•·‣▪–]|\(?\d{1,2}[.)]|[✅✓✔❌⚠️✗☑]️?)\s+(?:\[[ xX]\]\s+)?(.+)$")
_TABLE = re.compile(r"^\s*\|.*\|\s*$")
_QUOTE = re.compile(r"^\s{0,3}>\s?(.*)$")
_LOG = re.compile(
    r"^\s*(?:npm (?:ERR!|error|WARN|warn) |E\s{3}|FAILED \S|={5,} |--- FAIL|FAIL\s|\S+_test\.go:\d+: |"
    r"\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|\[?\d\d:\d\d:\d\d[\].,: ]|"
    r"(?:\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?"
    r"|ERROR|FATAL|CRITICAL)\b[\]:| ]\s*)(?=\S)|[A-Z][a-z]{2}\s+\d{1,2}\s\d\d:\d\d:\d\d\s)"
)
_DIFF = re.compile(r"^(?:diff --git |@@ -\d|--- [ab/]|\+\+\+ [ab/]|index [0-9a-f]{6,}\.\.)")
_DIFF_BODY = re.compile(r"^[+\- ](?:\S|\s{2,}|$)|^@@|^$")
_TRACE = re.compile(
    r"^\s*(?:Traceback \(most recent call last\):|Exception in thread |Caused by: |panic: |goroutine \d)|"
    r"^(?:[\w$]+\.)*[A-Z]\w*(?:Error|Exception)(?:: [^\n]{0,300}[^.\n])?$"
)
_TRACE_BODY = re.compile(
    r"^\s+(?:File \"|at |\S)|^\s*$|^\s*(?:During handling|The above exception)|^[\w.]*(?:Error|Exception|Warning|"
    r"Exit|Interrupt)\b|^\[signal |^goroutine \d|^[\w./*()]+\([^()]*\)$"
)
_FINAL = re.compile(r"^(?:[\w.$]+)?(?:Error|Exception|Warning|Exit|Interrupt|Failure)\b[^\n]{0,400}$")
_RULE = re.compile(r"^\s*(?:[-*_=─═]\s?){3,}$")
_CODE_LINE = re.compile(
    r"^\s*(?:\$ |>>> |total \d+$|[dlcb-][rwxsStT-]{9}[.+@]?\s+\d|(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|"
    r"CREATE TABLE|"
    r"ALTER TABLE)\b.*;\s*$|<script|import \w|from \w+ import|def \w+\(|class \w+[(:]|return\b.*[;)]$|(?:const|"
    r"let|var|func|fn|"
    r"public|private)\s\w"
    r"|[{}\[\]();,]+$|</?\w+[^>]*>$|#include|[\w.]+\s?=\s?[\w.\"'\[{(].*[;)\]}]$)"
)


@dataclass(frozen=True)
class Segment:
    """A stretch of the text: its kind, its text without markup, the heading above it, its paragraph number, and
    the headings that it stands under from the top (`Plan / Step 1`)."""

    kind: Kind
    text: str
    heading: str
    paragraph: int
    section: str = ""


def segments(text: str) -> list[Segment]:
    """`text` in order as typed segments: paragraphs and bullets whole, blocks (code, log, diff …) whole."""
    return _Cutter().cut(text)


_COMMENT = re.compile(r"^\s{0,8}(?:#|//|--|;;|\*)\s+(?=\S)")


def _without_comment_marks(lines: list[str]) -> list[str]:
    """Lines of prose where every one begins like a comment (`# …`, `// …`): no headings, nor bullets."""
    told = [line for line in lines if line.strip()]
    marks = {found[0].strip() for line in told if (found := _COMMENT.match(line))}
    whole = len(told) > 1 and len(marks) == 1 and marks != {"*"} and all(_COMMENT.match(line) for line in told)
    return [_COMMENT.sub("", line) for line in lines] if whole else lines


class _Cutter:
    """Walks the lines once and closes a segment when the kind of line changes."""

    def __init__(self) -> None:
        self.done: list[Segment] = []
        self.lines: list[str] = []
        self.kind: Kind = "prose"
        self.heading = ""
        self.outline: list[tuple[int, str]] = []
        self.paragraph = 0
        self.fence = ""

    def cut(self, text: str) -> list[Segment]:
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for line in _without_comment_marks(lines):
            self._take(line[:MAX_LINE])
        self._close()
        return self.done

    def _take(self, line: str) -> None:
        fence = _FENCE.match(line)
        if self.fence:
            if fence and fence[1].startswith(self.fence):
                self.fence = ""
                self._close()
            else:
                self.lines.append(line)
        elif fence:
            self._open("code")
            self.fence = fence[1]
        else:
            self._plain(line)

    def _plain(self, line: str) -> None:
        if self._continues(line):
            self.lines.append(line)
            return
        kind, text = _kind_of(line, self.kind if self.lines else "prose")
        if kind == "heading":
            self._close()
            self._enter(line, text)
        elif not line.strip() or _RULE.match(line):
            self._close()
            self.paragraph += 1
        elif kind != self.kind or kind == "bullet":
            self._open(kind)
            self.lines.append(text)
        else:
            self.lines.append(text)

    def _continues(self, line: str) -> bool:
        """Whether an open diff, traceback or bullet goes on with this line."""
        if not self.lines:
            return False
        if self.kind == "diff":
            return bool(_DIFF_BODY.match(line) or _DIFF.match(line)) and bool(line.strip())
        if self.kind == "traceback":
            return bool(_TRACE_BODY.match(line)) and not _FINAL.match(self.lines[-1])
        indented = line[:2].isspace() and bool(line.strip())
        return self.kind == "bullet" and indented and not _BULLET.match(line) and not _FENCE.match(line)

    def _open(self, kind: Kind) -> None:
        self._close()
        self.kind = kind

    def _close(self) -> None:
        if any(line.strip() for line in self.lines):
            joined = "\n".join(self.lines).strip("\n")
            self.done.append(Segment(self.kind, joined, self.heading, self.paragraph, self._section()))
        self.lines, self.kind = [], "prose"

    def _enter(self, line: str, text: str) -> None:
        """Goes below a heading; a line in bold counts as the lowest level."""
        level = len(line.strip()) - len(line.strip().lstrip("#")) or 7
        self.outline = [(depth, name) for depth, name in self.outline if depth < level] + [(level, text)]
        self.heading = text
        self.done.append(Segment("heading", text, text, self.paragraph, self._section()))

    def _section(self) -> str:
        return " / ".join(name for _, name in self.outline)


# `The handler reads …`: no block begins with a word in small letters after one with a capital, but for two of these.
_SENTENCE = re.compile(r"(?!Exception in |Caused by)[A-Z][a-z]+ [a-z]")


def _kind_of(line: str, current: Kind) -> tuple[Kind, str]:
    if not line or _SENTENCE.match(line):
        return "prose", line
    if _TRACE.match(line):
        return "traceback", line
    if _DIFF.match(line):
        return "diff", line
    if _TABLE.match(line):
        return "table", line
    if _LOG.match(line):
        return "log", line
    heading = _HEADING.match(line)
    if heading:
        return "heading", (heading[1] or heading[2]).strip("* ").rstrip(":")
    bullet = _BULLET.match(line)
    if bullet:
        return "bullet", bullet[1]
    quote = _QUOTE.match(line)
    if quote:
        return "quote", quote[1]
    if _CODE_LINE.match(line) and (
        current == "code" or line.startswith("$ ") or not line.rstrip().endswith((".", "?"))
    ):
        return "code", line
    return "prose", line


_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|approx|resp|cf|ca|incl|excl|max|min|nos|fig|sec|ver|dr|mr|mrs|ms|prof|st|jr|sr|"
    r"inc|ltd|corp|"
    r"al|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|mon|tue|wed|thu|fri|a\.m|p\.m|z\.b|d\.h|bzw|usw|p\.ej|"
    r"ej)|(?:^|[\s.(])[A-Za-z])$",
    re.IGNORECASE,
)
_END = re.compile(
    r"[.!?…]{1,4}[\"'”’)\]*_`]{0,3}(?=\s|$)|[。！？；]+[”’」』）]?|;(?=\s+[A-Z\ue000])|"
    r"(?<=\w)\s?[\U0001f300-\U0001faff\u2705\u2714\u274c]+(?=\s)"
)
_WEAK_BREAK = re.compile(r"^(?:[A-Z\ue000@]|[-*•]|\d+[.)]\s)")


def sentences(text: str) -> list[str]:
    """The sentences of a prose or bullet segment; identifiers, paths, versions, URLs and abbreviations stay whole."""
    found: list[str] = []
    for line in _joined_lines(text):
        found += _split(line)
    return found


def _joined_lines(text: str) -> list[str]:
    """Lines that were only wrapped are joined; a line that begins anew stays on its own."""
    lines: list[str] = []
    for raw in text.split("\n"):
        line = raw.strip()
        if not line:
            continue
        if lines and _is_wrapped(lines[-1], line):
            lines[-1] += " " + line
        else:
            lines.append(line)
    return lines


def _is_wrapped(previous: str, line: str) -> bool:
    if previous.endswith((".", "!", "?", ":", ";")) and not _ABBREVIATION.search(previous.rstrip(".")):
        return False
    return len(previous) >= 48 or (not _WEAK_BREAK.match(line) and (len(previous) >= 30 or previous.endswith(",")))


def _is_abbreviated(line: str, dot: int) -> bool:
    """Whether a full stop belongs to an abbreviation; `after 15 min. Then …` ends a sentence, `min. 3` does not."""
    found = _ABBREVIATION.search(line, max(0, dot - 8), dot)
    if not found:
        return False
    unit = found[0].lower() in ("min", "sec", "max", "etc") or line[max(0, dot - 3) : dot - 2].isdigit()
    return not (unit and line[dot + 1 : dot + 3].strip()[:1].isupper())


def _split(line: str) -> list[str]:
    inside = [(found.start, found.end) for found in literals(line)]
    parts, start, at = [], 0, 0
    for end in _END.finditer(line):
        while at < len(inside) and inside[at][1] <= end.start():
            at += 1
        within = at < len(inside) and inside[at][0] <= end.start() < inside[at][1] - 1
        if within or (end[0] == "." and _is_abbreviated(line, end.start())):
            continue
        parts.append(line[start : end.end()])
        start = end.end()
    parts.append(line[start:])
    return [part.strip() for part in parts if part.strip(" .!?*_-–—:;")]
