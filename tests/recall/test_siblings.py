"""A question is answered whole: a hit brings what the same session learned of the same matter, and nothing else."""

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.models import CodingSession, Contradiction, Evidence, Memory, Project, Turn
from memory.recall.search import search_memories

pytestmark = pytest.mark.django_db

RECAP = "Uploads go through the resumable endpoint since the March incident."
RULE = "Chunks are signed by the edge, never by the browser."
EXCEPTION = "Partners on the legacy plan keep the form post."
_ASKED = "resumable endpoint of uploads since the incident"
_numbers = count()


@pytest.fixture
def learn(alice: Actor) -> Callable[..., Memory]:
    """Stores a fact as learned in a session, and in one of its turns if one is named.

    `meaning` is where its vector points, as cosines with two axes.
    """

    def store(
        content: str,
        session: str,
        turn: str = "",
        *,
        actor: Actor = alice,
        meaning: Sequence[float] = (),
        **columns: Any,
    ) -> Memory:
        now = timezone.now()
        with access.acting(actor):
            project, _ = Project.objects.get_or_create(team=actor.team, identity="github.com/acme/up", name="acme/up")
            told, _ = CodingSession.objects.get_or_create(
                team=actor.team, external_id=session, author=actor.user,
                defaults={"project": project, "started_at": now, "last_event_at": now},
            )  # fmt: skip
            said = (
                Turn.objects.get_or_create(team=actor.team, session=told, uuid=turn, started_at=told.started_at)[0]
                if turn
                else None
            )
            columns = {"type": "decision", "author": actor.user, "occurred_at": now, **columns}
            if meaning:
                columns |= {"embedding": _vector(meaning), "embedding_model": "by hand"}
            memory = Memory.objects.create(team=actor.team, content=content, **columns)
            Evidence.objects.create(
                team=actor.team, memory=memory, session=told, turn=said, author=actor.user, source="assistant", at=now
            )
        return memory

    return store


def _vector(meaning: Sequence[float]) -> list[float]:
    rest = (1 - sum(value * value for value in meaning)) ** 0.5
    vector = [*meaning, *[0.0] * (384 - len(meaning))]
    vector[10 + next(_numbers)] = rest
    return vector


def beside(actor: Actor, question: str = _ASKED, **options: Any) -> list[list[str]]:
    """The texts of each hit's siblings."""
    with access.acting(actor):
        page = search_memories(question, actor=actor, **options)
    return [[each.content for each in hit.siblings] for hit in page.hits]


def contradict(older: Memory, newer: Memory, *, actor: Actor) -> None:
    """Open a contradiction between two statements of a size."""
    with access.acting(actor):
        Contradiction.objects.create(
            team=actor.team, older=older, newer=newer, kind="number", older_says="5", newer_says="8", confidence=0.9,
            judge="rules",
        )  # fmt: skip


def test_a_hit_brings_what_its_turn_and_its_session_learned_of_the_matter(
    learn: Callable[..., Memory], alice: Actor
) -> None:
    learn(RECAP, "s", "t1", meaning=(1.0,))
    learn(RULE, "s", "t2", meaning=(0.5,))
    learn(EXCEPTION, "s", "t1")
    learn("The colour of the button is teal.", "s", "t2", meaning=(0.05,))
    learn("Tape backups leave the house on Fridays.", "another", "t9", meaning=(0.9,))
    assert beside(alice) == [[RULE, EXCEPTION]]


@pytest.mark.parametrize("status", ["draft", "superseded", "forgotten", "quarantined"])
def test_what_is_not_current_is_no_sibling(learn: Callable[..., Memory], alice: Actor, status: str) -> None:
    learn(RECAP, "s", "t1")
    learn(RULE, "s", "t1", status=status)
    assert beside(alice) == [[]]


def test_what_a_later_statement_amends_is_no_sibling(learn: Callable[..., Memory], alice: Actor) -> None:
    learn(RECAP, "s", "t1")
    older, newer = learn("Chunks have 5 MB.", "s", "t1"), learn("Chunks have 8 MB.", "s", "t1")
    contradict(older, newer, actor=alice)
    assert beside(alice) == [["Chunks have 8 MB."]]


def test_what_somebody_keeps_to_themselves_takes_no_sibling_from_others(
    learn: Callable[..., Memory], alice: Actor, bob: Actor
) -> None:
    learn(RECAP, "s", "t1")
    older, newer = learn("Chunks have 5 MB.", "s", "t1"), learn("Chunks have 8 MB.", "s", "t1", visibility="private")
    contradict(older, newer, actor=alice)
    assert beside(alice) == [["Chunks have 8 MB."]]
    assert beside(bob) == [["Chunks have 5 MB."]]


def test_nobody_sees_a_sibling_that_they_may_not_see(
    learn: Callable[..., Memory], alice: Actor, bob: Actor, mallory: Actor
) -> None:
    learn(RECAP, "s", "t1")
    learn(RULE, "s", "t1", visibility="private")
    assert beside(alice) == [[RULE]]
    assert beside(bob) == [[]]
    assert beside(mallory) == []


def test_what_is_a_hit_or_folded_into_one_is_no_sibling(learn: Callable[..., Memory], alice: Actor) -> None:
    learn(RECAP, "s", "t1")
    learn(RECAP.replace("Uploads go", "Uploads  go"), "s", "t1")
    learn("The resumable endpoint of uploads has a limit of 2 GB since the incident.", "s", "t1")
    assert beside(alice) == [[], []]


def test_a_sibling_of_two_hits_stands_with_the_nearer_one(learn: Callable[..., Memory], alice: Actor) -> None:
    learn(RECAP, "s", "t1", meaning=(0.2, 0.8))
    learn("The resumable endpoint of uploads has a limit of 2 GB since the incident.", "s", "t2", meaning=(0.9, 0.1))
    learn(RULE, "s", "t1", meaning=(0.95,))
    with access.acting(alice):
        page = search_memories(_ASKED, actor=alice)
    told = {hit.memory.content: [each.content for each in hit.siblings] for hit in page.hits}
    assert told == {RECAP: [], "The resumable endpoint of uploads has a limit of 2 GB since the incident.": [RULE]}


def test_there_are_three_at_most_the_nearest_first(learn: Callable[..., Memory], alice: Actor) -> None:
    learn(RECAP, "s", "t1", meaning=(1.0,))
    for number in range(5):
        learn(f"Chapter {number} of the manual speaks of it.", "s", meaning=(0.4 + number / 10,))
    assert [text[8] for text in beside(alice)[0]] == ["4", "3", "2"]


def test_drafts_bring_none_and_signed_answers_only_signed_ones(learn: Callable[..., Memory], alice: Actor) -> None:
    learn(RECAP, "s", "t1")
    learn(RULE, "s", "t1", unsigned=True)
    learn(EXCEPTION, "s", "t1")
    learn("Drafts of the resumable endpoint wait.", "s", "t1", status="draft")
    assert beside(alice, "drafts of the resumable endpoint", drafts=True) == [[]]
    assert sorted(beside(alice)[0]) == sorted([RULE, EXCEPTION])
    assert beside(alice, signed=True) == [[EXCEPTION]]


def test_the_siblings_of_all_hits_are_one_statement(learn: Callable[..., Memory], alice: Actor) -> None:
    asked = []
    for number in range(4):
        learn(f"Service {number} of the uploads answers on port {number}.", f"s{number}", "t1")
        learn(f"Room {number} has a window.", f"s{number}", "t1")
        with (
            access.acting(alice),
            CaptureQueriesContext(
                connection,
            ) as queries,
        ):
            page = search_memories("which service of the uploads answers", actor=alice)
        assert [len(hit.siblings) for hit in page.hits] == [1] * (number + 1)
        asked.append(sum("cairn_siblings" in query["sql"] for query in queries))
    assert asked == [1, 1, 1, 1]
