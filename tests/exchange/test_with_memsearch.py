"""memsearch itself indexes, finds and expands what an export wrote (`.ci/run` installs it beside the project)."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from memory.access import Actor
from memory.exchange.export import export_markdown
from tests.exchange.conftest import CACHE, LAYERS, LONG, RETRY

INSTALLED = Path.home() / ".cache" / "cairn-memsearch" / "bin" / "memsearch"
MEMSEARCH = os.environ.get("CAIRN_MEMSEARCH") or shutil.which("memsearch") or str(INSTALLED)

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.django_db,
    pytest.mark.skipif(
        not Path(MEMSEARCH).exists(),
        reason="memsearch is not installed: python3 -m venv ~/.cache/cairn-memsearch && "
        "~/.cache/cairn-memsearch/bin/pip install memsearch",
    ),
]


class _Embeddings(BaseHTTPRequestHandler):
    """OpenAI's embeddings call, answered with counts of hashed words: alike texts get alike vectors."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        texts = [asked["input"]] if isinstance(asked["input"], str) else asked["input"]
        data = [{"object": "embedding", "index": n, "embedding": _vector(text)} for n, text in enumerate(texts)]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        answer = json.dumps({"object": "list", "model": asked["model"], "data": data, "usage": usage}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Quiet."""


def _vector(text: str) -> list[float]:
    vector = [0.01] * 256
    for word in re.findall(r"\w+", text.lower()):
        vector[int(hashlib.sha256(word.encode()).hexdigest(), 16) % 256] += 1
    return vector


@pytest.fixture
def provider() -> Iterator[str]:
    """The address of an embedding provider on this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Embeddings)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    server.server_close()


class Memsearch:
    """Its command line, with an index, a configuration and a provider of its own."""

    def __init__(self, home: Path, provider: str) -> None:
        self._environment = {**os.environ, "HOME": str(home), "OPENAI_API_KEY": "none", "OPENAI_BASE_URL": provider}
        self._index = ["--milvus-uri", str(home / "index.db"), "--provider", "openai", "--model", "hashed-words"]

    def run(self, verb: str, *arguments: str) -> str:
        """What a verb prints."""
        command = [MEMSEARCH, verb, *self._index, *arguments]
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout


def test_memsearch_indexes_finds_and_expands_an_export(
    tmp_path: Path, story: None, alice: Actor, provider: str
) -> None:
    export_markdown(tmp_path / "out", actor=alice)
    memsearch = Memsearch(tmp_path, provider)
    # One chunk a `### HH:MM`, and none for what only we read.
    sections = sum(path.read_text().count("\n### ") + path.read_text().startswith("### ")
                   for path in (tmp_path / "out").rglob("*.md"))  # fmt: skip
    assert f"Indexed {sections} chunks." in memsearch.run("index", str(tmp_path / "out"))
    question = "Memcached cannot expire by tag, what about the order cache"
    best, *others = json.loads(memsearch.run("search", question, "--top-k", str(sections), "--json-output"))
    assert best["heading"] == "14:30" and best["source"].endswith("acme-checkout/2026-02-09.md")
    assert f"- {CACHE}\n" in best["content"] and f"- {LONG}\n" in best["content"]
    for known in (RETRY, LAYERS):
        assert sum(f"- {known}\n" in other["content"] for other in others) == 1
    transcript = "/home/alice/.claude/projects/x/alice-1.jsonl"
    expanded = json.loads(memsearch.run("expand", best["chunk_hash"], "--json-output"))
    assert expanded["anchor"] == {"session": "alice-1", "turn": "t1", "transcript": transcript}
