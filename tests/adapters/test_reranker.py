"""The reranker's door: a cross-encoder made on the spot, a server that speaks Jina's words, and what fails."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from memory.adapters.reranker import reranker
from memory.adapters.reranker_jina import JinaReranker
from memory.adapters.reranker_local import LocalReranker
from memory.errors import Refused, Unavailable

TEXTS = ["Celery runs the tasks.", "Redis caches sessions.", "The queue is drained at night."]
QUESTION = "which queue runs the tasks"


class _Jina(BaseHTTPRequestHandler):
    """Scores a text by the words that it shares with the question, best first; `mood` makes it fail."""

    protocol_version = "HTTP/1.1"
    mood = ""
    heard: list[tuple[str, dict[str, Any], str | None]] = []

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.heard.append((self.path, asked, self.headers["Authorization"]))
        if self.mood == "slow":
            time.sleep(0.4)
        status, body = 200, self._answer(asked)
        if self.mood == "busy":
            status, body = 429, b'{"detail": "Rate limit exceeded"}'
        with suppress(BrokenPipeError):  # the client did not want to wait any longer
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    def _answer(self, asked: dict[str, Any]) -> bytes:
        if self.mood == "broken":
            return b'{"results": [{"ind'
        words = set(asked["query"].lower().split())
        rows = [
            {"index": place, "relevance_score": len(words & set(text.lower().strip(".").split())) / len(words)}
            for place, text in enumerate(asked["documents"])
        ]
        rows.sort(key=lambda row: -row["relevance_score"])
        if self.mood == "short":
            rows.pop()
        return json.dumps({"model": asked["model"], "usage": {"total_tokens": 9}, "results": rows}).encode()

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def jina() -> Iterator[str]:
    """The address of a server that speaks as Jina's does."""
    _Jina.heard.clear()
    _Jina.mood = ""
    listening = ThreadingHTTPServer(("127.0.0.1", 0), _Jina)
    listening.daemon_threads = True
    thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{listening.server_port}/v1/rerank"
    listening.shutdown()
    listening.server_close()
    thread.join()


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cross-encoder of two narrow layers with random weights, as sentence-transformers saves them."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    folder = tmp_path_factory.mktemp("cross-encoder")
    letters = [chr(code) for code in range(ord("a"), ord("z") + 1)]
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", *letters, *(f"##{letter}" for letter in letters)]
    (folder / "vocab.txt").write_text("\n".join(pieces))
    torch.manual_seed(7)
    shape: dict[str, Any] = {
        "hidden_size": 16,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
    BertForSequenceClassification(BertConfig(vocab_size=len(pieces), num_labels=1, **shape)).save_pretrained(folder)
    BertTokenizerFast(vocab_file=str(folder / "vocab.txt")).save_pretrained(folder)
    return folder


def test_a_local_model_gives_every_text_its_own_score(tiny: Path) -> None:
    door = LocalReranker(str(tiny), timeout=60)
    scores = door.scores(QUESTION, TEXTS)
    assert len(scores) == 3 and len(set(scores)) == 3 and all(0 < score < 1 for score in scores)
    assert door.scores(QUESTION, TEXTS[::-1]) == pytest.approx(scores[::-1], abs=1e-5)


def test_nobody_waits_for_a_local_model_longer_than_the_limit(tiny: Path, tmp_path: Path) -> None:
    loading = LocalReranker(str(tiny), timeout=0.0001)
    with pytest.raises(Unavailable, match="longer than"):
        loading.scores(QUESTION, TEXTS)
    with pytest.raises(Unavailable, match="failed"):
        LocalReranker(str(tmp_path / "nothing"), timeout=60).scores(QUESTION, TEXTS)


def test_jina_is_asked_in_its_own_words(jina: str) -> None:
    assert JinaReranker(jina, "a-model", "key-1", 5).scores(QUESTION, TEXTS) == [0.6, 0.0, 0.4]
    path, asked, key = _Jina.heard[0]
    assert (path, key) == ("/v1/rerank", "Bearer key-1")
    assert asked == {
        "model": "a-model", "query": QUESTION, "documents": TEXTS, "top_n": 3, "return_documents": False,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("mood", "says"), [("busy", "429"), ("broken", "line"), ("short", "each"), ("slow", "timed out|Time")]
)
def test_a_failing_server_is_left_alone_for_a_while(jina: str, mood: str, says: str) -> None:
    door = JinaReranker(jina, "a-model", "", 0.1 if mood == "slow" else 5)
    _Jina.mood = mood
    with pytest.raises(Unavailable, match=says):
        door.scores(QUESTION, TEXTS)
    _Jina.mood = ""
    with pytest.raises(Unavailable, match="a moment ago"):
        door.scores(QUESTION, TEXTS)
    assert len(_Jina.heard) == 1


def test_the_setting_names_a_reranker_or_none(settings: Any, tiny: Path) -> None:
    for name in ("", "off"):
        settings.CAIRN_RERANKER = name
        assert reranker() is None
    settings.CAIRN_RERANKER = f"local:{tiny}"
    assert isinstance(reranker(), LocalReranker) and reranker() is reranker()
    settings.CAIRN_RERANKER = "best"
    with pytest.raises(Refused, match="CAIRN_RERANKER"):
        reranker()
    settings.CAIRN_RERANKER, settings.CAIRN_RERANKER_API_KEY = "jina", ""
    with pytest.raises(Refused, match="CAIRN_RERANKER_API_KEY"):
        reranker()
    with pytest.raises(Refused, match="http"):
        JinaReranker("ftp://example.org", "a-model", "", 1)
