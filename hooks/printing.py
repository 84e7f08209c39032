"""Foreign text without the signs by which it would steer a terminal or reverse its words."""

from __future__ import annotations

from hooks.patterns import Lazily

# Whole terminal escapes: colours and cursor (CSI), titles and links (OSC and its like), and the short ones. Then what
# is left of C0 but tab and line ends, DEL, C1, and bidi overrides.
_CONTROLS = Lazily(
    r"(?:\x1b\[|\x9b)[0-?]*+[ -/]*+[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]{0,4000}+(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]*+[0-Z\\^-~]"
    r"|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
)
# What the command line itself puts out where a person looks at a terminal with colours.
_STYLES = Lazily(r"(\x1b\[(?:0|1|31|32)m)")


def without_controls(text: str) -> str:
    """`text` without control characters, escape sequences and bidi overrides; tabs and line ends stay. Linear.

    All that is stored, printed or shown to a model goes through here.
    """
    return text if text.isprintable() else _CONTROLS.sub("", text)


def printable(text: str) -> str:
    """`text` as it may go to a terminal: a carriage return, which would overwrite its line, becomes a newline."""
    if text.isprintable():
        return text
    return without_controls(text).replace("\r\n", "\n").replace("\r", "\n")


class Printing:
    """A text stream that prints only what may go to a terminal; bold and colours of ours pass where it is one."""

    def __init__(self, stream, *, styled: bool) -> None:
        self._stream, self._styled = stream, styled

    def __getattr__(self, name: str):
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Prints what may be printed of `text`."""
        if self._styled and "\x1b" in text:
            parts = _STYLES.split(text)
            parts[::2] = map(printable, parts[::2])
            self._stream.write("".join(parts))
        else:
            self._stream.write(printable(text))
        return len(text)
