"""The part of redaction that knows secrets by the document around them: the values of a Kubernetes `Secret`."""

from hooks.patterns import Lazily
from hooks.secret_words import MARKER, is_placeholder

_KIND = "kind: secret"
_REACH = 8_000  # how far from `kind: Secret` its data may stand
_BLOCK = Lazily(r"(?m)^([ \t]*)(?:data|stringData):[ \t]*\r?\n((?:\1[ \t]+[^\n]*(?:\n|\Z)|[ \t]*\r?\n)*)")
_ENTRY = Lazily(r"(?m)^[ \t]+[\w./-]{1,120}:[ \t]+[\"']?(?P<value>[^\s\"'#|>][^\n\"']{3,4000}?)[\"']?[ \t]*\r?$")


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
