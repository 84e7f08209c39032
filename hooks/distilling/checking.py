"""Checks a model's facts against the turn, literally: every quotation stands in it, and every name and number does.

The server checks again and more closely. Where raw events stay on the machine, this is the only check that sees the
turn, so what is doubtful is refused.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from hooks import memory_types
from hooks.distilling.material import Material
from hooks.redaction import redact

MOST_FACTS, LONGEST_FACT, LONGEST_QUOTE, SHORTEST_QUOTE = 5, 600, 400, 8
MOST_BULLETS, LONGEST_BULLET = 8, 240
MOST_GROUNDS = 6
AROUND = 24
_PLAIN = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "´": "'", "\u00a0": " ", "–": "-", "—": "-"})
_DATE = re.compile(r"(?<!\d)\d{4}-\d\d(?:-\d\d)?(?!\d)")
# What a sentence may not invent: code in backticks, and words with a digit, a sign or a capital inside.
_CODE = re.compile(r"`([^`\n]{1,200})`")
_WORD = re.compile(r"[^\s,;()\[\]{}<>\"'`]+")
_LITERAL = re.compile(r"\d|[a-z][A-Z]|[A-Z]{2}|\w[_/\\@#=~^*$%&|+]|[_/\\@#=~^*$%&|+]\w|\w\.\w|::|^--?\w")


class Checked:
    """What held of an answer: facts as the server takes them, bullets, and why the other facts do not."""

    __slots__ = ("bullets", "facts", "refused")

    def __init__(self) -> None:
        self.facts: list[dict] = []
        self.bullets: list[str] = []
        self.refused: list[str] = []


def checked(answer: dict, material: Material, *, alone: bool = False) -> Checked:
    """Checks each fact and bullet of one turn's answer. Never raises, whatever the answer holds.

    `alone`: the turn stays here, so each fact takes along where its literals stand.
    """
    found, turn = Checked(), Turn(material)
    rows = answer.get("facts")
    for row in rows[:MOST_FACTS] if isinstance(rows, list) else []:
        try:
            found.facts.append(_fact(row, turn, alone))
        except Refusal as refusal:
            found.refused.append(refusal.reason)
    told = answer.get("summary")
    for bullet in told[:MOST_BULLETS] if isinstance(told, list) else []:
        text = " ".join(str(bullet).lstrip("-*• ").split()) if isinstance(bullet, str) else ""
        if text and len(text) <= LONGEST_BULLET and not turn.inventions(text):
            found.bullets.append(redact(text).text)
    return found


class Refusal(Exception):
    """A fact that is not kept, and why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Turn:
    """A turn's text, ready to be looked into."""

    def __init__(self, material: Material) -> None:
        self.parts = {
            "user": plain(material.prompt),
            "assistant": plain(material.answer),
            "tool": plain("\n".join(material.tools)),
        }
        self.text = " ".join(self.parts.values())
        self._folded = self.text.lower()
        self._day = _day(material.at)

    def source_of(self, quote: str) -> str:
        """Who said these words: `user`, `assistant`, `tool`, or nobody (empty)."""
        words = plain(quote).lower().strip(" .…\"'`")
        if len(words) < SHORTEST_QUOTE:
            return ""
        return next((who for who, said in self.parts.items() if words in said.lower()), "")

    def inventions(self, text: str) -> list[str]:
        """The literals of `text` that the turn does not have."""
        return [literal for literal in literals(text) if not self.has(literal)]

    def has(self, literal: str) -> bool:
        """Whether it stands there whole, in any letter case; dates near the turn's day may be counted from it."""
        if _DATE.fullmatch(literal):
            return literal in self.text or self._near(literal)
        wanted = literal.lower()
        before = r"(?<!\w)(?<!\d\.)" if wanted[0].isalnum() else ""
        after = r"(?!\w)(?!\.\d)" if wanted[-1].isalnum() else ""
        return bool(re.search(before + re.escape(wanted) + after, self._folded))

    def around(self, literal: str) -> str:
        """A few words on both sides of where a literal stands."""
        for said in self.parts.values():
            if (at := said.lower().find(literal.lower())) >= 0:
                end = at + len(literal)
                before, after = said[max(0, at - AROUND) : at], said[end : end + AROUND]
                # Whole words only, but for those that touch the literal.
                before = before if at <= AROUND else before[before.find(" ") + 1 :] if " " in before else ""
                after = after if end + AROUND >= len(said) else after[: after.rfind(" ")] if " " in after else ""
                return (before + said[at:end] + after).strip()
        return ""

    def _near(self, date: str) -> bool:
        told = _day(date if len(date) > 7 else f"{date}-01")
        return bool(told and self._day and abs(told.date() - self._day.date()) < timedelta(days=60))


def literals(text: str) -> list[str]:
    """What a reader would look up in the source: code, paths, names, numbers, versions, each once."""
    text = plain(text)
    found = [code.strip() for code in _CODE.findall(text) if code.strip()]
    for word in _WORD.findall(_CODE.sub(" ", text)):
        bare = word.strip(".,;:!?…*_").rstrip("-")
        bare = re.sub(r"'s$", "", bare)
        if bare and _LITERAL.search(bare):
            found.append(bare)
    return list(dict.fromkeys(found))


def plain(text: str) -> str:
    """`text` with simple quotation marks and single blanks."""
    return " ".join(text.translate(_PLAIN).split())


def _fact(row: object, turn: Turn, alone: bool) -> dict:
    """The fact as the server takes it. Raises Refusal."""
    if not isinstance(row, dict) or not isinstance(row.get("content"), str) or not row["content"].strip():
        raise Refusal("a fact without text")
    content = " ".join(row["content"].split())
    if len(content) > LONGEST_FACT:
        raise Refusal("too long")
    if made_up := turn.inventions(content):
        raise Refusal(f"fabricated: {redact(', '.join(made_up)).text[:80]}")
    quotes = _quotes(row.get("evidence"))
    places = [turn.source_of(quote) for quote in quotes]
    if not quotes or not all(places):
        raise Refusal("evidence that is not in the turn" if quotes else "no evidence")
    source = next(place for place in ("tool", "assistant", "user") if place in places)
    grounds = _grounds(content, quotes, turn) if alone else []
    evidence = [redact(quote).text for quote in (*quotes, *grounds)]
    kind = str(row.get("type") or "").strip().lower()
    return {
        "content": redact(content).text,
        "type": kind if kind in memory_types.BY_VALUE else "",
        "confidence": _share(row.get("confidence")),
        "evidence": evidence,
        "source": source,
    }


def _quotes(told: object) -> list[str]:
    values = told if isinstance(told, list) else [told]
    return [" ".join(value.split())[:LONGEST_QUOTE] for value in values[:4] if isinstance(value, str) and value.strip()]


def _grounds(content: str, quotes: list[str], turn: Turn) -> list[str]:
    """Where the fact's other literals stand: with them its evidence is enough to check it by, without the turn."""
    grounds: list[str] = []
    for literal in literals(content):
        known = plain(" ".join([*quotes, *grounds])).lower()
        ground = "" if literal.lower() in known else turn.around(literal)
        if len(ground) >= SHORTEST_QUOTE and len(grounds) < MOST_GROUNDS:
            grounds.append(ground)
    return grounds


def _share(value: object) -> float | None:
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    return number if 0 <= number <= 1 else None


def _day(moment: str) -> datetime | None:
    try:
        return datetime.fromisoformat(moment.replace("Z", "+00:00"))
    except ValueError:
        return None
