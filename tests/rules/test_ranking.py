"""The pure part of the ranking: fusion, ranks, limits, names, periods, a reranker's half."""

from datetime import UTC, datetime, timedelta

import pytest

from memory.rules import ranking
from memory.rules.ranking import Candidate, Fusion, Span

FUSION = Fusion(noise_floor=0.2, semantic_weight=0.5)


def candidate(number: int, lexical: float, cosine: float | None = None, **more: object) -> Candidate:
    fields = {"memory_type": "pattern", "level": "long-term", "age_days": 1.0, "uses": 0} | more
    return Candidate(number, lexical, cosine, **fields)  # type: ignore[arg-type]


def order(candidates: list[Candidate], **options: object) -> list[int]:
    return [score.memory_id for score in ranking.rank(candidates, FUSION, **options)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who plays with Eliza Woodley?", ["Eliza", "Woodley"]),
        ("Why did Redis win over RQ", ["Redis"]),
        ("is GitHub (Actions) slow", ["GitHub", "Actions"]),
        ("Which HTTP client", []),
        ("Ends. Begins again", []),
    ],
)
def test_names_are_told_from_first_words_and_acronyms(question: str, names: list[str]) -> None:
    assert ranking.names_in(question) == names


def test_reciprocal_ranks_count_places_and_not_scores() -> None:
    rows = [candidate(1, 0.9, 0.5), candidate(2, 0.3, 0.6), candidate(3, 0.2, 0.9)]
    scores = {score.memory_id: score.order for score in ranking.rank(rows, FUSION, rrf=True)}
    assert scores[1] == pytest.approx((1 + 61 / 63) / 2) and scores[2] == pytest.approx(61 / 62)
    assert ranking.rank([candidate(1, 0.9, 0.9)], FUSION, rrf=True)[0].order == 1.0


def test_a_named_time_weighs_and_never_hides() -> None:
    now = datetime(2026, 3, 20, tzinfo=UTC)
    span = Span.between(now - timedelta(days=10), now - timedelta(days=3), now=now)
    inside, newer = candidate(1, 0.5, age_days=5.0), candidate(2, 0.55, age_days=1.0)
    assert order([inside, newer]) == [2, 1] and order([inside, newer], span=span) == [1, 2]
    assert {score.period for score in ranking.rank([inside, newer], FUSION, span=span)} == {1.2, 0.8}


def test_a_reranker_orders_and_leaves_the_relevance_alone() -> None:
    ranked = ranking.rank([candidate(1, 0.6), candidate(2, 0.5), candidate(3, 0.4)], FUSION)
    turned = ranking.reranked(ranked, {1: 0.1, 2: 0.9})
    assert [score.memory_id for score in turned] == [2, 1, 3]
    assert {score.memory_id: score.relevance for score in turned} == {1: 0.6, 2: 0.5, 3: 0.4}
    assert [score.reranker for score in turned] == [0.9, 0.1, None]
    assert ranking.reranked(ranked, {}) == ranked


def test_ties_go_to_the_newer_row() -> None:
    assert order([candidate(1, 0.5), candidate(3, 0.5), candidate(2, 0.5)]) == [3, 2, 1]
