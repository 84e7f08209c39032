"""The distiller behind Anthropic's messages; streams are server-sent events of several types."""

import json
from typing import Any

import httpx2

from memory.adapters.distiller_http import HttpDistiller, ModelFailed, Prompt, cut_off, no_room

_VERSION = "2023-06-01"
_MAX_TOKENS = 4096


class AnthropicDistiller(HttpDistiller):
    """A model of Anthropic; see Distiller."""

    name = "anthropic"

    def endpoint(self, url: str) -> str:
        """A host, `…/v1` or `…/v1/messages`."""
        return f"{url.removesuffix('/messages').removesuffix('/v1')}/v1/messages"

    def headers(self, api_key: str) -> dict[str, str]:
        """See HttpDistiller."""
        return {"anthropic-version": _VERSION} | ({"x-api-key": api_key} if api_key else {})

    def request(self, prompt: Prompt) -> dict[str, object]:
        """See HttpDistiller."""
        return {
            "model": self.model,
            "max_tokens": _MAX_TOKENS,
            "system": prompt.system,
            "messages": [{"role": "user", "content": prompt.user}],
            "stream": self.stream,
        }

    def whole(self, answer: Any) -> tuple[str, int, int]:
        """See HttpDistiller."""
        _check(answer)
        text = "".join(block["text"] for block in answer["content"] if block["type"] == "text")
        usage = answer.get("usage") or {}
        return text, _asked(usage), int(usage.get("output_tokens") or 0)

    def streamed(self, response: httpx2.Response) -> tuple[str, int, int]:
        """See HttpDistiller."""
        text: list[str] = []
        asked = answered = 0
        for event in httpx2.EventSource(response):
            piece = json.loads(event.data)
            match piece["type"]:
                case "message_start":
                    asked = _asked(piece["message"].get("usage") or {})
                case "content_block_delta" if piece["delta"]["type"] == "text_delta":
                    text.append(piece["delta"]["text"])
                case "message_delta":
                    _check(piece["delta"])
                    answered = int((piece.get("usage") or {}).get("output_tokens") or 0)
                case "message_stop":
                    return "".join(text), asked, answered
                case "error":
                    raise ModelFailed("the model failed while it answered", again=True)
        raise cut_off()


def _check(ended: dict[str, Any]) -> None:
    if ended.get("stop_reason") == "max_tokens":
        raise no_room()


def _asked(usage: dict[str, Any]) -> int:
    """Tokens in, those that the server had in its cache included."""
    names = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    return sum(int(usage.get(name) or 0) for name in names)
