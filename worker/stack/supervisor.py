"""The supervisor: starts the processes in order, starts a dead one again, stops all in reverse."""

import os
import shutil
import signal
import tempfile
import threading
import time
from collections import deque
from types import FrameType

import psutil

from memory.errors import Unavailable
from worker.stack.home import Home
from worker.stack.logs import rotate_logs
from worker.stack.process import Child, Service, end_processes
from worker.stack.say import say
from worker.stack.site import SUPERVISED

_PATIENCE = 5  # deaths of one process ...
_WITHIN = 120.0  # ... in so many seconds, then it will not get better by itself
_SETTLED = 10.0  # seconds; a process that lived so long has not failed at its start, and is started again at once
_FIRST_DELAY = 0.5  # before a process is started again that died soon after its start; doubles with each death
_ROOM = 8 * 2**20  # bytes: with less than that free on its disk a process may die of that ...
_ROOM_DELAY = 10.0  # ... and is started again after so many seconds, until there is room
_TICK = 0.1
_LOG_SECONDS = 15.0


class _Watched:
    """A child, and what happened to it."""

    def __init__(self, child: Child) -> None:
        self.child = child
        self.born = time.monotonic()
        self.deaths: deque[float] = deque(maxlen=_PATIENCE)
        self.due: float | None = None  # when to start it again
        self.formers: list[Child] = []  # dead ones, what they had started does their work until a successor does
        self.formers_due: float | None = None  # when that is killed, after it was asked to end

    def tend(self, now: float) -> None:
        """Start the process again when it is dead and its time has come. Raises Unavailable to give up."""
        if self.due is None and not self.child.alive():
            self._note_death(now)
        if self.due is not None and now >= self.due:
            self.child, self.born, self.due = Child(self.child.service), now, None
        if self.formers:
            self._take_over(now)

    def stop(self) -> None:
        """End the process and all that it has ever started."""
        self.child.stop()
        self._end_formers()

    def _take_over(self, now: float) -> None:
        """End what dead processes left, politely, once their successor serves."""
        if self.formers_due is None and self.child.serves():
            for former in self.formers:
                former.ask_offspring_to_end()
            self.formers_due = now + self.child.service.grace
        elif self.formers_due is not None and now >= self.formers_due:
            self._end_formers()

    def _end_formers(self) -> None:
        for former in self.formers:
            former.stop()
        self.formers, self.formers_due = [], None

    def _leave_offspring(self) -> None:
        """Keep what a dead process had started, where it works on without it; else end it."""
        if not self.child.service.serves:
            self.child.stop()
            return
        if self.formers_due is not None:
            self._end_formers()
        self.formers.append(self.child)

    def _note_death(self, now: float) -> None:
        name, code = self.child.service.name, self.child.process.returncode
        self._leave_offspring()
        if _is_cramped(self.child.service):
            self.due = now + _ROOM_DELAY
            say(f"{name} ended ({_ending(code)}) and the disk is full, starting it again in {_ROOM_DELAY:g} s.")
            return
        if now - self.born > _SETTLED:
            self.deaths.clear()
        self.deaths.append(now)
        if len(self.deaths) == _PATIENCE and now - self.deaths[0] < _WITHIN:
            raise Unavailable(f"{name} died {_PATIENCE} times within {_WITHIN:.0f} s: {self.child.last_line()}")
        recent = sum(1 for death in self.deaths if now - death < _WITHIN)
        delay = _FIRST_DELAY * 2 ** (recent - 2) if recent > 1 else 0.0
        self.due = now + delay
        say(f"{name} ended ({_ending(code)}), starting it again {f'in {delay:g} s' if delay else 'now'}.")


class Supervisor:
    """All processes of one stack."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.stopping = threading.Event()
        self._watched: list[_Watched] = []

    def heed_signals(self) -> None:
        """Let SIGTERM, SIGINT and SIGHUP ask for an orderly stop; `nohup` keeps SIGHUP ignored."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._ask_to_stop)

    def start(self, service: Service) -> Child:
        """Start a process and keep it from now on; the caller waits until it is ready."""
        child = Child(service)
        self._watched.append(_Watched(child))
        return child

    def wait_ready(self, child: Child) -> None:
        """Wait for a started process. Raises Unavailable if it dies, is slow, or a stop is asked for."""
        child.wait_ready(self.stopping.is_set, say)

    def run(self, service: Service) -> str:
        """Run a command to its end and give what it printed. Raises Unavailable with its last words."""
        with tempfile.TemporaryFile() as output:
            child = Child(service, output)
            while child.alive() and not self.stopping.wait(0.05):
                pass
            child.stop()
            output.seek(0)
            printed = output.read().decode(errors="replace")
        if child.process.returncode:
            with service.log.open("a", encoding="utf-8") as log:
                log.write(printed)
            raise Unavailable(f"{service.name} failed: {child.last_line()}")
        return printed

    def watch(self) -> None:
        """Tend the processes until a stop is asked for. Raises Unavailable when one cannot be kept."""
        logs_due = 0.0
        while not self.stopping.wait(_TICK):
            now = time.monotonic()
            for watched in self._watched:
                watched.tend(now)
            if now >= logs_due:
                rotate_logs(self.home.logs)
                logs_due = now + _LOG_SECONDS

    def stop(self) -> None:
        """Stop everything, last started first, and whatever one of them left running."""
        for watched in reversed(self._watched):
            watched.stop()
        self._watched.clear()
        end_leftovers(self.home)

    def _ask_to_stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping.set()


def end_leftovers(home: Home) -> int:
    """End processes of this home that nobody supervises any more; give how many there were."""
    found = {process for process in psutil.process_iter() if _belongs_to(process, home)}
    end_processes(found)
    return len(found)


def _belongs_to(process: psutil.Process, home: Home) -> bool:
    try:
        return process.pid != os.getpid() and process.environ().get(SUPERVISED) == home.identity
    except (psutil.Error, OSError):
        return False


def _is_cramped(service: Service) -> bool:
    """Tell whether there is hardly room on the disk where the process works, or on that of its log."""
    return any(shutil.disk_usage(place).free < _ROOM for place in (service.folder, service.log.parent))


def _ending(code: int) -> str:
    return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit {code}"
