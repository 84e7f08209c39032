"""Gathers a turn's observations into what a distiller reads."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from memory.knowledge.roster import people_of
from memory.models import Message, Observation, ToolCall, Turn
from memory.rules import paths
from memory.rules.distillation import ToolUse, TurnMaterial
from memory.rules.noise import trivial_tool_call
from memory.rules.outcomes import failed, plain_command

_TARGETS = ("file_path", "notebook_path", "path", "pattern", "url", "query", "description")
_WRITERS = ("Edit", "Write", "MultiEdit", "NotebookEdit")
_LONGEST_OUTPUT = 8_000


def gather(turn: Turn, observations: Sequence[Observation]) -> TurnMaterial:
    """The turn's words and tool calls, in order of time, with its end in the developer's own zone.

    Paths are told from the project's root: where it lies on somebody's disk is no fact, and often names them.
    Observations that were distilled before are not among `observations`, so late arrivals tell only what is new.
    """
    root = turn.session.root
    said = {observation.event: observation for observation in observations}
    prompt = said.get("UserPromptSubmit")
    answers = [_text(said[name], "last_assistant_message") for name in ("SubagentStop", "Stop") if name in said]
    return TurnMaterial(
        prompt=relative(_text(prompt, "prompt"), root) if prompt else "",
        answer=relative("\n\n".join(filter(None, answers)), root),
        tools=telling(_tool_uses(observations, root)),
        occurred_at=local_time(observations[-1]),
        people=people_of(turn.team),
        project=turn.session.project.name,
        relayed=prompt is not None and prompt.payload.get("cairn_relayed") is True,
    )


def all_tools(turn: Turn, observations: Iterable[Observation]) -> tuple[ToolUse, ...]:
    """Every tool call of the turn, also those that teach a rule nothing."""
    return tuple(_tool_uses(observations, turn.session.root))


def gather_said(turn: Turn) -> TurnMaterial:
    """A turn that is known from its transcript alone: the words of its main thread, and its tool calls' lines."""
    root = turn.session.root
    said = list(turn.messages.filter(subagent="").order_by("position"))
    spoken = {
        role: "\n\n".join(message.content for message in said if message.role == role) for role in Message.Role.values
    }
    calls = turn.tool_calls.order_by("called_at", "pk")
    return TurnMaterial(
        prompt=relative(spoken[Message.Role.USER] or turn.prompt, root),
        answer=relative(spoken[Message.Role.ASSISTANT] or turn.answer, root),
        tools=tuple(_told_tool(call, root) for call in calls),
        occurred_at=turn.ended_at or turn.started_at,
        project=turn.session.project.name,
    )


def _told_tool(call: ToolCall, root: str) -> ToolUse:
    is_command = call.name in ("Bash", "PowerShell")
    target = relative(call.target, root)
    return ToolUse(call.name, "" if is_command else target, target if is_command else "", call.result, call.failed)


@dataclass(frozen=True)
class Changes:
    """The files that a turn changed, each once, as the client told them, and when the last change was."""

    paths: tuple[str, ...] = ()
    at: datetime | None = None

    def from_root(self, root: str) -> tuple[str, ...]:
        """The files as memories are anchored to them: from the root of the repository, alike on every machine."""
        return paths.anchors(paths.from_root(path, root) for path in self.paths)


def changes(observations: Iterable[Observation]) -> Changes:
    """What the turn's tool calls wrote to; a call that failed has changed nothing."""
    wrote = [(path, row.occurred_at) for row in observations if row.event == "PostToolUse" for path in _written(row)]
    return Changes(tuple(dict.fromkeys(path for path, _ in wrote)), max((at for _, at in wrote), default=None))


def _written(observation: Observation) -> list[str]:
    given = observation.payload.get("tool_input")
    tool = observation.payload.get("tool_name")
    if tool in _WRITERS and isinstance(given, dict):
        told = (given.get(key) for key in ("file_path", "notebook_path"))
        return [path for path in told if isinstance(path, str) and path][:1]
    if tool == "apply_patch":
        parts = given.values() if isinstance(given, dict) else [given]
        return [path for part in parts if isinstance(part, str) for path in paths.patched(part)]
    return []


def telling(tools: Iterable[ToolUse]) -> tuple[ToolUse, ...]:
    """The tool calls that teach something: not looking around, unless it failed; and, however silent, the run of a
    command that failed before, for it may show the failure resolved."""
    kept: list[ToolUse] = []
    broken: set[str] = set()
    for tool in tools:
        command = plain_command(tool.command or "")
        trivial = trivial_tool_call(tool.name, {"command": tool.command or ""}, tool.output)
        if trivial and not tool.failed and command not in broken:
            continue
        if command and failed(tool):
            broken.add(command)
        kept.append(tool)
    return tuple(kept)


def relative(text: str, root: str) -> str:
    """`text` with every path below `root` told from there."""
    root = root.rstrip("/")
    return text.replace(root + "/", "") if len(root) > 1 else text


def one_line(tool: ToolUse) -> str:
    """A tool call as evidence: its name and what it was about."""
    about = tool.command or tool.target or ""
    return f"[{tool.name}] {' '.join(about.split())[:200]}{' (failed)' if tool.failed else ''}"


def _tool_uses(observations: Iterable[Observation], root: str) -> Iterable[ToolUse]:
    for observation in observations:
        if observation.event in ("PostToolUse", "PostToolUseFailure"):
            yield _tool_use(observation.payload, root, failed=observation.event == "PostToolUseFailure")


def _tool_use(payload: dict[str, object], root: str, *, failed: bool) -> ToolUse:
    given = payload.get("tool_input")
    given = given if isinstance(given, dict) else {}
    target = next((str(given[key]) for key in _TARGETS if isinstance(given.get(key), str)), "")
    output = payload.get("error") if failed else payload.get("tool_response")
    return ToolUse(
        name=str(payload.get("tool_name") or ""),
        target=relative(target, root),
        command=relative(str(given.get("command") or ""), root),
        output=relative(_flat(output)[:_LONGEST_OUTPUT], root),
        failed=failed,
    )


def _flat(output: object) -> str:
    """A tool's answer as text: its streams if it has them, else all its strings."""
    if isinstance(output, str):
        return output
    if isinstance(output, dict):
        streams = [output.get(key) for key in ("stdout", "stderr")]
        parts = [stream for stream in streams if isinstance(stream, str) and stream]
        return "\n".join(parts) or "\n".join(
            _flat(value) for value in output.values() if isinstance(value, (str, list))
        )
    if isinstance(output, list):
        return "\n".join(_flat(item.get("text") if isinstance(item, dict) else item) for item in output)
    return ""


def local_time(observation: Observation) -> datetime:
    """When it happened, in the developer's own zone."""
    return observation.occurred_at.astimezone(timezone(timedelta(minutes=observation.utc_offset_minutes)))


def _text(observation: Observation, key: str) -> str:
    value = observation.payload.get(key)
    return value if isinstance(value, str) else ""
