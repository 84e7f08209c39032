"""One table as a file: rows in Postgres' text format, compressed with gzip, on request encrypted piece by piece."""

import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from memory.exchange.backup.sealing import Seal

_PIECE = 1 << 20
_GZIP = 31  # zlib's number for "with gzip's header"
_LEVEL = 3  # vectors hardly get smaller by more effort


def write_file(path: Path, blocks: Iterable[bytes], seal: Seal | None) -> None:
    """Write the blocks so that they survive a crash of the machine. Raises OSError."""
    with path.open("xb") as file:
        for piece in _pieces(_compressed(blocks)):
            file.write(seal.close(piece) + b"\n" if seal else piece)
        file.flush()
        os.fsync(file.fileno())


def read_file(path: Path, seal: Seal | None) -> Iterator[bytes]:
    """Give what was written, in pieces of any length. Raises Refused, OSError, zlib.error."""
    unpack = zlib.decompressobj(_GZIP)
    with path.open("rb") as file:
        for piece in (seal.open(line.rstrip(b"\n")) for line in file) if seal else iter(lambda: file.read(_PIECE), b""):
            yield unpack.decompress(piece)
    yield unpack.flush()


def _compressed(blocks: Iterable[bytes]) -> Iterator[bytes]:
    pack = zlib.compressobj(_LEVEL, wbits=_GZIP)
    for block in blocks:
        yield pack.compress(block)
    yield pack.flush()


def _pieces(blocks: Iterable[bytes]) -> Iterator[bytes]:
    waiting = bytearray()
    for block in blocks:
        waiting += block
        while len(waiting) >= _PIECE:
            yield bytes(waiting[:_PIECE])
            del waiting[:_PIECE]
    if waiting:
        yield bytes(waiting)
