"""The extractive summary of a turn."""

from datetime import UTC, datetime

from memory.rules.distillation import ToolUse, TurnMaterial
from memory.rules.summary import summary_bullets

NOW = datetime(2026, 3, 19, tzinfo=UTC)


def bullets(prompt: str, answer: str, *tools: ToolUse) -> tuple[str, ...]:
    return summary_bullets(TurnMaterial(prompt, answer, tools, NOW))


def test_a_turn_is_told_by_what_it_decided_solved_and_changed() -> None:
    told = bullets(
        "sessions expire too early",
        "The root cause was that `parse_ttl()` in `src/cache.py` read seconds as milliseconds. I fixed it yesterday by "
        "converting first.\n\n- Added `test_ttl_units` to `tests/test_cache.py`\n- Renamed `ttl` to `ttl_seconds`",
        ToolUse("Bash", None, "pytest", "E   AssertionError: assert 0.3 == 300\n1 failed", True),
        ToolUse("Edit", "src/cache.py"),
        ToolUse("Bash", None, "pytest", "5 passed"),
    )
    assert 3 <= len(told) <= 8
    assert told[0].startswith("The root cause was that `parse_ttl()`")
    assert any("AssertionError: assert 0.3 == 300" in bullet for bullet in told)
    assert told[-1] == "Files changed: src/cache.py."
    assert not any("I fixed" in bullet for bullet in told)
    assert all("yesterday (2026-03-18)" in bullet for bullet in told if "yesterday" in bullet)


def test_a_tiny_turn_has_few_bullets_and_noise_has_none() -> None:
    assert bullets("ok", "Done.") == ()
    assert len(bullets("which port?", "The admin listens on port 8081.")) == 1


def test_no_bullet_says_the_same_twice() -> None:
    told = bullets("why", "The bug was a missing lock in `a.py`.\n\nThe bug was a missing lock in `a.py`.")
    assert len(told) == 1


def test_a_turn_without_findings_is_remembered_by_its_request() -> None:
    assert bullets("rename the orders table to purchases in all migrations", "Done.") == (
        "Request: Rename the orders table to purchases in all migrations.",
    )
