"""The tools of MCP, called with arguments that no model should send, and that some will."""

import re
from typing import Any

import pytest
from hypothesis import strategies as st

from api.mcp.server import registered
from tests.access.conftest import MEMBER, World
from tests.access.doors_mcp import call
from tests.access.fuzzing import EXAMPLES, HIDDEN, ODD, ROWS, many, meant, told_of
from tests.access.refs import OTHER, PRIVATE, SHARED, Refs
from tests.access.visitors import ALICE, MALLORY, Visitor
from tests.access.walk import marks_in

_PARAMETERS = {tool.name: sorted(tool.parameters["properties"]) for tool in registered()}
_WANTED = {tool.name: tool.parameters.get("required", []) for tool in registered()}
# What a traceback, or an error that nobody has worded, looks like.
_INSIDES = re.compile(
    r"Traceback|\.py\b.*line \d|psycopg|django\.|pydantic|Error executing tool|object at 0x|Exception\b"
)
_ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), ODD, ROWS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)),
    max_leaves=6,
)


def _arguments(tool: str) -> st.SearchStrategy[dict[str, Any]]:
    """As meant, and with something else in some places or in all."""
    given = {name: _given(name) for name in _PARAMETERS[tool]}
    wanted = {name: given.pop(name) for name in _WANTED[tool]}
    as_meant = st.fixed_dictionaries(wanted, optional=given)
    return st.one_of(as_meant, as_meant, as_meant, st.dictionaries(st.text(max_size=8), _ANYTHING, max_size=4))


def _given(name: str) -> st.SearchStrategy:
    kind = {"limit": st.integers(1, 100), "expand": st.booleans(), "preview": st.booleans()}.get(name, meant(name))
    return st.one_of(*[kind] * 7, ODD, _ANYTHING)


@pytest.mark.parametrize("visitor", [MEMBER, MALLORY], ids=lambda visitor: visitor.name)
@pytest.mark.parametrize("tool", _PARAMETERS)
def test_whatever_a_model_sends_it_reads_an_answer_or_what_to_change(world: World, tool: str, visitor: Visitor) -> None:
    def is_well_answered(arguments: dict[str, Any]) -> None:
        answer = call(visitor, tool, arguments)
        assert answer.status in (200, 400), answer.body
        assert answer.status == 200 or (20 < len(answer.body) < 2000 and not _INSIDES.search(answer.body)), answer.body
        assert not marks_in(answer.told, HIDDEN[visitor])

    many(_arguments(tool), is_well_answered, examples=4 * EXAMPLES)


@pytest.mark.parametrize(("visitor", "refs"), [(MEMBER, SHARED), (ALICE, PRIVATE), (MALLORY, OTHER)], ids=str)
def test_what_must_not_show_shows_to_those_whose_it_is(world: World, visitor: Visitor, refs: Refs) -> None:
    assert marks_in(call(visitor, "list_recent", {}).told, told_of(refs))
