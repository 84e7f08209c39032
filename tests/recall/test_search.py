"""Search finds what is known, ranks it by relevance, and never looks over the wall."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.adapters.embedder import embedded
from memory.errors import Unavailable
from memory.knowledge.save import Ground, NewFact, as_columns, save
from memory.models import Memory, Project
from memory.recall import lexicon
from memory.recall.search import search_memories

pytestmark = pytest.mark.django_db

FACTS = {
    "Celery chosen over RQ for the task queue, because RQ lacks robust retry support.": "decision",
    "Auth middleware in error_handler.py converts 401 responses to 200 due to a hardcoded fallback.": "failure",
    "All API responses use the envelope format {data, error}.": "pattern",
    "PostgreSQL 16 runs on RDS in eu-central-1.": "dependency",
    "Checkout p95 rose to 900 ms after the Redis cache TTL was set to 5 s.": "failure",
    "Stripe webhooks are verified with the signing secret of the endpoint.": "pattern",
}


@pytest.fixture
def know(alice: Actor) -> Callable[..., Memory]:
    """Stores a fact as alice, unless told who."""

    def store(content: str, type: str = "decision", *, actor: Actor = alice, **fields: object) -> Memory:
        occurred_at = fields.pop("occurred_at", timezone.now())
        ground = Ground(source="assistant", at=occurred_at)
        fact = NewFact(content, type, ground, "captured", embedding=embedded([content])[0], **fields)
        with access.acting(actor):
            return save(fact, actor=actor).memory

    return store


@pytest.fixture
def known(know: Callable[..., Memory], alice: Actor) -> dict[str, Memory]:
    """The facts above, stored."""
    return {content: know(content, type) for content, type in FACTS.items()}


def ask(query: str, actor: Actor, **filters: object) -> list[str]:
    with access.acting(actor):
        return [hit.memory.content for hit in search_memories(query, actor=actor, **filters).hits]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("which task queue do we use and why", "Celery"),
        ("why does the auth middleware answer 200", "401"),
        ("error_handler.py", "error_handler.py"),
        ("handler", "error_handler.py"),
        ("envelope format of API responses", "envelope"),
        ("postgres version on RDS", "PostgreSQL 16"),
        ("redis TTL", "TTL"),
    ],
)
def test_a_question_finds_its_fact_first(known: dict, alice: Actor, query: str, expected: str) -> None:
    assert expected in ask(query, alice)[0]


def test_a_question_that_nothing_answers_finds_nothing(known: dict, alice: Actor) -> None:
    assert ask("how tall is the Eiffel tower in winter", alice) == []
    assert ask("", alice) == []
    assert ask("the of and \x00", alice) == []


def test_another_team_finds_nothing_and_a_team_mate_everything(known: dict, bob: Actor, mallory: Actor) -> None:
    assert ask("task queue celery", mallory) == []
    assert ask("task queue celery", bob) != []


def test_a_private_memory_is_found_by_its_author_alone(know: Callable[..., Memory], alice: Actor, bob: Actor) -> None:
    know("The staging database runs on host lynx-42.", "dependency", visibility="private")
    assert ask("staging database host", alice) != []
    assert ask("staging database host", bob) == []


@pytest.mark.parametrize("status", ["draft", "superseded", "forgotten", "quarantined"])
def test_only_current_memories_are_found(know: Callable[..., Memory], alice: Actor, status: str) -> None:
    know("Kafka replaced RabbitMQ for order events.", status=status)
    assert ask("kafka order events", alice) == []


def test_filters_narrow_inside_the_database(know: Callable[..., Memory], alice: Actor) -> None:
    with access.acting(alice):
        shop = Project.objects.create(team=alice.team, identity="github.com/acme/shop", name="acme/shop")
        blog = Project.objects.create(team=alice.team, identity="github.com/acme/blog", name="acme/blog")
    then = timezone.now() - timedelta(days=40)
    know("Deploys of the shop run at 10:00.", "pattern", projects=(shop,), tags=("ops",), occurred_at=then)
    know("Deploys of the blog run on merge.", "decision", projects=(blog,))
    know("Deploys everywhere need a green pipeline.", "pattern")
    assert len(ask("when do deploys run", alice)) == 3
    assert sorted(ask("when do deploys run", alice, project=shop)) == [
        "Deploys everywhere need a green pipeline.",
        "Deploys of the shop run at 10:00.",
    ]
    assert ask("when do deploys run", alice, types=["decision"]) == ["Deploys of the blog run on merge."]
    assert ask("when do deploys run", alice, tag="ops") == ["Deploys of the shop run at 10:00."]
    assert ask("when do deploys run", alice, before=then + timedelta(days=1)) == ["Deploys of the shop run at 10:00."]
    assert ask("when do deploys run", alice, after=then, before=then) == []
    assert ask("when do deploys run", alice, agent_id="nobody") == []


def test_pages_are_stable_and_their_total_is_true(know: Callable[..., Memory], alice: Actor) -> None:
    for number in range(12):
        know(f"Service number-{number} listens on port {7000 + number}.", "dependency")
    with access.acting(alice):
        pages = [search_memories("service listens on port", actor=alice, limit=5, offset=start) for start in (0, 5, 10)]
    found = [hit.memory.pk for page in pages for hit in page.hits]
    assert [page.total for page in pages] == [12, 12, 12]
    assert [page.has_more for page in pages] == [True, True, False]
    assert len(set(found)) == len(found) == 12


def test_age_ranks_but_never_hides(know: Callable[..., Memory], alice: Actor) -> None:
    old = timezone.now() - timedelta(days=900)
    know("Feature flags are served by Unleash.", "decision", occurred_at=old)
    assert ask("which service has our feature flags", alice) == ["Feature flags are served by Unleash."]
    know("Feature flags are served by Flipt.", "decision")
    assert ask("which service serves feature flags", alice)[0] == "Feature flags are served by Flipt."


def test_refreshing_the_lexicon_changes_no_order(known: dict, alice: Actor) -> None:
    before = ask("auth middleware API responses", alice)
    lexicon.refresh_team(alice.team.pk)
    after = ask("auth middleware API responses", alice)
    # Relevance is measured anew, so what lay at the cut-off may go; what stays keeps its place.
    assert after and after == before[: len(after)]


def test_the_same_fact_in_two_projects_is_one_hit_that_names_the_other(
    know: Callable[..., Memory], alice: Actor, bob: Actor
) -> None:
    with access.acting(alice):
        shop = Project.objects.create(team=alice.team, identity="github.com/acme/shop", name="acme/shop")
    first = know("Deploys wait for a green pipeline.", "pattern", projects=(shop,))
    with access.acting(alice):
        Memory.objects.create(
            team=alice.team, author=alice.user, type="pattern", content=first.content, occurred_at=timezone.now(),
            **as_columns(embedded([first.content])[0]),
        )  # fmt: skip
        Memory.objects.create(
            team=alice.team, author=alice.user, type="pattern", occurred_at=timezone.now(), visibility="private",
            content="Deploys  wait for a green pipeline.",
        )  # fmt: skip
    know("Deploys wait for 2 green pipelines.", "pattern")
    for actor, folded in ((alice, 2), (bob, 1)):
        with access.acting(actor):
            page = search_memories("what do deploys wait for", actor=actor)
        assert (page.total, len(page.hits), sum(len(hit.also) for hit in page.hits)) == (2, 2, folded)
    assert ask("what do deploys wait for", bob, project=shop)[0] == first.content


def test_an_identifier_is_found_whole_in_parts_and_however_it_is_written(
    know: Callable[..., Memory], alice: Actor
) -> None:
    know("HTTPRetryPolicy gives up after 3 attempts.")
    know("The postgresql dump takes an hour.")
    know("fetchUserById is cached in user_cache.py since v2.3.1.")
    for query, expected in {
        "HTTPRetryPolicy": "HTTPRetry", "retry policy": "HTTPRetry", "PostgreSQL dump": "postgresql",
        "user_cache.py": "fetchUser", "user cache": "fetchUser", "fetch user by id": "fetchUser", "v2.3.1": "fetchUser",
        "C:\\it's\\user_cache.py": "fetchUser",
    }.items():  # fmt: skip
        assert expected in ask(query, alice)[0], query


def test_a_named_time_ranks_and_the_words_of_time_are_no_search_words(
    know: Callable[..., Memory], alice: Actor
) -> None:
    now = timezone.now()
    know("The cache moved to Valkey.", "pattern", occurred_at=now - timedelta(days=400))
    know("The cache moved to a host of its own.", "pattern", occurred_at=now - timedelta(days=2))
    assert "host of its own" in ask("where did the cache move in the last 7 days", alice)[0]
    assert len(ask("where did the cache move in the last 7 days", alice)) == 2
    assert "Valkey" in ask(f"where did the cache move in {(now - timedelta(days=400)).year}", alice)[0]


class _Reversing:
    """A reranker that prefers what is longest, or fails."""

    model = "by length"

    def __init__(self, failing: bool = False) -> None:
        self.failing = failing

    def scores(self, question: str, texts: list[str]) -> list[float]:
        if self.failing:
            raise Unavailable("The reranker is away.")
        return [min(len(text) / 200, 1.0) for text in texts]


def test_a_reranker_orders_the_answers_and_is_done_without_when_it_fails(
    know: Callable[..., Memory], alice: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    know("Deploys run at ten.")
    know("Deploys run at ten, unless somebody of the team that is on call has said in the channel that they must wait.")
    plain = ask("when do deploys run", alice)
    for failing, expected in ((False, plain[::-1]), (True, plain)):
        monkeypatch.setattr("memory.recall.reranking.reranker", lambda failing=failing: _Reversing(failing))
        with access.acting(alice):
            page = search_memories("when do deploys run", actor=alice)
        assert [hit.memory.content for hit in page.hits] == expected
        assert page.reranker == ("The reranker is away." if failing else "used") and "rerank" in page.milliseconds
    assert ask("when do deploys run", alice, rerank=False) == plain
