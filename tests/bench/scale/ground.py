"""A running server with very many memories of one team in it, and what is asked of it."""

import http.client
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

import psycopg

from memory.adapters.embedder_socket import SocketEmbedder
from memory.recall.arms import SEARCH, as_literal
from tests.bench.scale.load import MODEL, Home, load
from tests.bench.scale.vectors import Vectors
from tests.live import LiveStack

_PEOPLE = """
SELECT t.id, (SELECT id FROM memory_user WHERE username = 'alice'), (SELECT id FROM memory_user WHERE username = 'bob')
FROM memory_team t WHERE t.slug = 'acme'
"""
_WAITING = "SELECT count(*) FROM memory_turn WHERE due_at IS NOT NULL"


@dataclass(frozen=True)
class Answer:
    """One HTTP search: the time until its last byte, and the server's own laps, all in milliseconds."""

    total: float
    laps: dict[str, float]
    hits: int


class Ground:
    """The server, its database as the server's own role (row-level security on), and as the owner."""

    def __init__(self, stack: LiveStack) -> None:
        self.stack = stack
        addresses = json.loads((stack.home / "stack.json").read_text())
        self.owner = psycopg.connect(addresses["CAIRN_OWNER_DATABASE_URL"], autocommit=True)
        self.app = psycopg.connect(addresses["DATABASE_URL"], autocommit=True)
        self.embed = SocketEmbedder(addresses["CAIRN_EMBEDDER_SOCKET"], MODEL).embed_texts
        self.vectors = Vectors(self.embed)
        self.home = Home(*self.owner.execute(_PEOPLE).fetchone())
        for connection in (self.owner, self.app):
            self._enter(connection)

    def grow(self, count: int) -> None:
        """Make the team's memories `count` new ones, as soon as the worker is done with what was captured before."""
        while self.owner.execute(_WAITING).fetchone()[0]:
            time.sleep(1)
        load(self.owner, self.home, count, self.vectors)

    def candidates(self, question: str, vector: list[float] | None, **filters: Any) -> tuple[float, list[tuple]]:
        """Milliseconds and rows (id, lexical, cosine, …) of the search's statement, as the server asks it."""
        parameters = dict.fromkeys(("projects", "types", "agent", "tag", "after", "before", "names", "already"))
        parameters |= {"now": datetime.now(UTC), "query": question, "vector": as_literal(vector), "model": MODEL}
        started = time.perf_counter()
        rows = self.app.execute(SEARCH, {**parameters, "depth": 50, **filters}).fetchall()
        return (time.perf_counter() - started) * 1000, rows

    @contextmanager
    def client(self) -> Iterator[http.client.HTTPConnection]:
        """A kept connection, as clients hold one."""
        connection = http.client.HTTPConnection("127.0.0.1", self.stack.port)
        yield connection
        connection.close()

    def search(self, client: http.client.HTTPConnection, question: str) -> Answer:
        """Ask over HTTP."""
        started = time.perf_counter()
        headers = {"Authorization": f"Bearer {self.stack.token('alice')}"}
        client.request("GET", f"/api/v1/search?{urlencode({'q': question})}", headers=headers)
        response = client.getresponse()
        body = response.read()
        taken = (time.perf_counter() - started) * 1000
        assert response.status == 200, body
        laps = dict(stage.split(";dur=") for stage in response.headers["Server-Timing"].split(", "))
        return Answer(taken, {name: float(lap) for name, lap in laps.items()}, len(json.loads(body)["results"]))

    def brief(self, client: http.client.HTTPConnection, project: str) -> float:
        """Ask for the briefing of a session in this project; milliseconds."""
        started = time.perf_counter()
        headers = {"Authorization": f"Bearer {self.stack.token('alice')}"}
        client.request(
            "GET", f"/api/v1/briefing?{urlencode({'project': f'github.com/acme/{project}'})}", headers=headers
        )
        response = client.getresponse()
        body = response.read()
        assert response.status == 200 and json.loads(body)["memories"], body
        return (time.perf_counter() - started) * 1000

    def _enter(self, connection: psycopg.Connection) -> None:
        scope = {"cairn.team": self.home.team, "cairn.user": self.home.author, "cairn.scopes": "read"}
        for name, value in scope.items():
            connection.execute("SELECT set_config(%s, %s, false)", [name, str(value)])
