"""Transcripts as the client writes them: a few lines of talk in a file of a developer's machine."""

import json
import uuid
from pathlib import Path

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


class Conversation:
    """A transcript that grows: `ask`, `answer`, `call` and `bulk` append lines; `uuids` are those of what was said."""

    def __init__(self, path: Path, cwd: Path, session: str | None = None, agent: str = "") -> None:
        self.path = path
        self.session = session or path.stem
        self.cwd = cwd
        self.agent = agent
        self.uuids: list[str] = []
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()

    def ask(self, text: str, **more: object) -> "Conversation":
        return self._said("user", text, promptId=str(uuid.uuid5(uuid.NAMESPACE_OID, text)), **more)

    def answer(self, text: str, **more: object) -> "Conversation":
        return self._said("assistant", [{"type": "text", "text": text}], **more)

    def call(self, name: str, given: dict, result: str, call_id: str = "toolu_1") -> "Conversation":
        self._said("assistant", [{"type": "tool_use", "id": call_id, "name": name, "input": given}])
        came_back = [{"type": "tool_result", "tool_use_id": call_id, "content": result}]
        return self._said("user", came_back, toolUseResult={"stdout": result})

    def bulk(self, number: int = 1, kind: str = "progress") -> "Conversation":
        return self.raw(*[json.dumps({"type": kind, "data": "x" * 200, "sessionId": self.session})] * number)

    def raw(self, *lines: str) -> "Conversation":
        with self.path.open("a") as file:
            file.writelines(line + "\n" for line in lines)
        return self

    def _said(self, role: str, content: object, **more: object) -> "Conversation":
        number = len(self.uuids)
        self.uuids.append(str(uuid.uuid5(uuid.NAMESPACE_OID, f"{self.session}{self.agent}{number}")))
        line = {
            "type": role,
            "uuid": self.uuids[-1],
            "parentUuid": self.uuids[-2] if number else None,
            "sessionId": self.session,
            "isSidechain": bool(self.agent),
            "timestamp": f"2026-03-18T09:{number // 60:02d}:{number % 60:02d}.000Z",
            "cwd": str(self.cwd),
            "gitBranch": "feature/retry",
            "version": "2.1.328",
            "message": {"role": role, "content": content},
            **({"agentId": self.agent} if self.agent else {}),
            **more,
        }
        return self.raw(json.dumps(line))
