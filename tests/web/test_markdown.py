"""What an assistant wrote as a page: Markdown and nothing else, whatever stands in it."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from web.templatetags.transcript import markdown

_TAGS = set(
    "a blockquote br code div em h3 h4 h5 h6 hr li ol p pre s span strong table tbody td th thead tr ul".split()
)  # fmt: skip


def test_markdown_becomes_html() -> None:
    page = markdown("# Plan\n\n1. Remove the **fallback**\n2. Test `retry()`\n\n```python\nx = 1\n```\n")
    assert "<h3>Plan</h3>" in page
    assert "<li>Remove the <strong>fallback</strong></li>" in page
    assert '<pre><code class="language-python">x = <span class="code-number">1</span>\n</code></pre>' in page


def test_a_line_break_stays_one() -> None:
    assert markdown("one\ntwo") == "<p>one<br>\ntwo</p>\n"


def test_a_table_is_aligned_without_inline_style() -> None:
    page = markdown("|a|b|c|\n|-|-:|:-:|\n|1|2|3|")
    assert '<td class="right">2</td>' in page
    assert '<th class="center">c</th>' in page
    assert "style" not in page


def test_links_lead_to_the_web_and_tell_it_nothing() -> None:
    page = markdown("[docs](https://example.org/a?b=1&c=2)")
    assert page == '<p><a href="https://example.org/a?b=1&amp;c=2" rel="noopener noreferrer nofollow">docs</a></p>\n'


@pytest.mark.parametrize(
    "evil",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](&#106;avascript:alert(1))",
        "[x](java\tscript:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "[x](vbscript:x)",
        "[x](file:///etc/passwd)",
        "[x](//evil.example/)",
        "[x](/logout)",
        "[x]: javascript:alert(1)\n[x]",
        "<javascript:alert(1)>",
        '[x](https://example.org/" onclick="alert(1))',
        '```"><script>alert(1)</script>\n```',
        '```html onload="x"\n<b>\n```',
        "![x](https://evil.example/pixel.png)",
        "<!-- --><b>x</b>",
    ],
)
def test_nothing_in_it_runs_or_loads(evil: str) -> None:
    _check(evil)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="<>\"'`*_[]()!#|\n\\&;:-/abjs", max_size=120))
def test_no_text_makes_any_other_tag_or_attribute(text: str) -> None:
    _check(text)


def _check(text: str) -> None:
    page = markdown(text)
    for tag, attributes in re.findall(r"<\s*/?\s*([^\s>/]+)([^>]*)>", page):
        assert tag in _TAGS, page
        names = re.findall(r'([\w-]+)="[^"]*"', attributes)
        assert set(names) <= {"href", "rel", "class", "start"}, page
        assert not re.sub(r'[\w-]+="[^"]*"|[\s/]', "", attributes), page
    for address in re.findall(r'href="([^"]*)"', page):
        assert address.lower().startswith(("http://", "https://")), page


@pytest.mark.parametrize("text", ["[" * 20_000, "|a" * 100 + "\n" + "|-" * 100 + "\n" + "x\n" * 9000, "a" * 20_001])
def test_what_would_cost_a_parser_much_stays_as_it_was_written(text: str) -> None:
    assert markdown(text) == f'<div class="plain">{text}</div>'
