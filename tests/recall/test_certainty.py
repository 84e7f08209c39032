"""An answer that is there is shown, and what nobody knows is answered with nothing, or with what is marked as near."""

from collections import defaultdict
from collections.abc import Callable

import pytest

from memory import access
from memory.access import Actor
from memory.knowledge.remember import remember
from memory.recall import evaluation
from memory.recall.search import SearchPage, search_memories
from tests.recall.gate_set import gate_set

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("embedder")]
SPELLED = ("typo", "case", "prefix", "unknown-words", "long", "keywords", "identifier")


def test_answers_are_shown_and_the_unanswerable_are_told(vacuumed: None, real_embedder: None) -> None:
    found, empty, certain = defaultdict(list), [], []
    dataset = gate_set()
    with evaluation.scratch_team() as actor:
        ids, _ = evaluation.load_memories(dataset, actor=actor, with_embedder=True)
        for question in dataset.questions:
            with access.acting(actor):
                page = search_memories(question.text, actor=actor)
            shown = {ids[hit.memory.pk] for hit in page.hits}
            if question.relevant:
                found[question.category].append(bool(shown & question.relevant))
                empty.append(not page.hits)
            else:
                certain.append(page.known)
                assert page.known or not page.hits or page.note == "Nothing certain; nearest:"
    assert sum(empty) <= 0.05 * len(empty)
    assert sum(certain) <= 0.15 * len(certain)
    for kind in SPELLED:
        assert sum(found[kind]) >= 0.95 * len(found[kind]), kind


def tell(actor: Actor, fact: str, **details: str) -> None:
    with access.acting(actor):
        remember(fact, actor=actor, **details)


@pytest.fixture
def ask(alice: Actor, real_embedder: None) -> Callable[[str], SearchPage]:
    for fact in (
        "Redis keeps idempotency keys for 24 h, because payment providers repeat web hooks for a day.",
        "ReactJS pages are rendered on the server, because crawlers do not run scripts.",
        "MongoDB runs as a replica set of three, single-node deployments lost writes at failover.",
        "GitHub Actions read the signing secrets from Vault, never from the settings of the repository.",
        "TypeScript is compiled with strict null checks since 5.4.",
    ):
        tell(alice, fact)

    def asked(question: str) -> SearchPage:
        with access.acting(alice):
            return search_memories(question, actor=alice)

    return asked


@pytest.mark.parametrize(
    ("question", "word"),
    [("Reedis", "Redis"), ("REACTJS", "ReactJS"), ("mongod", "MongoDB"), ("typsecript", "TypeScript")],
)
def test_a_word_that_no_memory_has_is_read_as_what_it_is_like(
    ask: Callable[[str], SearchPage], question: str, word: str
) -> None:
    assert ask(question).hits[0].memory.content.startswith(word)


def test_words_of_private_memories_are_offered_to_their_author_alone(
    ask: Callable[[str], SearchPage], bob: Actor
) -> None:
    tell(bob, "Zanzibar is the code name of the new API of the gateway.", visibility="private")
    with access.acting(bob):
        assert search_memories("Zanzibr", actor=bob, semantic=False).hits
    assert not ask("Zanzibr").known
