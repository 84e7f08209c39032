"""What the server has of one developer's sessions, read past all walls, and held against what the hooks kept."""

import json
from collections import Counter
from dataclasses import dataclass
from datetime import datetime

import psycopg

from tests.live import LiveStack
from worker.stack.home import Home

# Session, event, prompt and tool call: no event of the stories has all four in common with another.
Key = tuple[str, str, str, str]
_EVENTS = """
    SELECT s.external_id, o.event, COALESCE(o.payload->>'prompt_id', ''), COALESCE(o.payload->>'tool_use_id', ''),
        o.status, o.occurred_at, o.received_at
    FROM memory_observation o JOIN memory_codingsession s ON s.id = o.session_id WHERE s.external_id LIKE %s
"""
_WAITING = """
    SELECT count(*) FROM memory_turn t JOIN memory_codingsession s ON s.id = t.session_id
    WHERE s.external_id LIKE %s AND t.due_at IS NOT NULL
"""
_TURNS = """
    SELECT t.uuid FROM memory_turn t JOIN memory_codingsession s ON s.id = t.session_id WHERE s.external_id LIKE %s
"""
_MESSAGES = """
    SELECT m.uuid FROM memory_message m JOIN memory_codingsession s ON s.id = m.session_id WHERE s.external_id LIKE %s
"""
_FACTS = """
    SELECT m.content, (SELECT count(*) FROM memory_evidence e WHERE e.memory_id = m.id)
    FROM memory_memory m WHERE m.content LIKE %s
"""


@dataclass(frozen=True)
class Stored:
    """The rows of one prefix of session ids; `facts` is how often each is known, `evidence` how often it was said."""

    events: Counter[Key]
    statuses: Counter[str]
    ahead: int
    turns: Counter[str]
    messages: Counter[str]
    facts: Counter[str]
    evidence: Counter[str]


class Ledger:
    """Asks the stack's database as its superuser."""

    def __init__(self, stack: LiveStack, prefix: str) -> None:
        self.stack = stack
        self.prefix = prefix

    def waiting(self) -> int:
        """Tell how many turns a worker has still to see."""
        with self._connect() as connection:
            return connection.execute(_WAITING, [f"{self.prefix}%"]).fetchone()[0]

    def stored(self) -> Stored:
        """Read everything."""
        sessions = [f"{self.prefix}%"]
        with self._connect() as connection:
            events = connection.execute(_EVENTS, sessions).fetchall()
            facts = connection.execute(_FACTS, [f"The {self.prefix}-%"]).fetchall()
            turns, messages = (connection.execute(query, sessions).fetchall() for query in (_TURNS, _MESSAGES))
        return Stored(
            events=Counter(row[:4] for row in events),
            statuses=Counter(row[4] for row in events),
            ahead=sum(_ahead(*row[5:]) for row in events),
            turns=Counter(uuid for (uuid,) in turns),
            messages=Counter(uuid for (uuid,) in messages),
            facts=Counter(content for content, _ in facts),
            evidence=Counter(dict(facts)),
        )

    def _connect(self) -> psycopg.Connection:
        given = json.loads((self.stack.home / "stack.json").read_text())["DATABASE_URL"]
        password = Home(self.stack.home).kept_secret("postgres postgres")
        return psycopg.connect(given, user="postgres", password=password, connect_timeout=5)


def _ahead(occurred: datetime, received: datetime) -> bool:
    return (occurred - received).total_seconds() > 301
