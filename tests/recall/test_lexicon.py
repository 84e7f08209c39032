"""Counting words anew while others save, embed and count: nobody waits for another in a circle."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from memory import access
from memory.access import Actor
from memory.adapters.embedder import embedder
from memory.capture.transcripts.recording import record_transcript
from memory.models import Message
from memory.models.lexicon import Collection, LexiconSize
from memory.recall import lexicon
from memory.recall.vectors import embed_next
from tests.capture.transcript_samples import minute, user

_ROUNDS = 12


def _say(actor: Actor, session: str, count: int) -> None:
    words = "canary deploy cache ledger retry gateway pool index shard queue".split()
    lines = [
        user(
            " ".join(words[(number + place) % len(words)] + str(number % 7) for place in range(12)),
            f"{session}-{number}",
            sessionId=session,
            timestamp=minute(number % 50),
        )
        for number in range(count)
    ]
    with access.acting(actor):
        record_transcript(iter(lines), session_id=session, project=None, path="", actor=actor)


def _embed(actor: Actor) -> None:
    """By the batch, the newest words first, which is not the order of the rows."""
    with access.scope(team=actor.team, system=True):
        embed_next(embedder(), 50)


def _in_turns(work: Callable[[int], None]) -> None:
    try:
        for number in range(_ROUNDS):
            work(number)
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_refreshing_goes_on_beside_saving_embedding_and_another_refresh(alice: Actor) -> None:
    _say(alice, "first", 600)
    jobs: tuple[Callable[[int], None], ...] = (
        lambda number: lexicon.refresh(team=alice.team, collection=Collection.MESSAGE),
        lambda number: lexicon.refresh_team(alice.team.pk),
        lambda number: _say(alice, f"more-{number}", 8),
        lambda number: _embed(alice),
    )
    with ThreadPoolExecutor(len(jobs)) as threads:
        for done in [threads.submit(_in_turns, job) for job in jobs]:
            done.result()
    lexicon.refresh_team(alice.team.pk)
    with access.acting(alice):
        size = LexiconSize.objects.get(collection=Collection.MESSAGE)
        assert size.documents == Message.objects.count() == 600 + 8 * _ROUNDS
