"""What every response carries, and what no page may contain: the strict policy holds, the admin included."""

import re
from collections.abc import Callable

import pytest
from django.test import Client, override_settings

from memory.access import Actor
from memory.models import Memory
from web.middleware import CONTENT_SECURITY_POLICY

# Inline script and style, event handlers, and htmx attributes that would need eval.
_INLINE = re.compile(
    r"<script(?![^>]*\bsrc=)[^>]*>(?!\s*</script>)|<style|\sstyle=|\son[a-z]+=|hx-on|\bjs:|javascript:", re.I
)
_DATA_SCRIPT = re.compile(r'<script[^>]*type="application/json"[^>]*>.*?</script>', re.S)


def test_the_policy_allows_nothing_unsafe_and_nothing_foreign() -> None:
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert "http" not in CONTENT_SECURITY_POLICY
    assert "default-src 'self'" in CONTENT_SECURITY_POLICY
    assert "frame-ancestors 'none'" in CONTENT_SECURITY_POLICY


@pytest.mark.parametrize(
    "address", ["/login", "/healthz", "/readyz", "/nothing-here", "/admin/login/", "/api/v1/search"]
)
def test_every_response_carries_the_headers(address: str, client: Client, db: None) -> None:
    response = client.get(address)
    assert response["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/search?q=retries",
        "/connect",
        "/nothing",
        "/admin/",
        "/admin/memory/memory/",
        "/admin/memory/auditevent/",
    ],
)
def test_no_page_has_a_line_of_inline_script_or_style(
    address: str, alice: Actor, client_of: Callable[[Actor], Client], remembered: Callable[..., Memory]
) -> None:
    remembered(alice, "Checkout retries three times.")
    page = _DATA_SCRIPT.sub("", client_of(alice).get(address).content.decode())
    assert not _INLINE.search(page), _INLINE.search(page)
    assert not re.search(r'(?:src|href|action)="(?:https?:)?//', page)


def test_a_page_of_people_is_never_kept_by_a_shared_cache(alice: Actor, client_of: Callable[[Actor], Client]) -> None:
    response = client_of(alice).get("/")
    assert response["Cache-Control"] == "private, no-cache"
    assert "Cookie" in response["Vary"]


@override_settings(DEBUG=False)
def test_a_mistake_of_ours_is_said_in_words_and_shows_no_trace(
    alice: Actor, client_of: Callable[[Actor], Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("password=hunter2")

    monkeypatch.setattr("web.views.timeline.recent", broken)
    browser = client_of(alice)
    browser.raise_request_exception = False
    response = browser.get("/")
    assert response.status_code == 500
    assert "Cairn has a bug" in response.content.decode()
    assert "hunter2" not in response.content.decode()
    part = browser.get("/", headers={"HX-Request": "true", "HX-Request-Type": "partial"})
    assert part["HX-Retarget"] == "#notices"
