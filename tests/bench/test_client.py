"""What a developer feels of the hooks: their durations in the real client, beside a real server."""

import statistics
from collections.abc import Callable

import pytest

from tests.live import LiveStack
from tests.real_client.conftest import Developer, claude, developer  # noqa: F401 - fixtures

pytestmark = [pytest.mark.bench, pytest.mark.timeout(400)]

PROMPTS = [f"Why does the payment client retry against gateway number {number}?" for number in range(6)]
SHELL = {"name": "Bash", "input": {"command": "echo ok", "description": "say ok"}}
ANSWER = "The payment client retries 3 times because the gateway answers 429 after the fourth attempt. "


def test_hooks_are_not_felt(
    developer: Callable[..., Developer],  # noqa: F811
    live_stack: LiveStack,
    report: Callable[..., None],
) -> None:
    alice = developer("alice")
    alice.log_in(live_stack.url, live_stack.token("alice"))
    _measure(alice, "hooks, server up", report)
    live_stack.stop()
    try:
        _measure(alice, "hooks, server down", report)
    finally:
        live_stack.start()


def _measure(alice: Developer, name: str, report: Callable[..., None]) -> None:
    replies = [{"tools": [SHELL]}, {"tools": [SHELL]}, ANSWER] * len(PROMPTS)
    seen = alice.session({"replies": replies}, *PROMPTS, options=("--no-recorder",))
    assert seen["ok"], seen["turns"]
    medians = {f"{event}_p50_ms": statistics.median(times) for event, times in seen["hook_ms"].items()}
    report(name, **medians)
