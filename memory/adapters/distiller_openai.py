"""The distiller behind OpenAI's chat completions, which many servers speak; streams are server-sent events."""

import json
import re
from typing import Any

import httpx2

from memory.adapters.distiller_http import HttpDistiller, ModelFailed, Prompt, cut_off, no_room

_VERSIONED = re.compile(r"/v\d\w*$")


class OpenAIDistiller(HttpDistiller):
    """A model of OpenAI or of a server that speaks as it does; see Distiller.

    Neither a temperature nor a limit of tokens is sent: the servers disagree on what they take.
    """

    name = "openai"

    def endpoint(self, url: str) -> str:
        """A host, a base that ends in its version (`…/v1`), or the whole `…/chat/completions`."""
        if url.endswith("/chat/completions"):
            return url
        return f"{url}/chat/completions" if _VERSIONED.search(url) else f"{url}/v1/chat/completions"

    def request(self, prompt: Prompt) -> dict[str, object]:
        """See HttpDistiller."""
        said = [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}]
        asked: dict[str, object] = {
            "model": self.model,
            "messages": said,
            "response_format": {"type": "json_object"},
        }
        return asked | ({"stream": True, "stream_options": {"include_usage": True}} if self.stream else {})

    def whole(self, answer: Any) -> tuple[str, int, int]:
        """See HttpDistiller."""
        choice = answer["choices"][0]
        _check(choice)
        return choice["message"]["content"] or "", *_spent(answer)

    def streamed(self, response: httpx2.Response) -> tuple[str, int, int]:
        """See HttpDistiller."""
        text: list[str] = []
        spent = (0, 0)
        for event in httpx2.EventSource(response):
            if event.data == "[DONE]":
                return "".join(text), *spent
            piece = json.loads(event.data)
            if "error" in piece:
                raise ModelFailed("the model failed while it answered", again=True)
            if piece.get("usage"):
                spent = _spent(piece)
            for choice in piece.get("choices", []):
                _check(choice)
                text.append(choice.get("delta", {}).get("content") or "")
        raise cut_off()


def _check(choice: dict[str, Any]) -> None:
    if choice.get("finish_reason") == "length":
        raise no_room()


def _spent(answer: dict[str, Any]) -> tuple[int, int]:
    usage = answer.get("usage") or {}
    return int(usage.get("prompt_tokens") or 0), int(usage.get("completion_tokens") or 0)
