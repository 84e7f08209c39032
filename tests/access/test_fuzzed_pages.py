"""Every page that people read, with query strings that no link of ours has."""

from urllib.parse import quote, quote_from_bytes

import pytest
from django.urls import reverse
from hypothesis import strategies as st

from tests.access import doors_web
from tests.access.conftest import ADMIN, MEMBER, World
from tests.access.doors_admin import models
from tests.access.fuzzing import HIDDEN, ODD, ROWS, many
from tests.access.refs import SHARED
from tests.access.samples_web import WEB
from tests.access.step import PUBLIC
from tests.access.visitors import MALLORY, Visitor, ask_page
from tests.access.walk import marks_in

# All that the views read of an address, and what the administration's lists add.
_NAMES = (
    *("q", "in", "type", "status", "project", "tag", "agent", "author", "branch", "kind", "whose", "assignee", "part"),
    *("before", "after", "since", "until", "from", "day", "days", "week", "weeks", "cursor", "offset", "cluster"),
    *(
        "session",
        "turn",
        "subagent",
        "entry",
        "into",
        "keep",
        "name",
        "dismissed",
        "state",
        "distill",
        "next",
        "o",
        "p",
    ),
    *("all", "status__exact", "team__id__exact", "id__in", "created_at__gte", "nothing__like__it", "_facets", "e"),
)
_PAGES = sorted(name for name, method in WEB if method == "GET" and doors_web.declared()[name] != PUBLIC)
_LISTS = sorted(models())
_VALUES = st.one_of(ROWS, ODD).map(lambda text: quote(text.encode("utf-8", "replace")))
_BYTES = st.binary(max_size=6).map(quote_from_bytes)
_QUERIES = st.lists(
    st.tuples(st.sampled_from(_NAMES), st.one_of(_VALUES, _VALUES, _VALUES, _BYTES)), min_size=1, max_size=6
).map(lambda pairs: "&".join(f"{name}={value}" for name, value in pairs))
_ASKED = st.tuples(_QUERIES, st.booleans())
_SEEN_BY = {ADMIN: HIDDEN[MEMBER], MALLORY: HIDDEN[MALLORY]}


def _is_well_answered(world: World, visitor: Visitor, address: str) -> None:
    def check(asked: tuple[str, bool]) -> None:
        query, is_partial = asked
        headers = {"HTTP_HX_REQUEST": "true"} if is_partial else {}
        answer = ask_page(visitor, world.cookies, "GET", f"{address}?{query}", **headers)
        assert answer.status < 500, f"{answer.status} {address}?{query}"
        assert not marks_in(answer.told, _SEEN_BY[visitor])

    many(_ASKED, check)


@pytest.mark.parametrize("visitor", _SEEN_BY, ids=lambda visitor: visitor.name)
@pytest.mark.parametrize("name", _PAGES)
def test_no_query_string_breaks_a_page(world: World, name: str, visitor: Visitor) -> None:
    path = WEB[name, "GET"][0](SHARED).path
    _is_well_answered(world, visitor, reverse(name, kwargs=path))


@pytest.mark.parametrize("visitor", _SEEN_BY, ids=lambda visitor: visitor.name)
@pytest.mark.parametrize("model", _LISTS)
def test_no_query_string_breaks_a_list_of_the_administration(world: World, model: str, visitor: Visitor) -> None:
    _is_well_answered(world, visitor, reverse(f"admin:memory_{model}_changelist"))
