"""Serves web.asgi in processes that share what they have loaded: `python -m web.server`, then granian's options.

The application is loaded once, before granian forks: a process that died is back within a tenth of a second, and each
one more costs only the memory that it writes to. Where processes are spawned instead (macOS) each loads for itself.
"""

import atexit
import gc
import importlib
import multiprocessing
import os
import resource
import shutil
import sys
import tempfile
from pathlib import Path

from granian.cli import entrypoint

_METRICS = "PROMETHEUS_MULTIPROC_DIR"
# So many connections a process holds, idle ones and the live timeline's among them; beyond them nobody is heard. Each
# needs a file, and a process has a few hundred of other kinds.
_MOST_CONNECTIONS, _OTHER_FILES = 8192, 512
# Milliseconds that a connection may take for a request's head, also for the first and the next one.
_HEAD_PATIENCE = 5000
# Bytes of a head that a connection may hold: twice what web.headers takes, so that our own words answer.
_MOST_OF_HEAD = 64 * 1024


def processes() -> int:
    """How many processes serve: CAIRN_WEB_PROCESSES, else two where there is more than one core."""
    wanted = os.environ.get("CAIRN_WEB_PROCESSES") or str(min(2, os.cpu_count() or 1))
    if not wanted.isascii() or not wanted.isdigit() or int(wanted) < 1:
        sys.exit(f"CAIRN_WEB_PROCESSES is {wanted!r}; it must be a number from 1 on.")
    return int(wanted)


def connections() -> int:
    """How many connections a process holds: as its limit of open files, raised if need be, leaves room for."""
    wanted = _MOST_CONNECTIONS + _OTHER_FILES
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if resource.RLIM_INFINITY != files < wanted:
        files = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    return min(_MOST_CONNECTIONS, max(files - _OTHER_FILES, files // 2)) if files > 0 else _MOST_CONNECTIONS


def _share_metrics() -> None:
    """Let the processes count into one folder, for the one that is scraped tells the sum of all."""
    folder = Path(os.environ.setdefault(_METRICS, "") or tempfile.mkdtemp(prefix="cairn-metrics-"))
    os.environ[_METRICS] = str(folder)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)


def _load() -> None:
    """Load the application and what its first requests would; nothing here may start threads or connect."""
    # Later Pythons would start a server that forks, which has loaded nothing.
    multiprocessing.set_start_method("fork")
    gc.disable()  # it would only walk through what stays
    importlib.import_module("web.asgi")
    importlib.import_module("web.urls")
    # Collecting marks every object that it looks at, and so copies the page: it shall not look at these.
    gc.freeze()
    gc.enable()


def main() -> None:
    """Serve until a signal; exits like granian."""
    count = processes()
    os.environ["GRANIAN_WORKERS"] = str(count)
    # A connection costs Postgres 12 MB, and two processes need few more than one.
    os.environ.setdefault("CAIRN_DATABASE_POOL_SIZE", "8" if count == 1 else "4")
    os.environ.setdefault("CAIRN_STATEMENT_SECONDS", "60")
    _share_metrics()
    if sys.platform == "linux":
        _load()
    options = ("--interface", "asgi", "--no-ws", "--respawn-failed-workers")
    # Nobody asks for HTTP/2 here: browsers speak it over TLS, which a proxy ends, and proxies speak HTTP/1.1 to us.
    options += ("--http", "1")
    # What the live timeline may take of them is reckoned from this (web.live).
    os.environ.setdefault("GRANIAN_BACKPRESSURE", str(connections()))
    options += ("--backlog", "4096", "--http1-header-read-timeout", str(_HEAD_PATIENCE))
    options += ("--http1-buffer-size", str(_MOST_OF_HEAD))
    # Streams (the live timeline) would otherwise hold a stopping server until they end.
    sys.argv = [*sys.argv, *options, "--workers-kill-timeout", "5", "web.asgi:application"]
    entrypoint()


if __name__ == "__main__":
    main()
