"""What is looked for in every text: a secret to the letter, or the names of a person as whole words."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

ERASED = "[ERASED]"
# An underscore ends a name: alice_dev and /home/alice_old are hers.
_WORD = (r"(?<![[:alnum:]])(?:{})(?![[:alnum:]])", r"(?<![^\W_])(?:{})(?![^\W_])")
# Where no word but an account stands: a mention, a home folder, and how a path is written in one name.
_BEFORE = "|".join(f"(?<={place})" for place in ("@", "home/", "users/", "home-", "users-", r"users\\"))
_ACCOUNT = tuple(f"(?:{_BEFORE}){edges[edges.index('(?:') :]}" for edges in _WORD)


@dataclass(frozen=True)
class Term:
    """One pattern, as Postgres and as Python write it."""

    sql: str
    python: re.Pattern[str]
    flags: str = ""


@dataclass(frozen=True)
class Search:
    """What is replaced: `terms` one after the other; `loose` are words of which one is in every text that matches."""

    terms: tuple[Term, ...]
    loose: tuple[str, ...]

    def erase(self, text: str) -> str:
        """The text without what is looked for."""
        for term in self.terms:
            text = term.python.sub(ERASED, text)
        return text

    def erase_value(self, value: object) -> object:
        """The same for all that a JSON value holds, keys and numbers too."""
        if isinstance(value, dict):
            return {self.erase(key): self.erase_value(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [self.erase_value(inner) for inner in value]
        if isinstance(value, str):
            return self.erase(value)
        told = None if value is None or isinstance(value, bool) else json.dumps(value)
        return value if told is None or self.erase(told) == told else ERASED


def literal(text: str) -> Search:
    """To the letter, also as JSON inside a text writes it."""
    forms = tuple(dict.fromkeys([text, _in_json(text), json.dumps(text)[1:-1], _in_json(_in_json(text))]))
    body = "|".join(map(_escaped, sorted(forms, key=len, reverse=True)))
    return Search((Term(body, re.compile(body)),), forms)


def words(folded: Sequence[str], exact: Sequence[str], accounts: Sequence[str] = ()) -> Search:
    """Whole words: `folded` in any case, `exact` as they are written, `accounts` in any case after @ or in a home."""
    wanted = ((folded, "i", _WORD), (exact, "", _WORD), (accounts, "i", _ACCOUNT))
    terms = tuple(_whole(some, flags, edges) for some, flags, edges in wanted if some)
    loose = [form for word in (*folded, *exact, *accounts) for form in (word, _in_json(word))]
    return Search(terms, tuple(dict.fromkeys(loose)))


def _whole(some: Sequence[str], flags: str, edges: Sequence[str]) -> Term:
    body = "|".join(map(_escaped, sorted(some, key=len, reverse=True)))
    in_sql, in_python = (edge.replace("{}", body) for edge in edges)
    return Term(in_sql, re.compile(in_python, re.IGNORECASE if flags else 0), flags)


def _in_json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _escaped(text: str) -> str:
    """Postgres and Python agree on a backslash before what is no letter or digit."""
    return "".join(sign if sign.isalnum() or sign == "_" or ord(sign) > 127 else f"\\{sign}" for sign in text)
