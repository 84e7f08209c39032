"""Code in a conversation, coloured on the server: words of a language as classes, whose colours the style sheet has."""

from functools import lru_cache
from html import escape
from itertools import groupby

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Generic, Keyword, Literal, Name, Number, Operator, String, _TokenType

# Colouring costs about a millisecond for a thousand characters; a file that was printed is read without it.
LONGEST = 6_000
# What teams write. Anything else, whatever a fence claims, stays plain.
_LANGUAGES = frozenset(
    """
    bash c c++ cpp cs csharp css dart diff django docker dockerfile elixir erlang go golang graphql groovy haskell
    hcl html ini java javascript jinja js json jsx kotlin lua make makefile nginx nix objective-c perl php
    powershell proto protobuf py python r rb rs ruby rust scala scss sh shell sql swift terraform tf toml ts
    tsx typescript vue xml yaml yml zsh
    """.split()
)
# What the style sheet tells apart, the special before the general.
_CLASSES: dict[_TokenType, str] = {
    Comment.Preproc: "keyword",
    Comment: "comment",
    Generic.Deleted: "removed",
    Generic.Inserted: "added",
    Generic.Heading: "type",
    Generic.Subheading: "type",
    Generic.Output: "comment",
    Generic.Prompt: "comment",
    Keyword.Type: "type",
    Keyword: "keyword",
    Operator.Word: "keyword",
    Name.Tag: "keyword",
    Name.Attribute: "type",
    Name.Builtin: "type",
    Name.Class: "type",
    Name.Exception: "type",
    Name.Decorator: "name",
    Name.Function: "name",
    Number: "number",
    String: "string",
    Literal: "string",
}


def highlight(code: str, language: str, attributes: str = "") -> str:
    """`code` as safe HTML: spans with classes where the language is known and the text short, else only escaped."""
    language = language.lower()
    if len(code) > LONGEST or language not in _LANGUAGES:
        return escape(code)
    return _coloured(code, language)


@lru_cache(maxsize=256)
def _coloured(code: str, language: str) -> str:
    runs = groupby(_lexer(language).get_tokens(code), key=lambda token: _class_of(token[0]))
    return "".join(_span(name, "".join(text for _, text in run)) for name, run in runs)


def _span(name: str, text: str) -> str:
    return f'<span class="code-{name}">{escape(text)}</span>' if name and text.strip() else escape(text)


@lru_cache(maxsize=512)
def _class_of(kind: _TokenType) -> str:
    return next((name for wide, name in _CLASSES.items() if kind in wide), "")


@lru_cache(maxsize=len(_LANGUAGES))
def _lexer(language: str) -> Lexer:
    return get_lexer_by_name(language, stripnl=False, ensurenl=False)
