"""axe-core finds nothing to object to by WCAG 2.2 AA, on any page, in light and dark, on a desk and on a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.access import Actor
from tests.browser import pages
from tests.browser.conftest import Server, Visit, Visiting
from tests.browser.ground import Ground, lay

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600), pytest.mark.django_db(transaction=True)]

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# Of a page that is there already, only the colours are others in the dark.
COLOURS = ["color-contrast", "link-in-text-block"]
# Everything that is folded away is unfolded first; the menu of small screens would lie over the page.
_UNFOLD = "() => document.querySelectorAll('details:not(.menu)').forEach(fold => { fold.open = true })"
_SETTLED = "() => !document.querySelector('.htmx-request')"
# A dialog and the menu are looked at by themselves: they lie over the page.
_RUN = """async ([type, values]) => {
  document.getAnimations().forEach(animation => animation.finish())
  const options = {runOnly: {type, values}, resultTypes: ['violations'], preload: false}
  const found = (await axe.run(options)).violations
  for (const dialog of document.querySelectorAll('dialog:not([open])')) {
    dialog.showModal()
    found.push(...(await axe.run(dialog, options)).violations)
    dialog.close()
  }
  const menu = document.querySelector('.menu')
  if (menu?.checkVisibility()) {
    menu.open = true
    found.push(...(await axe.run(menu, options)).violations)
    menu.open = false
  }
  return found.map(({id, nodes}) => ({
    id, many: nodes.length, first: nodes[0].target.join(' '), why: nodes[0].failureSummary, html: nodes[0].html,
  }))
}"""


def test_the_table_knows_every_page() -> None:
    assert pages.missing() == set()


def test_no_page_keeps_anybody_out(visit: Visiting, alice: Actor, bob: Actor, server: Server) -> None:
    ground = lay(server.address, alice, bob)
    windows = {"alice": visit().sign_in(alice), "": visit()}
    found = [objection for page in pages.everything() for objection in _objections(windows[page.who], page, ground)]
    for window in windows.values():
        # The browser itself notes every page that is answered with 404.
        window.complaints[:] = [said for said in window.complaints if "status of 404" not in said]
    assert not found, "\n".join(["", *found])


def _objections(window: Visit, page: pages.Page, ground: Ground) -> Iterator[str]:
    """What axe has against one page, by theme, width and rule: how often, and the first place."""
    window.page.emulate_media(reduced_motion="reduce", color_scheme="light")
    window.open(page.reach(ground))
    window.page.wait_for_function(_SETTLED)
    window.page.evaluate(_UNFOLD)
    # Not a script element: the pages' own policy forbids those, and stays as it is.
    window.page.evaluate(AXE)
    for theme in page.themes:
        rules = ["tag", TAGS] if theme == "light" else ["rule", COLOURS]
        window.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        for width in page.widths:
            window.page.set_viewport_size({"width": width, "height": 860})
            for one in window.page.evaluate(_RUN, rules):
                why = " ".join(one["why"].split())
                yield f"{page}, {theme}, {width}: {one['id']}, {one['many']}x: {one['first']} {one['html'][:120]} {why}"
