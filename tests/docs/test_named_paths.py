"""What the guides for contributors name exists: somebody new goes by them alone."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDES = ("ARCHITECTURE.md", "CONTRIBUTING.md", "tests/README.md", "SECURITY.md")
_PATH = re.compile(
    r"`((?:memory|api|web|worker|hooks|docker|tests|docs|\.ci|\.github)/[\w./-]*|[A-Z]+\.md|Makefile|pyproject\.toml)`"
)
TASKS = (
    "a field of a memory",
    "a type of memory",
    "a REST endpoint",
    "an MCP tool",
    "a ranking signal",
    "a redaction rule",
    "an importer",
    "a page",
)


def paths(text: str) -> list[str]:
    """The files and folders that a text names in backticks; what has a placeholder is none."""
    return _PATH.findall(text)


def section(name: str) -> str:
    """The steps of one task in CONTRIBUTING.md."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    _, _, rest = text.partition(f"### … {name}\n")
    return rest.partition("\n### ")[0]


@pytest.mark.parametrize("guide", GUIDES)
def test_every_path_that_a_guide_names_exists(guide: str) -> None:
    named = paths((ROOT / guide).read_text(encoding="utf-8"))
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("task", TASKS)
def test_each_task_names_the_files_to_touch_and_their_tests(task: str) -> None:
    named = paths(section(task))
    assert len(named) >= 5
    assert any(path.startswith("tests/") for path in named)
