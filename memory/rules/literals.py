"""Shared ground of the rules: finds what must be kept to the letter (identifiers, paths, versions, numbers …)."""

import re
from functools import lru_cache
from typing import NamedTuple

_FILE_ENDINGS = (
    "py|pyi|ipynb|js|jsx|ts|tsx|mjs|cjs|vue|svelte|go|rs|java|kt|kts|scala|rb|php|cs|fs|c|cc|cpp|h|hpp|m|mm|swift|"
    "dart|ex|exs|erl|hs|lua|pl|r|sql|sh|bash|zsh|fish|ps1|bat|yml|yaml|json|jsonl|json5|toml|ini|cfg|conf|env|lock|"
    "md|mdx|rst|txt|log|csv|tsv|parquet|xml|html|htm|css|scss|less|svg|png|jpg|pdf|proto|graphql|tf|tfvars|gradle|"
    "dockerfile|mk|cmake|bin|db|sqlite|pem|crt|key|zip|gz|tgz|tar|whl|jar|so|dll|exe|wasm|map|patch|diff|tmpl|j2|in"
)
_UNITS = (
    "ms|µs|us|ns|s|sec|secs|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?|%|percent|x|"
    "[kKMGT]i?B|kb|mb|gb|bytes?|bits?|rps|req/s|qps|MB/s|GB/s|px|rem|em|MHz|GHz|requests?|rows?|retries|attempts|"
    "connections?|workers?|threads?|replicas?|shards?|tokens?|characters?|chars?|lines?|times|k|M"
)
_PATTERN = re.compile(
    "|".join(
        (
            r"(?P<plain>(?:(?<!\w)[A-Za-z]?[a-z]{0,40}(?:['’][a-z]{1,2})?(?=[\s,;!?)]|[.:](?:\s|"
            r"$))[,;!?):.]?\s+){1,40})",
            r"(?P<code>``[^`\n](?:[^\n]{0,400}?[^`\n])?``|`[^`\n]{1,400}`)",
            r"(?P<url>\b(?:[a-z][a-z0-9+.-]{1,12})://[^\s<>\"'`)\]]{2,400}(?<![.,;:!?]))",
            r"(?P<email>\b[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,3}\.[A-Za-z]{2,24}\b(?![.-]?"
            r"\w))",
            r"(?P<redacted>\[REDACTED:[a-z0-9-]{1,40}\])",
            r"(?P<quoted>\"[^\"\n]{2,300}\"|“[^”\n]{2,300}”|(?<![\w'])'[^'\n]{2,200}'(?!\w))",
            r"(?P<template>(?:[\w./:-]{0,40}<[a-z][\w -]{0,30}>){1,6}[\w./:-]{0,40}(?<![.:]))",
            r"(?P<package>(?<![\w/])@[a-z0-9][\w.-]{0,60}/[\w.-]{1,60}(?:@[\w.^~-]{1,20})?)",
            r"(?P<date>\b[12]\d{3}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?(?!\w))",
            r"(?P<uuid>\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b)",
            r"(?P<ip>\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5}|/\d{1,2})?\b)",
            r"(?P<path>(?<![\w.])(?:~|\.{1,2}|"
            r"[A-Za-z]:)?[/\\](?:[\w.@+{}*-]{1,80}[/\\]){0,12}[\w.@+{}*-]{1,80}(?::\d{1,6})?(?<![.])"
            r"|(?<![\w/.@])(?:[\w.@+*-]{1,80}/){1,12}[\w.@+*-]{1,80}(?<![.])(?::\d{1,6}(?:-\d{1,6})?)?(?=[^\w]|$))",
            rf"(?P<file>(?<![\w/])(?:[\w-]{{1,80}}\.){{1,4}}(?:{_FILE_ENDINGS})\b(?:::[\w:\[\]-]{{1,120}}|"
            rf":\d{{1,6}}(?:-\d{{1,6}})?)?"
            r"|(?<![\w/])\.(?:env|gitignore|dockerignore|npmrc|eslintrc|prettierrc|bashrc|zshrc|"
            r"editorconfig)(?:\.\w{1,20})?\b"
            r"|\b(?:Dockerfile|Makefile|Procfile|Jenkinsfile|Gemfile|Rakefile)\b)",
            r"(?P<call>\b[A-Za-z_][\w.]{0,80}\((?:[^()\n]{0,60})\))",
            rf"(?P<amount>(?<![\w.])[$€£]?\d{{1,3}}(?:\.\d{{3}})+,\d{{1,6}}(?:\s?(?:{_UNITS}|€)\b|\s?[%€])?|"
            rf"(?<![\w.])\d{{1,3}}(?:\.\d{{3}}){{2,4}}(?![\w.]|-)|"
            rf"(?<![\w.])[~≥≤<>]?\s?[$€£]?\d{{1,3}}(?:[,_]\d{{3}}){{1,4}}(?:\.\d+)?(?:\s?(?:{_UNITS})"
            rf"\b|%)?|(?<![\w.])[~≥≤]?[$€£]?\d{{1,12}}(?:\.\d{{1,6}})?(?:\s?(?:{_UNITS})\b|%))",
            r"(?P<version>(?:(?<![\w.])[<>=~^!]=?\s?)?(?<![\w.])v?\d{1,5}(?:\.(?:\d{1,6}|"
            r"x)){1,4}(?:[-.+]?(?:alpha|beta|rc|dev|post|a|b|pre|canary|next|"
            r"LTS)[\w.]{0,12})?(?:-[\w.]{1,16})?(?!\w))",
            r"(?P<flag>(?<![\w-])--?[A-Za-z][\w-]{1,40}(?:=[^\s,;)]{1,60})?)",
            r"(?P<variable>\$\{?[A-Za-z_]\w{0,60}\}?)",
            r"(?P<dotted>\b[A-Za-z_]\w{0,60}(?:(?:\.|::|->)[A-Za-z_]\w{1,60}){1,6}\b)",
            r"(?P<snake>(?<!\w)_{0,2}[A-Za-z][A-Za-z0-9]{0,40}(?:_{1,2}[A-Za-z0-9]{1,40}){1,8}_{0,2}\b)",
            r"(?P<camel>\b(?:[a-z]{1,30}[0-9]{0,4}(?:[A-Z][a-z0-9]{0,30}){1,8}|(?:[A-Z][a-z0-9]{1,30}){2,8}|"
            r"[A-Z][a-z]{1,30}[A-Z]{2,8}[A-Za-z0-9]{0,20}|[A-Z]{2,8}[a-z]{2,30}(?:[A-Z][a-z0-9]{1,30}){0,6})\b)",
            r"(?P<acronym>\b[A-Z]{2,8}\d{1,4}\b)",
            r"(?P<issue>(?<!\w)#\d{1,7}\b|\b[A-Z][A-Z0-9]{1,9}-\d{1,6}\b)",
            r"(?P<sha>\b(?=[0-9a-f]{0,39}\d)(?=[0-9a-f]{0,39}[a-f])[0-9a-f]{7,40}\b)",
            r"(?P<kebab>\b[a-z][a-z0-9]{1,30}(?:-[a-z0-9]{1,30}){1,6}\b(?=\s(?:package|module|library|crate|"
            r"service|branch|container|image|chart|job|repo)))",
            r"(?P<number>(?<![\w.])\d{1,15}(?:\.\d{1,6})?(?![\w]))",
        )
    )
)


class Literal(NamedTuple):
    """A stretch of text that no rule may change: its kind, its text and where it stands."""

    kind: str
    text: str
    start: int
    end: int


@lru_cache(maxsize=1024)  # a sentence is looked at by several rules in turn
def literals(text: str) -> tuple[Literal, ...]:
    """Every literal of `text` in order, the longest reading first; linear in the length of the text."""
    return tuple(
        Literal(m.lastgroup or "", m[0], m.start(), m.end()) for m in _PATTERN.finditer(text) if m.lastgroup != "plain"
    )


_OPEN, _CLOSE = "\ue000", "\ue001"
_MASK = re.compile(f"{_OPEN}([\ue100-\uf8ff])([A-Za-z]){_CLOSE}")


class Mask:
    """A text with its literals taken out, so that rewriting the words around them cannot touch them.

    Each literal becomes `⟨index⟩⟨first letter of its kind⟩` between two private characters; `restore` puts
    them back. Kinds named in `open_kinds` stay as they are.
    """

    def __init__(self, text: str, *, open_kinds: frozenset[str] = frozenset()) -> None:
        self.kept: list[Literal] = []
        parts: list[str] = []
        done = 0
        for found in literals(text.translate(_NO_MASKS)):
            if found.kind in open_kinds or len(self.kept) > 6000:
                continue
            parts += (text[done : found.start], f"{_OPEN}{chr(0xE100 + len(self.kept))}{found.kind[0]}{_CLOSE}")
            self.kept.append(found)
            done = found.end
        self.text = "".join(parts) + text[done:]

    def restore(self, text: str) -> str:
        """`text` with every mask replaced by its literal."""
        return _MASK.sub(lambda m: self.kept[ord(m[1]) - 0xE100].text, text)


_NO_MASKS = dict.fromkeys((57344, 57345), " ")
MASKED = rf"{_OPEN}[\ue100-\uf8ff][A-Za-z]{_CLOSE}"


_IDENTIFIERS = frozenset("code path file call dotted snake camel flag variable url sha package".split())
_RAISED = re.compile(r"(?:error|exception|violation)\b|^`?\w*(?:error|exception)\b|oom|segv|panic:")
_CASES = frozenset(("snake_case", "camelcase", "pascalcase", "kebab-case"))


def words_only(text: str) -> str:
    """The text in small letters without its identifiers: what a thing is called is not what happened to it."""
    parts: list[str] = []
    done = 0
    for found in literals(text):
        name = found.text.lower()
        if found.kind not in _IDENTIFIERS or name in _CASES:
            continue
        raised = bool(_RAISED.search(name)) and found.kind in ("camel", "dotted", "code")
        parts += (text[done : found.start], "an error" if raised else "x")
        done = found.end
    return ("".join(parts) + text[done:]).lower().replace("’", "'")
