"""A sixth type of memory is one declaration and its cues; nothing else of the code changes, and it is everywhere."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hooks import memory_types
from tests.live import ROOT

WALK = "tests/journeys/sixth_type.py"
DECLARATION = """
    MemoryType(
        "term",
        "Term",
        "what a word of the team's own means",
        scale_days=365,
        shape=1.0,
        light="#1d6a72",
        dark="#7cc4cc",
        icon='<path d="M3 1h10v3L9 8l4 4v3H3v-3l4-4-4-4Z" fill="currentColor"/>',
    ),
)
VALUES ="""
CUES = r"""
== term 9.0
\bin our terms\b
"""


@pytest.fixture
def changed_code(tmp_path: Path) -> Path:
    """A copy of the code with one more type: a declaration, and words that speak for it."""
    skipped = shutil.ignore_patterns("__pycache__", ".import_linter_cache")
    for name in ("memory", "hooks", "api", "web", "worker"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=skipped)
    for name in ("manage.py", "pyproject.toml"):
        shutil.copy2(ROOT / name, tmp_path)
    wanted = ("tests/*.py", "tests/api/__init__.py", "tests/api/conftest.py", "tests/journeys/__init__.py", WALK)
    for path in (path for pattern in wanted for path in ROOT.glob(pattern)):
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copy)
    declared = tmp_path / "hooks" / "memory_types.py"
    before, end, after = declared.read_text(encoding="utf-8").partition("\n)\nVALUES =")
    assert end
    declared.write_text(before + DECLARATION + after, encoding="utf-8")
    with (tmp_path / "memory/rules/languages/en/type_cues.txt").open("a", encoding="utf-8") as cues:
        cues.write(CUES)
    return tmp_path


@pytest.mark.timeout(300)
def test_a_declaration_and_its_cues_are_all_that_a_type_needs(changed_code: Path) -> None:
    assert "term" not in memory_types.VALUES
    hidden = ("PYTEST_", "COV_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    command = [sys.executable, "-m", "pytest", WALK, "-q", "-p", "no:cacheprovider", "-p", "no:randomly"]
    done = subprocess.run(command, cwd=changed_code, env=environment, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stdout[-6_000:] + done.stderr[-2_000:]
