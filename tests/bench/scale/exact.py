"""What the search would find if it looked at everything, and how much of that it does find."""

from collections.abc import Sequence
from typing import Any

from tests.bench.scale.ground import Ground

_TEN = 10
_BEST_WORDED = """
WITH terms AS MATERIALIZED (
    SELECT term, slot, weight FROM cairn_question_terms(%(question)s, 'english') WHERE pair IS NULL
), asked AS MATERIALIZED (
    SELECT (SELECT string_agg(cairn_quoted(term), ' | ')::tsquery FROM terms) AS words,
           (SELECT ('{' || string_agg(slot || ':' || round(weight::numeric, 4), ',') || '}/1000000000')::sparsevec
            FROM (SELECT slot, sum(weight) AS weight FROM terms GROUP BY slot ORDER BY slot) AS slots) AS weights
)
SELECT m.id FROM memory_memory m, asked
WHERE m.team_id = %(team)s AND m.status IN ('active', 'disputed')
  AND (m.visibility <> 'private' OR m.author_id = %(author)s) AND m.tsv @@ asked.words
ORDER BY m.bm25 <#> asked.weights, m.id DESC LIMIT %(ten)s
"""
_NEAREST = """
SELECT m.id FROM memory_memory m
WHERE m.team_id = %(team)s AND m.status IN ('active', 'disputed')
  AND (m.visibility <> 'private' OR m.author_id = %(author)s) AND (%(tag)s::text IS NULL OR %(tag)s = ANY (m.tags))
ORDER BY (m.embedding::halfvec(384) <=> %(vector)s::halfvec(384)) + 0 LIMIT %(ten)s
"""
_ONE_IN_A_HUNDRED = """
SELECT tag FROM memory_memory, unnest(tags) AS tag GROUP BY tag
ORDER BY abs(count(*) - (SELECT count(*) FROM memory_memory) / 100.0) LIMIT 1
"""


def pruned_as_unpruned(ground: Ground, questions: Sequence[str]) -> float:
    """The share of questions whose ten best by words are all among the candidates of the lexical arm."""
    same = 0
    for question in questions:
        wanted = {row[0] for row in _asked(ground, _BEST_WORDED, question=question)}
        same += wanted <= {row[0] for row in ground.candidates(question, None)[1]}
    return same / len(questions)


def recall(ground: Ground, asked: Sequence[tuple[str, list[float]]], tag: str | None = None) -> float:
    """The share of the truly ten nearest vectors (under a tag) among the candidates, mean over the questions."""
    found = 0.0
    for question, vector in asked:
        wanted = {row[0] for row in _asked(ground, _NEAREST, vector=str(vector), tag=tag)}
        nearest = sorted(ground.candidates(question, vector, tag=tag)[1], key=lambda row: -(row[2] or 0))
        found += len(wanted & {row[0] for row in nearest[:_TEN]}) / len(wanted)
    return found / len(asked)


def rare_tag(ground: Ground) -> str:
    """The tag that keeps one memory in a hundred."""
    return str(ground.owner.execute(_ONE_IN_A_HUNDRED).fetchone()[0])


def _asked(ground: Ground, statement: str, **parameters: Any) -> list[tuple]:
    numbers = {"team": ground.home.team, "author": ground.home.author, "ten": _TEN}
    return ground.owner.execute(statement, numbers | parameters).fetchall()
