"""What is refused before anything else is done with it."""

import pytest

from memory.rules.noise import noise_reason, trivial_tool_call


@pytest.mark.parametrize(
    "text", ("ok", "thanks!!", "LGTM, ship it", "sounds good to me", "yes please go ahead", "", "   ")
)
def test_chatter_is_noise(text: str) -> None:
    assert noise_reason(text) == "noise"


@pytest.mark.parametrize(
    "text", ("<system-reminder>be kind</system-reminder>", "[Request interrupted by user]", "....!!!!")
)
def test_what_the_client_injected_is_noise(text: str) -> None:
    assert noise_reason(text) == "noise"


def test_under_twenty_characters_is_too_short() -> None:
    assert noise_reason("cache TTL is 30 s") == "too_short"
    assert noise_reason("the cache TTL is 30 s") is None


def test_a_script_without_spaces_is_not_too_short() -> None:
    assert noise_reason("数据库版本是十六点四") is None


def test_looking_around_is_trivial_and_changing_something_is_not() -> None:
    assert trivial_tool_call("Read", {"file_path": "a.py"}, "x = 1")
    assert trivial_tool_call("Bash", {"command": "cd src && ls -la | head"}, "a.py")
    assert trivial_tool_call("Bash", {"command": "make build"}, "")
    assert not trivial_tool_call("Bash", {"command": "make build"}, "built in 3 s")
    assert not trivial_tool_call("Edit", {"file_path": "a.py"}, "")


def test_a_failure_is_never_trivial() -> None:
    assert not trivial_tool_call("Bash", {"command": "ls /nope"}, "ls: cannot access '/nope': not found")


def test_an_error_that_was_only_looked_at_is_trivial() -> None:
    assert trivial_tool_call("Bash", {"command": "grep -n ERROR app.log"}, "12: ERROR failed to connect")
    assert trivial_tool_call("Grep", {"pattern": "raise"}, "a.py:3: raise ValueError")


def test_what_the_memory_itself_answered_is_trivial() -> None:
    assert trivial_tool_call("mcp__plugin_cairn_cairn__search_memory", {}, "3 hits")
