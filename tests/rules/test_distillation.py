"""The distiller's door: a turn or a text in, facts or reasons out."""

import random
import time
from datetime import UTC, datetime, timedelta, timezone

import pytest

from memory.rules.distillation import Distilled, ToolUse, TurnMaterial, distill_text, distill_turn

NOW = datetime(2026, 3, 19, 10, 0, tzinfo=timezone(timedelta(hours=1)))


def turn(prompt: str, answer: str, *tools: ToolUse) -> Distilled:
    return distill_turn(TurnMaterial(prompt, answer, tools, NOW))


def test_the_auth_middleware_example_comes_out_in_substance() -> None:
    said = (
        "I spent 3 hours debugging this yesterday and it turns out the auth middleware was silently swallowing 401 "
        "responses because someone hardcoded a fallback to 200 in error_handler.py. So frustrating. @jake found it."
    )
    (fact,) = distill_text(said, now=NOW).facts
    assert fact.content == (
        "The auth middleware was silently swallowing 401 responses because a fallback was hardcoded to 200 in "
        "error_handler.py. Identified 2026-03-18."
    )
    assert fact.type == "failure"


def test_the_task_queue_example_comes_out_in_substance() -> None:
    said = (
        "We decided in standup to use Celery instead of RQ because we need retry logic and RQ's retry support is "
        "basically nonexistent"
    )
    (fact,) = distill_text(said, now=NOW).facts
    assert fact.content.startswith("Celery chosen over RQ for task queue. Reason: ")
    assert "RQ lacks" in fact.content
    assert fact.type == "decision"


def test_cause_and_fix_become_one_fact_with_its_excerpt() -> None:
    answer = (
        "Found it! The root cause was that `parse_ttl()` in `src/cache.py` read milliseconds as seconds. I fixed it by "
        "dividing by 1000.\n\nLet me know if I should commit."
    )
    (fact,) = turn("sessions expire too late", answer).facts
    assert fact.content.startswith("The root cause was that `parse_ttl()`")
    assert "dividing by 1000" in fact.content
    assert "Let me know" not in fact.content
    assert fact.excerpt in " ".join(answer.split())
    assert (fact.type, fact.source) == ("failure", "assistant")


def test_what_the_developer_states_for_good_is_a_fact_of_theirs() -> None:
    (fact,) = turn("from now on always use freezegun in time tests", "Understood.").facts
    assert (fact.content, fact.source) == ("From now on always use freezegun in time tests.", "user")


@pytest.mark.parametrize(
    "prompt", ("add a retry to the client", "can you use httpx here?", "fix the failing test", "what does sync do?")
)
def test_requests_and_questions_are_no_facts(prompt: str) -> None:
    assert turn(prompt, "Done. All tests pass.").facts == ()


def test_a_failure_without_an_edit_resolves_nothing() -> None:
    tools = (ToolUse("Bash", None, "npm test", "1 failed", True), ToolUse("Bash", None, "npm test", "41 passed"))
    assert turn("run the tests", "I ran the suite.", *tools).facts == ()


def test_a_turn_gives_three_facts_at_most() -> None:
    answer = "\n\n".join(f"The bug in `mod_{n}.py` was caused by a missing lock in `lock_{n}()`." for n in range(12))
    assert len(turn("find the bugs", answer).facts) <= 3


@pytest.mark.parametrize(
    "answer",
    (
        "Maybe it is the cache, or perhaps the proxy.",
        "Let me check the handler first.",
        "I'll add the tests next.",
        "Would you like me to commit this to `main`?",
        "## Plan\n\n1. Add `Save()` to `config.go`\n2. Remove the struct\n\n## Options\n- Use `A` because it is faster",
    ),
)
def test_hypotheses_plans_and_offers_are_no_facts(answer: str) -> None:
    assert turn("why is it slow?", answer).facts == ()


def test_a_hypothesis_that_was_confirmed_is_a_fact() -> None:
    said = "I thought it might be the cache, but it turned out that the CDN strips the Vary header."
    (fact,) = distill_text(said, now=NOW).facts
    assert fact.content == "The CDN strips the Vary header."


@pytest.mark.parametrize(
    ("text", "reason"),
    (
        ("ok thanks", "noise"),
        ("TTL is 30 s", "too_short"),
        ("Had a great weekend in the mountains", "no_factual_content"),
        ("maybe it is the cache, not sure", "no_factual_content"),
        ("", "noise"),
    ),
)
def test_a_text_without_a_fact_is_refused_with_its_reason(text: str, reason: str) -> None:
    result = distill_text(text, now=NOW)
    assert result.facts == ()
    assert result.rejected[0].reason == reason


def test_a_text_becomes_one_fact_of_three_sentences_at_most() -> None:
    said = " ".join(f"Service svc-{n} listens on port 80{n}0 and writes to table t_{n}." for n in range(9))
    (fact,) = distill_text(said, now=NOW).facts
    assert fact.content.count(". ") <= 2


@pytest.mark.parametrize(
    "text", ("\ud800 broke `a.py` at 3.1.4", "a\x00b.py fails with KeyError", "`" * 5000, "a " * 4000, "((" * 3000)
)
def test_hostile_text_breaks_nothing(text: str) -> None:
    distill_text(text, now=NOW)
    turn(text, text)


@pytest.mark.bench
def test_300_turns_a_second_on_one_core() -> None:
    lots = random.Random(3)
    pieces = (
        "The root cause was that `load()` in `src/store.py` ignored the lock, so writes got lost.",
        "Let me look at the tests first.",
        "The handler reads the file, checks the header and hands the rows to the writer one by one.",
        "Now I'll run the whole suite again to be sure.",
        "I changed the timeout from 5 s to 30 s in `settings/base.py`.",
        "## Summary",
        "- Added `retry()` to `client.py`",
        "All tests pass.",
        "We decided to keep Postgres because the team knows it.",
    )
    turns = [
        TurnMaterial("please fix the flaky test", "\n\n".join(lots.choices(pieces, k=12)), (), datetime.now(UTC))
        for _ in range(300)
    ]
    distill_turn(turns[0])
    start = time.process_time()
    for material in turns:
        distill_turn(material)
    assert time.process_time() - start < 1.0
