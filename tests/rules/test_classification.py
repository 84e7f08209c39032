"""The five types, with a stated confidence and the cue that decided."""

import pytest

from memory.rules.classification import classify

FACTS = {
    "Celery chosen over RQ for task queue. Reason: RQ lacks retry support.": "decision",
    "Moved from REST to gRPC.": "decision",
    "OOM on staging due to unbounded cache.": "failure",
    "Migration failed on FK constraint.": "failure",
    "All API responses use envelope format.": "pattern",
    "Tests use factory_boy, not fixtures.": "pattern",
    "PostgreSQL 16 on RDS.": "dependency",
    "Python 3.12 minimum for all services.": "dependency",
    "Deploy freeze until 2026-03-26.": "context",
    "API down for maintenance.": "context",
    "Wir haben uns für Vitest entschieden.": "decision",
    "Alle Preise werden immer in Cent gespeichert.": "pattern",
    "Le déploiement échoue car DATABASE_URL manque.": "failure",
}


@pytest.mark.parametrize("text", FACTS)
def test_a_fact_gets_the_type_that_a_team_lead_would_give_it(text: str) -> None:
    assert classify(text).type == FACTS[text]


def test_the_cue_that_decided_is_named() -> None:
    assert classify("Root cause: the pool was exhausted.").cue == "root cause"


def test_confidence_is_high_where_cues_agree_and_low_where_none_speaks() -> None:
    assert classify("We decided to use Kafka instead of RabbitMQ.").confidence > 0.85
    assert classify("Blue.").confidence < 0.6


def test_the_name_of_a_thing_is_no_cue() -> None:
    assert classify("`crash_table()` lives in `broken/failed_jobs.py`.").type != "failure"
