"""Every event of the client's, with values that no client should send: nothing is felt, and nothing lost in silence."""

import io
import json
import os
import random
import sys
from collections.abc import Callable
from unittest.mock import patch

import pytest

from hooks import capture, dispatch, spool, state
from tests.hooks.conftest import Machine

EACH = 3 * int(os.environ.get("CAIRN_FUZZ_EXAMPLES", "3"))
LARGE = 1_000_000
# What Claude Code tells with each event, as JSON says it.
FIELDS: dict[str, str] = {
    "hook_event_name": '"Stop"',
    "session_id": '"7a552a6c-c127-4b8d-982a-653cad2e955d"',
    "transcript_path": '"/home/alice/.claude/projects/x/t.jsonl"',
    "cwd": '"/home/alice/checkout"',
    "prompt": '"why does it fail?"',
    "tool_name": '"Bash"',
    "tool_input": '{"command": "make test"}',
    "tool_response": '{"stdout": "3 passed"}',
    "agent_type": '"Explore"',
    "last_assistant_message": '"A typo."',
    "source": '"startup"',
    "error": '"exit 1"',
}
ODD: dict[str, str] = {
    **{text: text for text in ("null", "true", "0", "-0.0", "1e999", "-1e999", "NaN", "Infinity", "1E400", "[]", "{}")},
    **{repr(text): json.dumps(text) for text in ("", " ", "\0", "\ud800", "\udfff\ud83d", "\u202e\x1b[31m", "../..")},
    "a huge integer": "9" * 4_300,
    "an integer beyond Python": "9" * 5_000,
    "a megabyte": json.dumps("word " * (LARGE // 5)),
    "a megabyte of astral signs": json.dumps("🜁" * (LARGE // 12)),
    "a megabyte of half pairs": '"' + "\\ud800" * (LARGE // 6) + '"',
    "a megabyte of NUL": '"' + "\\u0000" * (LARGE // 6) + '"',
    "a wide list": json.dumps(list(range(20_000))),
    "a wide object": json.dumps({str(number): number for number in range(20_000)}),
    "depth 200": "[" * 200 + "]" * 200,
    "depth 900": '{"a":' * 900 + "1" + "}" * 900,
    "depth 1,000": "[" * 1_000 + "]" * 1_000,
    "depth 100,000": "[" * 100_000 + "]" * 100_000,
    "a key of NUL": '{"\\u0000": "\\ud800", "": {"": [null]}}',
    "keys twice": '{"command": "make", "command": ["cairn", 1]}',
    "a list of its own kind": '[["Stop"], {"Stop": "Stop"}]',
    "half a word": '"Sto',
    "nothing": "",
    "two values": '"Stop" "Stop"',
}
# Bytes that are no text, and no one object.
WHOLE: dict[str, Callable[[bytes], bytes]] = {
    "nothing at all": lambda raw: b"",
    "blanks": lambda raw: b" \r\n\t ",
    "NUL": lambda raw: bytes(100),
    "cut": lambda raw: raw[: len(raw) // 2],
    "cut by a byte": lambda raw: raw[:-1],
    "latin-1": lambda raw: raw.replace(b"fail", b"f\xe9\xff"),
    "surrogates in UTF-8": lambda raw: raw.replace(b"fail", b"\xed\xa0\x80"),
    "with a mark": lambda raw: b"\xef\xbb\xbf" + raw,
    "UTF-16": lambda raw: raw.decode().encode("utf-16"),
    "UTF-32": lambda raw: raw.decode().encode("utf-32"),
    "twice": lambda raw: raw * 2,
    "in a list": lambda raw: b"[" + raw + b"]",
    "control signs": lambda raw: raw.replace(b"fail", b"\x01\x1b[2J\x7f"),
    "with every field again": lambda raw: raw[:-1] + b"," + raw[1:],
}
OUTPUTS = frozenset({"systemMessage", "hookSpecificOutput", "suppressOutput"})


@pytest.fixture
def hook(alone: Machine, monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Runs a hook in this process, and checks what it says and keeps."""
    for name, value in alone.environment().items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(dispatch, "spawn", lambda command: None)

    def run(stdin: bytes) -> None:
        for path in (*alone.data.rglob("*.jsonl"), *alone.data.rglob("hook.log")):
            path.unlink()
        with patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin))):
            said = dispatch.run()
        log = alone.log()
        assert "Traceback" not in log, log
        if said:
            assert set(json.loads(said)) <= OUTPUTS
        kept, buried = alone.lines(), alone.dead_letters()
        assert len(kept) + len(buried) <= 1
        assert all(len(json.dumps(line)) <= capture.LARGEST_LINE for line in kept)
        assert kept or buried or log or not _is_to_be_kept(stdin), "lost in silence"

    return run


def _is_to_be_kept(stdin: bytes) -> bool:
    """Whether the client said something, in its own form, that is worth keeping."""
    try:
        event = json.loads(stdin.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return bool(stdin.strip())
    if not isinstance(event, dict) or not isinstance(event.get("hook_event_name"), str):
        return True
    return capture.worth_keeping(event) and event.get("hook_event_name") != "UserPromptSubmit"


def _event(name: str, **fields: str) -> bytes:
    told = {**FIELDS, "hook_event_name": json.dumps(name), **fields}
    return ("{" + ", ".join(f'"{key}": {value}' for key, value in told.items()) + "}").encode()


@pytest.mark.parametrize("event", sorted(capture.EVENTS))
def test_no_value_of_a_field_is_felt(hook: Callable[[bytes], None], event: str) -> None:
    lots = random.Random(event)
    for field in FIELDS:
        for odd in lots.sample(sorted(ODD), min(EACH, len(ODD))):
            hook(_event(event, **{field: ODD[odd]}))


@pytest.mark.parametrize("event", sorted(capture.EVENTS))
def test_no_form_of_the_whole_is_felt(hook: Callable[[bytes], None], event: str) -> None:
    for change in WHOLE.values():
        hook(change(_event(event)))


@pytest.mark.parametrize("odd", ODD)
def test_a_hook_takes_any_value_in_all_fields_at_once(hook: Callable[[bytes], None], odd: str) -> None:
    fields = dict.fromkeys((name for name in FIELDS if name != "hook_event_name"), ODD[odd])
    for event in ("Stop", "PostToolUse"):
        hook(_event(event, **fields))


@pytest.mark.parametrize("event", ["UserPromptSubmit", "PostToolUse", "Stop"])
def test_a_hook_does_no_more_for_a_megabyte_than_for_a_page(
    hook: Callable[[bytes], None], monkeypatch: pytest.MonkeyPatch, event: str
) -> None:
    """What costs a hook its time, whatever the text: what it redacts, and what it writes."""
    from hooks import redaction

    looked: list[int] = []
    redact = redaction.redact
    monkeypatch.setattr(redaction, "redact", lambda text, *more: looked.append(len(text)) or redact(text, *more))
    for size in (20_000, LARGE):
        looked.clear()
        text = json.dumps("word " * (size // 5))
        hook(_event(event, prompt=text, last_assistant_message=text, tool_response=f'{{"stdout": {text}}}'))
        assert sum(looked) < 100_000, (size, sum(looked))


def test_an_event_that_cannot_be_written_is_in_the_log(
    alone: Machine, hook: Callable[[bytes], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(spool, "write_line", full)
    hook(_event("Stop"))
    assert "No space left" in alone.log() and not alone.lines()
    assert state.log_tail(str(alone.spool))


@pytest.mark.parametrize("fields", [40, 400])
def test_no_event_is_larger_than_the_server_takes(alone: Machine, hook: Callable[[bytes], None], fields: int) -> None:
    told = {f"field-{number}": json.dumps("🜁" * 10_000) for number in range(fields)}
    hook(_event("Stop", **told, **{"k" * LARGE: "1"}))
    (line,) = alone.lines()
    assert line["payload"]["hook_event_name"] == "Stop"
