"""How a memory reads on a page: identifiers in monospace, the question's words marked, shapes for types."""

import re
from bisect import bisect_left
from datetime import date, timedelta

from django import template
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from hooks.memory_types import TYPES

register = template.Library()

_DRAWINGS = {each.value: mark_safe(each.icon) for each in TYPES}  # noqa: S308 - our own markup
_SILENT = mark_safe('aria-hidden="true"')

# An identifier is at most so long: looking for the end of a longer one at each of its signs would take its square.
_LONGEST_IDENTIFIER = 200
_SIGN = r"[\w.@/~+-]"
# What looks like code: `quoted`, addresses, paths, dotted and snake_case names, CamelCase, options, versions.
_IDENTIFIER = re.compile(
    r"`[^`\n]+`"
    r"|https?://[^\s<>\"')]*[\w/]"
    rf"|(?<![\w@<.])(?={_SIGN}{{1,{_LONGEST_IDENTIFIER}}}+(?!{_SIGN}))(?:"
    r"~?\.{0,2}/[\w.@-]{2,}(?:/[\w.@-]+)*(?<![.-])"
    r"|[\w.@-]+(?:/[\w.@-]+)*/[\w@-]*(?:\.\w+)+"
    r"|[\w.@-]+(?:/[\w.@-]+){2,}(?<![.-])/?"
    r"|[A-Za-z_]\w*(?:\.\w+)*\.\w{2,}(?:\(\))?"
    r"|\w*[a-z0-9]_\w+(?:\(\))?"
    r"|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+"
    r"|[A-Za-z_]\w*\(\)"
    r"|[A-Z]?[a-z]+(?:[A-Z][a-z0-9]+)+"
    r"|--[a-z][a-z-]*[a-z]"
    r"|v\d+(?:\.\d+)*|\d+(?:\.\d+){2,3}(?:[-+][\w.]*\w)?"
    r")(?!\w)"
)
_WORD = re.compile(r"\w+")
_LONGEST_WORD = 40
_ENDINGS = ("ations", "ation", "ings", "ing", "edly", "ed", "ers", "er", "ies", "es", "s", "ly", "e", "y")
_COMMON_WORDS = """
    a an and are as at be but by do does did for from had has have how i if in is it its me my no not of on or
    our so than that the their them then there these they this to us was we were what when where which who why
    will with you your can could should would
"""
_COMMON = frozenset(_COMMON_WORDS.split())
# Characters of a long text that are shown, and how many of them lead up to the first word that matches.
_PASSAGE, _LEAD = 300, 60


@register.filter
def reading(content: str, words: str = "") -> SafeString:
    """`content` as safe HTML: identifiers as `<code>`, and the stems of `words` as `<mark>`."""
    stems = _stems(words)
    parts, end = [], 0
    for found in _IDENTIFIER.finditer(content):
        parts.append(_marked(content[end : found.start()], stems))
        parts.append(f"<code>{_marked(found.group().strip('`'), stems)}</code>")
        end = found.end()
    parts.append(_marked(content[end:], stems))
    return mark_safe("".join(parts))  # noqa: S308 - every part went through escape()


@register.filter
def passage(text: str, words: str) -> SafeString:
    """As `reading`, of a long text only the stretch that has most of the words."""
    if len(text) <= _PASSAGE + _LEAD:
        return reading(text, words)
    stems = _stems(words)
    at = [found.start() for found in _WORD.finditer(text) if _stem(found.group().lower()) in stems]
    first = max(range(len(at)), key=lambda one: bisect_left(at, at[one] + _PASSAGE) - one, default=None)
    densest = 0 if first is None else at[first]
    start = max(densest - _LEAD, 0)
    start = text.find(" ", start, densest) + 1 if start and " " in text[start:densest] else start
    end = start + _PASSAGE + _LEAD
    shown = text[start:end] if end >= len(text) else text[start:end].rsplit(" ", 1)[0] + "…"
    return reading(f"…{shown}" if start else shown, words)


def _stems(words: str) -> frozenset[str]:
    found = {word for word in _WORD.findall(words.lower()) if word not in _COMMON and (len(word) > 1 or word.isdigit())}
    return frozenset(map(_stem, found))


def _stem(word: str) -> str:
    """A word without its endings: rough, but only what the eye is led to depends on it. What is too long is no word."""
    if len(word) > _LONGEST_WORD:
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return _stem(word.removesuffix(ending))
    return word


def _marked(text: str, stems: frozenset[str]) -> str:
    """`text` escaped, with the words that share a stem with the question marked."""
    if not stems or not text:
        return escape(text)
    parts, end = [], 0
    for found in _WORD.finditer(text):
        if _stem(found.group().lower()) not in stems:
            continue
        parts += [escape(text[end : found.start()]), f"<mark>{escape(found.group())}</mark>"]
        end = found.end()
    return "".join([*parts, escape(text[end:])])


@register.simple_tag
def shape(name: str, label: str = "") -> SafeString:
    """A small drawing: a type's (said aloud by `label`), or an icon of the sprite."""
    told = format_html('role="img" aria-label="{}"', label) if label else _SILENT
    return format_html('<svg class="shape {}" viewBox="0 0 16 16" {}>{}</svg>', name, told, drawing(name))


@register.filter
def drawing(name: str) -> SafeString:
    """What is inside such a drawing."""
    return _DRAWINGS.get(name) or format_html('<use href="{}#{}"/>', static("web/shapes.svg"), name)


@register.filter
def day_name(day: date) -> str:
    """Today, Yesterday, the weekday within a week, else the date."""
    today = timezone.localdate()
    if day == today:
        return "Today"
    if day == today - timedelta(days=1):
        return "Yesterday"
    if today - timedelta(days=7) < day < today:
        return f"{day:%A}"
    return f"{day.day} {day:%B} {day.year}" if day.year != today.year else f"{day.day} {day:%B}"


@register.filter
def percent(value: float) -> str:
    """0.734 as 73 %."""
    return f"{round(value * 100)} %"
