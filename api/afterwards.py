"""What is still to be done for a request once its answer has left: whoever asked need not wait for it."""

import logging
from collections.abc import Callable
from typing import Any

from rest_framework.response import Response

_log = logging.getLogger(__name__)


class Answered(Response):
    """A response with a deed that follows it, in a scope of its own, and that may fail."""

    def __init__(self, data: Any, *, afterwards: Callable[[], None], **more: Any) -> None:
        super().__init__(data, **more)
        self._deed: Callable[[], None] | None = afterwards

    def close(self) -> None:
        """Do it, once: servers close a response when its last byte has left. Django then gives the connection back."""
        deed, self._deed = self._deed, None
        try:
            if deed:
                deed()
        except Exception:
            _log.exception("the answer has left, and what was to follow it failed")
        super().close()
