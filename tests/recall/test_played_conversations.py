"""Conversations of people who change their minds: the newest word is found first, what they turned down is no fact."""

import os
from pathlib import Path

import pytest

from memory.access import Actor
from tests.recall import played

# CAIRN_PLAYED names another folder of conversations, CAIRN_PLAYED_FIGURES a file that each one's figures are added to.
CASES = Path(os.environ.get("CAIRN_PLAYED", Path(__file__).parent / "sets" / "played"))
FIGURES = os.environ.get("CAIRN_PLAYED_FIGURES", "")
pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("embedder")]


@pytest.mark.parametrize("case", played.read(CASES), ids=lambda case: case["id"])
def test_the_newest_word_wins_and_a_refused_plan_is_no_fact(case: dict, real_embedder: None, alice: Actor) -> None:
    played.play(case, actor=alice)
    figures = played.count(case, actor=alice)
    if FIGURES:
        with Path(FIGURES).open("a") as out:
            print(vars(figures), file=out)
    assert figures.rejected_as_facts == 0, figures.notes
    assert figures.stale_above == 0, figures.notes
    assert "CAIRN_PLAYED" in os.environ or figures.rejections_kept == figures.rejections, figures.notes
