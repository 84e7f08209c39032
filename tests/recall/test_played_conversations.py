"""Conversations by people who change their minds, played through the public doors."""

import os
from pathlib import Path

import pytest

from memory import access
from memory.access import Actor
from memory.models import Memory
from tests.recall import played

CASES = Path(os.environ.get("CAIRN_PLAYED", Path(__file__).parent / "sets" / "played"))
pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("embedder"), pytest.mark.timeout(600)]


@pytest.mark.parametrize("case", played.read(CASES), ids=lambda case: case["id"])
def test_x(case, real_embedder: None, alice: Actor) -> None:
    played.play(case, actor=alice)
    figures = played.count(case, actor=alice)
    with open(os.environ.get("PLAYED_OUT", "/tmp/played.out"), "a") as out:
        print(vars(figures), file=out)
        if os.environ.get("PLAYED_V"):
            with access.acting(alice):
                for m in Memory.objects.exclude(source="explicit").order_by("pk"):
                    print(
                        "   ",
                        m.status,
                        m.type,
                        m.confidence,
                        m.evidence.first().source,
                        "|",
                        m.content[:200],
                        "|",
                        m.reason[:60],
                        file=out,
                    )
