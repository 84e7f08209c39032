"""Who may be believed, and when a line moves: numbers in, numbers out."""

import pytest

from memory.rules import belief
from memory.rules.belief import lowered, raised, share


@pytest.mark.parametrize(
    ("source", "confidence", "distiller", "active", "basis"),
    [
        ("user", 0.6, "", True, "told"),
        ("user", 0.49, "", False, "doubted"),
        ("user", 0.85, "", True, "told"),
        ("assistant", 0.1, "ollama:llama3", True, "checked"),
        ("assistant", 0.8, "", True, "confident"),
        ("tool", 0.7999, "", False, "doubted"),
        ("tool", 1.0, "", True, "confident"),
    ],
)
def test_a_fact_is_believed_for_who_said_it_who_checked_it_or_its_confidence(
    source: str, confidence: float, distiller: str, active: bool, basis: str
) -> None:
    found = belief.belief(source=source, confidence=confidence, distiller=distiller, line=0.8)
    assert (found.active, found.basis) == (active, basis)


def test_a_doubted_fact_says_by_how_much_and_never_reads_as_if_it_reached_the_line() -> None:
    found = belief.belief(source="assistant", confidence=0.62, distiller="", line=0.8)
    assert found.why == "confidence .62 is below the team's line .80"
    near = belief.belief(source="assistant", confidence=0.79999, distiller="", line=0.8)
    assert near.why == "confidence .79 is below the team's line .80"
    assert [share(number) for number in (0.0, 0.29, 1.0, 1e-7)] == [".00", ".29", "1.00", ".00"]


@pytest.mark.parametrize(
    ("active", "thrown", "line"),
    [(20, 5, 0.85), (20, 4, 0.8), (19, 19, 0.8), (100, 21, 0.85), (35, 7, 0.8), (0, 0, 0.8)],
)
def test_a_line_goes_up_where_more_than_a_fifth_of_enough_memories_was_thrown_away(
    active: int, thrown: int, line: float
) -> None:
    assert raised(0.8, active=active, thrown=thrown) == line


@pytest.mark.parametrize(("judged", "approved", "line"), [(20, 20, 0.78), (20, 19, 0.8), (40, 39, 0.78), (19, 19, 0.8)])
def test_a_line_goes_down_slowly_where_nearly_all_drafts_below_it_are_approved(
    judged: int, approved: int, line: float
) -> None:
    assert lowered(0.8, judged=judged, approved=approved) == line


def test_a_line_stops_at_its_bounds() -> None:
    assert (raised(0.96, active=50, thrown=50), raised(0.98, active=50, thrown=50)) == (0.98, 0.98)
    assert (lowered(0.51, judged=50, approved=50), lowered(0.5, judged=50, approved=50)) == (0.5, 0.5)
