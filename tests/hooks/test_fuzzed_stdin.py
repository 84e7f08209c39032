"""Whatever the client writes to a hook: the hook ends well, tells the person nothing of it, and keeps what it can."""

import io
import json
import os
import sys
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from hooks import capture, dispatch, mcp_bridge
from tests.hooks.conftest import Machine

EXAMPLES = 50 * int(os.environ.get("CAIRN_FUZZ_EXAMPLES", "3"))
DEEP = 100_000
_TEXTS = st.one_of(
    st.text(max_size=20),
    st.text(st.characters(categories=["Cs", "Cc", "Cf"]), max_size=5),
    st.sampled_from(
        ["<private>", "</private>", "password = hunter2", "cairn search x", "Bash", "Read", "/cairn:x", "x" * 9000]
    ),
)
_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), _TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(_TEXTS, inner, max_size=4)),
    max_leaves=12,
)
_FIELDS = (
    *("session_id", "transcript_path", "cwd", "prompt", "prompt_id", "tool_name", "tool_input", "tool_response"),
    *("tool_use_id", "agent_type", "agent_id", "last_assistant_message", "source", "trigger", "error", "reason"),
)
_EVENTS = st.builds(
    lambda event, fields: {"hook_event_name": event, **fields},
    st.one_of(st.sampled_from(sorted(capture.EVENTS)), _VALUES),
    st.dictionaries(st.sampled_from(_FIELDS), _VALUES, max_size=8),
)
_WRITTEN = _EVENTS.map(lambda event: json.dumps(event).encode())
_CUT = st.builds(lambda text, place: text[: place % (len(text) + 1)], _WRITTEN, st.integers(0, 10_000))
many = settings(
    max_examples=EXAMPLES,
    database=None,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def hook(alone: Machine, monkeypatch: pytest.MonkeyPatch):
    """Runs a hook in this process, with these bytes on stdin; what it says, and what it has kept since."""
    for name, value in alone.environment().items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(dispatch, "spawn", lambda command: None)

    def run(stdin: bytes) -> tuple[str, list[dict], list[dict]]:
        for path in (*alone.data.rglob("*.jsonl"), *alone.data.rglob("hook.log")):
            path.unlink()
        with patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin))):
            said = dispatch.run()
        assert "Traceback" not in alone.log(), alone.log()
        return said, alone.lines(), alone.dead_letters()

    return run


def _event_of(stdin: bytes) -> object:
    try:
        return json.loads(stdin.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None


def _is_well_received(hook, stdin: bytes) -> None:
    said, kept, buried = hook(stdin)
    assert not said or isinstance(json.loads(said), dict)
    event = _event_of(stdin)
    if not isinstance(event, dict) or not isinstance(event.get("hook_event_name"), str):
        assert (kept, len(buried)) == ([], bool(stdin.strip()))
    elif event.get("hook_event_name") in ("Stop", "SessionEnd", "PreCompact"):
        assert len(kept) == 1 or str(event.get("agent_type", "")).startswith("cairn:")
    assert len(kept) + len(buried) <= 1


@many
@given(st.one_of(st.binary(max_size=60), _CUT))
@example(b"[" * DEEP)
@example(b'{"hook_event_name": "Stop", "x": ' + b'{"a":' * DEEP)
@example(b'{"hook_event_name": "Stop", "x": ' + b"[" * DEEP + b"]" * DEEP + b"}")
@example(b'{"hook_event_name": "Stop", "tool_input": ' + b"[" * 900 + b"]" * 900 + b"}")
@example(
    b'{"hook_event_name": "PostToolUse", "tool_name": "Read", "tool_response": ' + b'{"file":' * 900 + b"1" + b"}" * 901
)
@example(b'{"hook_event_name": "Stop", "x": ' + b'{"a":' * 450 + b"1" + b"}" * 451)
@example(b'{"hook_event_name": "Stop", "x": ' + b"9" * 10_000 + b"}")
def test_any_bytes_on_stdin_are_kept_or_buried(hook, stdin: bytes) -> None:
    _is_well_received(hook, stdin)


@many
@given(_WRITTEN)
def test_an_event_of_any_shape_is_captured_and_not_felt(hook, stdin: bytes) -> None:
    _is_well_received(hook, stdin)


@pytest.mark.parametrize(
    "stdin", [b"\xff\xfe\x00", b"[" * DEEP, b'{"hook_event_name": ["Stop"], "prompt": {}}', b"{}{}"]
)
def test_the_process_ends_well_and_quietly(alone: Machine, stdin: bytes) -> None:
    alone.no_flush()
    done = alone.raw("Stop", stdin)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert "Traceback" not in alone.log()


_MESSAGES = st.dictionaries(
    st.sampled_from(["id", "method", "params", "jsonrpc"]),
    st.one_of(_VALUES, st.sampled_from(["initialize", "tools/list", "tools/call", "ping"])),
).map(lambda message: json.dumps(message).encode())
_CALLS = st.builds(
    lambda params: json.dumps({"id": 1, "method": "tools/call", "params": params}).encode(),
    st.dictionaries(st.sampled_from(["name", "arguments", "_meta"]), _VALUES),
)


@many
@given(st.lists(st.one_of(st.binary(max_size=40), _MESSAGES, _CALLS), max_size=3))
@example([b"[" * DEEP])
@example([b'{"id": null, "method": "initialize"}'])
def test_the_bridge_answers_each_message_and_goes_on(alone: Machine, lines: list[bytes]) -> None:
    told: list[dict] = []
    settings = mcp_bridge.Settings(alone.url, alone.token)
    bridge = mcp_bridge.Bridge(settings, str(alone.data), str(alone.project), told.append)
    for line in [*lines, b'{"jsonrpc": "2.0", "id": "last", "method": "ping"}']:
        for call in mcp_bridge._serve(bridge, line):
            call.join()
    assert told[-1] == {"jsonrpc": "2.0", "id": "last", "result": {}}
    asked = [event for event in map(_event_of, lines) if isinstance(event, dict) and "id" in event]
    assert sum("id" in message for message in told) > len(asked)
    assert "Error" not in json.dumps([message.get("error") for message in told])
