"""Whatever a tool, a page or a person puts before the plugin: reading it takes as long as the text, and no longer."""

import json

import pytest

from hooks import project, redaction, session_start, trimming
from hooks.distilling.checking import checked
from hooks.distilling.material import Material
from hooks.transcripts.slimming import Slimming
from tests.linear import HOSTILE, LARGEST, assert_linear, repeated

MESSAGE = 250_000


def trimmed(text: str) -> None:
    trimming.trim({"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_response": {"stdout": text}})


def slimmed(text: str) -> None:
    said = {"role": "assistant", "content": [{"type": "text", "text": text}]}
    came_back = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": text}]}
    for kind, message in (("assistant", said), ("user", {**said, "role": "user"}), ("user", came_back)):
        Slimming().slim(json.dumps({"type": kind, "uuid": "u1", "message": message}).encode())


def checked_against(text: str) -> None:
    turn = Material("k", text, text, [text], "2026-03-19T10:30:00+01:00", "acme/checkout")
    row = {"content": text[:600], "evidence": [text[:400]], "type": "decision"}
    checked({"facts": [row], "summary": [text[:240]]}, turn, alone=True)


WORKS = {
    trimmed: LARGEST,
    redaction.strip_private: LARGEST,
    slimmed: MESSAGE,
    checked_against: MESSAGE,
    redaction.redact: MESSAGE,
    project._entries: MESSAGE,
    session_start.within_limit: MESSAGE,
}


@pytest.mark.parametrize("text", HOSTILE)
def test_text_of_twice_the_length_takes_twice_as_long(text):
    for work, largest in WORKS.items():
        assert_linear(work, HOSTILE[text], largest=largest)


@pytest.mark.parametrize("unit", ["<system-reminder>", "<cairn-a", "<private>", "</cairn-memory>", "`", "\r"])
def test_a_hostile_tool_output_is_captured_as_fast_as_a_harmless_one(alone, unit):
    alone.no_flush()
    size = 500_000
    for stdout in (repeated("plain words ")(size), repeated(unit)(size)):
        alone.bash(stdout=stdout)  # fails after its 20 s where the work grows faster than the text
    assert len(alone.lines()) == 2


def test_a_block_among_tags_that_are_never_closed_is_still_taken_out(alone):
    alone.no_flush()
    noise = "<cairn-a><task-notification>" * 20
    alone.bash(stdout=f"{noise}<system-reminder>\nsecretly</system-reminder> kept </system-reminder>")
    (line,) = alone.lines()
    assert line["payload"]["tool_response"]["stdout"] == f"{noise} kept </system-reminder>"
