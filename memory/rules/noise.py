"""First filter of distilling: names what is noise, so that it is refused with a reason and costs nothing."""

import re
from collections.abc import Mapping

from memory.rules.languages.word_lists import regex, word_list

MIN_CHARACTERS = 20
_WORD = re.compile(r"[^\W_]+(?:['’][a-z]+)?")
_NOISE_WORDS = word_list("noise", "noise_words")
_INJECTED = re.compile(regex("noise", "injected"), re.IGNORECASE)
_REPEATED = re.compile(r"(.{1,8}?)\1{6,}")


def noise_reason(text: str) -> str | None:
    """`noise` for chatter, injected text and gibberish, `too_short` under 20 characters, else None."""
    plain = text.strip()
    if not plain or _INJECTED.match(plain):
        return "noise"
    words = [word.lower() for word in _WORD.findall(plain[:400])]
    if not words or (len(words) <= 12 and all(word in _NOISE_WORDS for word in words)):
        return "noise"
    if len(plain) < MIN_CHARACTERS and not _is_dense(plain):
        return "too_short"
    return "noise" if _is_gibberish(plain, words) else None


def _is_dense(text: str) -> bool:
    """A script without spaces says in ten characters what others say in thirty."""
    return len(text) >= 8 and sum(ord(character) > 0x2E80 for character in text) > len(text) * 0.5


def _is_gibberish(text: str, words: list[str]) -> bool:
    if len(words) >= 6 and len(set(words)) <= max(1, len(words) // 6):
        return True
    sample = text[:200]
    repeated = _REPEATED.match(sample.replace(" ", ""))
    if repeated and repeated.end() > len(sample) * 0.7:
        return True
    scarce = sum(character.isalnum() for character in sample) < len(sample) * 0.25
    return scarce and len(words) < 5


_TRIVIAL_COMMAND = re.compile(regex("noise", "trivial_command"))
_READ_ONLY_TOOLS = frozenset(
    ("Read", "Glob", "Grep", "LS", "TodoWrite", "TodoRead", "NotebookRead", "ToolSearch", "BashOutput", "TaskOutput",
     "AskUserQuestion", "EnterPlanMode", "ExitPlanMode", "TaskCreate", "TaskUpdate", "TaskList", "TaskGet", "KillShell",
     "ListMcpResourcesTool", "WebSearch")
)  # fmt: skip
_OWN_ERROR = re.compile(regex("noise", "own_error"), re.IGNORECASE)


def trivial_tool_call(tool_name: str, tool_input: Mapping[str, object], output: str) -> bool:
    """Whether a tool call teaches nothing: looking around, or a command without output and without failure."""
    if tool_name.startswith("mcp__") and "cairn" in tool_name.lower():
        return True  # what the memory answered is no news to the memory
    if tool_name in _READ_ONLY_TOOLS:
        return tool_name != "Read" or not _OWN_ERROR.match(output)
    if tool_name not in ("Bash", "PowerShell"):
        return tool_name not in ("Edit", "Write", "MultiEdit", "NotebookEdit") and not output.strip()
    command = str(tool_input.get("command", ""))
    parts = [part for part in re.split(r"&&|\|\||[;|\n]", command) if part.strip()]
    looking = all(_TRIVIAL_COMMAND.match(part) for part in parts)
    # An error that was looked at (`grep error app.log`) is not one that happened; the command's own is.
    return not output.strip() or (looking and not _OWN_ERROR.match(output))
