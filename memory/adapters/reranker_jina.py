"""The reranker over HTTP, in the words of Jina's API (`POST /v1/rerank`), which other servers speak too."""

import http.client
import json
import math
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

from memory.errors import Refused, Unavailable

# After a failure searches go on without it for so long (seconds), instead of each waiting for the next one.
_PAUSE = 30.0
_MAX_ANSWER = 4 * 1024 * 1024


class JinaReranker:
    """A model behind a URL; see Reranker."""

    def __init__(self, url: str, model: str, api_key: str, timeout: float) -> None:
        """Take the full address. Raises Refused on anything but http(s), or without a key where one is needed."""
        self._parts = urlsplit(url)
        if self._parts.scheme not in ("http", "https") or not self._parts.hostname:
            raise Refused("setting", f"CAIRN_RERANKER_URL is {url!r}; it must be an http(s) URL.")
        if not api_key and self._parts.hostname.endswith("jina.ai"):
            raise Refused("setting", "CAIRN_RERANKER=jina needs CAIRN_RERANKER_API_KEY.")
        self.model = model
        self._timeout = timeout
        self._headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {api_key}"} if api_key else {}
        )
        self._threads = ThreadPoolExecutor(4, "reranker")
        self._silent_until = 0.0

    def scores(self, question: str, texts: list[str]) -> list[float]:
        """See Reranker."""
        if time.monotonic() < self._silent_until:
            raise Unavailable("The reranker failed a moment ago; it is asked again soon.")
        try:
            # On a thread: the time limit of a connection is one for each of its steps.
            asked = self._threads.submit(self._ask, question, texts)
            return _in_order(asked.result(self._timeout), len(texts))
        except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError) as error:
            self._silent_until = time.monotonic() + _PAUSE
            reason = str(error) or type(error).__name__
            raise Unavailable(f"The reranker at {self._parts.netloc} failed: {reason}.") from error

    def _ask(self, question: str, texts: list[str]) -> Any:
        body = {
            "model": self.model,
            "query": question,
            "documents": texts,
            "top_n": len(texts),
            "return_documents": False,
        }
        kind = http.client.HTTPSConnection if self._parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(str(self._parts.hostname), self._parts.port, timeout=self._timeout)
        try:
            connection.request("POST", self._parts.path or "/", _encoded(body), self._headers)
            response = connection.getresponse()
            answer = response.read(_MAX_ANSWER)
        finally:
            connection.close()
        if response.status != http.client.OK:
            raise ValueError(f"status {response.status}")
        return json.loads(answer)


def _in_order(answer: Any, wanted: int) -> list[float]:
    """The scores in the order of the texts, whatever that of the answer. Raises ValueError, KeyError, TypeError."""
    given = {int(row["index"]): float(row["relevance_score"]) for row in answer["results"]}
    if sorted(given) != list(range(wanted)) or not all(math.isfinite(value) for value in given.values()):
        raise ValueError(f"not one score for each of {wanted} texts")
    return [min(max(given[place], 0.0), 1.0) for place in range(wanted)]


def _encoded(body: dict[str, Any]) -> bytes:
    return json.dumps(body).encode("utf-8", "replace")
