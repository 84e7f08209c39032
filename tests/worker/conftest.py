"""A place that the accounts of the stack's services reach."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that the database's account can reach."""
    with tempfile.TemporaryDirectory(prefix="cairn-test-", dir="/tmp", ignore_cleanup_errors=True) as place:
        Path(place).chmod(0o755)
        yield Path(place)
