"""Clients that announce a body and send it a byte at a time: `python -m tests.bench.load.slow PORT COUNT`, until ended.

They open a new connection as soon as the server has had enough of one.
"""

import asyncio
import random
import sys
from contextlib import suppress


async def _hold_one(port: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"POST /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: 1000000\r\n\r\n".encode())
    try:
        while not reader.at_eof():
            writer.write(b"[")
            await writer.drain()
            with suppress(TimeoutError):
                await asyncio.wait_for(reader.read(1000), random.uniform(1, 5))
                return
    finally:
        writer.close()


async def _hold(port: int) -> None:
    while True:
        with suppress(OSError):
            await _hold_one(port)
        await asyncio.sleep(0.5)


async def _hold_all(port: int, count: int) -> None:
    await asyncio.gather(*(_hold(port) for _ in range(count)))


if __name__ == "__main__":
    asyncio.run(_hold_all(int(sys.argv[1]), int(sys.argv[2])))
