"""Impersonal wording that keeps every identifier, number and negation."""

import pytest

from memory.rules.literals import literals
from memory.rules.wording import foreign, impersonal
from memory.rules.wording.foreign_first_person import without_first_person

SAID = {
    "We use pnpm, not npm, for all packages.": "pnpm is used, not npm, for all packages.",
    "We don't mock the database in integration tests.": "Do not mock the database in integration tests.",
    "You need to set CAIRN_HOME before you start the server.": "CAIRN_HOME must be set before starting the server.",
    "If you pass null, parse_config() crashes.": "If null is passed, parse_config() crashes.",
    "We can't upgrade to Node 22 because sharp 0.32 breaks.": "Cannot upgrade to Node 22 because sharp 0.32 breaks.",
    "Our staging cluster runs Postgres 16.": "The staging cluster runs Postgres 16.",
    "We have 3 replicas behind nginx.": "There are 3 replicas behind nginx.",
    "I forgot to set `max_connections`, so the pool ran dry.":
        "Setting `max_connections` was forgotten, so the pool ran dry.",
    "You should never call `exit()` in the worker.": "`exit()` should never be called in the worker.",
    "Let's use httpx instead of requests.": "httpx chosen over requests.",
    "We agreed not to use Lombok.": "Decision: Lombok not used.",
    "Sarah pointed out that the TTL is 30 s in `settings.py`.": "The TTL is 30 s in `settings.py`.",
    "**Root cause:** the `lock` is never released.": "Root cause: the `lock` is never released.",
    "We agreed w/ Siobhán, the CRC16 stays in software.": "The CRC16 stays in software.",
    "Xoliswa's lineage graph breaks otherwise.": "The lineage graph breaks otherwise.",
    "So happy we don't need ZooKeeper anymore!": "ZooKeeper is not needed anymore.",
    "The port is 8443 — Thandeka": "The port is 8443.",
}  # fmt: skip
PRODUCTS = (
    "Jenkins fails the build when the label is missing.",
    "Trivy found 3 CVEs in the base image.",
    "Hugo 0.140 breaks the shortcodes.",
    "Zitadel stores the sessions in Postgres.",
    "Julia 1.11 is required by the simulation.",
    "Grafana's dashboard lives in ops/grafana.",
    "Customers reported an empty PDF.",
)
FOREIGN = {
    "Élodie l'a régénéré avec npm 10, ouf.": "L'équipe l'a régénéré avec npm 10.",
    "Ich habe den Timeout auf 30 s gesetzt, endlich Ruhe.": "Den Timeout auf 30 s gesetzt.",
    "Leider läuft der Build nur mit Java 17.": "Dabei läuft der Build nur mit Java 17.",
}  # fmt: skip


@pytest.mark.parametrize("said", SAID)
def test_a_sentence_is_said_without_the_people_in_it(said: str) -> None:
    assert impersonal(said) == SAID[said]


@pytest.mark.parametrize("said", PRODUCTS)
def test_a_product_is_no_person(said: str) -> None:
    assert impersonal(said) == said


@pytest.mark.parametrize("said", FOREIGN)
def test_a_sentence_of_another_language_is_said_without_people_and_moods(said: str) -> None:
    assert foreign(said) == FOREIGN[said]


@pytest.mark.parametrize("said", ("Love this rule.", "drove me nuts", "I felt awful.", "So annoying!!"))
def test_a_mood_alone_states_nothing(said: str) -> None:
    assert impersonal(said) == ""


def test_a_choice_is_told_with_what_was_turned_down_and_why() -> None:
    said = (
        "We decided in standup to use Celery instead of RQ because we need retry logic and RQ's retry support is "
        "basically nonexistent"
    )
    assert impersonal(said) == (
        "Celery chosen over RQ for task queue. Reason: retry logic is needed; RQ lacks retry support."
    )


def test_the_date_of_a_finding_survives_its_frame() -> None:
    said = "I spent 3 hours on this 2026-03-18 and it turns out the proxy strips the Vary header."
    assert impersonal(said) == "The proxy strips the Vary header. Identified 2026-03-18."


@pytest.mark.parametrize(
    "said",
    (
        "So frustrating, ugh!",
        "@jake found it.",
        "Thanks to Bob and Alice!",
        "Kudos @sam",
        "Huge thanks to Kwame for the help!",
    ),
)
def test_feelings_and_thanks_leave_no_person_behind(said: str) -> None:
    worded = impersonal(said)
    assert not any(name in worded for name in ("jake", "Bob", "Alice", "sam", "Kwame", "ugh"))


@pytest.mark.parametrize(
    ("said", "trace"),
    (
        ("Ask Yusuf before touching infra/network.", "Yusuf"),
        ("Write to ops.lead@acme.dev before the SFTP drop is touched.", "@acme"),
        ("Call me at +49 170 1234567 when db-2 fails over.", "1234567"),
        ("Our QA engineer Fatima says the picker sends MM/DD/YYYY.", "Fatima"),
        ("Anna-Lena and Dr. Patel want masked logs in core/logs.py.", "Patel"),
        ("Kenji's PR moved rate limiting to Envoy.", "Kenji"),
        ("I found out that my index on our orders table was never used.", "my "),
    ),
)
def test_no_person_is_left_in_a_fact(said: str, trace: str) -> None:
    assert trace not in impersonal(said)


@pytest.mark.parametrize(
    "said",
    (
        "I added `@app.route` and @pytest.fixture to tests/conftest.py.",
        "We install @types/node@20.11.5 and lodash@4.17.21 with git@github.com:acme/x.git.",
        'I/O errors in `I_AM_A_CONSTANT` come from "we could not connect" in our_client.py.',
    ),
)
def test_code_is_no_person(said: str) -> None:
    worded = impersonal(said)
    for literal in literals(said):
        if literal.kind not in ("amount",):
            assert literal.text in worded


def test_no_negation_is_ever_lost() -> None:
    for said in (
        "We must not retry POST requests.",
        "You can never trust the header.",
        "I wouldn't use eval here.",
        "We are only allowed to keep logs for 7 days.",
        "They told us we don't need the index any more.",
    ):
        worded = impersonal(said).lower()
        assert any(word in worded for word in ("not", "never", "only", "n't", "no ")), worded


def test_other_languages_keep_their_words() -> None:
    said = "@lena der Build schlägt fehl, weil node-gyp Python 3.12 nicht unterstützt"
    assert foreign(said) == "der Build schlägt fehl, weil node-gyp Python 3.12 nicht unterstützt"


@pytest.mark.parametrize(
    ("said", "becomes"),
    [
        ("Elegí Celery en lugar de RQ para las tareas.", "Se eligió Celery en lugar de RQ para las tareas."),
        ("Al final cambié las claves de Redis.", "Al final se cambiaron las claves de Redis."),
        ("Mudei o cache para o Valkey.", "Mudou-se o cache para o Valkey."),
    ],
)
def test_what_one_person_did_is_said_of_nobody_in_other_languages(said: str, becomes: str) -> None:
    language = "es" if "las " in said else "pt"
    assert without_first_person(said, language) == becomes
