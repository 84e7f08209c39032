"""What people say beside a memory: a note of their own, without secrets, as private as the memory."""

import pytest

from memory import access
from memory.access import Actor
from memory.errors import Conflict, Forbidden, NotFound, Refused
from memory.knowledge.comments import LONGEST, add_comment, remove_comment, restore_comment
from memory.knowledge.lifecycle import forget, pin
from memory.knowledge.remember import remember
from memory.knowledge.undo import undo
from memory.models import AuditEvent, Comment, Memory
from memory.recall.comments import comments_of
from tests.conftest import _actor
from tests.knowledge.test_contradiction_detection import LONG, as_

pytestmark = pytest.mark.django_db


@pytest.fixture
def fact(alice: Actor) -> Memory:
    return as_(alice, remember, LONG)


@pytest.fixture
def note(bob: Actor, fact: Memory) -> Comment:
    return as_(bob, add_comment, str(fact.uuid), "The vendor said so on the phone.")


def seen(actor: Actor, memory: Memory) -> list[str]:
    """The comments that stand, as `actor` reads them."""
    with access.acting(actor):
        return [found.content for found in comments_of(memory, actor=actor) if not found.removed_at]


def verbs(actor: Actor) -> list[str]:
    with access.acting(actor):
        events = AuditEvent.objects.filter(subject__startswith="comment:").order_by("pk")
        return list(events.values_list("verb", flat=True))


def test_the_whole_team_reads_a_comment_and_nobody_else_does(
    alice: Actor, vera: Actor, mallory: Actor, fact: Memory, note: Comment
) -> None:
    assert seen(alice, fact) == seen(vera, fact) == [note.content]
    assert seen(mallory, fact) == []
    for verb, ref in ((add_comment, (str(fact.uuid), "Hello.")), (remove_comment, (note.pk,))):
        with pytest.raises(NotFound):
            as_(mallory, verb, *ref)


def test_a_secret_never_gets_into_a_comment(bob: Actor, fact: Memory) -> None:
    key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
    said = as_(bob, add_comment, str(fact.uuid), f"Use {key[:40]} there. <private>My own.</private>")
    assert "ghp_" not in said.content
    assert "My own" not in said.content
    assert "[REDACTED:" in said.content
    with access.acting(bob):
        detail = AuditEvent.objects.get(subject=f"comment:{said.pk}").detail
    assert sum(detail["redactions"].values()) == 1


@pytest.mark.parametrize("words", ["", "  \n", "<private>all of it</private>", "x" * (LONGEST + 1), "x" * 100_000])
def test_no_words_and_too_many_are_refused(bob: Actor, fact: Memory, words: str) -> None:
    with pytest.raises(Refused) as refusal:
        as_(bob, add_comment, str(fact.uuid), words)
    assert (refusal.value.code, refusal.value.status) == ("invalid", 422)


def test_its_author_and_a_curator_take_it_back_and_bring_it_back(
    alice: Actor, bob: Actor, fact: Memory, note: Comment
) -> None:
    for who in (bob, alice):
        as_(who, remove_comment, note.pk)
        assert seen(bob, fact) == []
        as_(who, restore_comment, note.pk)
        assert seen(bob, fact) == [note.content]
    assert verbs(bob) == ["comment", *["remove_comment", "restore_comment"] * 2]


def test_nobody_else_may_and_a_viewer_says_nothing(alice: Actor, vera: Actor, fact: Memory, note: Comment) -> None:
    carol = _actor("carol", "acme", "member")
    for who in (carol, vera):
        with pytest.raises(Forbidden):
            as_(who, remove_comment, note.pk)
    with pytest.raises(Forbidden):
        as_(vera, add_comment, str(fact.uuid), "Me too.")
    assert seen(alice, fact) == [note.content]


def test_of_two_who_remove_it_the_second_is_told(alice: Actor, bob: Actor, note: Comment) -> None:
    as_(bob, remove_comment, note.pk)
    with pytest.raises(Conflict, match="removed already"):
        as_(alice, remove_comment, note.pk)
    as_(bob, restore_comment, note.pk)
    with pytest.raises(Conflict, match="there already"):
        as_(alice, restore_comment, note.pk)


def test_what_was_taken_back_is_known_to_those_who_may_bring_it_back(
    alice: Actor, bob: Actor, vera: Actor, fact: Memory, note: Comment
) -> None:
    as_(bob, remove_comment, note.pk)
    for who, told in ((bob, 1), (alice, 1), (vera, 0)):
        with access.acting(who):
            assert len(comments_of(fact, actor=who)) == told


def test_a_comment_on_a_private_memory_is_private(alice: Actor, bob: Actor) -> None:
    secret = as_(bob, remember, LONG, visibility="private")
    note = as_(bob, add_comment, str(secret.uuid), "Mine alone.")
    assert seen(bob, secret) == ["Mine alone."]
    assert seen(alice, secret) == []
    with access.acting(alice):
        assert not Comment.objects.exists()
    with pytest.raises(NotFound):
        as_(alice, remove_comment, note.pk)


def test_a_comment_stands_in_no_deeds_way(alice: Actor, fact: Memory) -> None:
    as_(alice, pin, str(fact.uuid))
    as_(alice, add_comment, str(fact.uuid), "Pinned for the audit.")
    assert not as_(alice, undo, str(fact.uuid)).pinned
    as_(alice, forget, str(fact.uuid))
    assert seen(alice, fact) == ["Pinned for the audit."]
