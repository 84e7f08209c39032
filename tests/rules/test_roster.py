"""The people of the team are persons wherever they are named, but not where their name is code or a plain word."""

from datetime import UTC, datetime

import pytest

from memory.rules.distillation import distill_text
from memory.rules.personal import is_personal

NOW = datetime(2026, 3, 19, 10, 0, tzinfo=UTC)
PEOPLE = frozenset({"Xochitl", "Xochitl Ruiz", "gumersindo", "Will", "admin", "Ada"})
NAMED = (
    "Xochitl raised the timeout of `worker` to 30 s because uploads failed.",
    "La migración la hizo Gumersindo, necesita Postgres 15.",
    "Pods restart nightly because gumersindo set `memory: 64Mi`.",
    "Between us, Xochitl Ruiz can't stand Gradle, but 8.10 is required by the Android plugin 8.7.",
)
PLAIN = (
    "Will be removed in v3: the flag `--old` of the importer.",
    "The Admin page loads 40 requests, so it uses GraphQL now.",
    "`git log --author Ada` lists 30 commits since the import to Gitea 1.21.",
    "The report is built by src/Ada/run.py at 04:00 UTC.",
)


@pytest.mark.parametrize("said", NAMED)
def test_no_fact_names_somebody_of_the_team(said: str) -> None:
    (fact,) = distill_text(said, now=NOW, people=PEOPLE).facts
    assert not [name for name in ("xochitl", "gumersindo", "ruiz") if name in fact.content.lower()]
    assert is_personal(said, PEOPLE)


@pytest.mark.parametrize("said", PLAIN)
def test_a_name_that_is_code_or_a_plain_word_stays(said: str) -> None:
    assert [fact.content for fact in distill_text(said, now=NOW, people=PEOPLE).facts] == [said]


def test_without_a_roster_nothing_changes() -> None:
    said = "The parser in `lexer.rs` is linear since 2.4."
    assert distill_text(said, now=NOW) == distill_text(said, now=NOW, people=frozenset({"", " ", "x"}))
