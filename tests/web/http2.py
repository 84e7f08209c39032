"""A client that speaks HTTP/2 from its first byte (h2c, no library): it begins requests and need not end them."""

import socket
import struct
from collections.abc import Iterator

_HEADERS, _RESET, _SETTINGS, _GOAWAY = 1, 3, 4, 7
_END_STREAM, _END_HEADERS, _ACK = 1, 4, 1
# What HPACK's static table calls these answers.
_STATUS = {0x88: 200, 0x89: 204, 0x8A: 206, 0x8B: 304, 0x8C: 400, 0x8D: 404, 0x8E: 500}


class Http2:
    """One connection to a port of this machine."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self._authority, self._stream, self._heard = f"127.0.0.1:{port}", -1, b""
        self._socket.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + _frame(_SETTINGS, 0, 0))

    def begin(self, method: str, path: str, *, ends: bool = False) -> int:
        """Send a request's headers, without a length; give the number of its stream."""
        self._stream += 2
        told = {":method": method, ":scheme": "http", ":authority": self._authority, ":path": path}
        block = b"".join(b"\x00" + _text(name) + _text(value) for name, value in told.items())
        flags = _END_HEADERS | (_END_STREAM if ends else 0)
        self._socket.sendall(_frame(_HEADERS, flags, self._stream, block))
        return self._stream

    def send(self, stream: int, body: bytes) -> None:
        """Send a piece of a body that goes on."""
        self._socket.sendall(_frame(0, 0, stream, body))

    def status(self, seconds: float) -> int | str | None:
        """The next answer's status, "reset" or "closed" where the server hangs up; None when none comes in time."""
        self._socket.settimeout(seconds)
        try:
            return next(self._answers(), "closed")
        except TimeoutError:
            return None
        except OSError:
            return "closed"

    def close(self) -> None:
        """Leave."""
        self._socket.close()

    def _answers(self) -> Iterator[int | str]:
        for kind, flags, payload in self._frames():
            if kind == _SETTINGS and not flags & _ACK:
                self._socket.sendall(_frame(_SETTINGS, _ACK, 0))
            elif kind in (_RESET, _GOAWAY):
                yield "reset"
            elif kind == _HEADERS:
                yield _status_of(payload)

    def _frames(self) -> Iterator[tuple[int, int, bytes]]:
        while True:
            while len(self._heard) < 9 or len(self._heard) < 9 + int.from_bytes(self._heard[:3]):
                piece = self._socket.recv(65536)
                if not piece:
                    return
                self._heard += piece
            end = 9 + int.from_bytes(self._heard[:3])
            frame, self._heard = self._heard[:end], self._heard[end:]
            yield frame[3], frame[4], frame[9:]


def _status_of(block: bytes) -> int:
    """Of a header block: indexed as a whole, or three digits behind the index of its name."""
    if block[0] in _STATUS:
        return _STATUS[block[0]]
    coded = bool(block[1] & 0x80)
    value = block[2 : 2 + (block[1] & 0x7F)]
    return int(_digits(value) if coded else value)


def _digits(coded: bytes) -> str:
    """Digits in HPACK's Huffman code: five bits for 0 to 2, six for 3 to 9."""
    bits, told = "".join(f"{byte:08b}" for byte in coded), ""
    while len(told) < 3:
        short = int(bits[:5], 2)
        width, digit = (5, short) if short < 3 else (6, int(bits[:6], 2) - 0x19 + 3)
        told, bits = told + str(digit), bits[width:]
    return told


def _frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def _text(text: str) -> bytes:
    assert len(text) < 127
    return bytes([len(text)]) + text.encode()
