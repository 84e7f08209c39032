"""While an embedder thinks, nobody waits for who asked it."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.db import connection

from memory.access import Actor
from memory.knowledge.lifecycle import forget
from memory.knowledge.remember import remember
from memory.knowledge.resolving import resolve
from memory.models import Memory
from tests.knowledge.test_contradiction_detection import LONG, SHOP, SHORT, as_, pairs

pytestmark = pytest.mark.django_db(transaction=True)


class _Thinking(BaseHTTPRequestHandler):
    """Answers each question once `free` is set."""

    asked, free = threading.Event(), threading.Event()

    def do_POST(self) -> None:
        texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
        self.asked.set()
        self.free.wait(30)
        rows = [{"index": place, "embedding": [1.0] + [0.0] * 383} for place in range(len(texts))]
        body = json.dumps({"data": rows}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def thinking() -> Iterator[str]:
    """The address of an embedder that thinks until it is told to answer."""
    _Thinking.asked.clear()
    _Thinking.free.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Thinking)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    _Thinking.free.set()
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_verdict_that_is_being_embedded_holds_no_other_writer_up(
    alice: Actor, bob: Actor, thinking: str, settings: object
) -> None:
    as_(alice, remember, LONG, projects=[SHOP])
    as_(bob, remember, SHORT, projects=[SHOP])
    other = as_(bob, remember, "Invoices are archived after 40 days.")
    pair = pairs(alice)[0]
    settings.CAIRN_EMBEDDER, settings.CAIRN_EMBEDDER_URL = "http", thinking  # type: ignore[attr-defined]
    merged = threading.Thread(target=_merge, args=(alice, str(pair.pk)))
    merged.start()
    assert _Thinking.asked.wait(20)
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '5s'")
    assert as_(bob, forget, str(other.uuid)).status == Memory.Status.FORGOTTEN
    assert merged.is_alive(), "it is still being embedded"
    _Thinking.free.set()
    merged.join(30)
    assert [row.verdict for row in pairs(alice)] == ["merge"]


def _merge(actor: Actor, ref: str) -> None:
    try:
        as_(actor, resolve, ref, "merge")
    finally:
        connection.close()
