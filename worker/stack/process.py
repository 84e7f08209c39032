"""One child process of the stack: in a session of its own, watched, stopped with all its offspring."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

import psutil

from memory.errors import Unavailable
from worker.stack.account import Account, popen_options

# Seconds after which a start says what it waits for.
_LONG = 3.0


def _nothing() -> None:
    """Do nothing: the `before` of a service that leaves nothing stale behind."""


def _always() -> bool:
    """Say yes: the `ready` of a service that nobody waits for."""
    return True


@dataclass(frozen=True)
class Service:
    """How one process of the stack is started, known to be ready, and stopped."""

    name: str
    command: tuple[str, ...]
    log: Path
    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    account: Account | None = None
    before: Callable[[], None] = _nothing  # clears what a killed predecessor left
    ready: Callable[[], bool] = _always
    ready_within: float = 30.0  # seconds
    stop_signal: signal.Signals = signal.SIGTERM
    grace: float = 10.0  # seconds from the stop signal to SIGKILL
    # Tells of a process id whether it does the work. What a dead process had started goes on until its successor does;
    # without this it is ended at once.
    serves: Callable[[int], bool] | None = None


class Child:
    """A started service."""

    def __init__(self, service: Service, output: BinaryIO | None = None) -> None:
        """Start the process, its output going to its log or to `output`. Raises OSError when that fails."""
        self.service = service
        service.before()
        # Appending, so that the supervisor may cut a grown log under the running process.
        with service.log.open("ab") as log:
            self.process = subprocess.Popen(
                service.command,
                cwd=service.folder,
                env=dict(service.environment),
                stdin=subprocess.DEVNULL,
                stdout=output or log,
                stderr=log,
                start_new_session=True,  # a Ctrl-C on the terminal reaches the supervisor alone
                **popen_options(service.account),  # type: ignore[call-overload]
            )

    def alive(self) -> bool:
        """Tell whether the process still runs."""
        return self.process.poll() is None

    def wait_ready(
        self, interrupted: Callable[[], bool] = lambda: False, tell: Callable[[str], None] = lambda line: None
    ) -> None:
        """Return once the service answers; `tell` gets a line when that takes long. Raises Unavailable.

        It does so when the process dies, or is too slow.
        """
        began = time.monotonic()
        until, told = began + self.service.ready_within, False
        while not self.service.ready():
            if not self.alive():
                raise Unavailable(f"{self.service.name} stopped at once: {self.last_line()}")
            if interrupted() or time.monotonic() > until:
                raise Unavailable(f"{self.service.name} is not ready: {self.last_line()}")
            if not told and time.monotonic() > began + _LONG:
                tell(f"Waiting for {self.service.name}: {self.last_line()}")
                told = True
            time.sleep(0.05)

    def last_line(self) -> str:
        """Quote the end of the log for a person who asks why."""
        with suppress(OSError), self.service.log.open("rb") as log:
            log.seek(max(0, log.seek(0, os.SEEK_END) - 2000))
            lines = log.read().decode(errors="replace").strip().splitlines()
            return f"{lines[-1][:300]} (see {self.service.log})" if lines else f"see {self.service.log}"
        return "no log"

    def serves(self) -> bool:
        """Tell whether the work of a dead predecessor is done by this one."""
        return self.service.serves is None or self.service.serves(self.process.pid)

    def ask_offspring_to_end(self) -> None:
        """Send the stop signal to what a dead process had started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, self.service.stop_signal)

    def stop(self) -> None:
        """End the process and everything that it started, politely first; safe to call on a dead one."""
        offspring = _offspring(self.process.pid)
        if self.alive():
            self.process.send_signal(self.service.stop_signal)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(self.service.grace)
        offspring |= _offspring(self.process.pid)
        self.process.kill()
        self.process.wait()
        end_processes(offspring)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)


def _offspring(pid: int) -> set[psutil.Process]:
    try:
        return set(psutil.Process(pid).children(recursive=True))
    except psutil.NoSuchProcess:
        return set()


def processes_in(folder: Path, program: str) -> set[psutil.Process]:
    """Find the processes of a program that work in this very folder, not in a copy, whoever started them."""
    if not folder.exists():
        return set()
    return {process for process in psutil.process_iter() if _works_in(process, folder, program)}


def _works_in(process: psutil.Process, folder: Path, program: str) -> bool:
    try:
        return process.name() == program and _working_folder(process).samefile(folder)
    except (psutil.Error, OSError):
        return False


def _working_folder(process: psutil.Process) -> Path:
    """Give a path to the folder: on Linux the kernel's link, which a container's equal path does not deceive."""
    link = Path(f"/proc/{process.pid}/cwd")
    return link if link.is_symlink() else Path(process.cwd())


def end_processes(
    processes: set[psutil.Process], first: signal.Signals = signal.SIGTERM, patience: float = 3.0
) -> None:
    """Ask these processes to end, and kill those that have not after `patience` seconds."""
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.send_signal(first)
    for process in _left_after(processes, patience):
        with suppress(psutil.NoSuchProcess):
            process.kill()
    _left_after(processes, patience)


def _left_after(processes: set[psutil.Process], seconds: float) -> set[psutil.Process]:
    until = time.monotonic() + seconds
    while (left := {process for process in processes if _lives(process)}) and time.monotonic() < until:
        time.sleep(0.02)
    return left


def _lives(process: psutil.Process) -> bool:
    # The dead count as running until a parent asks for them, and in few containers one does.
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
