"""First step of extraction: Markdown becomes blocks of plain text, in which every literal stands as it was written."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal as OneOf

from markdown_it import MarkdownIt
from markdown_it.token import Token

Kind = OneOf["paragraph", "item", "row", "quote", "code"]
# Escapes, entities, HTML and links are not interpreted: `\\d+`, `a[i](x)`, `List<T>` are code more often than markup.
_INLINE = ["newline", "backticks", "emphasis"]
_BLOCK = ["table", "code", "fence", "blockquote", "hr", "list", "heading", "paragraph"]
_LINK = re.compile(r"(?<![\w\])])!?\[([^\]\[\n]{1,200})\]\(([^()\s]{1,400})\)")
_OPENS_AFTER = re.compile(r"(?:^|[\s(\[{\"'“‘«—–]|[\u2e80-\u9fff\uac00-\ud7af\u3000-\u30ff\uff00-\uffef])$")
_CLOSES_BEFORE = re.compile(r"^(?:$|[\s)\]}\"'”’».,:;!?—–…-]|[\u2e80-\u9fff\uac00-\ud7af\u3000-\u30ff\uff00-\uffef])")
# What is bold begins and ends like words do, not like `**/*.py` and `src/**`; what is slanted is one word, since a
# single star is more often a glob, a pointer or a product.
_WORDED = {
    "**": re.compile(r"[\w`\"'(\[“‘«$@#<](?:.*[\w`\"')\]”’»,:;!?%…。！？：.])?", re.DOTALL),
    "*": re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*"),
}
_WRAPPED = re.compile(r"^.{55,}[^.!?:;。！？：；]$")
_BOLD_LINE = re.compile(r"\*\*([^*\n]{2,90})\*\*:?")


@dataclass(frozen=True)
class Block:
    """A paragraph, list item, table row, quotation or piece of code: its text without markup, the headings above it.

    `bold` is the bold beginning of the text ("Root cause" in "**Root cause**: …"), `depth` how deep its list is nested,
    `group` the number of the list, table or paragraph that it stands in.
    """

    kind: Kind
    text: str
    headings: tuple[str, ...] = ()
    bold: str = ""
    depth: int = 0
    group: int = 0


def blocks(text: str) -> list[Block]:
    """The blocks of a Markdown text in order."""
    return list(_Walk(_parser().parse(text.replace("\0", "�"))).blocks())


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("zero", {"maxNesting": 12})
    return parser.enable(_BLOCK).enable(_INLINE)


class _Walk:
    """Walks the flat list of block tokens once, keeping the headings and lists that are open."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._headings: list[tuple[int, str]] = []
        self._heading = self._lists = self._quotes = self._group = 0
        self._in_head = self._in_cell = False
        self._header: list[str] = []
        self._cells: list[str] = []

    def blocks(self) -> Iterator[Block]:
        for token in self._tokens:
            if token.type == "inline":
                yield from self._inline(token)
            elif token.type in ("fence", "code_block"):
                self._group += 1
                yield Block("code", token.content, self._outline(), group=self._group)
            elif token.type == "tr_close":
                yield from self._row()
            elif token.type.endswith("list_open"):
                self._group += self._lists == 0
                self._lists += 1
            else:
                self._enter_or_leave(token)

    def _enter_or_leave(self, token: Token) -> None:
        """Keep track of where the walk is."""
        opens = token.nesting == 1
        match token.type.rsplit("_", 1)[0]:
            case "heading":
                self._heading = int(token.tag[1]) if opens else 0
            case "bullet_list" | "ordered_list":
                self._lists -= 1
            case "blockquote":
                self._quotes += token.nesting
            case "table":
                self._group += opens
            case "thead":
                self._in_head = opens
                self._header = [] if opens else self._header
            case "tr":
                self._cells = []
            case "td" | "th":
                self._in_cell = opens

    def _inline(self, token: Token) -> Iterator[Block]:
        if self._heading:
            self._enter(self._heading, plain(token)[0])
        elif self._in_cell:
            self._cells.append(plain(token)[0])
        else:
            yield from self._paragraph(token)

    def _paragraph(self, token: Token) -> Iterator[Block]:
        if not self._lists:
            self._group += 1
        title = _BOLD_LINE.fullmatch(token.content.strip())
        if title and not self._lists:
            self._enter(7, title[1].strip())
            return
        text, bold = plain(token)
        if text:
            kind: Kind = "quote" if self._quotes else "item" if self._lists else "paragraph"
            yield Block(kind, text, self._outline(), bold, self._lists, self._group)

    def _row(self) -> Iterator[Block]:
        if self._in_head:
            self._header = self._cells
        elif any(self._cells):
            named = zip(self._header, self._cells, strict=False)
            text = " | ".join(cell for cell in self._cells if cell)
            header = " | ".join(name for name, cell in named if name and cell)
            yield Block("row", text, (*self._outline(), header) if header else self._outline(), group=self._group)

    def _enter(self, level: int, text: str) -> None:
        self._headings = [(at, title) for at, title in self._headings if at < level]
        self._headings.append((level, text))

    def _outline(self) -> tuple[str, ...]:
        return tuple(title for _, title in self._headings if title)


def plain(token: Token) -> tuple[str, str]:
    """An inline token's text without emphasis and link brackets, and the bold words that it begins with."""
    parts = _parts(token.children or [])
    text = "".join(part for part, _ in parts)
    bold = ""
    for part, strong in parts:
        if not strong and part.strip():
            break
        bold += part
    return _tidy(text), _tidy(bold).rstrip(":").strip()


def _parts(children: Sequence[Token]) -> list[tuple[str, bool]]:
    """Pieces of text, each with whether it is bold. Emphasis that is none (`2**10`, `src/**/*.py`) is given back."""
    raw = [_raw(child) for child in children]
    real = _real_emphasis(children, raw)
    parts: list[tuple[str, bool]] = []
    strong = 0
    for at, child in enumerate(children):
        if at in real:
            strong += {"strong_open": 1, "strong_close": -1}.get(child.type, 0)
        elif child.type == "text":
            parts.append((_LINK.sub(_link, raw[at]), strong > 0))
        elif raw[at]:
            parts.append((raw[at], strong > 0))
    return parts


def _raw(child: Token) -> str:
    match child.type:
        case "code_inline":
            return f"{child.markup}{child.content}{child.markup}"
        case "softbreak" | "hardbreak":
            return "\n"
        case "text":
            return child.content
        case _:
            return child.markup


def _real_emphasis(children: Sequence[Token], raw: Sequence[str]) -> set[int]:
    """Places of the opening and closing marks that stand like emphasis: outside of words, paths and formulas."""
    real: set[int] = set()
    stack: list[int] = []
    for at, child in enumerate(children):
        if child.type.endswith("_open"):
            stack.append(at)
        elif child.type.endswith("_close") and stack:
            start = stack.pop()
            before = "".join("" if place in real else raw[place] for place in range(max(0, start - 4), start))
            after = "".join(raw[at + 1 : at + 3])
            inside = "".join(raw[start + 1 : at])
            after_bare = after.lstrip("*_")
            before_bare = before.rstrip("*_")
            stands = _OPENS_AFTER.search(before_bare[-1:]) and _CLOSES_BEFORE.search(after_bare[:1])
            worded = _WORDED.get(child.markup)
            if stands and worded and worded.fullmatch(inside):
                real |= {start, at}
    return real


def _link(match: re.Match[str]) -> str:
    text, address = match[1], match[2]
    return text if not address.startswith("http") or address in text else f"{text} ({address})"


def _tidy(text: str) -> str:
    """`text` with single blanks; a line that was only wrapped is joined with the next, others stay lines."""
    lines: list[str] = []
    for line in filter(None, (" ".join(line.split()) for line in text.split("\n"))):
        if lines and (_WRAPPED.search(lines[-1]) or line[:1].islower()):
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return "\n".join(lines)
