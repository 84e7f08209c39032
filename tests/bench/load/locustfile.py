"""Developers at work: their sessions' hooks, Claude's searches and their open pages. Read by locust, not by pytest.

`CAIRN_LOAD_PEOPLE` names a JSON file: one object a developer, with `token` and `cookie`.
"""

import json
import os
import random
import time
import uuid
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path

from locust import HttpUser, between, task

PEOPLE = cycle(json.loads(Path(os.environ["CAIRN_LOAD_PEOPLE"]).read_text()))
SERVICES = ("checkout", "ledger", "billing", "search", "orders", "gateway", "mailer", "importer")
CHOICES = ("Celery instead of RQ, because it retries", "port {n}, because the proxy forwards there")
TROUBLE = ("timeouts against the gateway", "declined cards", "a slow migration", "flaky tests of the cache")
# A page stays open for so many seconds; then its developer goes on with something else.
WATCHED = 4.0


def _question() -> str:
    return f"Why does {random.choice(SERVICES)} have {random.choice(TROUBLE)}?"


def _answer() -> str:
    choice = random.choice(CHOICES).format(n=random.randint(2000, 9000))
    return f"Service {random.choice(SERVICES)}-{random.randint(1, 500)} uses {choice}. I checked it with the tests."


class Developer(HttpUser):
    """One developer whose sessions send a batch of events after each turn; requests come seconds apart."""

    wait_time = between(0.5, 2.5)

    def on_start(self) -> None:
        """Take a token, a session and a project; whoever has no person left shares one."""
        person = next(PEOPLE)
        self.bearer = {"Authorization": f"Bearer {person['token']}"}
        self.cookie = {"Cookie": person["cookie"]}
        self.session = str(uuid.uuid4())
        self.project = random.choice(SERVICES)
        self.turn = 0

    @task(5)
    def sends_a_turn(self) -> None:
        """The flush after a turn: the prompt, some tools, the answer; gone when it is stored (202)."""
        self.turn += 1
        tools = [self._event("PostToolUse", **_tool(number)) for number in range(random.randint(2, 10))]
        first = self._event("UserPromptSubmit", prompt=_question())
        last = self._event("Stop", last_assistant_message=_answer())
        self.client.post("/api/v1/events", json={"events": [first, *tools, last]}, headers=self.bearer, name="events")

    @task(3)
    def searches(self) -> None:
        """A search of Claude's or of the command line."""
        self.client.get("/api/v1/search", params={"q": _question()}, headers=self.bearer, name="search")

    @task(3)
    def recalls_for_a_prompt(self) -> None:
        """What the plugin asks for each prompt, for which the developer waits."""
        where = f"github.com/acme/{self.project}"
        asked = {"q": _question(), "project": where, "limit": 3, "semantic": "0", "record": "0"}
        self.client.get("/api/v1/search", params=asked, headers=self.bearer, name="prompt recall")

    @task(1)
    def starts_a_session(self) -> None:
        """The briefing of a new session."""
        asked = {"project": f"github.com/acme/{self.project}"}
        self.client.get("/api/v1/briefing", params=asked, headers=self.bearer, name="briefing")
        self.session = str(uuid.uuid4())

    @task(1)
    def looks_at_the_timeline(self) -> None:
        """The page, then its live stream for a while; of that the time to its first words is measured."""
        self.client.get("/", headers=self.cookie, name="timeline")
        with self.client.get("/live", headers=self.cookie, name="live", stream=True, timeout=30) as stream:
            until = time.monotonic() + WATCHED
            for _ in stream.iter_lines():
                if time.monotonic() > until:
                    break

    def _event(self, name: str, **payload: object) -> dict[str, object]:
        return {
            "id": str(uuid.uuid4()),
            "event": name,
            "session_id": self.session,
            "occurred_at": datetime.now(UTC).isoformat(),
            "project": {"remote": f"git@github.com:acme/{self.project}.git", "root": "/src", "branch": "main"},
            "payload": {"prompt_id": f"turn-{self.turn}", **payload},
        }


def _tool(number: int) -> dict[str, object]:
    return {
        "tool_name": "Bash",
        "tool_use_id": f"tool-{number}",
        "tool_input": {"command": f"pytest -q tests/{random.choice(SERVICES)}"},
        "tool_response": {"stdout": f"{random.randint(1, 90)} passed\n" * random.randint(1, 40)},
    }
