"""No text that is stored or sent reaches the terminal with what would steer it."""

import json

import pytest

from hooks.printing import printable
from tests.hooks.conftest import Machine
from tests.hooks.scripted_server import ScriptedServer
from tests.linear import HOSTILE, assert_linear, repeated

STEERING = (
    "safe\x1b[2J\x1b[31m \x1b]0;owned\x07\x1b]8;;http://evil.example\x1b\\link\x9b2K"
    "\r over\x08\x7f \u202ereversed\u2066 end"
)
BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
FORBIDDEN = {*map(chr, range(32)), *map(chr, range(0x7F, 0xA0)), *BIDI} - {"\n", "\t"}
MEMORY = {"id": "m1", "type": "decision", "content": STEERING, "snippet": STEERING, "neighbours": []}
TURN = {"turn": "t1", "preview": STEERING, "prompt": STEERING, "items": [{"role": "user", "text": STEERING}]}
SAID = {"matched_message": {"session_id": "s1", "uuid": "u1", "role": "user", "content": STEERING}}


def assert_printable(text: str) -> None:
    assert "safe" in text
    assert not FORBIDDEN & set(text), sorted(FORBIDDEN & set(text))


@pytest.mark.parametrize(
    ("command", "path", "found"),
    [
        (["search", "x"], "/api/v1/search", MEMORY),
        (["search", "-j", "x"], "/api/v1/search", MEMORY),
        (["search", "--history", "x"], "/api/v1/history", SAID),
        (["timeline"], "/api/v1/memories/recent", MEMORY),
        (["expand", "m1"], "/api/v1/memories", MEMORY),
        (["transcript", "s1", "-t", "t1"], "/api/v1/sessions/s1/turns/t1", TURN),
        (["transcript", "s1"], "/api/v1/sessions/s1/turns", TURN),
    ],
)
def test_stored_text_reaches_the_terminal_without_escapes(
    machine: Machine, server: ScriptedServer, command, path, found
) -> None:
    server.answers[path] = {"results": [found]}
    done = machine.cairn(*command)
    assert done.returncode == 0, done.stderr
    assert_printable(done.stdout)


def test_a_local_transcript_is_printed_without_escapes(machine: Machine, tmp_path) -> None:
    path = tmp_path / "t.jsonl"
    said = {"type": "user", "uuid": "u1", "message": {"role": "user", "content": STEERING}}
    path.write_text(json.dumps(said) + "\n")
    assert_printable(machine.cairn("transcript", str(path), "-t", "u1").stdout)


def test_the_servers_error_is_printed_without_escapes(machine: Machine, server: ScriptedServer) -> None:
    server.override = (422, {"code": "rejected", "detail": STEERING}, {})
    assert_printable(machine.cairn("timeline").stderr)


def test_the_status_line_has_no_escapes(machine: Machine, server: ScriptedServer) -> None:
    server.briefing["status"]["project"] = STEERING
    assert_printable(machine.hook("SessionStart", source="startup")["systemMessage"])


@pytest.mark.parametrize("text", [*HOSTILE.values(), repeated("\x1b]"), repeated("0", "\x1b["), repeated("\x1b]0;")])
def test_cleaning_takes_time_in_proportion_to_the_text(text) -> None:
    assert_linear(printable, text)
