"""The distiller behind Ollama: `/api/chat`, whose streams are lines of JSON."""

import json
from typing import Any

import httpx2

from memory.adapters.distiller_http import HttpDistiller, ModelFailed, Prompt, cut_off, no_room

# Ollama cuts what does not fit into its window without a word; ours holds the longest material and its answer.
_WINDOW = 12_288


class OllamaDistiller(HttpDistiller):
    """A model that Ollama serves; see Distiller."""

    name = "ollama"

    def endpoint(self, url: str) -> str:
        """`…:11434`, `…/api` or `…/api/chat`."""
        return f"{url.removesuffix('/chat').removesuffix('/api')}/api/chat"

    def request(self, prompt: Prompt) -> dict[str, object]:
        """See HttpDistiller."""
        said = [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}]
        options = {"temperature": 0, "num_ctx": _WINDOW}
        return {
            "model": self.model,
            "messages": said,
            "stream": self.stream,
            "format": "json",
            "options": options,
        }

    def whole(self, answer: Any) -> tuple[str, int, int]:
        """See HttpDistiller."""
        return answer["message"]["content"], *_ended(answer)

    def streamed(self, response: httpx2.Response) -> tuple[str, int, int]:
        """See HttpDistiller."""
        text = []
        for line in filter(None, response.iter_lines()):
            piece = json.loads(line)
            if "error" in piece:
                raise ModelFailed("the model failed while it answered", again=True)
            text.append(piece["message"]["content"])
            if piece.get("done"):
                return "".join(text), *_ended(piece)
        raise cut_off()


def _ended(last: dict[str, Any]) -> tuple[int, int]:
    if last.get("done_reason") == "length":
        raise no_room()
    return int(last.get("prompt_eval_count") or 0), int(last.get("eval_count") or 0)
