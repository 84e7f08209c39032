"""Our own processes: embedder, web, workers and scheduler, and the commands that prepare the ground."""

import http.client
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import psutil

from worker.queues import BACKLOG, LIVE
from worker.stack.process import Service
from worker.stack.site import PROJECT, Site

# With a heap for every thread glibc keeps up to a hundred megabytes more in a process.
_FEW_HEAPS = {"MALLOC_ARENA_MAX": "1"}


def embedder_service(site: Site, environment: Mapping[str, str]) -> Service:
    """Describe the embedder process; its first start exports the model, which takes a while."""
    path = environment["CAIRN_EMBEDDER_SOCKET"]
    return Service(
        name="embedder",
        command=(sys.executable, "-m", "worker.embedder"),
        log=site.home.logs / "embedder.log",
        folder=PROJECT,
        environment={**_FEW_HEAPS, **environment},
        before=lambda: Path(path).unlink(missing_ok=True),
        ready=lambda: _listens(path),  # which it does once the model is loaded
        ready_within=300,
    )


def web_service(site: Site, environment: Mapping[str, str]) -> Service:
    """Describe the web: processes with pages, API, MCP and the live timeline, on one port."""
    return Service(
        name="web",
        command=(sys.executable, "-m", "web.server", "--host", "127.0.0.1", "--port", str(site.port)),
        log=site.home.logs / "web.log",
        folder=PROJECT,
        environment={"PROMETHEUS_MULTIPROC_DIR": str(site.home.run / "metrics"), **_FEW_HEAPS, **environment},
        ready=lambda: _is_ready(site.port),
        ready_within=120,
        grace=12,
        # Each web process has a listener of its own at the port, but for macOS, where they share one.
        serves=(lambda pid: _has_listener(pid, site.port)) if sys.platform == "linux" else None,
    )


def worker_service(site: Site, environment: Mapping[str, str]) -> Service:
    """Describe the Celery worker of live turns: few processes, because the database does most of the work."""
    return _worker("worker", LIVE, site, environment, _concurrency(site))


def backlog_service(site: Site, environment: Mapping[str, str]) -> Service:
    """Describe the Celery worker of what takes long and can wait."""
    return _worker("backlog", BACKLOG, site, environment, "1")


def _concurrency(site: Site) -> str:
    return site.given.get("CAIRN_WORKERS") or str(max(1, min(4, (os.cpu_count() or 1) // 2)))


def _worker(name: str, queue: str, site: Site, environment: Mapping[str, str], concurrency: str) -> Service:
    options = ("--concurrency", concurrency, "--without-gossip", "--without-mingle", "--without-heartbeat")
    return Service(
        name=name,
        command=_celery(
            "worker.celery", "worker", "-n", f"{name}@%h", "-Q", queue, "--loglevel", "INFO", "-O", "fair", *options
        ),
        log=site.home.logs / f"{name}.log",
        folder=PROJECT,
        environment=environment,
        # A task that is cut off is found again by the sweep: its row is still pending.
        grace=15,
    )


def scheduler_service(site: Site, environment: Mapping[str, str]) -> Service:
    """Describe Celery's scheduler, a process of its own so that its death is noticed."""
    return Service(
        name="scheduler",
        command=_celery("worker.beat", "beat", "--loglevel", "INFO", "--schedule", str(site.home.run / "schedule")),
        log=site.home.logs / "scheduler.log",
        folder=PROJECT,
        environment=environment,
    )


def command(site: Site, environment: Mapping[str, str], *arguments: str) -> Service:
    """Describe a management command that runs once."""
    log = site.home.logs / "setup.log"
    return Service(arguments[0], site.manage(*arguments), log, PROJECT, environment)


def _celery(application: str, *arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "celery", "--app", application, *arguments)


def _listens(path: str) -> bool:
    with socket.socket(socket.AF_UNIX) as probe, suppress(OSError):
        probe.connect(path)
        return True
    return False


def _has_listener(pid: int, port: int) -> bool:
    """Tell whether a process that this one has started takes connections at the port."""
    with suppress(psutil.Error):
        found = [each for child in psutil.Process(pid).children() for each in child.net_connections("tcp")]
        return any(each.status == psutil.CONN_LISTEN and each.laddr.port == port for each in found)
    return False


def _is_ready(port: int) -> bool:
    """Ask /readyz, which asks database, queue and embedder."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
