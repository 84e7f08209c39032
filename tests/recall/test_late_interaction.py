"""Messages are read token by token: the signs follow the text, and what each word is near to puts answers first."""

import pytest
from django.db import connection

from memory import access
from memory.access import Actor
from memory.distill.embedding import EmbeddingRun, embed_backlog
from memory.knowledge.blocking import block
from memory.knowledge.erasure import erase_text
from memory.models import Message
from memory.recall.history import search_history
from memory.recall.status import team_status
from tests.talks import talk

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("embedder")]

ASKED = "When does the shop shut on Sundays?"
ANSWER = "The store closes at noon each weekend."
# A word of the question, and nothing of what is asked.
BESIDE = "On Sundays I read."
OTHERS = (
    "The release train leaves on Thursday, so the changelog has to be ready the evening before.",
    "I moved the retry into the client, and the flaky upload has been green since Monday.",
)


def signs(actor: Actor) -> dict[str, int | None]:
    """How many tokens are kept of each message, None where it was not read."""
    with access.acting(actor):
        rows = Message.objects.values_list("content", "token_signs")
        return {content: None if kept is None else len(kept) // 48 for content, kept in rows}


def scores(question: str, actor: Actor) -> dict[str, float]:
    with access.acting(actor):
        page = search_history(question, actor=actor, context_before_after=0, threshold=0.0)
        return {hit.message.content: hit.score for hit in page.results}


def test_whoever_is_read_has_a_token_for_each_word(real_embedder: None, alice: Actor) -> None:
    talk(alice, ("turn-1", "Free the lock!", "— ? —"))
    assert set(signs(alice).values()) == {None}
    embed_backlog(seconds=60)
    assert signs(alice) == {"Free the lock!": 3, "— ? —": 0}


def test_each_word_counts_for_what_it_means(real_embedder: None, alice: Actor, mallory: Actor) -> None:
    talk(alice, ("turn-1", OTHERS[0], BESIDE), ("turn-2", OTHERS[1], "Noted."), session="beside")
    talk(alice, ("turn-3", OTHERS[1], ANSWER), ("turn-4", OTHERS[0], "Noted."), session="answer")
    embed_backlog(seconds=60)
    read = scores(ASKED, alice)
    assert read[ANSWER] > read[BESIDE] + 0.03
    with access.acting(alice):
        Message.objects.update(token_signs=None)
    unread = scores(ASKED, alice)
    assert abs(unread[ANSWER] - unread[BESIDE]) < 0.01
    assert scores(ASKED, mallory) == {}


def test_a_new_team_finds_what_its_first_messages_mean(real_embedder: None, alice: Actor) -> None:
    talk(alice, ("turn-1", "My back hurts from sitting.", "The manager recommended Dr. Ortiz at the clinic."))
    embed_backlog(seconds=60)
    with access.acting(alice):
        found = search_history("Which doctor did the boss suggest?", actor=alice, context_before_after=0)
        assert [hit.message.content for hit in found.results] == ["The manager recommended Dr. Ortiz at the clinic."]
        for foreign in (ASKED, "Which database does the billing service use?", "What did Maria cook for the party?"):
            assert search_history(foreign, actor=alice).results == (), foreign


def test_what_was_embedded_before_there_were_tokens_is_read_after_it(real_embedder: None, alice: Actor) -> None:
    talk(alice, ("turn-1", "Free the lock!", "Done."))
    embed_backlog(seconds=60)
    with access.acting(alice):
        Message.objects.update(token_signs=None)
        assert team_status(actor=alice).unembedded_messages == 2
    assert embed_backlog(seconds=60) == EmbeddingRun(done=2)
    with access.acting(alice):
        assert team_status(actor=alice).unembedded_messages == 0
    assert signs(alice) == {"Free the lock!": 3, "Done.": 1}
    assert embed_backlog(seconds=60) == EmbeddingRun()


def test_signs_are_as_private_as_their_messages(real_embedder: None, alice: Actor, bob: Actor, mallory: Actor) -> None:
    session = talk(alice, ("turn-1", "Free the lock!", "Done."))
    embed_backlog(seconds=60)
    with access.acting(alice):
        keys = list(Message.objects.values_list("pk", flat=True))

    def seen(actor: Actor) -> int:
        with access.acting(actor), connection.cursor() as cursor:
            cursor.execute("SELECT count(signs) FROM cairn_token_signs(%s, 'all-MiniLM-L6-v2')", [keys])
            return int(cursor.fetchone()[0])

    assert (seen(alice), seen(bob), seen(mallory)) == (2, 2, 0)
    with access.acting(alice):
        block(session=str(session.external_id), reason="poisoned", actor=alice)
    assert (seen(alice), seen(bob), seen(mallory)) == (2, 0, 0)


def test_signs_go_with_what_is_erased(real_embedder: None, alice: Actor) -> None:
    talk(alice, ("turn-1", "The pass phrase is tulip-42.", "Noted."))
    embed_backlog(seconds=60)
    with access.acting(alice):
        erase_text("tulip-42", actor=alice)
    assert signs(alice) == {"The pass phrase is [ERASED].": None, "Noted.": 1}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM memory_message WHERE token_signs IS NOT NULL AND content LIKE '%%ERASED%%'"
        )
        assert cursor.fetchone()[0] == 0
