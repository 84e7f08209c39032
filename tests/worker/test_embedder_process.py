"""The embedder process through its socket: the real model, garbage, slow clients, queries beside batches."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import numpy as np
import onnx.numpy_helper
import onnxruntime
import pytest

from memory.adapters.embedder_socket import LENGTH, SocketEmbedder
from memory.errors import Unavailable
from memory.rules.late_interaction import pack
from worker import encoders

ROOT = Path(__file__).resolve().parents[2]
# The exported model is kept between runs; exporting it anew takes ten seconds.
MODELS = ROOT / "build" / "models"
LONG = " ".join(f"worker {n} lost the lease of shard {n * 7}" for n in range(60))
QUESTIONS = ["How does the payment retry handle timeouts?", LONG, "Größe überschritten: 接続が失われました ☃"]


def _start(path: Path, log: IO[bytes] | None = None) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "worker.embedder", "--socket", str(path), "--models", str(MODELS)]
    process = subprocess.Popen(command, cwd=ROOT, stderr=log or subprocess.DEVNULL)
    _wait_until(lambda: _answers(path) or process.poll() is not None, 100)
    assert process.poll() is None
    return process


def _answers(path: Path) -> bool:
    try:
        return bool(SocketEmbedder(str(path), "").embed_query("ready?", timeout=5))
    except Unavailable:
        return False


def _wait_until(holds: Callable[[], bool], seconds: float) -> None:
    until = time.monotonic() + seconds
    while not holds() and time.monotonic() < until:
        time.sleep(0.05)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The socket of a running embedder process."""
    path = tmp_path_factory.mktemp("embedder") / "e.sock"
    process = _start(path)
    yield path
    process.terminate()
    assert process.wait(10) == 0
    assert not path.exists()


def test_after_a_kill_and_in_another_home_the_model_is_not_exported_again(path: Path, tmp_path: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in MODELS.iterdir()}
    named = {"CAIRN_MODELS": str(MODELS), "CAIRN_HOME": str(tmp_path)}
    for number in range(2):
        socket_path = tmp_path / f"{number}.sock"
        command = [sys.executable, "-m", "worker.embedder", "--socket", str(socket_path)]
        with (tmp_path / "log").open("ab") as log:
            process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **named}, stderr=log)
            _wait_until(lambda at=socket_path: _answers(at), 60)
            assert _answers(socket_path)
            process.kill()
            process.wait()
    assert before == {file: file.stat().st_mtime_ns for file in MODELS.iterdir()}
    log = (tmp_path / "log").read_text()
    assert log.count("ready: ") == 2 and "exporting" not in log
    assert not (tmp_path / "models").exists()


def _header(path: Path, frame: bytes) -> dict[str, object]:
    """Send a frame as it is and give the JSON of the answer."""
    with socket.socket(socket.AF_UNIX) as connection, connection.makefile("rb") as answer:
        connection.settimeout(5)
        connection.connect(str(path))
        connection.sendall(frame)
        return json.loads(answer.read(*LENGTH.unpack(answer.read(LENGTH.size))))


def test_the_real_model_finds_the_meaning_and_gives_unit_vectors(path: Path) -> None:
    client = SocketEmbedder(str(path), "m")
    question = client.embed_query("Why do card charges fail sometimes?", timeout=5)
    right, wrong = client.embed_texts(
        ["Payments are rejected when the gateway times out", "The logo uses the company's blue"]
    )
    likeness = [sum(a * b for a, b in zip(question, vector, strict=True)) for vector in (right, wrong)]
    assert likeness[0] > likeness[1] + 0.2
    assert all(abs(sum(value * value for value in vector) - 1) < 1e-5 for vector in (question, right, wrong))


def test_rows_keep_their_order_however_they_are_grouped(path: Path) -> None:
    client = SocketEmbedder(str(path), "m")
    texts = [LONG, "a", "", LONG[:500], "the retry worker", "b", "\ud800 surrogate"]
    together = client.embed_texts(texts)
    for text, vector in zip(texts, together, strict=True):
        (alone,) = client.embed_texts([text])
        assert max(abs(a - b) for a, b in zip(vector, alone, strict=True)) < 1e-4


def test_a_question_and_a_text_are_read_token_by_token(path: Path) -> None:
    client = SocketEmbedder(str(path), encoders.BUNDLED_MODEL)
    text = "Unlock shard_7 (the *flaky* one): naïve"
    asked = client.read_query(text, timeout=5)
    assert asked.vector == client.embed_query(text, timeout=5)
    assert asked.tokens
    assert "".join(dict.fromkeys(asked.tokens.words)) == "Unlockshard7theflakyonenaïve"
    assert asked.tokens.vectors.shape == (len(asked.tokens.words), 384)
    assert abs((asked.tokens.vectors**2).sum(axis=1) - 1).max() < 1e-4
    texts = [LONG, "", "…!", text, LONG[:900]]
    readings = client.read_texts(texts)
    assert [reading.vector for reading in readings] == client.embed_texts(texts)
    signs = [reading.tokens or b"" for reading in readings]
    assert signs[1:3] == [b"", b""]
    assert len(signs[0]) == 254 * 48, "what the model reads of it, less its two marks"
    differing = np.unpackbits(np.frombuffer(signs[3], np.uint8) ^ np.frombuffer(pack(asked.tokens.vectors), np.uint8))
    assert differing.mean() < 0.05, "the question is read quickly, the text exactly"


def test_a_model_whose_tokens_nobody_measured_gives_none(path: Path) -> None:
    client = SocketEmbedder(str(path), "m")
    assert client.read_query("a question", timeout=5).tokens is None
    assert [reading.tokens for reading in client.read_texts(["a", LONG])] == [None, None]


def test_torch_reads_what_onnx_runtime_reads(path: Path) -> None:
    text = "The retry worker lost its lease on shard_7"
    client = SocketEmbedder(str(path), encoders.BUNDLED_MODEL)
    asked, (read,) = client.read_query(text, timeout=5).tokens, client.read_texts([text])
    encoded = encoders.TorchEncoder(encoders.BUNDLED_MODEL, str(encoders.bundled_model())).encode([text], tokens=True)
    assert asked
    assert encoded.tokens
    assert encoded.tokens[0].words == asked.words
    assert pack(encoded.tokens[0].vectors) == read.tokens
    assert abs(encoded.vectors[0] - read.vector).max() < encoders.TOLERANCE


def test_a_question_is_read_quickly_and_comes_near(path: Path) -> None:
    client = SocketEmbedder(str(path), "m")
    asked = [client.embed_query(text, timeout=5) for text in QUESTIONS]
    served = np.array([np.dot(one, client.embed_texts([text])[0]) for one, text in zip(asked, QUESTIONS, strict=True)])
    assert (served > encoders._QUICK_COSINE).all(), served
    encoder = encoders.load_encoder(encoders.BUNDLED_MODEL, MODELS)
    assert isinstance(encoder, encoders.OnnxEncoder)
    encoder._quick = encoders._session(encoders.quick_graph(_exported()), threads=1)
    quick = _nearness(encoder)
    assert ((quick > encoders._QUICK_COSINE) & (quick < 0.9999)).all(), quick
    encoder.be_exact()
    exact = _nearness(encoder)
    assert (exact > 0.9999).all(), exact
    assert np.allclose(served, quick, atol=1e-4) or np.allclose(served, exact, atol=1e-4), "one of the two is in use"


def _nearness(encoder: encoders.Encoder) -> np.ndarray:
    """The cosine between what a question and a text become, for each of the questions."""
    both = [[encoder.encode([text], quick=quick).vectors[0] for quick in (True, False)] for text in QUESTIONS]
    return np.array([np.dot(quick, exact) for quick, exact in both])


def _exported() -> Path:
    """The exact graph that the running process made or found."""
    (exported,) = (graph for graph in MODELS.glob("*.onnx") if not graph.stem.endswith("-quick"))
    return exported


def test_the_quick_model_gives_the_same_whatever_the_processor_adds_up_with(path: Path) -> None:
    graph = encoders.quick_graph(_exported())
    weights = [onnx.numpy_helper.to_array(one) for one in onnx.load(graph).graph.initializer]
    matrices = [one.astype(np.int32) for one in weights if one.dtype == np.int8 and one.ndim == 2]
    assert len(matrices) == 36, "six layers: query, key, value and what follows them"
    # Without VNNI two products of an activation (0 to 255) and a weight are added in sixteen bits.
    assert all(255 * 2 * abs(matrix).max() < 2**15 for matrix in matrices)
    tokens = np.array([[101, 2339, 2515, 1996, 7909, 2128, 11129, 102]])
    inputs = {"input_ids": tokens, "attention_mask": np.ones_like(tokens)}
    exact, saturating = (_with_precision(graph, level).run(["embedding"], inputs)[0] for level in "10")
    assert np.abs(exact - saturating).max() < 1e-5


def _with_precision(graph: Path, level: str) -> onnxruntime.InferenceSession:
    """A session whose sums are exact at level 1 and may overflow at 0, on processors where the two differ."""
    options = onnxruntime.SessionOptions()
    options.add_session_config_entry("session.x64quantprecision", level)
    return onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])


def test_where_seven_bits_lose_too_much_a_question_is_read_exactly(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoders, "_QUICK_COSINE", 1.01)
    encoder = encoders.load_encoder(encoders.BUNDLED_MODEL, MODELS)
    assert encoder.backend == "onnx"
    exact, quick = (encoder.encode(["Why does it retry?"], quick=quick).vectors for quick in (False, True))
    assert np.array_equal(exact, quick)


def test_only_our_own_user_may_speak_to_it(path: Path) -> None:
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "frame",
    [
        LENGTH.pack(5) + b"\xff\x00{}[",
        LENGTH.pack(2) + b"{}",
        LENGTH.pack(4) + b"null",
        LENGTH.pack(0xFFFFFFFF),
        LENGTH.pack(40) + b'{"kind": "query", "texts": [1, 2, null]}',
        LENGTH.pack(43) + b'{"kind": "conjure", "texts": ["something"]}',
        LENGTH.pack(20_000) + b"[" * 20_000,
        b"GET / HTTP/1.1\r\n\r\n",
    ],
)
def test_garbage_is_refused_and_harms_nobody_else(path: Path, frame: bytes) -> None:
    assert "error" in _header(path, frame)
    assert _answers(path)


def test_a_client_that_stops_half_way_or_never_reads_harms_nobody_else(path: Path) -> None:
    request = json.dumps({"kind": "batch", "texts": ["never read"] * 400}).encode()
    with socket.socket(socket.AF_UNIX) as half, socket.socket(socket.AF_UNIX) as deaf:
        half.connect(str(path))
        half.sendall(LENGTH.pack(1000) + b"{")
        deaf.connect(str(path))
        deaf.sendall(LENGTH.pack(len(request)) + request)
        assert _answers(path)


def test_a_query_does_not_wait_for_a_batch(path: Path) -> None:
    client = SocketEmbedder(str(path), "m")
    batch = threading.Thread(target=client.embed_texts, args=([LONG] * 12,))
    batch.start()
    time.sleep(0.05)
    client.embed_query("first in line", timeout=5)
    assert batch.is_alive()
    batch.join()


def test_a_query_that_is_too_late_does_not_answer_the_next_one(path: Path) -> None:
    client = SocketEmbedder(str(path), "m")
    expected = client.embed_query("the second question", timeout=5)
    with pytest.raises(Unavailable):
        client.embed_query(LONG, timeout=0.0005)
    assert client.embed_query("the second question", timeout=5) == expected


def test_after_a_crash_the_next_process_takes_over_and_clients_find_it(tmp_path: Path) -> None:
    path = tmp_path / "e.sock"
    first = _start(path)
    client = SocketEmbedder(str(path), "m")
    client.embed_query("before", timeout=5)
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    with pytest.raises(Unavailable):
        client.embed_query("nobody there")
    second = _start(path)
    assert client.embed_query("after", timeout=5)
    second.terminate()
    second.wait(10)


def test_it_ends_without_a_word_about_those_who_still_talk_to_it(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w+b") as log:
        process = _start(tmp_path / "e.sock", log)
        with ExitStack() as open_ones:
            batch = json.dumps({"kind": "batch", "texts": [LONG] * 40}).encode()
            for begun in (b"", b"", LENGTH.pack(100) + b"{", LENGTH.pack(len(batch)) + batch):
                client = open_ones.enter_context(socket.socket(socket.AF_UNIX))
                client.connect(str(tmp_path / "e.sock"))
                client.sendall(begun)
            time.sleep(0.2)
            process.terminate()
            assert process.wait(20) == 0
        log.seek(0)
        said = log.read().decode()
    assert "Traceback" not in said and "CancelledError" not in said, said


def test_onnx_runtime_serves_it_after_agreeing_with_sentence_transformers(path: Path) -> None:
    # The process compares the two whenever it starts, and falls back to torch where they differ.
    header = _header(path, LENGTH.pack(33) + b'{"kind": "query", "texts": ["a"]}')
    assert (header["backend"], header["dimensions"], header["rows"]) == ("onnx", 384, 1)


def test_weights_that_are_not_the_published_ones_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(encoders._SHA256, "vocab.txt", "0" * 64)
    with pytest.raises(Unavailable, match=r"vocab\.txt is not the published file"):
        encoders.bundled_model()
