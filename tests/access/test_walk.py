"""Every door, tried by everybody: who gets in is what the matrix says, and what is hidden leaves no trace at any."""

import pytest

from memory.permissions import PERMISSIONS, roles_that_may
from tests.access import doors_admin, doors_api, doors_mcp, doors_web
from tests.access.conftest import ADMIN, MEMBER, World, doors_of
from tests.access.refs import PRIVATE, PRIVATE_MARKS, SHARED, SHARED_MARKS, Refs
from tests.access.samples import API
from tests.access.samples_mcp import MCP
from tests.access.samples_web import ADMIN_ACTIONS, ADMIN_FORMS
from tests.access.step import PUBLIC, SOMEBODY, Step
from tests.access.visitors import (
    AGENT,
    ALICE,
    ANONYMOUS,
    INSIDERS,
    LOCKED_OUT,
    MALLORY,
    READER,
    REMOVED,
    Answer,
    Visitor,
)
from tests.access.walk import STEPS, first_of_each, marks_in, steady, without_echo

_SCOPES = {*(permission.scope for permission in PERMISSIONS.values()), SOMEBODY, PUBLIC}
# They are asked to write, and these arguments write nothing.
_ONLY_SHOWS = {
    "api POST transcripts (2)",
    "api POST memories (3)",
    "tool remember (2)",
    "page POST sample-remove",
}
# Let in, and told that there is nothing for them to do: not their token, not their deed, somebody was faster.
_NOTHING_TO_DO = {
    "api DELETE memory-detail (3)",
    "api DELETE memory-feedback",
    "api POST memory-undo (1)",
    "api POST memory-undo (2)",
    "page POST memory-unmerge",  # no merger made it; test_combining.py has one undone
    "api POST review-decide (3)",
    "admin POST undo memory",
    "page POST token-rotate",
    "page POST token-revoke",
    "page POST search-unsave",
    "page POST search-withdraw",
    "tool forget",  # a member's model takes away nothing that another person said; test_signing.py has what it may
    "page POST account-password",  # the password sent is nobody's; test_account.py has each role change theirs
}
# What an agent takes away must be its own, whatever its owner may.
_TAKES_AWAY = ("api DELETE memory-detail", "api POST memory-restore", "tool forget")
# The permission that some doors must need, whatever they declare: a wrong declaration would pass the walk.
PINNED = {
    "api POST events": "capture",
    "api POST transcripts (1)": "capture",
    "api GET search (1)": "search",
    "api GET history (1)": "search",
    "api POST memories (1)": "remember",
    "api PATCH memory-detail": "remember",
    "api DELETE memory-detail (1)": "forget",
    "api POST memory-restore": "forget",
    "api POST memory-approve (1)": "review",
    "api POST memory-reject": "review",
    "api POST memory-pin": "review",
    "api POST contradiction-resolve (1)": "merge",
    "api GET audit (1)": "audit",
    "tool search_memory (1)": "search",
    "tool remember (1)": "remember",
    "tool forget": "forget",
    "page GET timeline (1)": "search",
    "page POST memory-retype": "classify",
    "admin GET list of auditevent": "audit",
    "admin POST revoke accesstoken": "people",
    "admin POST team": "policy",
    "admin POST membership": "people",
    "admin POST project": "projects",
}
_WITH_TOKEN = [step for step in STEPS if not step.has_browser and step.scope != PUBLIC]
_IN_BROWSER = [step for step in STEPS if step.has_browser and step.scope != PUBLIC]


def _words(part: Visitor | Step | str) -> str:
    return part.name if isinstance(part, Visitor) else str(part)


def test_every_endpoint_declares_a_scope_for_each_method() -> None:
    wrong = [f"{method} {name}" for (name, method), scope in doors_api.declared().items() if scope not in _SCOPES]
    assert not wrong, f"These endpoints name no scope of the matrix in `scopes`: {', '.join(wrong)}."


def test_every_page_declares_who_may_open_it() -> None:
    wrong = [name for name, access in doors_web.declared().items() if access not in _SCOPES]
    assert not wrong, f"These views say neither @authorize(scope) nor @public: {', '.join(wrong)}."


def test_the_walk_knows_what_to_ask_at_every_door() -> None:
    unknown = {
        "endpoints (API in tests/access/samples.py)": set(doors_api.declared()) - set(API),
        "tools (MCP in tests/access/samples_mcp.py)": set(doors_mcp.declared()) - set(MCP),
        "pages (WEB in tests/access/samples_web.py)": doors_web.unknown(),
        "admin pages (tests/access/doors_admin.py)": set(doors_admin.unknown()),
        "admin forms (ADMIN_FORMS in tests/access/samples_web.py)": doors_admin.forms() - set(ADMIN_FORMS),
        "admin actions (ADMIN_ACTIONS in tests/access/samples_web.py)": {
            f"{model}.{name}"
            for model, names in doors_admin.actions().items()
            for name in names - set(ADMIN_ACTIONS.get(model, {}))
        },
    }
    missing = [f"{where}: {', '.join(map(str, sorted(names)))}" for where, names in unknown.items() if names]
    assert not missing, "The walk has no sample arguments for " + "; ".join(missing) + "."


@pytest.mark.parametrize(("name", "permission"), PINNED.items())
def test_the_doors_that_matter_most_need_what_the_matrix_names(name: str, permission: str) -> None:
    step = next((step for step in STEPS if str(step) == name), None)
    assert step, f"There is no '{name}' any more; its place in PINNED wants to be looked at."
    held_by = [visitor.role for visitor in reversed(INSIDERS) if step.lets_in(visitor)]
    assert held_by == list(roles_that_may(permission))


def _is_refused(answer: Answer, step: Step) -> bool:
    """A refusal in the words of its door. An admin action that is not offered changes nothing, and says no more."""
    if step.kind == "tool":
        return answer.status == 401 or (answer.status == 400 and ("scope" in answer.body or "agent" in answer.body))
    to_sign_in = answer.status == 302 and "/login" in answer.headers["Location"]
    not_offered = step.kind == "admin" and not step.reads and answer.status in (200, 302)
    return answer.status in (401, 403) or to_sign_in or not_offered


def _let_in(answer: Answer, step: Step) -> None:
    idle = str(step) in _NOTHING_TO_DO
    assert answer.status in (200, 201, 202, 204, 302) or idle, f"{answer.status} {answer.body[:600]}"
    assert answer.status < 500 and "/login" not in answer.headers.get("Location", "")
    assert step.reads or answer.written or idle or str(step) in _ONLY_SHOWS, "It should have changed something."
    assert not step.reads or not answer.written, "Who reads changes nothing."


def _kept_out(answer: Answer, step: Step) -> None:
    assert _is_refused(answer, step), f"{answer.status} {answer.body[:600]}"
    assert not answer.written, "Who is refused changes nothing."


_EVERYWHERE = [(ADMIN, step) for step in [*_WITH_TOKEN, *_IN_BROWSER]]
_ELSEWHERE = first_of_each([*_WITH_TOKEN, *_IN_BROWSER])
_OTHERS = [(visitor, step) for visitor in INSIDERS if visitor != ADMIN for step in _ELSEWHERE]


@pytest.mark.parametrize(("visitor", "step"), [*_EVERYWHERE, *_OTHERS], ids=_words)
def test_each_role_may_what_the_matrix_says(grown_world: World, visitor: Visitor, step: Step) -> None:
    check = _let_in if step.lets_in(visitor) else _kept_out
    check(grown_world.ask(visitor, step, SHARED), step)


@pytest.mark.parametrize("visitor", [AGENT, READER], ids=_words)
@pytest.mark.parametrize("step", first_of_each(_WITH_TOKEN), ids=str)
def test_a_token_may_no_more_than_it_was_given(grown_world: World, step: Step, visitor: Visitor) -> None:
    takes_away = visitor == AGENT and str(step).startswith(_TAKES_AWAY)
    check = _let_in if step.lets_in(visitor) and not takes_away else _kept_out
    check(grown_world.ask(visitor, step, SHARED), step)


@pytest.mark.parametrize("visitor", LOCKED_OUT, ids=_words)
@pytest.mark.parametrize("step", first_of_each(_WITH_TOKEN), ids=str)
def test_a_token_that_opens_nothing_learns_only_why(grown_world: World, step: Step, visitor: Visitor) -> None:
    answer = grown_world.ask(visitor, step, SHARED)
    assert (answer.status, answer.written) == (401, [])
    assert f'"code":"{visitor.code}"' in answer.body.replace('": "', '":"')
    assert not marks_in(answer.told, [*SHARED_MARKS, *PRIVATE_MARKS])


@pytest.mark.parametrize("visitor", [ANONYMOUS, REMOVED], ids=_words)
@pytest.mark.parametrize("step", first_of_each(_IN_BROWSER), ids=str)
def test_who_is_nobody_here_sees_no_page(grown_world: World, step: Step, visitor: Visitor) -> None:
    answer = grown_world.ask(visitor, step, SHARED)
    _kept_out(answer, step)
    known = SHARED.sent() if visitor == ANONYMOUS else [*SHARED.sent(), SHARED.text("remo")]
    assert not marks_in(without_echo(answer, known), [*SHARED_MARKS, *PRIVATE_MARKS])


@pytest.mark.parametrize("step", [step for step in STEPS if step.scope == PUBLIC], ids=str)
def test_what_is_public_says_nothing_of_any_team(grown_world: World, step: Step) -> None:
    answer = grown_world.ask(ANONYMOUS, step, SHARED)
    assert answer.status < 500
    assert not marks_in(without_echo(answer, SHARED.sent()), [*SHARED_MARKS, *PRIVATE_MARKS])


def _same(world: World, visitor: Visitor, step: Step, refs: Refs) -> None:
    """To the letter and to the query: a question about what is hidden is one about what is not there."""
    before, now = world.asked_before(visitor, step, refs), world.ask(visitor, step, refs)
    assert now.status == before.status < 500, now.body[:600]
    if step.reads or now.status >= 400:
        assert steady(now) == steady(before)
    assert len(now.asked) == len(before.asked), "The database was asked more or less: that takes another time."


@pytest.mark.parametrize("step", doors_of(MALLORY), ids=str)
def test_another_team_cannot_tell_that_there_is_anything(grown_world: World, step: Step) -> None:
    answer = grown_world.ask(MALLORY, step, SHARED)
    assert not marks_in(without_echo(answer, SHARED.sent()), [*SHARED_MARKS, *PRIVATE_MARKS])
    _same(grown_world, MALLORY, step, SHARED)


_TEAM_MATES = [(visitor, step) for visitor in (ADMIN, MEMBER) for step in doors_of(visitor)]


@pytest.mark.parametrize(("visitor", "step"), _TEAM_MATES, ids=_words)
def test_what_is_private_shows_to_its_author_alone(grown_world: World, visitor: Visitor, step: Step) -> None:
    answer = grown_world.ask(visitor, step, PRIVATE)
    assert not marks_in(without_echo(answer, PRIVATE.sent()), PRIVATE_MARKS)
    _same(grown_world, visitor, step, PRIVATE)


def test_its_author_sees_what_is_private(grown_world: World) -> None:
    looked = [step for step in STEPS if str(step) in ("api GET memory-recent (1)", "tool search_memory (1)")]
    told = [grown_world.ask(ALICE, step, PRIVATE).told for step in looked]
    assert len([text for text in told if marks_in(text, PRIVATE_MARKS)]) == 2


def test_the_team_sees_what_is_the_teams(grown_world: World) -> None:
    shown = [step for step in doors_of(ADMIN) if marks_in(grown_world.ask(ADMIN, step, SHARED).told, SHARED_MARKS)]
    assert len(shown) > 100, "The walk proves little where nobody sees anything."


@pytest.mark.parametrize("visitor", [MEMBER, AGENT], ids=_words)
@pytest.mark.parametrize("method", ["DELETE", "PATCH"])
def test_an_agents_memory_is_its_own(grown_world: World, visitor: Visitor, method: str) -> None:
    answer = doors_api.ask(visitor, method, "memory-detail", {"ref": SHARED.memory("agent's")})
    assert (answer.status, answer.written) == (403, [])
