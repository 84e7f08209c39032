"""Loads facts into chromadb or memsearch, asks them questions, prints JSON; run by a Python that has these packages.

`rival.py PACKAGE INPUT FOLDER`: INPUT is JSON with `facts`, `questions`, `graph` and `tokenizer` (of the same exact
model that Cairn serves). Both work in this process: no HTTP, no accounts, no other team, no log of what was asked.
"""

import asyncio
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

_BATCH = 64


class Model:
    """The exact graph: unit vectors."""

    def __init__(self, graph: str, tokenizer: str) -> None:
        self.session = onnxruntime.InferenceSession(graph, providers=["CPUExecutionProvider"])
        self.tokenizer = Tokenizer.from_file(tokenizer)
        self.tokenizer.enable_truncation(256)
        self.tokenizer.enable_padding()

    def encode(self, texts: list[str]) -> np.ndarray:
        """float32, shape (texts, 384)."""
        read = self.tokenizer.encode_batch(texts)
        given = {
            "input_ids": np.array([one.ids for one in read], dtype=np.int64),
            "attention_mask": np.array([one.attention_mask for one in read], dtype=np.int64),
        }
        return self.session.run(["embedding"], given)[0]


def chromadb(facts: list[str], model: Model, folder: Path) -> Callable[[str], list[str]]:
    """Load; what it returns searches."""
    import chromadb

    client = chromadb.PersistentClient(str(folder), chromadb.Settings(anonymized_telemetry=False))
    facts_of = client.create_collection("facts", embedding_function=None, metadata={"hnsw:space": "cosine"})
    for start in range(0, len(facts), _BATCH):
        some = facts[start : start + _BATCH]
        numbers = [str(start + n) for n in range(len(some))]
        facts_of.add(ids=numbers, documents=some, embeddings=model.encode(some))

    def search(question: str) -> list[str]:
        return facts_of.query(query_embeddings=model.encode([question]), n_results=5)["documents"][0]

    return search


class _Provider:
    model_name, dimension, batch_size = "all-MiniLM-L6-v2", 384, _BATCH

    def __init__(self, model: Model) -> None:
        self.model = model

    async def embed(self, texts: list[str]) -> list[list[float]]:
        return self.model.encode(texts).tolist()


def memsearch(facts: list[str], model: Model, folder: Path) -> Callable[[str], list[str]]:
    """Load, a heading a fact, as its own days' files have; what it returns searches by meaning and words."""
    from memsearch import core

    core.get_provider = lambda *_, **__: _Provider(model)
    days = folder / "memory"
    days.mkdir()
    (days / "2026-02-09.md").write_text("\n".join(f"### {n:05}\n\n{fact}\n" for n, fact in enumerate(facts)))
    store = core.MemSearch([days], milvus_uri=str(folder / "index.db"))
    loop = asyncio.new_event_loop()
    loop.run_until_complete(store.index())

    def search(question: str) -> list[str]:
        return [hit["content"] for hit in loop.run_until_complete(store.search(question, top_k=5))]

    return search


def _main(package: str, given: dict[str, Any], folder: Path) -> dict[str, Any]:
    model = Model(given["graph"], given["tokenizer"])
    started = time.perf_counter()
    search = {"chromadb": chromadb, "memsearch": memsearch}[package](given["facts"], model, folder)
    loaded = time.perf_counter() - started
    answers, milliseconds = [], []
    for question in given["questions"]:
        started = time.perf_counter()
        answers.append(search(question))
        milliseconds.append((time.perf_counter() - started) * 1000)
    return {"load_seconds": loaded, "milliseconds": milliseconds, "answers": answers}


if __name__ == "__main__":
    print(json.dumps(_main(sys.argv[1], json.loads(Path(sys.argv[2]).read_text()), Path(sys.argv[3]))))
