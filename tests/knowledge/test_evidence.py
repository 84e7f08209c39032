"""Why a memory is believed: every sighting with its session, turn, tools, branch and commit, and no secrets."""

import pytest
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.errors import Refused
from memory.knowledge.remember import remember, update
from memory.models import CodingSession, Evidence, Memory, ToolCall, Turn
from memory.recall.evidence import sightings
from memory.rules.commits import last_commit, made_commits
from memory.rules.material import ToolUse
from tests.knowledge.test_contradiction_detection import LONG, SHORT, as_, project, stored

pytestmark = pytest.mark.django_db


def test_the_same_fact_of_a_second_person_is_evidence_not_a_row(alice: Actor, bob: Actor) -> None:
    first = stored(alice, LONG)
    second = stored(bob, LONG)
    assert (first.made, second.made, second.memory) == (True, False, first.memory)
    with access.acting(alice):
        memory = Memory.objects.get()
        assert memory.corroborations == 1
        assert [one.evidence.author for one in sightings(memory, actor=alice)] == [alice.user, bob.user]


def test_private_words_never_become_evidence_of_what_others_see(alice: Actor, bob: Actor) -> None:
    shared = stored(alice, LONG).memory
    private = stored(bob, LONG, visibility="private")
    assert private.made
    with access.acting(alice):
        assert [one.evidence.author for one in sightings(shared, actor=alice)] == [alice.user]
    assert not stored(bob, LONG, visibility="private").made
    assert stored(alice, LONG, visibility="private").made, "private to somebody else"


def test_what_is_told_to_the_team_does_not_hide_in_a_private_twin(alice: Actor, bob: Actor) -> None:
    stored(bob, LONG, visibility="private")
    assert as_(bob, remember, LONG).visibility == "team"
    with access.acting(alice):
        assert Memory.objects.get().content == LONG


def test_evidence_without_tool_lines_shows_those_of_its_turn(alice: Actor) -> None:
    shop, now = project(alice, "acme/shop"), timezone.now()
    with access.acting(alice):
        row = {"team": alice.team, "project": shop}
        session = CodingSession.objects.create(
            **row, external_id="s1", author=alice.user, started_at=now, last_event_at=now
        )
        turn = Turn.objects.create(team=alice.team, session=session, uuid="t1", started_at=now)
        row |= {"session": session, "turn": turn, "called_at": now}
        ToolCall.objects.create(**row, call_id="c1", name="Edit", target="core/cache.py")
        ToolCall.objects.create(**row, call_id="c2", name="Bash", target="pytest", failed=True)
        memory = stored(alice, LONG).memory
        Evidence.objects.create(team=alice.team, memory=memory, session=session, turn=turn, source="assistant", at=now)
        shown = [one.tools for one in sightings(memory, actor=alice) if one.evidence.turn]
        assert shown == [("[Edit] core/cache.py", "[Bash] pytest (failed)")]


def test_an_update_that_distills_to_nothing_leaves_the_old_one_with_its_evidence(alice: Actor) -> None:
    memory = as_(alice, remember, LONG)
    for nothing in ("thanks a lot!", "Had a great weekend, we went hiking.", "maybe it is the cache, not sure"):
        with pytest.raises(Refused):
            as_(alice, update, str(memory.uuid), nothing)
    with access.acting(alice):
        assert Memory.objects.get().status == "active" and memory.evidence.count() == 1


def test_secrets_in_a_correction_are_redacted_and_audited(alice: Actor) -> None:
    memory = as_(alice, remember, LONG)
    newer = as_(alice, update, str(memory.uuid), f"{SHORT} REDIS_PASSWORD=hunter2hunter2")
    with access.acting(alice):
        told = [newer.content, *newer.evidence.values_list("excerpt", flat=True)]
        assert not any("hunter2" in text for text in told)


@pytest.mark.parametrize(
    ("command", "output", "commit"),
    [
        ("git commit -m 'Fix TTL'", "[main 1a2b3c4] Fix TTL\n 1 file changed, 2 insertions(+)", "1a2b3c4"),
        ("cd api && git -C . commit -am x", "[fix/ttl-60 0badc0ffee] x", "0badc0ffee"),
        ("git commit -m start", "[main (root-commit) 1a2b3c4] start", "1a2b3c4"),
        ("git commit", "[detached HEAD abcdef1] y", "abcdef1"),
        ("git commit -m x", "nothing to commit, working tree clean", ""),
        ("cat log.txt", "[main 1a2b3c4] Fix TTL", ""),
        ("git log", "1a2b3c4 commit of yesterday", ""),
    ],
)
def test_a_commit_is_read_off_what_git_answered(command: str, output: str, commit: str) -> None:
    assert last_commit([ToolUse("Bash", command=command, output=output)]) == commit


def test_the_last_of_several_commits_counts_and_failed_ones_do_not() -> None:
    calls = [
        ToolUse("Bash", command="git commit -m a", output="[main aaaaaa1] a"),
        ToolUse("Bash", command="git commit -m b && git commit -m c", output="[main bbbbbb1] b\n[main ccccccc] c"),
        ToolUse("Bash", command="git commit -m d", output="[main ddddddd] d", failed=True),
    ]
    assert made_commits(calls) == ("aaaaaa1", "bbbbbb1", "ccccccc")
    assert last_commit(calls) == "ccccccc"
