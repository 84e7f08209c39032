"""Notes keep their words: 569 of them, written by somebody who did not know the rules, with what must not be bent."""

import json
import re
from datetime import datetime
from pathlib import Path

import pytest

from memory import access
from memory.access import Actor
from memory.knowledge.remember import draft
from memory.rules.redaction import without_controls

pytestmark = pytest.mark.django_db
NOTES = [json.loads(line) for line in Path(__file__).with_name("told.jsonl").read_text("utf-8").splitlines()]
_DATE = re.compile(r" ?[(（](?:the week of )?(\d{4}(?:-\d\d){0,2})[)）]")


def test_no_word_of_a_note_is_lost_and_its_days_get_their_dates(alice: Actor) -> None:
    wanted = dated = 0
    for note in NOTES:
        with access.acting(alice):
            kept = draft(note["text"], actor=alice, occurred_at=datetime.fromisoformat(note["at"])).fact.content
        assert [each for each in note["literals"] if each not in kept] == [], note["id"]
        added = list(_DATE.findall(kept))
        for date in _DATE.findall(note["text"]):
            added.remove(date)
        if not added:
            assert kept == without_controls(note["text"]).strip(), note["id"]
        days = [day["date"] for day in note["speaker_dates"]]
        for date in added:
            assert any(date.startswith(day) or day.startswith(date) for day in days), (note["id"], kept)
        wanted, dated = wanted + len(days), dated + len(added)
    assert dated >= 0.8 * wanted
