"""The types, with a stated confidence and the cue that decided."""

import re
from pathlib import Path

import pytest

from hooks.memory_types import VALUES
from memory.rules import languages
from memory.rules.classification import classify
from memory.rules.languages.word_lists import weighed

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


CHOICES = (
    "Docker Swarm was dropped because overlay networks kept losing packets.",
    "The image builder is Buildah now since privileged runners failed the audit.",
    "Sessions moved back to Postgres because a flush of Redis logged everybody out.",
)
LIMITS = (
    "CloudFront caps a compressed object at 10 MB.",
    "GitLab artifacts are deleted after 30 days.",
    "DynamoDB reads are eventually consistent.",
    "Outlook ignores margins on images.",
)
ELSEWHERE = {
    "Der Import blieb hängen, weil die Datei in ISO-8859-1 kam.": "failure",
    "A exportação travava porque o disco estava cheio; o problema sumiu com mais espaço.": "failure",
    "Ogni chiamata esterna passa da `GatewayClient`.": "pattern",
    "A transportadora aceita no máximo 30 requisições por minuto.": "dependency",
    "On garde SQLite, pas de serveur à installer.": "decision",
    "Сейчас доступен только один ревьюер.": "context",
    "金额一律以分为单位存储。": "pattern",
    "決済APIは毎分30件まで。": "dependency",
}


@pytest.mark.parametrize("text", CHOICES)
def test_the_reason_of_a_choice_does_not_make_it_a_failure(text: str) -> None:
    assert classify(text).type == "decision"


@pytest.mark.parametrize("text", LIMITS)
def test_what_somebody_elses_product_does_is_a_dependency(text: str) -> None:
    assert classify(text).type == "dependency"


@pytest.mark.parametrize("text", ELSEWHERE)
def test_facts_in_other_languages_get_their_type_too(text: str) -> None:
    assert classify(text).type == ELSEWHERE[text]


def test_where_no_cue_decided_the_wording_did() -> None:
    assert classify("Queue entries piled up over night.").cue == "wording"


def test_an_empty_text_has_no_cue_and_low_confidence() -> None:
    assert classify("") == classify(" ")
    assert classify("").cue == "no cue"
    assert classify("").confidence == 0.3


def test_cues_and_examples_are_of_declared_types() -> None:
    topics = ("type_cues", "type_cues_abroad", "announcements")
    cues = {type_ for topic in topics for type_, *_ in weighed(topic, abroad=True)}
    files = {path.stem for path in Path(languages.__file__).parent.glob("*/examples/*.txt")}
    assert cues | files <= set(VALUES)
    assert len(VALUES) == len(set(VALUES)) and all(re.fullmatch("[a-z]{1,10}", value) for value in VALUES)
