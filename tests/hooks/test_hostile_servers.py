"""A server that answers too much, too slowly, or in crumbs: a session begins in time, and nothing is lost."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

_MIB = 1024 * 1024
_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
Talk = Callable[[socket.socket], None]


@contextmanager
def _server(talk: Talk) -> Iterator[str]:
    """The URL of a server that reads a request and then says what `talk` sends, to each who asks."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer(connection: socket.socket) -> None:
            with connection, suppress(OSError):
                connection.recv(65_536)
                talk(connection)

        def accept() -> None:
            with suppress(OSError):
                while True:
                    threading.Thread(target=answer, args=(listening.accept()[0],), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


def _whole(body: bytes) -> Talk:
    return lambda connection: connection.sendall(_HEAD + b"Content-Length: %d\r\n\r\n%s" % (len(body), body))


def _briefing(text: str, **status: object) -> bytes:
    return json.dumps({"text": text, "status": status}).encode()


def _in_chunks(body: bytes) -> Talk:
    pieces = b"".join(b"1\r\n%c\r\n" % sign for sign in body)
    return lambda connection: connection.sendall(_HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + pieces + b"0\r\n\r\n")


def _dripping(said: bytes) -> Talk:
    def talk(connection: socket.socket) -> None:
        for at in range(len(said)):
            connection.sendall(said[at : at + 1])
            time.sleep(0.02)

    return talk


# Seconds, on a busy machine too; without a bound it took longer.
PATIENCE = 6
_REFUSED: dict[str, Talk] = {
    "fourteen megabytes of text": _whole(_briefing("- a <b> line\n" * _MIB)),
    "fourteen megabytes of tags": _whole(_briefing("<" * 14 * _MIB)),
    "fourteen megabytes until the end": lambda it: it.sendall(_HEAD + b"\r\n" + _briefing("a" * 14 * _MIB)),
    "a length that nobody has": lambda it: it.sendall(_HEAD + b"Content-Length: 99999999999\r\n\r\n{}"),
    "crumbs": _in_chunks(_briefing("a" * 2 * _MIB)),
    "chunks of nothing but their lines": lambda it: it.sendall(
        _HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1" * 14 * _MIB
    ),
    "a head without end": lambda it: it.sendall(_HEAD + b"X: a\r\n" * 2 * _MIB),
    "one header": lambda it: it.sendall(_HEAD + b"X: " + b"a" * 14 * _MIB),
    "a head byte by byte": _dripping(_HEAD + b"X: " + b"a" * 5_000),
    "a body byte by byte": _dripping(_HEAD + b"Content-Length: 5000\r\n\r\n" + b" " * 5_000),
    "chunks byte by byte": _dripping(_HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 1_000),
}


@pytest.mark.parametrize("talk", _REFUSED.values(), ids=_REFUSED)
def test_an_answer_without_measure_is_none(alone, talk: Talk) -> None:
    with _server(talk) as alone.url:
        began = time.monotonic()
        said = alone.hook("SessionStart", source="startup")
        assert time.monotonic() - began < PATIENCE
    assert "OFFLINE" in said["systemMessage"]
    assert "hookSpecificOutput" not in said
    assert [line["event"] for line in alone.lines()] == ["SessionStart"]


@pytest.mark.parametrize("text", ["<", "- a <b> line\n", "[INST] ", "\u200b", "a", "\n"])
def test_what_fits_into_an_answer_is_cut_in_time(alone, text: str) -> None:
    body = _briefing(text * (100_000 // len(text)), project="<" * 100_000, client_distill="a" * 100_000, drafts=3)
    with _server(_whole(body)) as alone.url:
        began = time.monotonic()
        said = alone.hook("SessionStart", source="startup")
        assert time.monotonic() - began < PATIENCE
    assert "OFFLINE" not in said["systemMessage"] and len(said["systemMessage"]) < 1_000
    assert len(said["hookSpecificOutput"]["additionalContext"]) <= 9_500
    assert len(json.dumps(alone.state())) < 2_000


@pytest.mark.parametrize("mode", ["hint", "inject"])
@pytest.mark.parametrize(
    "talk",
    [
        _whole(json.dumps({"results": [{"score": 1, "snippet": "a"}] * 30_000}).encode()),
        _whole(json.dumps({"results": [{"score": 1, "snippet": "<" * 900_000}]}).encode()),
        _whole(json.dumps({"results": [{"score": 1, "snippet": "a"}] * 500_000}).encode()),
        _dripping(_HEAD + b"Content-Length: 5000\r\n\r\n" + b" " * 5_000),
    ],
    ids=["thirty thousand hits", "one long hit", "megabytes of hits", "byte by byte"],
)
def test_a_prompt_waits_no_longer_for_a_hint_than_ever(alone, mode: str, talk: Talk) -> None:
    prompt = "Why does checkout answer 200 on a declined card?"
    with _server(talk) as alone.url:
        began = time.monotonic()
        said = alone.hook("UserPromptSubmit", prompt=prompt, environment={"CAIRN_PROMPT_RECALL": mode})
        assert time.monotonic() - began < PATIENCE
    assert len(json.dumps(said)) < 4_000
    assert len(alone.lines()) == 1
