"""A draft is told to no session: no briefing, no search and no count of answers has it, but the search in drafts."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.adapters.embedder import embedded
from memory.knowledge.lifecycle import approve, forget
from memory.knowledge.remember import remember
from memory.knowledge.review import counts
from memory.models import Contradiction, Memory, Recall
from memory.recall.briefing import briefing
from memory.recall.contradictions import count_open
from memory.recall.gaps import gaps
from memory.recall.search import search_memories
from tests.api.conftest import get
from tests.knowledge.test_contradiction_detection import LONG, SHORT, as_, project
from tests.lines import captured

pytestmark = pytest.mark.django_db

DRAFT = "The Frobnicator in billing/frob.py drops every third invoice because its buffer holds 512 rows."
QUESTION = "why does the Frobnicator drop every third invoice"
SHOP = "acme/shop"


@pytest.fixture
def draft(alice: Actor) -> Memory:
    """Something about acme/shop that nobody has approved, with a vector."""
    about = {"projects": (project(alice, SHOP),), "embedding": embedded([DRAFT])[0], "tags": ("billing",)}
    return captured(alice, DRAFT, 0.62, **about).memory


def ids(client: Client, **query: object) -> list[str]:
    page = get(client, "search", **query)
    assert page.status_code == 200, page.content
    return [hit["id"] for hit in page.json()["results"]]


def test_no_search_finds_it_but_the_one_that_asks_for_drafts(
    draft: Memory, bob: Actor, vera: Actor, api_of: Callable[..., Client]
) -> None:
    for question in (QUESTION, "Frobnicator", DRAFT):
        assert ids(api_of(bob), q=question) == ids(api_of(bob), q=question, semantic=0) == []
        for semantic in (0, 1):
            assert ids(api_of(bob), q=question, status="draft", semantic=semantic) == [str(draft.uuid)]
    page = get(api_of(vera), "search", q=QUESTION, status="draft", explain=1).json()
    assert (page["known"], page["total"], page["results"][0]["status"]) == (False, 1, "draft")
    assert page["results"][0]["why"]["lexical"] > 0


def test_another_team_finds_no_draft_and_nobody_finds_what_is_private_to_somebody_else(
    draft: Memory, alice: Actor, bob: Actor, mallory: Actor, api_of: Callable[..., Client]
) -> None:
    own = captured(bob, DRAFT.replace("512", "64"), 0.6, session="s2", visibility="private").memory
    assert ids(api_of(mallory), q=QUESTION, status="draft") == []
    assert ids(api_of(alice), q=QUESTION, status="draft") == [str(draft.uuid)]
    assert set(ids(api_of(bob), q=QUESTION, status="draft")) == {str(draft.uuid), str(own.uuid)}


def test_an_active_memory_is_no_draft_and_an_irrelevant_question_finds_none(
    draft: Memory, alice: Actor, api_of: Callable[..., Client]
) -> None:
    known = as_(alice, remember, DRAFT.replace("Frobnicator in billing/frob.py", "parser in orders/read.py"))
    assert str(known.uuid) in ids(api_of(alice), q=known.content)
    assert str(known.uuid) not in ids(api_of(alice), q=known.content, status="draft")
    assert ids(api_of(alice), q="how is the office kitchen cleaned", status="draft") == []
    assert get(api_of(alice), "search", q=QUESTION, status="active").status_code == 400
    as_(alice, approve, str(draft.uuid))
    assert ids(api_of(alice), q=QUESTION, status="draft") == []
    assert ids(api_of(alice), q=QUESTION)[0] == str(draft.uuid)


@pytest.mark.parametrize(
    ("narrowed", "finds"),
    [
        ({"project": SHOP}, True),
        ({"project": "acme/back"}, False),
        ({"type": "failure"}, True),
        ({"type": "pattern,decision"}, False),
        ({"tag": "billing"}, True),
        ({"tag": "it's"}, False),
        ({"agent_id": "nobody"}, False),
        ({"after": (timezone.now() - timedelta(days=2)).date().isoformat()}, True),
        ({"before": "2020-01-01"}, False),
        ({"limit": 1, "offset": 1}, False),
    ],
)
def test_a_search_in_drafts_narrows_as_every_search_does(
    draft: Memory, alice: Actor, api_of: Callable[..., Client], narrowed: dict, finds: bool
) -> None:
    project(alice, "acme/back")
    assert bool(ids(api_of(alice), q=QUESTION, status="draft", **narrowed)) == finds


def test_a_question_that_names_only_a_time_is_answered_with_drafts_where_they_are_asked(
    draft: Memory, alice: Actor, api_of: Callable[..., Client]
) -> None:
    assert ids(api_of(alice), q="what happened today") == []
    assert ids(api_of(alice), q="what happened today", status="draft") == [str(draft.uuid)]


@pytest.mark.parametrize("hostile", ["' | !!! & ((", "\x00\\", "a" * 8000, "%s %(team)s {0}", "!", "🦊 的 的"])
def test_a_hostile_question_to_the_drafts_is_answered(
    draft: Memory, alice: Actor, api_of: Callable[..., Client], hostile: str
) -> None:
    answer = get(api_of(alice), "search", q=hostile, status="draft")
    assert answer.status_code in (200, 400), answer.content


def test_no_briefing_says_it_and_its_contradictions_stay_among_reviewers(alice: Actor, bob: Actor) -> None:
    shop = project(alice, SHOP)
    known = as_(alice, remember, LONG, projects=[SHOP])
    wrong = captured(bob, SHORT, 0.6, projects=(shop,)).memory
    with access.acting(alice):
        assert Contradiction.objects.filter(older=known, newer=wrong, status="open").exists()
        told = briefing(actor=alice, project=shop, branch="feature/ttl")
        assert str(known.uuid) in told.memories and "300 s" in told.text
        assert "60 s" not in told.text and "contradictions" not in told.text
        (hit,) = search_memories("TTL of the Redis cache", actor=alice).hits
        assert (hit.contradicted, count_open(known)) == (False, 0)
        assert (counts(actor=alice).kinds["contradiction"], counts(actor=alice).kinds["draft"]) == (0, 1)
    as_(alice, approve, str(wrong.uuid))
    with access.acting(alice):
        assert "60 s" in briefing(actor=alice, project=shop).text
        assert all(hit.contradicted for hit in search_memories("TTL of the Redis cache", actor=alice).hits)
        assert (counts(actor=alice).kinds["contradiction"], count_open(known)) == (1, 1)


def test_a_reviewer_sees_what_a_draft_contradicts(alice: Actor) -> None:
    known = as_(alice, remember, LONG)
    wrong = captured(alice, SHORT, 0.6).memory
    with access.acting(alice):
        (hit,) = search_memories("TTL of the Redis cache", actor=alice, drafts=True).hits
        assert (hit.memory, hit.contradicted, count_open(wrong)) == (wrong, True, 1)
    as_(alice, forget, str(known.uuid))


def test_a_draft_answers_no_question_of_the_team(draft: Memory, alice: Actor, api_of: Callable[..., Client]) -> None:
    client = api_of(alice)
    assert get(client, "search", q=QUESTION).json()["known"] is False
    with access.acting(alice):
        assert [gap.question for gap in gaps(actor=alice)] == [QUESTION]
    assert ids(client, q=QUESTION, status="draft")
    with access.acting(alice):
        assert [gap.question for gap in gaps(actor=alice)] == [QUESTION]
        assert list(Recall.objects.values_list("shown", flat=True)) == [[]]


def test_what_only_a_draft_names_is_unheard_of(alice: Actor) -> None:
    """A question for something that nobody has named needs a better answer than one that shares its other words."""
    as_(alice, remember, "The parser in orders/read.py drops every third invoice because its buffer holds 64 rows.")

    def gate() -> float:
        with access.acting(alice):
            return search_memories("does the Frobnicator drop every third invoice", actor=alice).judgement.certain

    unheard_of = gate()
    draft = captured(alice, "The Frobnicator makes billing drop every tenth invoice.", 0.6).memory
    assert gate() == unheard_of
    as_(alice, approve, str(draft.uuid))
    assert gate() < unheard_of


def test_the_status_line_counts_drafts_for_those_who_can_review_them(draft: Memory, alice: Actor, bob: Actor) -> None:
    for actor, waiting in ((alice, 1), (bob, 0)):
        with access.acting(actor):
            assert briefing(actor=actor, project=None).status.drafts == waiting
    captured(bob, LONG, 0.6, session="s2", visibility="private")
    with access.acting(bob):
        assert briefing(actor=bob, project=None).status.drafts == 1
