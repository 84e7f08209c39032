"""A step of wording: takes Markdown, HTML, emoji, doubled punctuation and the type of a commit off a sentence."""

import re

from memory.rules.languages.word_lists import regex

_EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d]|(?<!\\w)[:;]-?[)(DPp](?!\\w)")
_EMPHASIS = re.compile(regex("markup", "emphasis"))
_LINK = re.compile(r"!?\[([^\]\n]{1,200})\]\(([^()\s]{1,400})\)")
_HTML = re.compile(regex("markup", "html"), re.IGNORECASE)
_STARS = re.compile(r"`[^`\n]{1,400}`|\*\*")
_SPACED_MARK = re.compile(r"\s+([,.;:!?)])(?=\s|$)")
_DOUBLED_MARK = re.compile(r"(?<=[\w)\]\"'’])!+(?=\s|$)|\.{2,}(?=\s*$)")
_SPACES = re.compile(r"[ \t\u00a0]{2,}")


def without_markup(text: str) -> str:
    """`text` without links' brackets, emphasis, HTML tags and emoji; what stands in code stays."""
    if "](" in text:
        text = _LINK.sub(lambda m: m[1] if m[2] in m[1] or m[2].startswith("#") else f"{m[1]} ({m[2]})", text)
    if "<" in text:
        text = _HTML.sub(lambda m: m[0] if m[0][0] == "`" else " ", text)
    if "*" in text or "~~" in text or "__" in text:
        text = _EMPHASIS.sub(lambda m: m[2] or m[3], _EMPHASIS.sub(lambda m: m[2] or m[3], text))
    text = _EMOJI.sub(" ", text)
    return _STARS.sub(lambda m: m[0] if m[0][0] == "`" else "", text) if "**" in text else text


def tidy(text: str) -> str:
    """`text` with single spaces, no space before punctuation and no doubled marks."""
    text = _SPACES.sub(" ", text).strip()
    text = _SPACED_MARK.sub(r"\1", text)
    text = _DOUBLED_MARK.sub(".", text) if "!" in text or ".." in text else text
    return text.strip(" -–—•>")
