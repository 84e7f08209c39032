"""The embedder process: vectors over a unix socket, no query behind a batch: `python -m worker.embedder`."""

import argparse
import asyncio
import contextlib
import ctypes
import json
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from memory.adapters.embedder_socket import LENGTH, MAX_FRAME, MAX_TEXTS
from memory.errors import CairnError, Refused, Unavailable
from memory.rules.late_interaction import count, pack
from worker.encoders import BUNDLED_MODEL, Encoder, Tokens, give_way, load_encoder, models_folder

# A batch is computed in pieces of about one long text (256 tokens, some 30 ms on a small machine), so that batches of
# several clients go on together. On CPUs bigger pieces are no faster.
_PIECE_CHARS = 1024
_FRAME_SECONDS = 10.0  # for a frame that has begun; between frames a client may be silent for ever
_MAX_CLIENTS = 256
_MAX_WAITING_QUERIES = 64
_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Asked:
    """The texts of a request, whether somebody waits for the answer, and whether it shall tell of their tokens."""

    texts: list[str]
    is_query: bool
    tokens: bool

    def part(self, rows: list[int]) -> "_Asked":
        return replace(self, texts=[self.texts[row] for row in rows])


@dataclass(frozen=True)
class _Computed:
    """A vector for each text and, where they were asked for, its tokens: as they are of questions, of others packed."""

    vectors: np.ndarray
    tokens: list[Tokens] | list[bytes]


@dataclass(frozen=True)
class _Piece:
    """Texts that wait for the model."""

    asked: _Asked
    wanted: Callable[[], bool]
    result: asyncio.Future[_Computed]


class Line:
    """A line in front of the model, which computes its pieces one at a time in a thread of its own."""

    def __init__(self, encoder: Encoder, *, most: int = 0, modest: bool = False) -> None:
        """At most `most` pieces wait (0: any number); a `modest` line leaves the cores to whoever else wants them."""
        self.encoder = encoder
        self.waiting: asyncio.Queue[_Piece] = asyncio.Queue(most)
        self._thread = ThreadPoolExecutor(1, "model", initializer=give_way if modest else None)
        self._is_busy = False

    async def encode(self, asked: _Asked, wanted: Callable[[], bool]) -> _Computed:
        """Wait for the vectors of these texts, in their order. Raises Unavailable when too many wait."""
        is_short = sum(map(len, asked.texts)) < _PIECE_CHARS
        if asked.is_query and not self._is_busy and self.waiting.empty() and is_short:
            # Nobody else could be answered meanwhile, and handing it to the model's thread and back takes half a
            # millisecond.
            return self._encode(asked)
        vectors = np.zeros((len(asked.texts), self.encoder.dimensions), dtype=np.float32)
        tokens: dict[int, Any] = {}
        for rows in _pieces(asked.texts):
            computed = await self._encode_piece(asked.part(rows), wanted)
            vectors[rows] = computed.vectors
            tokens.update(zip(rows, computed.tokens, strict=asked.tokens))
        return _Computed(vectors, [tokens[row] for row in sorted(tokens)])

    async def _encode_piece(self, asked: _Asked, wanted: Callable[[], bool]) -> _Computed:
        result: asyncio.Future[_Computed] = asyncio.get_running_loop().create_future()
        try:
            self.waiting.put_nowait(_Piece(asked, wanted, result))
        except asyncio.QueueFull as error:
            raise Unavailable("The embedder is busy.") from error
        return await result

    async def serve(self) -> None:
        """Compute pieces until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            piece = await self.waiting.get()
            if not piece.wanted():
                piece.result.set_exception(Unavailable("The client is gone."))
                continue
            self._is_busy = True
            try:
                piece.result.set_result(await loop.run_in_executor(self._thread, self._encode, piece.asked))
            except Unavailable as error:
                piece.result.set_exception(error)
            self._is_busy = False

    def _encode(self, asked: _Asked) -> _Computed:
        try:
            encoded = self.encoder.encode(asked.texts, tokens=asked.tokens, quick=asked.is_query)
            tokens = encoded.tokens or []
            # Packed at once, for the vectors of a long batch's tokens are hundreds of megabytes.
            kept = tokens if asked.is_query else [pack(text.vectors) for text in tokens]
            return _Computed(encoded.vectors, kept)
        except Exception as error:  # one text that breaks the model must not end the process
            _logger.exception("cannot encode")
            raise Unavailable(f"The model failed: {error}") from error


def _pieces(texts: list[str]) -> Iterator[list[int]]:
    """Group the row numbers of texts of like length, so that little is spent on padding."""
    piece: list[int] = []
    for row in sorted(range(len(texts)), key=lambda row: len(texts[row])):
        longest = min(len(texts[row]), _PIECE_CHARS)
        if piece and longest * (len(piece) + 1) > _PIECE_CHARS:
            yield piece
            piece = []
        piece.append(row)
    if piece:
        yield piece


class Embedder:
    """The conversations with clients."""

    def __init__(self, encoder: Encoder) -> None:
        self.queries = Line(encoder, most=_MAX_WAITING_QUERIES)
        self.batches = Line(encoder, modest=True)
        self._clients = 0

    async def converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection until it closes or breaks the protocol."""
        self._clients += 1
        try:
            if self._clients > _MAX_CLIENTS:
                return await _send(writer, {"error": "Too many clients."})
            while request := await _receive(reader):
                await self._answer(request, reader, writer)
        except (OSError, EOFError, TimeoutError) as error:
            _logger.info("a client was dropped: %r", error)
        except Refused as error:
            with contextlib.suppress(OSError, TimeoutError):
                await _send(writer, {"error": error.detail})
        except asyncio.CancelledError:
            # Nobody waits for this task: it is cancelled when the process ends, and asyncio would log that as an error.
            _logger.debug("a client was left: the process ends")
        finally:
            self._clients -= 1
            writer.close()

    async def _answer(self, request: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = _parse(request)
        line = self.queries if asked.is_query else self.batches
        encoder = line.encoder
        answer = {"model": encoder.model, "backend": encoder.backend, "dimensions": encoder.dimensions}
        try:
            computed = await line.encode(asked, lambda: not reader.at_eof())
        except CairnError as error:
            return await _send(writer, {"error": error.detail})
        told, payload = _tokens(computed.tokens, encoder.dimensions)
        answer |= {"rows": len(asked.texts), **told}
        return await _send(writer, answer, computed.vectors.astype("<f4").tobytes() + payload)


def _tokens(tokens: list[Tokens] | list[bytes], dimensions: int) -> tuple[dict[str, object], bytes]:
    """What the header says of the tokens, and what follows of them behind the texts' vectors."""
    asked = [text for text in tokens if isinstance(text, Tokens)]
    packed = [text for text in tokens if isinstance(text, bytes)]
    told = {"words": [text.words for text in asked], "tokens": [count(text, dimensions) for text in packed]}
    return told, b"".join([*(text.vectors.astype("<f4").tobytes() for text in asked), *packed])


def _parse(request: bytes) -> _Asked:
    """Read {"kind": "query" | "batch", "texts": [...], "tokens": bool}; lone surrogates become `?`. Raises Refused."""
    try:
        value = json.loads(request)
        texts, is_query = value["texts"], {"query": True, "batch": False}[value["kind"]]
        tokens = bool(value.get("tokens"))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Refused("malformed", "The request is not one of ours.") from error
    if not isinstance(texts, list) or len(texts) > MAX_TEXTS or not all(isinstance(text, str) for text in texts):
        raise Refused("malformed", f"`texts` must be a list of up to {MAX_TEXTS} strings.")
    return _Asked([text.encode("utf-8", "replace").decode() for text in texts], is_query, tokens)


async def _receive(reader: asyncio.StreamReader) -> bytes | None:
    """Read one frame; None when the client closed between two. Raises Refused, EOFError, TimeoutError."""
    first = await reader.read(1)
    if not first:
        return None
    async with asyncio.timeout(_FRAME_SECONDS):
        (length,) = LENGTH.unpack(first + await reader.readexactly(LENGTH.size - 1))
        if length > MAX_FRAME:
            raise Refused("too_long", f"A request has at most {MAX_FRAME} bytes.")
        return await reader.readexactly(length)


async def _send(writer: asyncio.StreamWriter, header: dict[str, object], payload: bytes = b"") -> None:
    encoded = json.dumps(header).encode()
    writer.write(LENGTH.pack(len(encoded)) + encoded + payload)
    async with asyncio.timeout(_FRAME_SECONDS):  # a client that does not read must not keep its answer here for ever
        await writer.drain()


async def serve(encoder: Encoder, path: Path) -> None:
    """Listen at `path`, for our own user alone, until SIGTERM or SIGINT."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    embedder = Embedder(encoder)
    lines = [asyncio.create_task(line.serve()) for line in (embedder.queries, embedder.batches)]
    server = await asyncio.start_unix_server(embedder.converse, sock=_listen(path), limit=MAX_FRAME)
    _logger.info("ready: %s on %s at %s", encoder.model, encoder.backend, path)
    await stop.wait()
    server.close()
    for line in lines:
        line.cancel()
    path.unlink(missing_ok=True)


def _return_memory() -> None:
    """Give back what loading the model took and needs no more: glibc would keep some hundred megabytes for later."""
    with contextlib.suppress(OSError, AttributeError):  # other C libraries have no such call
        ctypes.CDLL(None).malloc_trim(0)


def _listen(path: Path) -> socket.socket:
    path.unlink(missing_ok=True)  # of a killed predecessor
    listener = socket.socket(socket.AF_UNIX)
    before = os.umask(0o177)
    try:
        listener.bind(str(path))
    finally:
        os.umask(before)
    listener.listen(128)
    return listener


def main() -> None:
    """Load the model, then serve; exit 1 with one line when there is no model."""
    environment = os.environ
    home = Path(environment.get("CAIRN_HOME", "~/.cairn")).expanduser()
    parser = argparse.ArgumentParser(prog="python -m worker.embedder", description=__doc__)
    socket_path = environment.get("CAIRN_EMBEDDER_SOCKET", str(home / "run" / "embedder.sock"))
    parser.add_argument("--socket", type=Path, default=Path(socket_path), help="where to listen")
    parser.add_argument("--models", type=Path, default=models_folder(home), help="folder for the exported model")
    parser.add_argument("--prepare", action="store_true", help="export the model if need be, then exit")
    parser.add_argument("--model", default=environment.get("CAIRN_EMBEDDING_MODEL") or BUNDLED_MODEL)
    chosen = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    chosen.models.mkdir(parents=True, exist_ok=True)
    try:
        encoder = load_encoder(chosen.model, chosen.models)
    except (CairnError, OSError, ImportError) as error:
        sys.exit(f"The embedder cannot start: {error}")
    _return_memory()
    if not chosen.prepare:
        asyncio.run(serve(encoder, chosen.socket))


if __name__ == "__main__":
    main()
