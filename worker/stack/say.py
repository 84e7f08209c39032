"""The supervisor's voice: a line at a time on standard output, whether or not anybody listens."""

import os
import sys
from contextlib import suppress


def say(line: str) -> None:
    """Print a line at once; a closed terminal or pipe is no reason to fail."""
    try:
        print(line, flush=True)  # noqa: T201
    except OSError:
        # Python flushes once more when it exits, and would complain then.
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
