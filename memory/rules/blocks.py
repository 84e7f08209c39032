"""A step of distilling: what a traceback, a log or a diff says in one line."""

import re

from memory.rules.outcomes import error_line

_FRAME = re.compile(
    r"^\s*File \"(?P<file>[^\"\n]{1,300})\", line (?P<line>\d+)(?:, in (?P<function>\S+))?", re.MULTILINE
)
_JS_FRAME = re.compile(
    r"^\s+at (?:(?P<function>[\w.$<>\[\] ]{1,80}) \()?(?P<file>[^\s()]{2,200}?):(?P<line>\d+)(?::\d+)?\)?\s*$",
    re.MULTILINE,
)
_GO_FRAME = re.compile(r"^\s+(?P<file>/?[\w./-]+\.(?:go|rs)):(?P<line>\d+)", re.MULTILINE)
_LIBRARY = re.compile(
    r"site-packages|dist-packages|/lib/python|node_modules|node:internal|/usr/lib/|/rustc/|/go/pkg/|<frozen"
)
_STAMP = re.compile(
    r"^\s*(?:npm (?:ERR!|error|WARN|warn) (?:code \S+$)?|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|"
    r"[+-]\d\d:?\d\d)?\]?|\[?\d\d:\d\d:\d\d(?:[.,]\d+)?\]?|[A-Z][a-z]{2}\s+\d{1,2}\s\d\d:\d\d:\d\d)\s*"
)
_BAD = re.compile(
    r"\b(?:ERROR|FATAL|CRITICAL|SEVERE|PANIC|error|failed|failure|exception|refused|denied|timed? ?out|OOM|"
    r"killed|panic|unable|could not|cannot)\b",
    re.IGNORECASE,
)
_RESOLVING = re.compile(r"^(?:Found|Could not resolve|peer |Conflicting peer|notsup|ENOENT|EACCES|ERESOLVE)\b")
_EXPECTED = re.compile(r"\bexpected\b.*\bgot\b|^E\s{2,}assert\b|^assert\b.*==", re.IGNORECASE)
_PIN = re.compile(
    r"^(?P<sign>[+-])\s*(?:image:\s*|FROM\s+|-?\s*uses:\s*)?[\"']?(?P<name>[@\w./-]{2,60}?)[\"']?\s*(?:==|>=|~=|@|:|=|"
    r"\s)\s*[\"'^~]*v?(?P<version>\d+(?:\.\d+){1,3}[\w.-]*)[\"',]*\s*(?:#.*)?$",
    re.MULTILINE,
)


def essence(kind: str, text: str) -> list[str]:
    """The sentences that a block comes down to: none when it says nothing by itself."""
    if kind == "traceback":
        return _traceback(text)
    return _log(text) if kind == "log" else _diff(text)


def _traceback(text: str) -> list[str]:
    error = error_line(text)
    if not error:
        return []
    frames = [m for pattern in (_FRAME, _JS_FRAME, _GO_FRAME) for m in pattern.finditer(text)]
    own = [frame for frame in frames if not _LIBRARY.search(frame["file"])] or frames
    if not own:
        return [f"`{error}` was raised."]
    frame = own[-1] if _FRAME.search(text) else own[0]
    function = frame.groupdict().get("function")
    place = f"{frame['file']}:{frame['line']}" + (f" in `{function}`" if function and function != "<module>" else "")
    return [f"`{error}` was raised at {place}."]


def _log(text: str) -> list[str]:
    """The bad lines of a log without their time stamps, each once, two at most (all that matter of npm's)."""
    found: list[str] = []
    for line in text.split("\n"):
        plain = _STAMP.sub("", line).strip()
        told = (
            _BAD.search(plain)
            or _EXPECTED.search(plain)
            or (line.lstrip().startswith("npm ") and _RESOLVING.match(plain))
        )
        if told and plain not in found:
            found.append(plain[:300])
    return found[: 4 if text.lstrip().startswith("npm ") else 2]


def _diff(text: str) -> list[str]:
    """Versions that a diff changes; the rest of a diff is no fact without its reason."""
    before = {m["name"]: m["version"] for m in _PIN.finditer(text) if m["sign"] == "-"}
    after = {m["name"]: m["version"] for m in _PIN.finditer(text) if m["sign"] == "+"}
    changed = [(name, before[name], new) for name, new in after.items() if name in before and before[name] != new]
    return [f"Upgraded {name} from {old} to {new}." for name, old, new in changed[:3]]
