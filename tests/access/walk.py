"""The whole walk, what is remembered of it, and how two answers are compared."""

import html
import re
from collections.abc import Iterable
from urllib.parse import quote, quote_plus

from tests.access import doors_admin, doors_api, doors_mcp, doors_web
from tests.access.step import Step
from tests.access.visitors import Answer

STEPS: list[Step] = [*doors_api.steps(), *doors_mcp.steps(), *doors_web.steps(), *doors_admin.steps()]

# What differs between two answers of the same server to the same question: clocks, forgery tokens, measured times.
_NOISE = (
    (re.compile(r'(name="csrfmiddlewaretoken" value|"X-CSRFToken"|X-CSRFToken&quot;)\W+\w{64}'), "<csrf>"),
    (
        re.compile(r"\b20\d\d-\d\d-\d\d[T +]\d\d(:|%3A)\d\d(:|%3A)\d\d(\.\d+)?((\+|-|%2B)\d\d(:|%3A)?\d\d|Z)?"),
        "<moment>",
    ),
    (re.compile(r"^(Server-Timing|Set-Cookie \w+|Expires|Last-Modified|Correlation-ID): .*$", re.M), r"\1"),
    (re.compile(r'"survival":[\d.e-]+'), "<survival>"),
    (re.compile(r"(</?[a-z-]+)-[0-9a-f]{8}\b"), r"\1"),  # the random name of a frame
)


def first_of_each(steps: Iterable[Step]) -> list[Step]:
    """One sample a door and permission: whether somebody gets in does not depend on the rest."""
    doors: dict[tuple[str, str], Step] = {}
    for step in steps:
        doors.setdefault((str(step).partition(" (")[0], step.permission), step)
    return list(doors.values())


def steady(answer: Answer) -> str:
    """All that was told, but for clocks."""
    told = answer.told
    for noise, instead in _NOISE:
        told = noise.sub(instead, told)
    return told


def without_echo(answer: Answer, sent: Iterable[str]) -> str:
    """All that was told, but for what the request itself had named."""
    told = answer.told
    for name in sent:
        for form in {name, html.escape(name), quote_plus(name), *_quoted(name), *_quoted(quote_plus(name))}:
            told = told.replace(form, "<named>")
    return told


def _quoted(name: str) -> tuple[str, str]:
    """In an address, and in an address that is a parameter of another."""
    return quote(name, safe=""), quote(quote(name, safe=""), safe="")


def marks_in(text: str, marks: Iterable[str]) -> list[str]:
    """Which of the marks show, each with the words around it."""
    found = []
    for mark in marks:
        # A number begins with its mark; the digits of a measurement may hold the mark by chance.
        alone = r"(?<![\d.])" if mark.isdigit() else ""
        if match := re.search(alone + re.escape(mark), text, re.I):
            found.append(text[max(0, match.start() - 120) : match.end() + 60])
    return found
