"""Reads a body as clients send it: JSON or a line of JSON each, maybe gzipped, never unbounded."""

import json
import math
import zlib
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError, UnsupportedMediaType
from rest_framework.parsers import BaseParser

from api.problems import TooLarge

MAX_BODY_BYTES = 2 * 1024 * 1024
MAX_LINES = 5_000


class JSONBody(BaseParser):
    """`application/json` up to 2 MiB after decompression; a bomb is stopped at the limit, not after it."""

    media_type = "application/json"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping | None = None) -> Any:
        """The parsed value. Raises ParseError (400), TooLarge (413), UnsupportedMediaType (415)."""
        return _value(_content(stream, media_type, parser_context))


class NDJSONBody(BaseParser):
    """One JSON value a line, up to 2 MiB after decompression and 5,000 lines, under any of its names."""

    # The name has no standard: curl sends a file as a form if nobody tells it otherwise, others send none at all.
    media_type = "*/*"
    names = frozenset(
        {
            "application/x-ndjson",
            "application/ndjson",
            "application/jsonl",
            "application/x-jsonl",
            "application/jsonlines",
            "application/json-lines",
            "application/json",
            "application/octet-stream",
            "application/x-www-form-urlencoded",
            "text/plain",
            "",
        }
    )

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping | None = None
    ) -> list[bytes]:
        """The lines as they came, each with its end. Raises ParseError (400), TooLarge (413) and
        UnsupportedMediaType (415)."""
        if (media_type or "").split(";")[0].strip().lower() not in self.names:
            raise UnsupportedMediaType(media_type or "", "Send the lines as Content-Type: application/x-ndjson.")
        lines = _content(stream, media_type, parser_context).split(b"\n")
        if len(lines) > MAX_LINES + 1 or (len(lines) > MAX_LINES and lines[-1]):
            raise TooLarge(f"A request can have at most {MAX_LINES} lines. Send the rest from next_offset on.")
        return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _content(stream: IO[bytes], media_type: str | None, parser_context: Mapping | None) -> bytes:
    """The whole body, decompressed."""
    request = (parser_context or {})["request"]
    encoding = request.META.get("HTTP_CONTENT_ENCODING", "identity").strip().lower()
    if encoding not in ("", "identity", "gzip"):
        raise UnsupportedMediaType(
            media_type or "", f"Content-Encoding '{encoding}' is not supported. Send gzip or none."
        )
    body = stream.read(MAX_BODY_BYTES + 1)
    if len(body) > MAX_BODY_BYTES:
        raise _too_large()
    return _decompressed(body) if encoding == "gzip" else body


def _too_large() -> TooLarge:
    limit = MAX_BODY_BYTES // 1024 // 1024
    return TooLarge(f"A request can have at most {limit} MiB of JSON after decompression. Send it in smaller parts.")


def _decompressed(body: bytes) -> bytes:
    inflate = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    try:
        content = inflate.decompress(body, MAX_BODY_BYTES + 1)
    except zlib.error as error:
        raise ParseError(f"The body is not valid gzip: {error}.") from None
    if len(content) > MAX_BODY_BYTES:
        raise _too_large()
    if not inflate.eof:
        raise ParseError("The gzip body is incomplete. Send it again.")
    return content


def _value(body: bytes) -> object:
    try:
        return json.loads(body, parse_int=_integer, parse_float=_float, parse_constant=str)
    except UnicodeDecodeError as error:
        raise ParseError(f"The body is not valid UTF-8 (byte {error.start}).") from None
    except json.JSONDecodeError as error:
        raise ParseError(f"The body is not valid JSON: {error.msg} at character {error.pos}.") from None
    except RecursionError:
        raise ParseError("The JSON is nested too deeply.") from None


def _integer(text: str) -> int | str:
    """Numbers beyond what Python turns into an integer stay text, so that one of them sinks no batch."""
    return int(text) if len(text) < 300 else text


def _float(text: str) -> float | str:
    number = float(text)
    return number if math.isfinite(number) else text
