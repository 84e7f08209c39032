"""How fast the review queue, the stale list and decay are over 100,000 memories of one team, as the app's role."""

import time
from collections.abc import Callable

import pytest
from django.db import connections

from memory import access
from memory.access import Actor
from memory.knowledge import review
from memory.recall import lists
from tests.bench.percentiles import percentiles

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True, databases=["default", "owner"])]
COUNT = 100_000
LIMIT_MS = 150
# Two years of a team: most is old and was never asked for, some waits, a little is poison. Another team is noise.
_SEED = """
INSERT INTO memory_memory (uuid, team_id, author_id, type, status, visibility, source, content, tags, files, confidence,
    cue, trust, occurred_at, created_at, status_before, reason, corroborations, uses, pinned, review_by, confirmed_at,
    file_changes, distiller, embedding, embedding_model)
SELECT gen_random_uuid(), %(team)s, %(author)s,
    (ARRAY['decision', 'context', 'failure', 'pattern', 'dependency'])[1 + (n * 7 %% 5)],
    CASE WHEN n %% 25 = 0 THEN 'draft' WHEN n %% 211 = 0 THEN 'disputed' WHEN n %% 503 = 0 THEN 'quarantined'
         WHEN n %% 9 = 0 THEN 'superseded' WHEN n %% 31 = 0 THEN 'forgotten' ELSE 'active' END,
    CASE WHEN n %% 40 = 0 THEN 'private' ELSE 'team' END, 'captured',
    'Service ' || n || ' answers on port ' || n %% 9000 || ' because module_' || n %% 500
        || '.py was split from the monolith; its queue retries ' || n %% 17 || ' times and gives up after '
        || n %% 97 || ' seconds, as decided in review ' || n %% 3000 || '.',
    '{}', ARRAY['services/module_' || n %% 500 || '.py'], 0.35 + (n * 13 %% 65) / 100.0, '', 0.8,
    now() - random() * random() * interval '730 days', now() - random() * interval '700 days', '', '',
    n %% 3, CASE WHEN n %% 6 = 0 THEN n %% 11 ELSE 0 END, n %% 700 = 0,
    CASE WHEN n %% 150 = 0 THEN current_date - 10 + n %% 60 END,
    CASE WHEN n %% 20 = 0 THEN now() - random() * interval '90 days' END,
    CASE WHEN n %% 30 = 0 THEN n %% 9 ELSE 0 END, 'rules',
    (SELECT array_agg(random())::vector(384)::halfvec FROM generate_series(1, 384) AS g WHERE g > 0 AND n > 0), 'bench'
FROM generate_series(1, %(count)s) AS n
"""


def seed(actor: Actor, author: Actor, count: int) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute(_SEED, {"team": actor.team.pk, "author": author.user.pk, "count": count})
        cursor.execute(
            """INSERT INTO memory_contradiction (team_id, older_id, newer_id, kind, older_says, newer_says, confidence,
                                                 judge, advice, status, verdict, opened_at)
               SELECT team_id, id, id + 1, 'number', '3', '4', 0.8, 'rules', '', 'open', '', now()
               FROM memory_memory WHERE team_id = %s AND id %% 200 = 7
               AND EXISTS (SELECT FROM memory_memory n WHERE n.id = memory_memory.id + 1)""",
            [actor.team.pk],
        )
        cursor.execute("VACUUM ANALYZE memory_memory")
        cursor.execute("ANALYZE memory_contradiction")


def timed(actor: Actor, question: Callable[[], object], rounds: int = 25) -> dict[str, float]:
    taken = []
    for number in range(rounds + 2):
        started = time.perf_counter()
        with access.acting(actor):
            question()
        if number > 1:
            taken.append((time.perf_counter() - started) * 1000)
    return percentiles(taken)


def test_a_hundred_thousand_memories_are_reviewed_without_waiting(
    alice: Actor, bob: Actor, mallory: Actor, report: Callable[..., None]
) -> None:
    seed(mallory, mallory, 5_000)
    seed(alice, bob, COUNT)
    with access.acting(alice):
        page = review.queue(actor=alice, kinds=["stale"], limit=50)
    questions: dict[str, Callable[[], object]] = {
        "list_stale": lambda: lists.stale(actor=alice, limit=20),
        "review.queue": lambda: review.queue(actor=alice, limit=50),
        "review.queue, stale, second page": lambda: review.queue(
            actor=alice, kinds=["stale"], limit=50, cursor=page.next
        ),
        "review.queue, nobody's": lambda: review.queue(actor=alice, assignee="none", limit=50),
        "review.counts": lambda: review.counts(actor=alice),
    }
    measured = {name: timed(alice, question) for name, question in questions.items()}
    with access.acting(alice):
        print(review.counts(actor=alice))
    for name, numbers in measured.items():
        report(f"{name} over {COUNT:,}", **numbers)
        print(name, numbers)
    assert max(numbers["p95_ms"] for numbers in measured.values()) <= LIMIT_MS
