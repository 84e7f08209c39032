"""A step of distilling: why a sentence in another language than English states nothing (asked, wished, only meant)."""

import re

from memory.rules.languages.word_lists import regex
from memory.rules.persons import east_asian

_ASKED = re.compile(regex("unsure_abroad", "asked"))
_RULE = re.compile(regex("unsure_abroad", "rule"))
_MEANT = re.compile(regex("unsure_abroad", "meant"))
_SUPPOSED = re.compile(regex("unsure_abroad", "supposed"))
_SURE = re.compile(regex("unsure_abroad", "sure"))
_DAILY = re.compile(regex("unsure_abroad", "daily"))

_NOTE = ("请注意", "请记住", "请知悉")
_RICH = 1.4  # so technical that a word of daily life is a remark in passing


def foreign_why_not(sentence: str, folded: str, technical: float) -> str | None:
    """`question`, `plan`, `hypothesis` or `personal`; None for what may be a fact."""
    plain = folded.strip().lstrip("-*•¡¿ ").replace("’", "'")
    if (_ASKED.search(plain) and not _RULE.search(plain)) or sentence.rstrip(" \"'”)").endswith("?"):
        return "question"
    if east_asian.is_east_asian(sentence) and not plain.startswith(_NOTE) and east_asian.is_asked(sentence):
        return "question"
    if _MEANT.match(plain):
        return "plan"
    if _SUPPOSED.search(plain) and not _SURE.search(plain):
        return "hypothesis"
    return (
        "personal"
        if technical < _RICH and _DAILY.search(plain) and not any(sign in sentence for sign in "`_/")
        else None
    )
