"""What people take along: an export by its own command holds what they see on the pages, and no word more."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from memory.management import command
from tests.access.conftest import World
from tests.access.refs import PRIVATE_MARKS, SHARED_MARKS
from tests.access.visitors import ALICE, INSIDERS, MALLORY, REMOVED, Visitor, undone
from tests.access.walk import marks_in

FORMATS = ["markdown", "jsonl"]


def _exported(world: World, visitor: Visitor, root: Path, format: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """All files of an export with everything that may be exported, names included, and what the command said."""
    home = world.other if visitor.foreign else world.acme
    assert home
    monkeypatch.setattr(command, "server_version", lambda: connections["default"].pg_version)
    out = StringIO()
    who = ("--team", home.team.slug, "--user", home.people[visitor.person].username)
    with undone():
        call_command("export_memories", root, "--all", "--format", format, "--json", *who, stdout=out, stderr=out)
    files = [path for path in sorted(root.rglob("*")) if path.is_file()]
    return out.getvalue() + "".join(f"{path.relative_to(root)}\n{path.read_text()}" for path in files)


@pytest.mark.parametrize("format", FORMATS)
def test_another_teams_export_holds_nothing_of_ours(
    world: World, tmp_path: Path, format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = _exported(world, MALLORY, tmp_path / "out", format, monkeypatch)
    assert "basalt mill" in text
    assert not marks_in(text, [*SHARED_MARKS, *PRIVATE_MARKS])


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("visitor", INSIDERS, ids=lambda visitor: visitor.role)
def test_nobody_takes_along_what_is_another_ones(
    world: World, tmp_path: Path, visitor: Visitor, format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = _exported(world, visitor, tmp_path / "out", format, monkeypatch)
    assert "quern mill" in text
    assert not marks_in(text, PRIVATE_MARKS)


@pytest.mark.parametrize("format", FORMATS)
def test_its_author_takes_it_along(world: World, tmp_path: Path, format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "obsidian mill" in _exported(world, ALICE, tmp_path / "out", format, monkeypatch)


def test_who_was_removed_takes_nothing_along(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match="is not in team"):
        _exported(world, REMOVED, tmp_path / "out", "jsonl", monkeypatch)
    assert not (tmp_path / "out").exists()
