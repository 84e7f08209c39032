"""Talk among people falls away in every language; what looks like it and is technical stays."""

from datetime import UTC, datetime

import pytest

from memory.rules.distillation import distill_text
from memory.rules.persons import PERSON, mark_persons
from memory.rules.wording.markup import without_markup
from memory.rules.wording.salutations import without_salutation
from memory.rules.wording.social import is_social
from memory.rules.wording.told_by import without_teller

NOW = datetime(2026, 3, 19, 10, 0, tzinfo=UTC)
TOLD = {
    "Slept like a log, since the leak in ingress-nginx is gone: it was caused by lua-resty-session 3.10.":
        "Since the leak in ingress-nginx is gone: it was caused by lua-resty-session 3.10.",
    "Biscuit from QA discovered the total is off by 0.01 when three coupons are stacked in CartTotals.kt.":
        "The total is off by 0.01 when three coupons are stacked in CartTotals.kt.",
    "Pumpkin (the build whisperer) pinned Gradle to 8.5 as the plugin 8.2 does not run on 8.6.":
        "Pinned Gradle to 8.5 as the plugin 8.2 does not run on 8.6.",
    "Gentle nudge, zero stress: the export to S3 must use multipart uploads above 100 MB.":
        "The export to S3 must use multipart uploads above 100 MB.",
    "Nobody panic, breathe. Writes to the orders topic are paused until partition 11 is rebalanced.":
        "Writes to the orders topic are paused until partition 11 is rebalanced.",
    "The team voted 5:2, to Rob's dismay, against a monorepo: mobile-app keeps its own repository.":
        "The team voted 5:2, against a monorepo: mobile-app keeps its own repository.",
    "One does try not to fuss, but feature flags are deleted from flags/registry.toml within 30 days.":
        "Feature flags are deleted from flags/registry.toml within 30 days.",
    "Os DTO vivem em api/dto. Morri de vergonha: o bucket fotos-hml foi apagado com `terraform destroy`.":
        "Os DTO vivem em api/dto. O bucket fotos-hml foi apagado com `terraform destroy`.",
    "Chicos, lo repito con cariño: las entidades de JPA jamás salen por un controlador.":
        "Las entidades de JPA jamás salen por un controlador.",
    "Stand jetzt, Daumen drücken bitte: Umzug auf RHEL 9.3 ist bei 17 von 22 Servern fertig.":
        "Stand jetzt: Umzug auf RHEL 9.3 ist bei 17 von 22 Servern fertig.",
    "Comme le disait très justement Bérengère, un contrôleur ne touche jamais à l'EntityManager.":
        "Un contrôleur ne touche jamais à l'EntityManager.",
    "Come ricordava Ludovica stamattina davanti al caffè, le chiavi Redis hanno il prefisso tenant_id.":
        "Le chiavi Redis hanno il prefisso tenant_id.",
    "Coucou l'équipe ☀️ La branche feat/tiers-payant attend la relecture, il reste 5 tests en échec.":
        "La branche feat/tiers-payant attend la relecture, il reste 5 tests en échec.",
}  # fmt: skip
TECHNICAL = (
    "Thanks to the new covering index, /search went from 900 ms to 45 ms.",
    "As the RFC says, a 204 response must not carry a body.",
    "Como indica la documentación, la clave expira en 3600 s.",
    "Dear ImGui 1.90 is used for the debug overlay in tools/viewer.",
    "The old parser was slow, greedy and wrong, the new one in parse/lexer.rs is linear.",
    "The retry is optional, no worries about idempotency since keys are unique.",
)


@pytest.mark.parametrize(("said", "kept"), TOLD.items())
def test_talk_among_people_falls_away_and_the_fact_stays(said: str, kept: str) -> None:
    assert [fact.content for fact in distill_text(said, now=NOW).facts] == [kept]


@pytest.mark.parametrize(
    "said",
    ["Happy anniversary Piotr, may your pods never be evicted!", "Remind me to ask Nadia about OAuth and JWT.",
     "Kubernetes, Istio, Envoy. What a stack, right?", "Boa sorte com a demo do app amanhã!"],
)  # fmt: skip
def test_names_of_tools_make_no_fact_of_small_talk(said: str) -> None:
    assert distill_text(said, now=NOW).facts == ()


@pytest.mark.parametrize("said", TECHNICAL)
def test_what_only_looks_like_talk_stays_to_the_letter(said: str) -> None:
    assert [fact.content for fact in distill_text(said, now=NOW).facts] == [said]


@pytest.mark.parametrize(
    "clause",
    ["no offence meant", "High five to Kwame!", "happy Monday", "lovely job overall", "best mentor ever",
     "and she's right", "con buona pace del Gigi", "la verdad", "xingando o banco à toa",
     "Grazie di cuore a @leo.bassi", "mi viene l'ansia"],
)  # fmt: skip
def test_a_clause_of_praise_comfort_or_mood_is_social(clause: str) -> None:
    assert is_social(clause)


@pytest.mark.parametrize("clause", ["lazy", "cookies to the domain", "before we run migrations", "thanks to the index"])
def test_a_clause_that_may_be_technical_is_not_social(clause: str) -> None:
    assert not is_social(clause)


@pytest.mark.parametrize(
    "greeting",
    ["Dear colleagues, ", "Hola equipo: ", "Salve a tutti, ", "Bonjour à tous, ", "Liebes Team, ", "Gentili colleghi, ",
     f"Sehr geehrter {PERSON}, ", "Dear , ", "Moin zusammen: ", "Buenas tardes, compañeros: "],
)  # fmt: skip
def test_a_salutation_falls_away_with_and_without_a_name(greeting: str) -> None:
    assert without_salutation(f"{greeting}`pg_dump` fails.") == "`pg_dump` fails."


def test_who_told_it_falls_away_but_a_document_stays() -> None:
    assert without_teller("Wie Ottokar gestern meinte, gilt TLS 1.3.") == "Gilt TLS 1.3."
    assert without_teller("Wie die Spezifikation sagt, gilt TLS 1.3.") == "Wie die Spezifikation sagt, gilt TLS 1.3."


def test_an_annotation_is_no_person_and_a_dunder_is_no_emphasis() -> None:
    assert mark_persons("2.15.2 dropped @JsonCreator on records, @Scheduled ran twice.") == (
        "2.15.2 dropped @JsonCreator on records, @Scheduled ran twice."
    )
    assert mark_persons("thanks @KwameBoateng") == f"thanks {PERSON}"
    assert without_markup("structlog.get_logger(__name__)") == "structlog.get_logger(__name__)"


def test_a_heading_for_somebody_names_nobody() -> None:
    text = "**Findings for Octavia**\n\n- `eslint` 9 uses flat config by default\n- It needs Node.js 18.18.0 or later"
    assert "Octavia" not in distill_text(text, now=NOW).facts[0].content
