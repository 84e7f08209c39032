"""Disks that are small enough to be full."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(place: Path, size: str) -> Iterator[Path]:
    """Make the folder a disk of its own of this size (`2m`); where nobody may mount one, the test is skipped."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "cairn-test", str(place)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("no disk can be mounted here: there is no program `mount`")
    if done.returncode:
        pytest.skip(f"no disk can be mounted here: {done.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def fill_up(disk: Path) -> Path:
    """Take all the room that is left, also a second time; deleting the file that this returns gives it back."""
    ballast = disk / "ballast"
    handle = os.open(ballast, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        while True:
            os.write(handle, b"x" * 4096)
    except OSError:
        os.close(handle)
    return ballast
