"""The middle of a long text counts for what it means, and never outlives its text."""

import pytest
from django.db import connection

from memory import access
from memory.access import Actor
from memory.distill.embedding import embed_backlog
from memory.knowledge.erasure import erase_text
from memory.knowledge.save import Ground, NewFact, save
from memory.models import Memory, MemoryPassage, Message, MessagePassage
from memory.recall.arms import Filters, Question, look_up
from memory.recall.clock import Clock
from memory.recall.history import search_history
from tests.talks import STARTED, talk

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("embedder")]

# What stands in the middle, and a question about it that shares no word with it.
NEEDLE = (
    "The nightly export breaks off whenever the disk that holds the spool is almost full. It writes half of a file and"
    " leaves its lock behind, so that the next run refuses to begin. Free two gigabytes before midnight."
)
QUESTION = "why does an overnight dump abort once storage runs out"
HAY = (
    "The navigation bar got new icons, and the palette follows the brand book now: blue for links, green for success.",
    "Buttons keep their size on hover, and the font of headings is the one that the designers chose in spring.",
    "Forms tell what is missing beside each field; a tooltip explains the formats of telephone numbers and dates.",
    "The footer lists the offices in Vienna and Porto, with their opening hours and a map that opens on a tap.",
)
LONG = "\n".join([*HAY * 5, NEEDLE, *HAY * 5])


def cut(text: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT substr(%s, first, length) FROM cairn_passages(%s)", [text, text])
        return [row[0] for row in cursor.fetchall()]


def know(content: str, actor: Actor, **fields: str) -> Memory:
    with access.acting(actor):
        return save(NewFact(content, "context", Ground("assistant", STARTED), "imported", **fields), actor=actor).memory


@pytest.mark.parametrize(
    "text",
    [
        LONG,
        "word " * 700,
        "no-place-to-cut-" * 200,
        "数据库迁移必须在部署之前完成。" * 120,
        "line\n" * 900,
        "ä" * 2_000,
    ],
)
def test_passages_follow_each_other_to_the_end_of_the_text(text: str) -> None:
    passages = cut(text)
    assert text.endswith("".join(passages))
    assert all(0 < len(passage.encode()) <= 400 for passage in passages)
    assert 0 < len(text.removesuffix("".join(passages)).encode()) <= 400


def test_they_end_with_lines_and_words_where_there_are_any() -> None:
    assert all(passage.endswith("\n") for passage in cut(LONG)[:-1])
    assert all(passage.endswith("word ") for passage in cut("word " * 700))


def test_what_a_model_reads_whole_has_none_and_endless_texts_have_a_hundred() -> None:
    assert cut("") == cut("short") == cut("x" * 1_000) == []
    assert len(cut("word " * 100_000)) == 100
    assert all("words" in passage for passage in cut("words " * 200 + " \n" * 2_000))


def meaning_of_long_answer(actor: Actor) -> float:
    """What the best answer's meaning is worth, which has to be the long one."""
    best = search_history(QUESTION, actor=actor, threshold=0.0).results[0]
    assert best.message.content == LONG
    return best.why.semantic


def test_the_middle_of_a_long_answer_counts(real_embedder: None, alice: Actor) -> None:
    talk(alice, ("turn-1", f"Go on. {HAY[0]}", LONG))
    embed_backlog(seconds=60)
    with access.acting(alice):
        assert meaning_of_long_answer(alice) > 0.2
        MessagePassage.objects.all().delete()
        assert meaning_of_long_answer(alice) < 0.05


@pytest.mark.parametrize("filters", [{}, {"types": ["context"]}], ids=["all", "few"])
def test_the_middle_of_a_long_memory_counts(
    real_embedder: None, alice: Actor, mallory: Actor, filters: dict[str, list[str]]
) -> None:
    memory = know(LONG, alice)
    other = know("Icons come from the brand book.", alice)
    know(LONG, mallory)
    embed_backlog(seconds=60)

    def cosines() -> dict[int, float | None]:
        found = look_up(Question(QUESTION, 1, Filters(**filters)), Clock(), now=STARTED, actor=alice)
        return {candidate.memory_id: candidate.cosine for candidate in found.candidates}

    with access.acting(alice):
        assert cosines()[memory.pk] > 0.4
        assert set(cosines()) <= {memory.pk, other.pk}
        MemoryPassage.objects.all().delete()
        assert cosines().get(memory.pk, 0.0) < 0.1


def test_passages_change_and_go_with_their_text(alice: Actor) -> None:
    talk(alice, ("turn-1", "Go on.", LONG))
    memory = know(LONG, alice)
    embed_backlog()
    with access.scope(team=alice.team, system=True):
        assert MemoryPassage.objects.count() == MessagePassage.objects.count() == len(cut(LONG))
        assert not MemoryPassage.objects.filter(embedding=None).exists()
    with access.acting(alice):
        erase_text(NEEDLE, actor=alice)
    with access.scope(team=alice.team, system=True):
        assert MemoryPassage.objects.count() == MessagePassage.objects.filter(embedding=None).count()
        embed_backlog()
        memory.refresh_from_db()
        assert len(cut(memory.content)) == MemoryPassage.objects.exclude(embedding=None).count()
        Message.objects.all().delete()
        Memory.objects.all().delete()
        assert not MemoryPassage.objects.exists()
        assert not MessagePassage.objects.exists()


def test_a_passage_is_as_private_as_its_text(alice: Actor, bob: Actor, mallory: Actor) -> None:
    know(LONG, alice, visibility="private")
    talk(alice, ("turn-1", "Go on.", LONG))
    for actor, memories, messages in ((alice, True, True), (bob, False, True), (mallory, False, False)):
        with access.acting(actor):
            assert MemoryPassage.objects.exists() is memories
            assert MessagePassage.objects.exists() is messages
