"""The type of a fact by what was said around it, and by the grammar of other languages."""

from datetime import UTC, datetime

import pytest

from memory.rules.classification import classify
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


@pytest.mark.parametrize("text", TOLD)
def test_what_is_said_around_a_fact_tells_its_type(text: str) -> None:
    facts = distill_text(text, now=NOW).facts
    assert [fact.type for fact in facts] == [TOLD[text]]


def test_an_announcement_that_is_no_part_of_the_fact_still_counts() -> None:
    fact = "The export worker encrypts files with age before they leave `spool/`."
    assert classify(fact).type != "decision"
    assert classify(fact, f"After the discussion with legal we agreed: {fact}").type == "decision"
