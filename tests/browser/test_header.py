"""The header of every page stays on its line, however long the names in it are."""

from itertools import pairwise

import pytest

from memory import access, people
from memory.access import Actor
from memory.models import Team
from tests.browser.conftest import Visiting

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

LONG = "Platform Reliability and Developer Experience Engineering EMEA North (shared)"
# What is on the line, from left to right: where each begins and ends, and what of the bar it is in.
_PLACES = """() => {
  const shown = [...document.querySelectorAll('.brand, .bar-inner > nav, .me > *, .menu > summary')]
  return shown.filter((one) => one.checkVisibility()).map((one) => {
    const {left, right, width} = one.getBoundingClientRect()
    return {name: one.className || one.tagName, left, right, width}
  })
}"""


@pytest.mark.parametrize("who", ["one team", "several teams"])
def test_a_long_team_name_gives_way(visit: Visiting, alice: Actor, bob: Actor, mallory: Actor, who: str) -> None:
    with access.acting(alice):
        Team.objects.filter(pk=alice.team.pk).update(name=LONG)
    people.add_person("bob", team=mallory.team, role="member")
    window = visit().sign_in(alice if who == "one team" else bob)
    page = window.page
    for width in (1600, 1280, 1101, 1041, 1040, 700, 641, 390, 360, 320):
        page.set_viewport_size({"width": width, "height": 600})
        places = page.evaluate(_PLACES)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
        assert page.locator(".bar").bounding_box()["height"] < 52, width  # type: ignore[index]
        for first, second in pairwise(places):
            assert first["right"] <= second["left"] + 0.5, (width, first, second)
        assert places[-1]["right"] <= width, (width, places)
        named = next(place for place in places if place["name"] == "team" or place["name"] == "FORM")
        assert named["width"] >= 40, (width, places)
    assert page.locator(".me [title]").first.get_attribute("title") == LONG
