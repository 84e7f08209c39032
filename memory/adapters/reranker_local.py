"""A cross-encoder of sentence-transformers in this process, on a thread of its own, never waited for too long."""

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from memory.errors import Unavailable

# Longer texts are cut: the time grows with the square of their length.
_MAX_TOKENS = 256


class LocalReranker:
    """A model in a folder or of a hub name; see Reranker. It is loaded when it is first asked."""

    def __init__(self, model: str, timeout: float) -> None:
        self.model = model
        self._timeout = timeout
        self._encoder: Any = None
        self._thread = ThreadPoolExecutor(1, "reranker")
        self._busy = threading.Lock()

    def scores(self, question: str, texts: list[str]) -> list[float]:
        """See Reranker. While the model loads, or is at another question, nobody waits."""
        if not self._busy.acquire(blocking=False):
            raise Unavailable("The reranker is busy.")
        work = self._thread.submit(self._compute, question, texts)
        work.add_done_callback(lambda _: self._busy.release())
        return self._in_time(work)

    def _in_time(self, work: "Future[list[float]]") -> list[float]:
        try:
            return work.result(self._timeout)
        except TimeoutError:
            raise Unavailable(f"The reranker took longer than {self._timeout:g} s.") from None
        except Exception as error:  # whatever a model or its files may throw
            raise Unavailable(f"The reranker {self.model} failed: {error}") from error

    def _compute(self, question: str, texts: list[str]) -> list[float]:
        from torch import nn

        encoder = self._encoder = self._encoder or self._load()
        logits = encoder.predict(
            [(question, text) for text in texts], activation_fn=nn.Sigmoid(), show_progress_bar=False
        )
        return [float(value) for value in logits]

    def _load(self) -> Any:
        from sentence_transformers import CrossEncoder

        return CrossEncoder(self.model, num_labels=1, max_length=_MAX_TOKENS, device="cpu")
