"""The type of a fact by what was said around it, by the prefix of a commit, and by the grammar of other languages."""

from datetime import UTC, datetime

import pytest

from memory.rules.classification import classify
from memory.rules.classification.commit_subjects import of_subject
from memory.rules.distillation import distill_text

NOW = datetime(2026, 3, 19, 10, tzinfo=UTC)
TOLD = {
    "After a long discussion with the auditors: exports are encrypted with age before they leave `spool/`.": "decision",
    "We keep Rails 7.1 until 2026-09-01, because two engines are not ready for 7.2.": "decision",
    "Outcome of the vote: the worker image moves to Debian 12 and Alpine 3.19 goes.": "decision",
    "The proxy read `X-Real-Ip` instead of `X-Forwarded-For`, hence every client had the same quota.": "failure",
    "I misread the graph. The 3 s isn't the broker, it's `Codec.encode` copying the buffer 12 times.": "failure",
    "House rule: no sleeps in `tests/browser`, wait for the element and let the pytest runner time out.": "pattern",
    "Status as of today: 14 of 30 shops run on `pos-agent` 3.1, the others wait for a reboot.": "context",
    "numpy 2.0 breaks the ABI, so `forecast-svc` has to stay on numpy 1.26 until its wheels are rebuilt.": "dependency",
    "Nach langer Diskussion: Aufnahmen liegen auf dem NAS und nicht im Bucket, wegen der Kosten.": "decision",
    "Stand jetzt: die Umstellung auf IPv6 ist in 12 von 20 Filialen fertig.": "context",
    "On garde Django 4.2 LTS jusqu'à fin 2026, parce que le module `facture` n'est pas prêt.": "decision",
    "Le certificat couvrait l'ancien domaine, d'où les webhooks refusés par `gateway` pendant 3 h.": "failure",
    "Mantenemos Java 17 este año, porque Java 21 obliga a cambiar el servidor de aplicaciones.": "decision",
    "El búfer era de 64 kB y `camera-sync` mandaba más, por eso las fotos llegaban cortadas.": "failure",
    "Ficou definido: as etiquetas saem do `print-server`, porque no navegador cada loja tinha um formato.": "decision",
    "Nenhum índice novo em `pedidos` sem plano de consulta anexado ao PR.": "pattern",
    "Si resta su Spring Boot 3.2 e non si passa a Quarkus, troppi moduli da rifare.": "decision",
    "We blijven op .NET 8 omdat de upgrade naar .NET 9 niets oplevert.": "decision",
    "Zostajemy przy Gradle 8.6, bo przejście na Bazel 7 nic nie daje.": "decision",
    "После обсуждения: файлы храним в MinIO, а не в PostgreSQL, база растёт на 1 ТБ в год.": "decision",
    "跟运维商量后定下来了：网关继续用 APISIX 3.8，而不是 Kong，因为插件已经写好。": "decision",
    "相談して決めました。検索は Meilisearch 1.7 で、Elasticsearch は使いません。": "decision",
}
COMMITS = {
    "refactor(api): fold the billing client into core\n\nIt had one caller and 14 releases a year.": "decision",
    "chore(ci): move the nightly build to ubuntu-24.04\n\nThe old runner took 31 min, the new one 9 min.": "decision",
    "feat(export): write Parquet 2.6\n\nCSV files were ten times larger for `orders`.": "decision",
    "fix(cart): compare SKUs without case\n\n`find_sku()` took `ab-1` and `AB-1` for two products.": "failure",
    "build(deps): bump httpx from 0.26.0 to 0.27.2": "dependency",
    "deps: hold Celery at 5.3.6\n\n5.4 renames the setting that `beat` reads.": "dependency",
}


@pytest.mark.parametrize("text", [*TOLD, *COMMITS])
def test_what_is_said_around_a_fact_tells_its_type(text: str) -> None:
    facts = distill_text(text, now=NOW).facts
    assert [fact.type for fact in facts] == [(TOLD | COMMITS)[text]]


def test_an_announcement_that_is_no_part_of_the_fact_still_counts() -> None:
    fact = "The export worker encrypts files with age before they leave `spool/`."
    assert classify(fact).type != "decision"
    assert classify(fact, f"After the discussion with legal we agreed: {fact}").type == "decision"


def test_chores_speak_by_their_first_word_and_their_scope() -> None:
    assert of_subject("chore: pin grpcio to 1.62")[0] == "dependency"  # type: ignore[index]
    assert of_subject("chore: move runners to arm64")[0] == "decision"  # type: ignore[index]
    assert of_subject("Chore(deps-dev): update all") == ("dependency", 3.0, "chore(deps-dev):")


@pytest.mark.parametrize("text", ["docs: say why", "note: a fix", "fix the cart", "", "x" * 3000])
def test_a_text_without_such_a_prefix_gets_no_hint_by_it(text: str) -> None:
    assert of_subject(text) is None
