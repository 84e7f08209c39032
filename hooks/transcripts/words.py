"""Tells what a person said in a transcript's user line from what the client put there in their name."""

from __future__ import annotations

from hooks.capture import NOTICES
from hooks.patterns import Lazily

_NOT_TYPED = (*NOTICES, "/cairn:")
_HOOK_OUTPUT = Lazily(
    r"[A-Z]\w{3,40}(?::\S{1,100})? hook (?:additional context|success|feedback|(?:blocking )?error)[^:\n]{0,80}:"
)
# Every name is spelled out, for each costs one look through a text that never closes it, and no more.
_TAGS = (
    "system-reminder task-notification teammate-message user-prompt-submit-hook tools-used-before-summary "
    "local-command-stdout local-command-stderr local-command-caveat "
    "command-name command-message command-args command-contents "
    "bash-input bash-stdout bash-stderr ide_selection ide_opened_file ide_diagnostics cairn-memory "
    "cairn-memory-[0-9a-f]{8}"
).split()
_OPENING = Lazily(rf"<({'|'.join(_TAGS)})(?:\s[^<>]{{0,1000}})?>")
_FENCE = Lazily(r"<(cairn-memory(?:-[0-9a-f]{8})?)>")
# Frames have random names; a text with more of them that never end is nothing that Cairn made.
_MOST_UNCLOSED = 40
# Commands that steer the client itself; all others are prompts for the agent.
_CONTROLS = frozenset(
    (
        "add-dir agents allowed-tools bashes bug checkpoint clear color compact config context continue copy cost "
        "desktop doctor effort exit export extra-usage fast feedback fork help hooks ide install-github-app "
        "install-slack-app keybindings login logout mcp memory migrate-installer mobile model output-style passes "
        "permissions plugin plugins privacy-settings quit release-notes reload-plugins remote-control remote-env "
        "rename resume rewind sandbox settings skills stats status statusline stickers tag tasks terminal-setup theme "
        "todos upgrade usage vim voice"
    ).split()
)


def typed(text: str) -> tuple[str, str]:
    """`(asked, words)` of a user text: what it asks of the agent, and the words of it that a person typed.

    They differ for a command without arguments: `/init` is asked for, but says nothing. Both are empty for what
    the client or a hook put there.
    """
    text = text.strip()
    if text.startswith(("<command-name>", "<command-message>", "<command-args>")):
        return _command(text)
    if text.startswith(_NOT_TYPED) or _HOOK_OUTPUT.match(text):
        return "", ""
    words = _without(text, _OPENING)
    return words, words


def spoken(text: str) -> str:
    """What the agent said, without memories that it was handed and repeats."""
    text = _without(text.strip(), _FENCE)
    return "" if text == "No response requested." else text


def without_injected(text: str) -> str:
    """`text` without the blocks that the client, a hook or Cairn put into it."""
    return _without(text, _OPENING)


def _command(text):
    """A slash command as it was typed. Commands of the client or of Cairn are no talk with the agent."""
    name = "/" + _inside(text, "command-name").lstrip("/")
    if name == "/" or name[1:] in _CONTROLS or name.startswith("/cairn:"):
        return "", ""
    arguments = _inside(text, "command-args")
    said = f"{name} {arguments}" if arguments else ""
    return said or name, said


def _inside(text, tag):
    _, opening, rest = text.partition(f"<{tag}>")
    inside, closing, _ = rest.partition(f"</{tag}>")
    return inside.strip() if opening and closing else ""


def _without(text, opening):
    """`text` without the blocks whose tags `opening` finds; in linear time, whatever the text."""
    if "<" not in text:
        return text
    parts, done = [], 0
    unclosed: set[str] = set()
    for tag in opening.finditer(text):
        if tag.start() < done or tag[1] in unclosed:
            continue
        closing = f"</{tag[1]}>"
        end = text.find(closing, tag.end())
        if end >= 0:
            parts.append(text[done : tag.start()])
            done = end + len(closing)
        elif tag.start() == 0:
            return ""  # cut off in the middle of what nobody said
        elif len(unclosed) == _MOST_UNCLOSED:
            break
        else:
            unclosed.add(tag[1])  # somebody speaks of the tag
    return ("".join(parts) + text[done:]).strip() if parts else text
