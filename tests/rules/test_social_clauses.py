"""Talk among people makes no fact in any language; what looks like it and is technical stays."""

from datetime import UTC, datetime

import pytest

from memory.rules.distillation import distill_text
from memory.rules.persons import PERSON, mark_persons
from memory.rules.wording.markup import without_markup

NOW = datetime(2026, 3, 19, 10, 0, tzinfo=UTC)
TECHNICAL = (
    "Thanks to the new covering index, /search went from 900 ms to 45 ms.",
    "As the RFC says, a 204 response must not carry a body.",
    "Como indica la documentación, la clave expira en 3600 s.",
    "Dear ImGui 1.90 is used for the debug overlay in tools/viewer.",
    "The old parser was slow, greedy and wrong, the new one in parse/lexer.rs is linear.",
    "The retry is optional, no worries about idempotency since keys are unique.",
)


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


def test_an_annotation_is_no_person_and_a_dunder_is_no_emphasis() -> None:
    assert mark_persons("2.15.2 dropped @JsonCreator on records, @Scheduled ran twice.") == (
        "2.15.2 dropped @JsonCreator on records, @Scheduled ran twice."
    )
    assert mark_persons("thanks @KwameBoateng") == f"thanks {PERSON}"
    assert without_markup("structlog.get_logger(__name__)") == "structlog.get_logger(__name__)"


def test_a_heading_for_somebody_names_nobody() -> None:
    text = "**Findings for Octavia**\n\n- `eslint` 9 uses flat config by default\n- It needs Node.js 18.18.0 or later"
    assert "Octavia" not in distill_text(text, now=NOW).facts[0].content
