"""The door to a model that distills: a prompt in, its words and their cost out; Ollama, OpenAI's kind, Anthropic."""

from typing import Protocol

from django.conf import settings

from memory.adapters.distiller_anthropic import AnthropicDistiller
from memory.adapters.distiller_http import Completion, HttpDistiller, ModelFailed, Prompt
from memory.adapters.distiller_ollama import OllamaDistiller
from memory.adapters.distiller_openai import OpenAIDistiller
from memory.errors import Refused

__all__ = ["KINDS", "RULES", "Completion", "Distiller", "ModelFailed", "Prompt", "chosen", "distiller", "label"]

RULES = "rules"
_KINDS: dict[str, tuple[type[HttpDistiller], str]] = {
    "ollama": (OllamaDistiller, "http://127.0.0.1:11434"),
    "openai": (OpenAIDistiller, "https://api.openai.com"),
    "anthropic": (AnthropicDistiller, "https://api.anthropic.com"),
}
KINDS = (RULES, *_KINDS)


class Distiller(Protocol):
    """What every model distiller offers; safe to share between threads and across a fork."""

    name: str
    model: str
    url: str

    def complete(self, prompt: Prompt, *, timeout: float) -> Completion:
        """Ask once, for about `timeout` seconds at most. Raises ModelFailed."""


def chosen(team_choice: str) -> str:
    """The kind that a team's turns are distilled by: its own choice, else the server's."""
    return team_choice or settings.CAIRN_DISTILLER


def distiller(kind: str) -> Distiller:
    """The model door of this kind. Raises Refused for `rules`, and where the settings do not reach it.

    A server has one connection to a model. A team may choose it, but not send its words, and the server's key,
    to a provider that the operator did not set up.
    """
    if kind not in _KINDS:
        raise Refused("setting", f"CAIRN_DISTILLER is {kind!r}; it must be {', '.join(KINDS)}.")
    if settings.CAIRN_DISTILLER not in (RULES, kind):
        raise Refused("setting", f"this server is connected to {settings.CAIRN_DISTILLER}, not to {kind}")
    if not settings.CAIRN_LLM_MODEL:
        raise Refused("setting", "CAIRN_LLM_MODEL is not set")
    door, usual_url = _KINDS[kind]
    return door(
        settings.CAIRN_LLM_URL or usual_url,
        settings.CAIRN_LLM_MODEL,
        settings.CAIRN_LLM_API_KEY,
        stream=settings.CAIRN_LLM_STREAM,
    )


def label(door: Distiller) -> str:
    """What rows say made them: `ollama:llama3`, in 40 characters."""
    return f"{door.name}:{door.model}"[:40]
