"""`make screenshots`: every page with the sample project, light, dark and on a phone, into docs/screenshots.

Not collected with the other tests: the file is named on the command line.
"""

import base64
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from memory.access import Actor
from tests.browser import pages
from tests.browser.conftest import Server, Visit
from tests.browser.ground import Ground, lay

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600), pytest.mark.django_db(transaction=True)]

TARGET = Path(__file__).resolve().parents[2] / "docs" / "screenshots"
LARGEST = 150_000
_STEADY = {"reduced_motion": "reduce"}
_DESK = {**_STEADY, "viewport": {"width": 1280, "height": 860}}
LOOKS: dict[str, dict[str, Any]] = {
    "light": {**_DESK, "color_scheme": "light"},
    "dark": {**_DESK, "color_scheme": "dark"},
    # Twice as many dots as pixels, as phones have.
    "phone": {**_STEADY, "viewport": {"width": 390, "height": 844}, "device_scale_factor": 2},
}
_SETTLED = "() => !document.querySelector('.htmx-request') && document.fonts.status === 'loaded'"
_STILL = "() => document.getAnimations().forEach(animation => animation.finish())"


@pytest.mark.parametrize("look", LOOKS)
def test_every_page_sits_for_its_picture(
    chromium: Browser, server: Server, alice: Actor, bob: Actor, settings: Any, look: str
) -> None:
    # A folder of this machine is nobody's business.
    settings.CAIRN_PLUGIN_SOURCE = "https://git.acme.example/tools/cairn.git"
    ground = lay(server.address, alice, bob)
    contexts = [chromium.new_context(**LOOKS[look]) for _ in ("nobody", "alice")]
    nobody, signed_in = (Visit(context, server.address) for context in contexts)
    signed_in.sign_in(alice)
    TARGET.mkdir(parents=True, exist_ok=True)
    for page in (page for page in pages.everything() if "dark" in page.themes):
        _shoot(signed_in if page.who else nobody, page, ground, look)
    for context in contexts:
        context.close()
    server.rest()


def _shoot(window: Visit, page: pages.Page, ground: Ground, suffix: str) -> None:
    window.open(page.reach(ground))
    window.page.wait_for_function(_SETTLED)
    window.page.evaluate(_STILL)
    (TARGET / f"{_named(page)}-{suffix}.webp").write_bytes(_picture(window))


def _named(page: pages.Page) -> str:
    """The page's name and label as the name of a file."""
    name = page.name.replace("memory_memory_changelist", "memories").replace(":", "-").replace(" ", "-")
    return "-".join(part for part in (name, page.label.replace(" ", "-")) if part)


def _picture(window: Visit) -> bytes:
    """What the window shows as WebP, as good as its size allows. Playwright itself knows only PNG and JPEG."""
    session = window.page.context.new_cdp_session(window.page)
    for quality in (90, 75, 60, 40):
        answer = session.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
        picture = base64.b64decode(answer["data"])
        if len(picture) <= LARGEST:
            break
    session.detach()
    return picture
