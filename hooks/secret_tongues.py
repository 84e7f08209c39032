"""The part of redaction that knows how a password is told in other languages: "Lösenordet till databasen är …"."""

from hooks.patterns import Lazily
from hooks.secret_words import MARKER, book, is_lettered

_IS = (
    "är|er|on|je|jest|to|è|é|e|es|és|este|eshte|është|ist|is|lautet|là|adalah|ialah|ni|yra|ir|był|byla|var|είναι|є|это|"
    "هي|هو|است|היא|הוא|है|হল|হলো|คือ|은|는|は|がは|是|为"
)
_TOLD = Lazily(
    r"[\"'`*»”」]{0,2}(?:(?:[ \t][^\s:=：\"`]{1,20}){0,4}?"
    rf"(?:[ \t]?[:=：][ \t]{{0,4}}|[ \t]?(?:{_IS})[ \t]{{1,4}})|(?P<bare>[ \t]))"
    r"[\"'`*«“「]{0,2}(?P<value>[!-&(-;=?-_a-~]{6,100})"
)


def told(text, end):
    """The span of the password that is told behind the word for it, which ends at `end`; None where there is none."""
    found = _TOLD.match(text, end)
    if not found:
        return None
    value = found["value"].rstrip(".,;:?)]}*\\")
    strong = sum(map(str.isdigit, value)) > 1 and value.lower() != value if found["bare"] else True
    if not strong or not is_lettered(value) or MARKER in value or book().is_harmless(value):
        return None
    return found.start("value"), found.start("value") + len(value)
