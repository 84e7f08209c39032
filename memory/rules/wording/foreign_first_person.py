"""A step of wording: says `our` and `we use` without the team in other languages, where that is mechanical and safe."""

import re
from collections.abc import Callable
from functools import cache

from memory.rules.languages.word_lists import pairs

_Rule = tuple[re.Pattern[str], str]


def without_first_person(text: str, language: str) -> str:
    """`Nuestro despliegue usa …` → `El despliegue usa …`, `Usamos Valkey` → `Se usa Valkey`; all else stays."""
    for pattern, said in _rules(language):
        text = pattern.sub(_cased(said), text)
    return text


@cache
def _rules(language: str) -> tuple[_Rule, ...]:
    told = pairs("first_person", "ours", language) | pairs("first_person", "said", language)
    return tuple((re.compile(rf"(?<![\w'-]){old}", re.IGNORECASE), new) for old, new in told.items())


def _cased(said: str) -> Callable[[re.Match[str]], str]:
    """The replacement, with a capital where there was one; `não usamos` → `não se usa`."""

    def replace(found: re.Match[str]) -> str:
        no = found.groupdict().get("no")
        if no:
            verb, mark, _ = said.partition("-")
            return f"{no}{'se ' if mark else ''}{verb}"
        new = found.expand(said)
        return new[:1].upper() + new[1:] if found[0][:1].isupper() else new

    return replace
