"""Numbers for rankings: hit@k, recall@k, nDCG@10, MRR (defined in docs/search.md).

Gains are binary, or linear where documents are graded, as trec_eval has them.
"""

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence


def scores(
    ranks: Sequence[Sequence[str]], relevant: Sequence[Collection[str]], categories: Sequence[str]
) -> dict[str, object]:
    """The means over all questions, and those of each category: `{"n", "hit@1", …, "by_category": {…}}`."""
    groups: dict[str, list[dict[str, float]]] = defaultdict(list)
    for found, wanted, category in zip(ranks, relevant, categories, strict=True):
        groups[category].append(measures(found, wanted))
    everything = [row for rows in groups.values() for row in rows]
    return {**_mean(everything), "by_category": {name: _mean(rows) for name, rows in sorted(groups.items())}}


def measures(found: Sequence[str], relevant: Collection[str]) -> dict[str, float]:
    """The measures of one ranking; the ideal of nDCG is over all relevant ones (a mapping has their gains)."""
    graded = relevant if isinstance(relevant, Mapping) else dict.fromkeys(relevant, 1.0)
    gains = [entry in relevant for entry in found]
    first = gains.index(True) + 1 if True in gains else 0
    ideal = _discounted(sorted(graded.values(), reverse=True))
    gained = _discounted([graded.get(entry, 0.0) for entry in found])
    return {
        "hit@1": float(first == 1),
        "hit@5": float(0 < first <= 5),
        "recall@5": sum(gains[:5]) / len(relevant),
        "recall@10": sum(gains[:10]) / len(relevant),
        "ndcg@10": gained / ideal,
        "mrr": 1 / first if first else 0.0,
    }


def _discounted(gains: Sequence[float]) -> float:
    return sum(gain / math.log2(rank + 2) for rank, gain in enumerate(gains[:10]))


def percentile(values: Sequence[float], share: int) -> float:
    """The nearest-rank percentile, in the values' unit."""
    ordered = sorted(values)
    return round(ordered[max(0, math.ceil(len(ordered) * share / 100) - 1)], 2) if ordered else 0.0


def _mean(rows: Sequence[dict[str, float]]) -> dict[str, object]:
    names = rows[0] if rows else ()
    return {"n": len(rows), **{name: round(sum(row[name] for row in rows) / len(rows), 4) for name in names}}
