"""Reads a JSON body as clients send it: maybe gzipped, never unbounded, with numbers that Postgres holds."""

import json
import math
import zlib
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError, UnsupportedMediaType
from rest_framework.parsers import BaseParser

from api.problems import TooLarge

MAX_BODY_BYTES = 2 * 1024 * 1024


class JSONBody(BaseParser):
    """`application/json` up to 2 MiB after decompression; a bomb is stopped at the limit, not after it."""

    media_type = "application/json"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping | None = None) -> Any:
        """The parsed value. Raises ParseError (400), TooLarge (413), UnsupportedMediaType (415)."""
        request = (parser_context or {})["request"]
        encoding = request.META.get("HTTP_CONTENT_ENCODING", "identity").strip().lower()
        if encoding not in ("", "identity", "gzip"):
            raise UnsupportedMediaType(
                media_type or "", f"Content-Encoding '{encoding}' is not understood; send gzip or none."
            )
        body = stream.read(MAX_BODY_BYTES + 1)
        if len(body) > MAX_BODY_BYTES:
            raise _too_large()
        return _value(_decompressed(body) if encoding == "gzip" else body)


def _too_large() -> TooLarge:
    limit = MAX_BODY_BYTES // 1024 // 1024
    return TooLarge(f"A request holds at most {limit} MiB of JSON (after decompression); send it in smaller parts.")


def _decompressed(body: bytes) -> bytes:
    inflate = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    try:
        content = inflate.decompress(body, MAX_BODY_BYTES + 1)
    except zlib.error as error:
        raise ParseError(f"The body is not valid gzip: {error}.") from None
    if len(content) > MAX_BODY_BYTES:
        raise _too_large()
    if not inflate.eof:
        raise ParseError("The gzipped body ends in the middle; send it again.")
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
