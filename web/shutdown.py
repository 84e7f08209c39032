"""Lets a server stop while pages watch the live timeline."""

import asyncio
import signal
import threading
from types import FrameType

from web import live


def end_on_signals() -> None:
    """End the streams as soon as the process is asked to stop: servers wait for open responses before they shut down.

    The handlers that the server has installed are called as before; event loops hear of signals by a
    file descriptor and need no handler at all.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    loop, ends = asyncio.get_running_loop(), live.hub().end_all
    for number in (signal.SIGINT, signal.SIGTERM):
        before = signal.getsignal(number)

        def stop(received: int, frame: FrameType | None, before: object = before) -> None:
            loop.call_soon_threadsafe(ends)
            if callable(before):
                before(received, frame)

        signal.signal(number, stop)
        signal.siginterrupt(number, False)
