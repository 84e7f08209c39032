"""The real server process, for what only shows at its port."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2

from tests.live import free_port

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def served(module: str = "web.server", *options: str) -> Iterator[int]:
    """The port of one process of the server, as `make up` starts it; or behind another `module`."""
    port = free_port()
    with tempfile.TemporaryFile() as log:
        command = [sys.executable, "-m", module, "--host", "127.0.0.1", "--port", str(port), *options]
        environment = {**os.environ, "CAIRN_WEB_PROCESSES": "1"}
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            deadline = time.monotonic() + 60
            while not _answers(port):
                assert process.poll() is None and time.monotonic() < deadline, "the server did not come up"
                time.sleep(0.1)
            yield port
        finally:
            process.terminate()
            process.wait(20)


def _answers(port: int) -> bool:
    try:
        return httpx2.get(f"http://127.0.0.1:{port}/healthz", timeout=5).text == "ok\n"
    except httpx2.HTTPError:
        return False
