"""What the model distillers share: one POST that ends in time, and what each way of failing means."""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

import httpx2

from memory.errors import Refused, Unavailable
from memory.rules import tokens

MAX_ANSWER_BYTES = 512 * 1024
_CONNECT_SECONDS = 5.0
_STREAMS = ("text/event-stream", "application/x-ndjson")
# Answers of which the next one will be no better until somebody changes the settings.
_HOPELESS = {401: "the key was refused", 403: "the key was refused", 404: "no such model or address"}


@dataclass(frozen=True)
class Prompt:
    """What a model is asked: its task, and the material that it is to work on."""

    system: str
    user: str


@dataclass(frozen=True)
class Completion:
    """What a model answered, and what that cost (estimated where the server does not say)."""

    text: str
    input_tokens: int
    output_tokens: int


class ModelFailed(Unavailable):
    """A call that brought nothing. `again`: the same may succeed soon, after `wait` seconds if the server named any.

    `down`: it is the server that fails, not this one question; `hopeless`: it will until its settings are changed.
    """

    def __init__(
        self, detail: str, *, again: bool = False, wait: float = 0.0, down: bool = True, hopeless: bool = False
    ) -> None:
        super().__init__(detail)
        self.again, self.wait, self.down, self.hopeless = again, wait, down, hopeless


class HttpDistiller(ABC):
    """A model behind a URL. A kind of server says how it is asked and how its answers read; see Distiller."""

    name = ""

    def __init__(self, url: str, model: str, api_key: str = "", *, stream: bool = False) -> None:
        """Take a base URL, with or without the path of the endpoint. Raises Refused on anything else."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Refused("setting", "CAIRN_LLM_URL must be an http(s) address.")
        self.url = self.endpoint(url.rstrip("/"))
        self.model, self.stream, self._api_key = model, stream, api_key

    def complete(self, prompt: Prompt, *, timeout: float) -> Completion:
        """See Distiller."""
        try:
            with _posted(self.url, self.request(prompt), self.headers(self._api_key), timeout) as response:
                # Some servers answer at once whatever they were asked for.
                in_pieces = response.headers.get("content-type", "").startswith(_STREAMS)
                text, asked, answered = self.streamed(response) if in_pieces else self.whole(_json(response))
        except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
            # Without its cause, which would carry the model's words into logs.
            raise ModelFailed("the server's answer has an unknown shape", down=False) from None
        asked = asked or tokens.estimate(prompt.system + prompt.user)
        return Completion(text, asked, answered or tokens.estimate(text))

    def headers(self, api_key: str) -> dict[str, str]:
        """What proves who asks."""
        return {"Authorization": f"Bearer {api_key}"} if api_key else {}

    @abstractmethod
    def endpoint(self, url: str) -> str:
        """The address to post to."""

    @abstractmethod
    def request(self, prompt: Prompt) -> dict[str, object]:
        """The body of the request."""

    @abstractmethod
    def whole(self, answer: Any) -> tuple[str, int, int]:
        """Text, tokens in and tokens out of an answer that came at once."""

    @abstractmethod
    def streamed(self, response: httpx2.Response) -> tuple[str, int, int]:
        """The same of an answer that comes in pieces. Raises ModelFailed when its end is missing."""


def cut_off(why: str = "the connection closed") -> ModelFailed:
    """An answer without its end: the server hung up, or the model had no room for more."""
    return ModelFailed(f"the answer was cut off: {why}", again=True)


def no_room() -> ModelFailed:
    """The model stopped at its limit of tokens; asking the same again would end in the same way."""
    return ModelFailed("the answer was cut off: the model ran out of tokens", down=False)


@contextmanager
def _posted(url: str, body: object, headers: dict[str, str], timeout: float) -> Iterator[httpx2.Response]:
    """The server's 200 answer, still unread; reading it fails once `timeout` seconds are over."""
    end = time.monotonic() + timeout
    waits = httpx2.Timeout(timeout, connect=min(timeout, _CONNECT_SECONDS))
    try:
        with (
            httpx2.Client(timeout=waits) as client,
            client.stream("POST", url, json=body, headers=headers) as response,
        ):
            response.stream = _Bounded(response.stream, end)
            if response.status_code != httpx2.codes.OK:
                raise _refusal(response)
            yield response
    except httpx2.ConnectTimeout:
        raise ModelFailed(f"cannot be reached within {_CONNECT_SECONDS:g} s", again=True) from None
    except httpx2.TimeoutException:
        raise ModelFailed(f"timed out after {timeout:g} s") from None
    except httpx2.RemoteProtocolError:
        raise cut_off() from None
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise ModelFailed(f"cannot be reached: {type(error).__name__}", again=True) from None


class _Bounded(httpx2.SyncByteStream):
    """A body that neither trickles for ever nor grows without end."""

    def __init__(self, stream: Any, end: float) -> None:
        self._stream, self._end = stream, end

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for chunk in self._stream:
            size += len(chunk)
            if size > MAX_ANSWER_BYTES:
                raise ModelFailed(f"the answer is longer than {MAX_ANSWER_BYTES // 1024} KiB", down=False)
            if time.monotonic() > self._end:
                raise httpx2.ReadTimeout("the answer takes too long")
            yield chunk

    def close(self) -> None:
        """Let the connection go."""
        self._stream.close()


def _json(response: httpx2.Response) -> Any:
    return json.loads(response.read())


def _refusal(response: httpx2.Response) -> ModelFailed:
    """What a status means. The body is not told: servers repeat keys and prompts in it."""
    status, wait = response.status_code, _retry_after(response.headers.get("retry-after", ""))
    if why := _HOPELESS.get(status):
        return ModelFailed(f"{status}, {why}", hopeless=True)
    if status == httpx2.codes.TOO_MANY_REQUESTS or status >= 500:
        return ModelFailed(f"{status}, retry after {wait:g} s" if wait else f"{status}", again=True, wait=wait)
    if status < 400:
        return ModelFailed(f"{status}, the address points elsewhere", hopeless=True)
    return ModelFailed(f"{status}, the request was refused", down=False)


def _retry_after(value: str) -> float:
    """Seconds, from either form of the header; 0 where it says nothing."""
    try:
        if value.strip().isdecimal():
            return float(value)
        return max(0.0, round((parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds()))
    except (ValueError, TypeError):
        return 0.0
