"""The team's line moves by what the team throws away or approves, says so, and is set by admins alone."""

import json
import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.errors import Forbidden, Refused
from memory.knowledge.feedback import give_feedback
from memory.knowledge.lifecycle import approve, confirm, forget, reject
from memory.knowledge.line import move_lines
from memory.knowledge.policy import policy_of, set_policy
from memory.knowledge.remember import update
from memory.knowledge.team import change_team
from memory.models import AuditEvent, LineMove, Memory, Team
from memory.recall.line import Line, line_of
from tests.knowledge.test_contradiction_detection import as_
from tests.lines import FACT, captured, many_captured, set_line
from worker.tasks import move_lines as task

# Tests that commit end with the tables emptied.
pytestmark = pytest.mark.django_db


@pytest.fixture
def team(alice: Actor) -> Actor:
    """A team whose line is the usual one, and has never moved."""
    with access.acting(alice):
        Team.objects.filter(pk=alice.team.pk).update(line=0.8)
    return alice


def line(actor: Actor) -> Line:
    with access.acting(actor):
        return line_of(actor=actor, now=timezone.now())


def throw_away(actor: Actor, memories: list[Memory]) -> None:
    for memory in memories:
        as_(actor, forget, str(memory.uuid))


def test_a_line_goes_up_where_more_than_a_fifth_of_what_it_let_stand_was_thrown_away(
    team: Actor, bob: Actor, mallory: Actor
) -> None:
    captured_active = many_captured(team, 24, 0.85)
    assert {memory.status for memory in captured_active} == {"active"}
    throw_away(team, captured_active[:3])
    for memory in captured_active[3:5]:
        as_(bob, give_feedback, str(memory.uuid), "wrong")
    (move,) = move_lines(now=timezone.now())
    assert (move.was, move.now, move.counted, move.rejected, move.by) == (0.8, 0.85, 24, 5, None)
    assert str(move) == "Cairn raised the line from .80 to .85"
    assert move.why == "5 of 24 memories that started active by confidence were thrown away"
    assert line(team).at == 0.85 and line(team).moved == move
    assert line(mallory).moves == () and line(mallory).record.active == 0
    with access.acting(team):
        deed = AuditEvent.objects.get(verb="move_line")
        assert (deed.actor, deed.detail) == (None, {"was": 0.8, "now": 0.85, "counted": 24, "rejected": 5})


def test_what_moved_it_once_does_not_move_it_again(team: Actor) -> None:
    throw_away(team, many_captured(team, 24, 0.85))
    assert len(move_lines(now=timezone.now())) == 1
    task()
    assert move_lines(now=timezone.now() + timedelta(days=1)) == ()
    assert line(team).at == 0.85 and line(team).record.active == 0


def test_a_few_memories_or_old_ones_say_nothing(team: Actor) -> None:
    throw_away(team, many_captured(team, 19, 0.85))
    throw_away(team, many_captured(team, 30, 0.9, at=timezone.now() - timedelta(days=31)))
    assert move_lines(now=timezone.now()) == ()
    assert (line(team).record.active, line(team).record.thrown) == (19, 19)


def test_only_what_the_line_itself_let_stand_counts(team: Actor) -> None:
    for number in range(30):
        throw_away(team, [captured(team, FACT.format(number), 0.9, said_by="user").memory])
    assert move_lines(now=timezone.now()) == ()


def test_what_was_corrected_or_confirmed_since_was_not_thrown_away(team: Actor, bob: Actor) -> None:
    memories = many_captured(team, 20, 0.85)
    for memory in memories[:5]:
        as_(bob, give_feedback, str(memory.uuid), "wrong")
    assert line(team).record.thrown == 5
    as_(team, confirm, str(memories[0].uuid))
    as_(team, update, str(memories[1].uuid), FACT.format("orders"))
    assert line(team).record.thrown == 3
    assert move_lines(now=timezone.now()) == ()


def test_two_voices_that_dispute_it_throw_it_away_until_a_curator_approves_it(team: Actor, bob: Actor) -> None:
    (memory,) = many_captured(team, 1, 0.85)
    for actor in (team, bob):
        as_(actor, give_feedback, str(memory.uuid), "wrong")
    assert line(team).record.thrown == 1
    as_(team, approve, str(memory.uuid))
    assert line(team).record.thrown == 0


def test_a_line_goes_down_slowly_where_the_drafts_just_below_it_are_approved(team: Actor) -> None:
    near, far = many_captured(team, 20, 0.76), many_captured(team, 20, 0.6)
    for memory in [*near, *far]:
        as_(team, approve, str(memory.uuid))
    (move,) = move_lines(now=timezone.now())
    assert (move.was, move.now, move.counted, move.rejected) == (0.8, 0.78, 20, 0)
    assert move.why == "20 of 20 drafts just below it were approved"
    assert move_lines(now=timezone.now()) == ()


def test_a_line_stays_where_people_reject_some_of_the_drafts_below_it(team: Actor) -> None:
    near = many_captured(team, 24, 0.76)
    for number, memory in enumerate(near):
        as_(team, approve if number > 1 else reject, str(memory.uuid))
    assert move_lines(now=timezone.now()) == ()
    assert (line(team).record.judged, line(team).record.approved) == (24, 22)


def test_drafts_that_nobody_has_judged_move_nothing(team: Actor) -> None:
    many_captured(team, 40, 0.76)
    assert move_lines(now=timezone.now()) == () and line(team).record.judged == 0


def test_a_line_that_a_person_set_holds_until_there_is_something_new_to_count(team: Actor) -> None:
    throw_away(team, many_captured(team, 24, 0.85))
    move_lines(now=timezone.now())
    as_(team, set_policy, line=0.8)
    assert move_lines(now=timezone.now() + timedelta(days=1)) == ()
    assert [str(move) for move in line(team).moves] == [
        "alice lowered the line from .85 to .80",
        "Cairn raised the line from .80 to .85",
    ]
    throw_away(team, many_captured(team, 24, 0.9))
    assert [move.now for move in move_lines(now=timezone.now())] == [0.85]


def test_a_team_that_forgets_quickly_is_judged_by_what_is_still_there(team: Actor) -> None:
    as_(team, change_team, forgotten_days=2)
    throw_away(team, many_captured(team, 24, 0.85, at=timezone.now() - timedelta(days=3)))
    assert move_lines(now=timezone.now()) == ()


def test_an_admin_sets_the_line_and_a_member_does_not(
    team: Actor, bob: Actor, mallory: Actor, api_of: Callable[..., Client]
) -> None:
    for verb, told in ((set_policy, {"line": 0.9}), (change_team, {"line": 0.9})):
        with pytest.raises(Forbidden):
            as_(bob, verb, **told)
    sent = {"content_type": "application/json"}
    assert api_of(bob).patch("/api/v1/policy", {"line": 0.9}, **sent).status_code == 403
    changed = api_of(team).patch("/api/v1/policy", {"line": 0.904}, **sent).json()
    assert changed["line"] == 0.9 and changed["line_moved"]["by"] == "alice"
    assert (changed["line_moved"]["was"], changed["line_moved"]["counted"]) == (0.8, 0)
    assert api_of(bob).get("/api/v1/policy").json()["line"] == 0.9
    theirs = api_of(mallory).get("/api/v1/policy").json()
    assert (theirs["line"], theirs["line_moved"]) != (0.9, changed["line_moved"]) and theirs["line_moved"] is None
    assert as_(bob, policy_of).line_moved.by == team.user


@pytest.mark.parametrize("wrong", [0.49, 0.99, -1, 2, "loud", None, float("nan"), float("inf")])
def test_a_line_out_of_bounds_is_refused(team: Actor, wrong: object, api_of: Callable[..., Client]) -> None:
    with pytest.raises(Refused):
        as_(team, change_team, line=wrong)
    answer = api_of(team).patch("/api/v1/policy", json.dumps({"line": wrong}), content_type="application/json")
    assert answer.status_code == 400
    assert line(team).at == 0.8 and line(team).moves == ()


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_that_count_at_once_one_moves_the_line(team: Actor) -> None:
    throw_away(team, many_captured(team, 24, 0.85))
    gate, moved, now = threading.Barrier(4), list[LineMove](), timezone.now()

    def work() -> None:
        gate.wait()
        moved.extend(move_lines(now=now))
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(moved) == 1 and line(team).at == 0.85
    with access.acting(team):
        assert LineMove.objects.count() == AuditEvent.objects.filter(verb="move_line").count() == 1


def test_another_team_neither_sees_nor_moves_the_line(team: Actor, mallory: Actor) -> None:
    set_line(team, 0.9)
    with access.acting(mallory):
        assert not LineMove.objects.exists()
        assert not Team.objects.filter(pk=team.team.pk).update(line=0.5)
    assert line(team).at == 0.9
