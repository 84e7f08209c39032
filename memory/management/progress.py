"""A bar on a terminal for commands that take long; nothing where nobody watches."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn


@contextmanager
def progress(doing: str) -> Iterator[Callable[..., None]]:
    """Yields a function that takes what is being done now, and how many of how many are done where that is known."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bars:
        bar = bars.add_task(doing, total=None)

        def step(now: str, done: int | None = None, total: int | None = None) -> None:
            bars.update(bar, description=f"{doing} {now}", completed=done, total=total)

        yield step
