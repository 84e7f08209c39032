"""One developer's sessions through the hook client, fast: the hooks' own code, without a new Python for each event.

Run as `python -m tests.journeys.feeder PLAN` with the environment that Claude Code gives a hook. PLAN is JSON:
`prefix` of the sessions' ids, how many `turns`, `tools` a turn, turns a `second` (0: as fast as it goes) and `clocks`,
the hours that this machine's clock is wrong by, a session each. On stdout stands a JSON line for each event: its
`key`, and whether the hook `kept` it; `said` has the uuids of the transcript's lines that the turn wrote.
"""

import json
import os
import sys
import time
import uuid
from pathlib import Path

from hooks import config, dispatch
from tests.hooks.conversation import Conversation

TURNS_A_SESSION = 10
_TOOLS = (
    {"tool_name": "Bash", "tool_input": {"command": "ls deploy"}, "tool_response": {"stdout": "deploy.yaml " * 20}},
    {"tool_name": "Read", "tool_input": {"file_path": "/srv/checkout/deploy.yaml"}, "tool_response": {"numLines": 80}},
    {"tool_name": "Grep", "tool_input": {"pattern": "port"}, "tool_response": {"numFiles": 3}},
)
_real_ns, _real = time.time_ns, time.time


def fact(prefix: str, turn: int) -> str:
    """What the turn of this number states: a fact of its own, about a thing of its own."""
    return f"The {prefix}-{turn} exporter must run with --workers {turn + 2}, otherwise it deadlocks on startup."


def prompt(prefix: str, turn: int) -> str:
    """What the person asks for in the turn of this number."""
    return f"Look after {prefix}-{turn}, please."


def turn_id(prefix: str, turn: int) -> str:
    """The client's own id of that turn, the same in events and in the transcript."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, prompt(prefix, turn)))


class Feeder:
    """One run over a plan."""

    def __init__(self, plan: dict) -> None:
        self.plan = plan
        self.folder = config.data_folder()
        self.session = ""
        self.talk: Conversation | None = None
        self._kept = False
        self._watch_store()

    def run(self) -> None:
        """Go through all turns, ten a session."""
        for turn in range(self.plan["turns"]):
            began = time.monotonic()
            if turn % TURNS_A_SESSION == 0:
                self._open(turn // TURNS_A_SESSION)
            self._turn(turn)
            if turn % TURNS_A_SESSION == TURNS_A_SESSION - 1 or turn == self.plan["turns"] - 1:
                self._hook("SessionEnd", reason="other")
            self._rest(began)

    def _watch_store(self) -> None:
        """Learn what the hook says of an event: whether it is in the spool."""
        stored = dispatch.store

        def store(*arguments: object) -> bool:
            self._kept = stored(*arguments)
            return self._kept

        dispatch.store = store

    def _open(self, number: int) -> None:
        clocks = self.plan["clocks"]
        wrong = clocks[number % len(clocks)] * 3600
        time.time_ns = lambda: _real_ns() + wrong * 10**9
        time.time = lambda: _real() + wrong
        self.session = f"{self.plan['prefix']}-{number}-session"
        place = Path.home() / ".claude" / "projects" / "-checkout" / f"{self.session}.jsonl"
        self.talk = Conversation(place, Path(os.environ["CLAUDE_PROJECT_DIR"]), self.session)
        self._hook("SessionStart", source="startup")

    def _turn(self, number: int) -> None:
        assert self.talk
        asked, answer = prompt(self.plan["prefix"], number), fact(self.plan["prefix"], number)
        at = {"prompt_id": turn_id(self.plan["prefix"], number)}
        known = len(self.talk.uuids)
        self._hook("UserPromptSubmit", prompt=asked, **at)
        for tool in range(self.plan["tools"]):
            self._hook("PostToolUse", tool_use_id=f"toolu_{tool}", **_TOOLS[tool % len(_TOOLS)], **at)
        self.talk.ask(asked).answer(answer)
        self._hook("Stop", last_assistant_message=answer, said=self.talk.uuids[known:], **at)

    def _hook(self, event: str, said: list[str] | None = None, **fields: object) -> None:
        assert self.talk
        base = {"session_id": self.session, "transcript_path": str(self.talk.path), "cwd": str(self.talk.cwd)}
        data = {**base, "hook_event_name": event, **fields}
        self._kept = False
        dispatch.handle(json.dumps(data).encode(), self.folder)
        key = [self.session, event, fields.get("prompt_id", ""), fields.get("tool_use_id", "")]
        print(json.dumps({"key": key, "kept": self._kept, "said": said or []}), flush=True)

    def _rest(self, began: float) -> None:
        """Keep the pace, and let the flushes that the hooks started end as they would under an init process."""
        while True:
            try:
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            except ChildProcessError:
                pass
            pace = self.plan["second"]
            if not pace or time.monotonic() - began > 1 / pace:
                return
            time.sleep(0.01)


if __name__ == "__main__":
    Feeder(json.loads(sys.argv[1])).run()
