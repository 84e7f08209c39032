"""Looks up which messages and calls of some lines the project has already, before any work is spent on them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory import access
from memory.capture.transcripts.placing import Line, fitting
from memory.models import Message, Project, ToolCall


@dataclass(frozen=True)
class Call:
    """A use of a tool as its line tells it."""

    line: Line
    call_id: str
    name: str
    target: str


@dataclass(frozen=True)
class Known:
    """`messages`: (id, session's id) by uuid. `calls`: rows by the client's call id."""

    messages: dict[str, tuple[int, int]]
    calls: dict[str, ToolCall]

    @classmethod
    def of(cls, project: Project, lines: Sequence[Line]) -> "Known":
        """What the project has of these lines, in two queries; whoever sent it."""
        uuids = [line.uuid for line in lines if line.record.text]
        messages = Message.objects.filter(project=project, uuid__in=uuids).values_list("uuid", "pk", "session_id")
        ids = {call.call_id for call in calls_of(lines)} | answers_of(lines).keys()
        calls = ToolCall.objects.filter(project=project, call_id__in=ids)
        return cls({uuid: (pk, session) for uuid, pk, session in messages}, {call.call_id: call for call in calls})

    @classmethod
    def with_blocked(cls, project: Project, lines: Sequence[Line]) -> "Known":
        """The same, and what Postgres hides because its session is blocked, for its ids are taken too."""
        with access.scope(team=project.team_id):
            return cls.of(project, lines)

    def missing_messages(self, lines: Sequence[Line]) -> dict[str, Line]:
        """The lines whose words the project does not have, by uuid, each once, in order."""
        missing: dict[str, Line] = {}
        for line in lines:
            if line.record.text and line.uuid not in self.messages:
                missing.setdefault(line.uuid, line)
        return missing

    def missing_calls(self, lines: Sequence[Line]) -> dict[str, Call]:
        """The calls that the project does not have, by id, each once, in order."""
        missing: dict[str, Call] = {}
        for call in calls_of(lines):
            if call.call_id not in self.calls:
                missing.setdefault(call.call_id, call)
        return missing


def calls_of(lines: Sequence[Line]) -> Iterator[Call]:
    """The calls in these lines; one without an id gets its place as one."""
    for line in lines:
        for number, (call_id, name, target) in enumerate(line.record.calls):
            yield Call(line, fitting(call_id) or f"{line.uuid[:90]}:{number}", name, target)


def answers_of(lines: Sequence[Line]) -> dict[str, tuple[str, bool]]:
    """What came back: (head of the result, failed) by call id."""
    results = (result for line in lines for result in line.record.results)
    return {fitting(call_id): (head, failed) for call_id, head, failed in results if call_id}
