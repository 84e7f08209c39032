"""How a conversation reads on a page: Markdown as safe HTML, spans of time, and the address of a turn."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, cast
from urllib.parse import quote, urlencode

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from memory.models import CodingSession, Turn
from web.templatetags.memory_text import reading
from web.transcript.highlighting import highlight

register = template.Library()

# Beyond these a text is no prose but a file that was printed, and marking it up would cost more than the page:
# the parser's time grows with the square of open brackets, and with all cells that the widest table could have.
_LONGEST_PROSE = 20_000
_MOST_BRACKETS = 2_000
_MOST_CELLS = 10_000
# A prompt of this length holds a log or a file; its beginning says what it is about.
_LONGEST_PROMPT = 3_000
_PROMPT_HEAD = 1_500
# The page has headings of its own above those of the words.
_HEADINGS_BELOW = 2


def _markdown() -> MarkdownIt:
    """CommonMark with tables, where HTML is text, a line break is one, and nothing is fetched (images are links)."""
    parser = MarkdownIt("js-default", {"html": False, "breaks": True, "highlight": highlight}).disable("image")
    parser.validateLink = _leads_out  # type: ignore[assignment, method-assign]
    parser.add_render_rule("link_open", _outward)
    for name in ("heading_open", "heading_close"):
        parser.add_render_rule(name, _lowered)
    for name in ("th_open", "td_open"):
        parser.add_render_rule(name, _aligned)
    return parser


def _leads_out(address: str) -> bool:
    """Only web addresses are links: a path of somebody's machine would lead nowhere, a script: somewhere else."""
    return address.lower().startswith(("https://", "http://"))


def _outward(self: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    tokens[at].attrSet("rel", "noopener noreferrer nofollow")
    return self.renderToken(tokens, at, options, env)


def _lowered(self: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    level = int(tokens[at].tag[1:]) + _HEADINGS_BELOW
    tokens[at].tag = f"h{min(level, 6)}"
    return self.renderToken(tokens, at, options, env)


def _aligned(self: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    """A cell's alignment as a class: the page allows no inline style."""
    style = str(tokens[at].attrs.pop("style", ""))
    if style:
        tokens[at].attrSet("class", style.removeprefix("text-align:"))
    return self.renderToken(tokens, at, options, env)


_render = cast(Callable[[str], str], _markdown().render)


@register.filter
def markdown(text: str) -> SafeString:
    """Markdown as HTML that holds no markup but its own; what is no prose stays as it was written."""
    if not _is_prose(text):
        return format_html('<div class="plain">{}</div>', text)
    return mark_safe(_render(text))  # noqa: S308 - HTML in the text is escaped, and links are web addresses


def _is_prose(text: str) -> bool:
    if len(text) > _LONGEST_PROSE or text.count("[") > _MOST_BRACKETS:
        return False
    lines = text.splitlines()
    return max((line.count("|") for line in lines), default=0) * len(lines) <= _MOST_CELLS


@register.filter
def plain(text: str) -> SafeString:
    """A person's own words as they were typed; what somebody pasted into them is folded."""
    if len(text) <= _LONGEST_PROMPT:
        return format_html('<div class="words plain">{}</div>', text)
    head, rest = text[:_PROMPT_HEAD], text[_PROMPT_HEAD:]
    return format_html(
        '<div class="words plain">{}…<details class="fold"><summary>{} more characters</summary>{}</details></div>',
        head,
        f"{len(rest):,}",
        rest,
    )


@register.simple_tag
def session_title(session: CodingSession, words: str = "") -> SafeString:
    """What the session was about, on one line that ends where the page does; the `title` attribute has all of it.

    That is its title, else what was asked first (`with_openings`). The stems of `words` are marked.
    """
    title = session.title or getattr(session, "opening", "") or "Session without messages"
    return format_html('<span class="one-line" title="{}">{}</span>', title, reading(title, words))


@register.simple_tag
def turn_url(session: CodingSession, turn: Turn | None = None) -> str:
    """The page of a session, opened at a turn when one is given."""
    address = reverse("session-detail", args=[session.external_id])
    return f"{address}?{urlencode({'turn': turn.uuid})}#turn-{quote(turn.uuid)}" if turn else address


@register.simple_tag
def stretch_url(session: CodingSession, first: Turn) -> str:
    """The stretch of a session that begins with this turn."""
    return f"{reverse('session-detail', args=[session.external_id])}?{urlencode({'from': first.uuid})}"


@register.simple_tag
def piece_url(session: CodingSession, turn: Turn | None, *, subagent: str = "", after: int | None = None) -> str:
    """A subagent's conversation in a turn (None: outside all turns), or how a conversation goes on after a position."""
    wanted = {"turn": turn.uuid if turn else "", "subagent": subagent, "after": after}
    query = urlencode({name: value for name, value in wanted.items() if value})
    return f"{reverse('session-conversation', args=[session.external_id])}?{query}"


@register.simple_tag
def time_span(start: datetime, end: datetime) -> str:
    """09:12–11:40, with the day of the start where it is another one."""
    start, end = timezone.localtime(start), timezone.localtime(end)
    if end.date() != start.date():
        return f"{start.day} {start:%b}, {start:%H:%M} – {end.day} {end:%b}, {end:%H:%M}"
    return f"{start:%H:%M}" if f"{start:%H:%M}" == f"{end:%H:%M}" else f"{start:%H:%M}–{end:%H:%M}"
