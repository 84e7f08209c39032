"""The embedder's backlog: what has no vector of the current model gets one, newest first, in short runs."""

from datetime import timedelta

import pytest

from memory import access
from memory.access import Actor
from memory.adapters.embedder_hash import HashEmbedder
from memory.distill import embedding
from memory.distill.embedding import EmbeddingRun, embed_backlog
from memory.models import Message
from memory.recall.history import search_history
from memory.recall.status import team_status
from tests.talks import CACHE, HEALTH, STARTED, talk

pytestmark = pytest.mark.django_db


def waiting(actor: Actor) -> int:
    with access.acting(actor):
        return team_status(actor=actor).unembedded_messages


def test_words_find_at_once_and_vectors_follow(alice: Actor, mallory: Actor) -> None:
    talk(alice, HEALTH, CACHE)
    talk(mallory, HEALTH)
    assert waiting(alice) == 5
    with access.acting(alice):
        assert search_history("Redis caching layer", actor=alice).results
    assert embed_backlog() == EmbeddingRun(done=7)
    assert waiting(alice) == waiting(mallory) == 0
    assert embed_backlog() == EmbeddingRun()


def test_the_newest_come_first_and_a_run_ends_with_its_time(alice: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    talk(alice, HEALTH, session="old", started_at=STARTED - timedelta(days=9))
    talk(alice, CACHE, session="new")
    clock = iter([0.0, 0.0, 9.0])
    monkeypatch.setattr(embedding.time, "monotonic", lambda: next(clock))
    assert embed_backlog(seconds=5, batch=3) == EmbeddingRun(done=3, unfinished=True)
    with access.acting(alice):
        done = Message.objects.exclude(embedding_model="").values_list("session__external_id", flat=True)
        assert list(done) == ["new"] * 3


def test_another_model_replaces_the_vectors_while_the_search_goes_on(
    alice: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk(alice, HEALTH, CACHE)
    embed_backlog()
    monkeypatch.setattr(HashEmbedder, "model", "hash-2")
    assert waiting(alice) == 5
    assert embed_backlog(batch=2, seconds=0.0).unfinished
    embed_backlog(batch=2)
    with access.acting(alice):
        assert search_history("Redis caching layer", actor=alice).results
        assert set(Message.objects.values_list("embedding_model", flat=True)) == {"hash-2"}
