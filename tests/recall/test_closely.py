"""Memories are read token by token: the signs follow the text, and what each word is near to orders the answers."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.adapters.embedder import embedded
from memory.distill.embedding import EmbeddingRun, embed_backlog
from memory.knowledge.erasure import erase_text
from memory.knowledge.save import Ground, NewFact, save
from memory.models import Contradiction, Memory
from memory.recall.search import search_memories
from memory.rules import ranking
from memory.rules.ranking import Candidate

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("embedder")]

ASKED = "How fresh must fct_payments be during the day?"
ANSWER = "Freshness promise: fct_payments is at most 2 hours old between 06:00 and 22:00."
# Words of the question, and nothing of what is asked.
BESIDE = "fct_payments was stale for hours; the freshness test now sits on the mart."


def know(actor: Actor, *contents: str, **columns: object) -> list[Memory]:
    """Stores facts as capture does, with their vectors."""
    embeddings = embedded(list(contents))
    with access.acting(actor):
        ground = Ground("assistant", timezone.now())
        facts = (
            NewFact(content, "pattern", ground, "captured", embedding=embedding, **columns)
            for content, embedding in zip(contents, embeddings, strict=True)
        )
        return [save(fact, actor=actor).memory for fact in facts]


def signs(actor: Actor) -> dict[str, int | None]:
    """How many tokens are kept of each memory, None where it was not read."""
    with access.acting(actor):
        rows = Memory.objects.values_list("content", "token_signs")
        return {content: None if kept is None else len(kept) // 48 for content, kept in rows}


def forget_tokens(actor: Actor) -> None:
    """As a release left them that did not read tokens."""
    with access.acting(actor):
        Memory.objects.update(token_signs=None)


def ask(question: str, actor: Actor, **options: Any) -> list[str]:
    """The texts of the hits, best first."""
    with access.acting(actor):
        return [hit.memory.content for hit in search_memories(question, actor=actor, **options).hits]


def test_tokens_are_kept_with_the_vector(real_embedder: None, alice: Actor) -> None:
    know(alice, "Free the lock!")
    assert signs(alice) == {"Free the lock!": 3}
    assert embed_backlog(seconds=60) == EmbeddingRun()


def test_what_has_a_vector_and_no_tokens_is_read_once_more(real_embedder: None, alice: Actor) -> None:
    know(alice, "Free the lock!", "Lints run first.")
    forget_tokens(alice)
    assert embed_backlog(seconds=60) == EmbeddingRun(done=2)
    assert signs(alice) == {"Free the lock!": 3, "Lints run first.": 4}
    assert embed_backlog(seconds=60) == EmbeddingRun()


def test_each_word_counts_for_what_it_means(real_embedder: None, alice: Actor) -> None:
    know(alice, ANSWER, BESIDE)
    forget_tokens(alice)
    unread, by_ranks = ask(ASKED, alice), ask(ASKED, alice, fusion="rrf")
    embed_backlog(seconds=60)
    assert unread == [BESIDE, ANSWER] and ask(ASKED, alice) == [ANSWER, BESIDE]
    assert ask(ASKED, alice, fusion="rrf") == by_ranks
    assert ask(ASKED, alice, semantic=False) == [BESIDE, ANSWER]


def test_what_was_not_read_yet_is_found_among_what_was(real_embedder: None, alice: Actor) -> None:
    know(alice, ANSWER, BESIDE)
    embed_backlog(seconds=60)
    with access.acting(alice):
        Memory.objects.filter(content=BESIDE).update(token_signs=None)
    assert set(ask(ASKED, alice)) == {ANSWER, BESIDE}


def test_a_later_statement_stays_above_what_it_amends(real_embedder: None, alice: Actor) -> None:
    older, newer = know(alice, ANSWER, BESIDE)
    embed_backlog(seconds=60)
    with access.acting(alice):
        Contradiction.objects.create(
            team=alice.team, older=older, newer=newer, kind="value", older_says="noon", newer_says="bread",
            confidence=0.9, judge="rules",
        )  # fmt: skip
    assert ask(ASKED, alice) == [BESIDE, ANSWER]


def test_signs_are_as_private_as_their_memories(real_embedder: None, alice: Actor, bob: Actor, mallory: Actor) -> None:
    known = [*know(alice, "Free the lock!"), *know(alice, "The lock is mine.", visibility="private")]
    embed_backlog(seconds=60)

    def seen(actor: Actor) -> int:
        with access.acting(actor), connection.cursor() as cursor:
            keys = [memory.pk for memory in known]
            cursor.execute("SELECT count(signs) FROM cairn_memory_signs(%s, 'all-MiniLM-L6-v2')", [keys])
            return int(cursor.fetchone()[0])

    assert (seen(alice), seen(bob), seen(mallory)) == (2, 1, 0)


def test_signs_go_with_what_is_erased(real_embedder: None, alice: Actor) -> None:
    know(alice, "The pass phrase is tulip-42.")
    embed_backlog(seconds=60)
    with access.acting(alice):
        erase_text("tulip-42", actor=alice)
    assert signs(alice) == {"The pass phrase is [ERASED].": None}


def test_tokens_order_and_leave_the_relevance_as_it_is() -> None:
    fusion = ranking.fusion_for("all-MiniLM-L6-v2")
    plain = Candidate(1, 0.6, 0.5, "pattern", "long-term", 1.0, 0)
    near, far = (ranking.score(replace(plain, tokens=tokens), fusion) for tokens in (0.9, 0.1))
    assert near.relevance == far.relevance == ranking.score(plain, fusion).relevance
    assert near.score > ranking.score(plain, fusion).score > far.score
