"""Runs Django's WSGI application for the ASGI server: each request in one thread, its answer handed over in one go."""

import asyncio
import threading
from collections.abc import Callable, Iterable
from contextvars import Context
from typing import Any

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi import WSGIResponder
from starlette.types import Receive, Scope, Send

# Bytes of an answer that a thread keeps before it hands them over. Before it reads more of a long one it waits until
# the client has taken those, for so long (seconds): whoever takes nothing in that time is gone.
_MOST_HELD, _PATIENCE = 65_536, 60
_of_thread = threading.local()


class InThreads(WSGIMiddleware):
    """a2wsgi's middleware with the responder below."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See WSGIMiddleware; HTTP only."""
        # A queue without a limit of its own: what waits in it is bounded by `_MOST_HELD`.
        await _Responder(self.app, self.executor, 0)(scope, receive, send)  # type: ignore[arg-type]


class _Responder(WSGIResponder):
    """Hands over what it answers together, for each message that goes to the event loop alone waits its turn there."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._held: list[Any] = []
        self._weight = 0
        self._has_let_go = False

    def send(self, message: Any) -> None:
        """Keep a message until the answer is whole, or many bytes; more is taken when those have left.

        A page is one message, however long: its thread waits for no client. Raises TimeoutError when nobody takes
        what went before.
        """
        if self._has_let_go and message.get("body"):
            asyncio.run_coroutine_threadsafe(self.send_queue.join(), self.loop).result(_PATIENCE)
            self._has_let_go = False
        self._held.append(message)
        self._weight += len(message.get("body", b""))
        if "body" in message and not message.get("more_body"):
            self._let_go()
        elif self._weight > _MOST_HELD:
            self._let_go()
            self._has_let_go = True

    def wsgi(self, environ: Any, start_response: Callable[..., Any]) -> None:
        """Answer in this thread's own context, which stays from one request to the next.

        Django keeps its connection to the cache in the context; in a copy for each request it would connect each time.
        """
        context = _of_thread.__dict__.setdefault("context", Context())
        try:
            context.run(super().wsgi, environ, start_response)
        finally:
            self._let_go()

    def _let_go(self) -> None:
        held, self._held, self._weight = self._held, [], 0
        self.loop.call_soon_threadsafe(self._queue, held)

    def _queue(self, messages: Iterable[Any]) -> None:
        for message in messages:
            self.send_queue.put_nowait(message)
