"""A guard of the write line: tells text that gives orders from text that states engineering facts.

Orders to take over an agent are held back whoever gives them. What tells an agent or a person what to do, run, install,
fetch or trust is a rule that only a person can make: it is held back from everybody else.
"""

import html
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from urllib.parse import unquote

from memory.rules.fences import LOOKALIKES, TWINS, visible
from memory.rules.languages.telling import is_english
from memory.rules.languages.which import language_of
from memory.rules.languages.word_lists import by_language, lists, names, regex

_FLAGS = re.IGNORECASE | re.MULTILINE
_HIDDEN = re.compile(regex("poisoning", "carries_hidden_characters"))


@cache  # at the first question: compiling them takes a twelfth of each command's start, which may ask nothing
def _reasons(topic: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The lists of a topic that tell a reason; those of one word are parts of others."""
    told = (name for name in names(topic) if "_" in name)
    return tuple((name.replace("_", " "), re.compile(regex(topic, name), _FLAGS)) for name in told)


# Text is read in pieces, so that no pattern can cost more than its share; they overlap by more than a pattern spans.
_PIECE, _OVERLAP = 2_000, 500
# NFKC sorts the marks of one letter by insertion; short slices keep that linear.
_SLICE = 512
_BRACKETS = str.maketrans(dict.fromkeys(LOOKALIKES, "<") | dict.fromkeys("＞﹥›〉〉⟩❭❯❱ᐳ˃⋗⧽", ">"))
_MIXED = re.compile(r"\b(?=[^\W\d_]*[A-Za-z])(?=[^\W\d_]*[\u0370-\u04ff])[^\W\d_]{1,60}")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2}))")
# Digits that stand for letters within a word: "1gnore", "Cl4ude".
_DIGITS = re.compile(r"(?<=[A-Za-z])[013457]+(?=[A-Za-z])|\b[013457](?=[A-Za-z]{3})")
_LETTERS = str.maketrans("013457", "oieast")
_UNSPACED = frozenset(("ja", "ko", "zh"))
# Where "must" may come before the one who must.
_FREE_ORDER = frozenset(("de", "ja", "ru", "zh"))
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])|\n")
_NEAR = ".{0,40}?"
# What an order is about: a literal, a thing with an article, a name with signs in it, or a word that goes on.
_OBJECT = (
    r"(?=[`\"'“«$./~<]|https?:|(?:the|this|these|it|all|your|our|any|every|from|with|den|die|das|el|la|los|las|le|les|o|a|os|as)\b"
    r"|[\w@-]*[-./@:][\w-]|\w+ (?:to|in|into|from|on|before|after|first|with|via|as|for|vor|zuerst|antes|avant|перед)\b"
    r"|[\w-]+(?:[.!,]|$))"
)


def instruction_like(text: str, *, source: str = "user") -> str | None:
    """Why `text` reads as an order, or None for engineering text. Linear in its length.

    From `source="user"`, a person in their own words, conventions ("always use the envelope format", "run `make lint`
    before committing") pass. What an assistant or a tool says has no business telling anybody what to do.
    """
    if _HIDDEN.search(text):
        return "carries hidden characters"
    readings = dict.fromkeys((readable(text), readable(_undisguised(text))))
    pieces = (piece for reading in readings for piece in _pieces(reading))
    return next(filter(None, (_why(piece, source) for piece in pieces)), None)


def tellable(text: str) -> str:
    """`text`, or "" where it gives orders: nobody looks at titles and summaries before they stand in a briefing."""
    return "" if instruction_like(text, source="tool") else text


def readable(text: str) -> str:
    """`text` as a reader takes it: visible characters in their plain forms, each line on one, no empty lines."""
    shown = visible(text)
    slices = (shown[at : at + _SLICE] for at in range(0, len(shown), _SLICE))
    plain = "".join(unicodedata.normalize("NFKC", part) for part in slices).translate(_BRACKETS)
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign)) if not plain.isascii() else plain
    plain = _MIXED.sub(lambda word: word[0].translate(TWINS), plain)
    return "\n".join(filter(None, (" ".join(line.split()) for line in plain.splitlines())))


def _undisguised(text: str) -> str:
    """`text` as a model may read it: entities, percent and backslash escapes resolved, letters for digits in words."""
    plain = unquote(html.unescape(text)) if "&" in text or "%" in text else text
    plain = _ESCAPE.sub(lambda found: chr(int(found[1] or found[2], 16)), plain) if "\\" in plain else plain
    return _DIGITS.sub(lambda found: found[0].translate(_LETTERS), plain)


def _pieces(text: str) -> Iterator[str]:
    for at in range(0, max(1, len(text) - _OVERLAP), _PIECE - _OVERLAP):
        yield text[at : at + _PIECE]


def _why(piece: str, source: str) -> str | None:
    for topic in ("poisoning",) if source == "user" else ("poisoning", "told_by_others"):
        for reason, pattern in _reasons(topic):
            if pattern.search(piece):
                return reason
    if source == "user":
        return None
    return next(filter(None, (tongue.why(piece) for tongue in _tongues())), None) or _in_another_tongue(piece)


def _in_another_tongue(piece: str) -> str | None:
    """Not every language's orders are known: elsewhere, an agent or a command that is named is enough."""
    for line in piece.split("\n"):
        if _named("agents").search(line) and not is_english(line):
            return "names an agent in a language other than English"
        unknown = not is_english(line) and language_of(line) not in by_language("directives", "duty")
        if unknown and _named("commands", "waivers").search(line):
            return "names a command in a language whose orders are not known"
    return None


@cache
def _named(*what: str) -> re.Pattern[str]:
    told = [entry for name in what for entry in lists("directives", "mul")[name]]
    # Endings of cases and particles stand at the word itself: "Claude-nak", "Claude는".
    ends = "|".join(entry.removesuffix(r"(?![-./\w])") for entry in told)
    return re.compile(rf"(?<![A-Za-z0-9_])(?:{ends})", re.IGNORECASE)


@dataclass(frozen=True)
class _Tongue:
    """How one language tells somebody what to do."""

    trigger: re.Pattern[str]
    alone: tuple[tuple[str, re.Pattern[str]], ...]
    people: re.Pattern[str]
    doing: re.Pattern[str]
    things: re.Pattern[str]
    duty: re.Pattern[str]
    adding: re.Pattern[str]
    sources: re.Pattern[str]

    def why(self, text: str) -> str | None:
        """The reason to hold `text` back, or None."""
        if not self.trigger.search(text):
            return None
        return next(filter(None, map(self._of_sentence, _SENTENCE.split(text))), None)

    def _of_sentence(self, sentence: str) -> str | None:
        if not self.trigger.search(sentence):
            return None
        for reason, pattern in self.alone:
            if pattern.search(sentence):
                return reason
        doing = self.doing.search(sentence)
        if doing and self.people.search(sentence):
            return "tells people what to do"
        if self.duty.search(sentence) and self.things.search(sentence) and self.adding.search(sentence):
            return "tells what to add or install"
        if self.sources.search(sentence) and (doing or self.duty.search(sentence)):
            return "repeats what a document demands"
        return None


@cache
def _tongues() -> tuple[_Tongue, ...]:
    return tuple(_tongue(code) for code in by_language("directives", "duty"))


def _tongue(code: str) -> _Tongue:
    def words(*lists: str, shared: bool = False) -> str:
        told = [entry for name in lists for entry in by_language("directives", name).get(code, ())]
        common = [entry for name in lists for entry in by_language("directives", name).get("mul", ())] if shared else []
        own = "|".join(told) or "(?!)"
        own = rf"(?:{own})" if code in _UNSPACED else rf"(?<![\w./-])(?:{own})(?![\w-])"
        return rf"(?:{own}|(?<![A-Za-z0-9_])(?:{'|'.join(common)})(?![A-Za-z0-9_]))" if common else own

    def near(one: str, other: str) -> str:
        return f"{one}{_NEAR}{other}|{other}{_NEAR}{one}"

    def pattern(told: str) -> re.Pattern[str]:
        return re.compile(told, re.IGNORECASE)

    duty, agents, people = words("duty"), words("agents", shared=True), words("people")
    told = near(agents, duty) if code in _FREE_ORDER else f"{agents}{_NEAR}{duty}"
    doing = words("acts", "adds", "commands", shared=True)
    start = "" if code in _UNSPACED else r"(?:^|[:,(]\s|^[-*•>#\d.)\s]+)"
    heads = rf"(?:{words('heads')}[\s,]+){{0,3}}"
    orders, rules, waivers = words("orders"), words("rules"), words("waivers")
    return _Tongue(
        trigger=pattern("|".join([words("duty", "orders", "rules", "waivers", "sources"), rf"{agents}\s*[:,：，]"])),
        alone=(
            ("tells an agent what to do", pattern(rf"{told}|^{agents}\s*[:,：，]\s*{heads}(?:{orders}|{rules})")),
            ("tells what to run or install", pattern(near(duty, words("acts", "commands", shared=True)))),
            ("gives an order", pattern(f"{start}{heads}{orders}" + ("" if code in _UNSPACED else rf"\s+{_OBJECT}"))),
            ("makes a rule", pattern(f"{start}{rules}")),
            ("tells what to trust", pattern(waivers)),
        ),
        people=pattern(near(people, duty)),
        doing=pattern(doing),
        things=pattern(words("things", "objects", shared=True)),
        duty=pattern(duty),
        # What is said before the duty tells what is so: "ci.Dockerfile pins the versions, because CI must fail first".
        adding=pattern(doing if code in _FREE_ORDER or code in _UNSPACED else f"{duty}.*?{doing}"),
        sources=pattern(words("sources")),
    )
