"""The doors to models: three wire formats, streaming off and on, and every way in which a server fails."""

import logging
import time
from collections.abc import Iterator
from email.utils import formatdate

import pytest

from memory.adapters import distiller_http
from memory.adapters.distiller import Completion, ModelFailed, Prompt, distiller, label
from memory.adapters.distiller_anthropic import AnthropicDistiller
from memory.adapters.distiller_http import HttpDistiller
from memory.adapters.distiller_ollama import OllamaDistiller
from memory.adapters.distiller_openai import OpenAIDistiller
from memory.checks import distiller_is_known
from memory.errors import Refused
from tests.adapters.llm_servers import KINDS, Model, Step, running_model

DOORS: dict[str, type[HttpDistiller]] = {
    "ollama": OllamaDistiller,
    "openai": OpenAIDistiller,
    "anthropic": AnthropicDistiller,
}
PROMPT = Prompt("Distill.", "The cache is slow, bitte prüfen.")
each_kind = pytest.mark.parametrize("kind", KINDS)
whole_and_streamed = pytest.mark.parametrize("stream", [False, True])


@pytest.fixture(scope="module")
def server() -> Iterator[Model]:
    """One server for all of this module's tests."""
    with running_model() as model:
        yield model


@pytest.fixture
def model(server: Model) -> Model:
    """The server, with nothing left of the test before."""
    server.steps.clear()
    server.heard.clear()
    return server


def ask(kind: str, model: Model, *, stream: bool = False, timeout: float = 2.0, path: str = "") -> Completion:
    return DOORS[kind](model.url + path, "m1", "k3y", stream=stream).complete(PROMPT, timeout=timeout)


def failure(kind: str, model: Model, step: Step, *, stream: bool = False, timeout: float = 2.0) -> ModelFailed:
    model.steps = [step]
    with pytest.raises(ModelFailed) as raised:
        ask(kind, model, stream=stream, timeout=timeout)
    return raised.value


@each_kind
@whole_and_streamed
def test_an_answer_comes_with_its_cost(kind: str, stream: bool, model: Model) -> None:
    model.steps = [Step('{"facts": ["ü"]} and more than four pieces of text')]
    assert ask(kind, model, stream=stream) == Completion('{"facts": ["ü"]} and more than four pieces of text', 70, 30)
    asked = model.heard[0]
    assert asked.body["model"] == "m1" and bool(asked.body.get("stream")) == stream
    assert "Distill." in str(asked.body) and "bitte prüfen" in str(asked.body)


def test_each_is_asked_in_its_own_way(model: Model) -> None:
    for kind in KINDS:
        ask(kind, model, stream=kind == "openai")
    ollama, openai, anthropic = model.heard
    assert ollama.body["format"] == "json" and ollama.body["options"]["num_ctx"] > 8000
    assert openai.headers["authorization"] == "Bearer k3y"
    assert openai.body["response_format"] == {"type": "json_object"}
    assert openai.body["stream_options"] == {"include_usage": True}
    assert anthropic.headers["x-api-key"] == "k3y" and anthropic.headers["anthropic-version"] == "2023-06-01"
    assert anthropic.body["system"] == "Distill." and anthropic.body["max_tokens"]


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        ("ollama", ""), ("ollama", "/"), ("ollama", "/api"), ("ollama", "/api/chat"), ("openai", "/"),
        ("openai", "/v1"), ("openai", "/v1/"), ("openai", "/v1/chat/completions"), ("anthropic", ""),
        ("anthropic", "/v1"), ("anthropic", "/v1/messages/"),
    ],
)  # fmt: skip
def test_an_address_may_be_given_with_or_without_its_path(kind: str, path: str, model: Model) -> None:
    assert ask(kind, model, path=path).text


@pytest.mark.parametrize("url", ["", "localhost:11434", "ftp://host", "http://"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(Refused):
        OllamaDistiller(url, "m1")


@each_kind
@whole_and_streamed
def test_a_cut_off_answer_is_no_answer(kind: str, stream: bool, model: Model) -> None:
    failed = failure(kind, model, Step("The cache is slow.", cut=True), stream=stream)
    assert failed.again and "cut off" in failed.detail


@each_kind
@whole_and_streamed
def test_a_model_without_room_is_not_asked_the_same_again(kind: str, stream: bool, model: Model) -> None:
    failed = failure(kind, model, Step('{"facts": [', room=False), stream=stream)
    assert not failed.again and "tokens" in failed.detail


@each_kind
def test_a_model_that_breaks_while_it_streams_may_be_asked_again(kind: str, model: Model) -> None:
    assert failure(kind, model, Step("{", breaks=True), stream=True).again


@each_kind
@whole_and_streamed
def test_a_slow_server_is_not_waited_for(kind: str, stream: bool, model: Model) -> None:
    started = time.monotonic()
    # Streams trickle: no piece is late, all of them together are.
    failed = failure(kind, model, Step("a" * 40, pause=0.12 if stream else 1.0), stream=stream, timeout=0.3)
    assert failed.detail == "timed out after 0.3 s" and not failed.again
    assert time.monotonic() - started < 0.9


def test_a_server_that_asks_for_patience_is_understood(model: Model) -> None:
    failed = failure("openai", model, Step(status=429, headers={"Retry-After": "60"}))
    assert failed.again and failed.wait == 60 and failed.detail == "429, retry after 60 s"
    at = formatdate(time.time() + 120, usegmt=True)
    assert 115 < failure("anthropic", model, Step(status=529, headers={"Retry-After": at})).wait <= 120
    assert failure("ollama", model, Step(status=503, headers={"Retry-After": "soon"})).wait == 0


@pytest.mark.parametrize(
    ("status", "again", "hopeless"),
    [(500, True, False), (401, False, True), (404, False, True), (400, False, False), (307, False, True)],
)
def test_a_status_tells_whether_to_come_back(status: int, again: bool, hopeless: bool, model: Model) -> None:
    failed = failure("openai", model, Step(status=status, headers={"Location": "http://127.0.0.1:9/"}))
    assert (failed.again, failed.hopeless) == (again, hopeless) and str(status) in failed.detail


def test_neither_the_key_nor_the_server_s_words_are_told(model: Model, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    failed = failure("openai", model, Step(status=401))
    assert "sk-" not in failed.detail and "k3y" not in failed.detail
    ours = " ".join(record.getMessage() for record in caplog.records if record.name.startswith("memory"))
    assert "k3y" not in ours and "bitte prüfen" not in ours


def test_nobody_at_the_address_is_told_so() -> None:
    with pytest.raises(ModelFailed, match="cannot be reached") as raised:
        OllamaDistiller("http://127.0.0.1:9", "m1").complete(PROMPT, timeout=1)
    assert raised.value.again


@pytest.mark.parametrize("raw", [b"", b"<html>", b"[]", b"null", b'{"choices": []}', b"[" * 200_000])
@each_kind
def test_an_answer_of_another_shape_is_no_answer(kind: str, raw: bytes, model: Model) -> None:
    failed = failure(kind, model, Step(raw=raw))
    assert "unknown shape" in failed.detail and not failed.down


@whole_and_streamed
def test_a_huge_answer_is_not_read_to_its_end(stream: bool, model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distiller_http, "MAX_ANSWER_BYTES", 2048)
    assert "longer than 2 KiB" in failure("openai", model, Step("a" * 9000), stream=stream).detail


def test_a_server_that_does_not_stream_is_understood_all_the_same(model: Model) -> None:
    model.steps = [Step(raw=b'{"choices": [{"message": {"content": "yes, it is"}}]}')]
    assert ask("openai", model, stream=True).text == "yes, it is"


def test_the_settings_choose_the_door(settings: object) -> None:
    settings.CAIRN_LLM_MODEL = "a-model-with-a-name-that-is-far-too-long-for-a-row"  # type: ignore[attr-defined]
    for kind in KINDS:
        assert distiller(kind).name == kind
    assert len(label(distiller("ollama"))) == 40
    with pytest.raises(Refused):
        distiller("rules")
    settings.CAIRN_DISTILLER = "ollama"  # type: ignore[attr-defined]
    with pytest.raises(Refused, match="connected to ollama"):
        distiller("anthropic")
    settings.CAIRN_LLM_MODEL = ""  # type: ignore[attr-defined]
    with pytest.raises(Refused, match="CAIRN_LLM_MODEL"):
        distiller("ollama")


@pytest.mark.parametrize(
    ("changed", "ids"),
    [
        ({}, []),
        ({"CAIRN_DISTILLER": "gpt"}, ["cairn.E005"]),
        ({"CAIRN_DISTILLER": "ollama"}, ["cairn.E006"]),
        ({"CAIRN_DISTILLER": "ollama", "CAIRN_LLM_MODEL": "m1", "CAIRN_LLM_URL": "box:11434"}, ["cairn.E007"]),
        ({"CAIRN_DISTILLER": "anthropic", "CAIRN_LLM_MODEL": "m1"}, ["cairn.E008"]),
        ({"CAIRN_DISTILLER": "openai", "CAIRN_LLM_MODEL": "m1", "CAIRN_LLM_URL": "http://box/v1"}, []),
    ],
)
def test_a_server_with_half_a_model_does_not_start(changed: dict[str, str], ids: list[str], settings: object) -> None:
    for name, value in changed.items():
        setattr(settings, name, value)
    assert [found.id for found in distiller_is_known()] == ids
