"""The folder of an export: whole or not at all, safe by name, and never somebody else's."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory import access
from memory.access import Actor
from memory.errors import Refused
from memory.exchange import export
from memory.exchange.export import export_markdown
from memory.exchange.folder import folder_names
from memory.models import Memory, Project, Turn
from tests.exchange.conftest import CACHE

pytestmark = pytest.mark.django_db


def names(root: Path) -> set[str]:
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}


def test_a_foreign_folder_is_left_alone_unless_forced(tmp_path: Path, story: None, alice: Actor) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(Refused, match="holds other things"):
        export_markdown(tmp_path, actor=alice)
    assert names(tmp_path) == {"thesis.tex"}
    export_markdown(tmp_path, actor=alice, force=True)
    assert (tmp_path / "thesis.tex").read_text() == "mine"
    with pytest.raises(Refused, match="is a file"):
        export_markdown(tmp_path / "thesis.tex", actor=alice)


def test_a_repository_of_exports_may_be_written_again_and_again(tmp_path: Path, story: None, alice: Actor) -> None:
    (tmp_path / ".git").mkdir()
    export_markdown(tmp_path, actor=alice)
    first = names(tmp_path)
    (tmp_path / "acme-checkout" / "mine.md").write_text("beside it")
    with access.scope(team=alice.team, system=True):
        Memory.objects.filter(content=CACHE).delete()
        Turn.objects.filter(uuid="t3").delete()
        Memory.objects.filter(projects__name="acme/search").delete()
    export_markdown(tmp_path, actor=alice)
    gone = {"acme-search/.cairn.json", "acme-search/2026-02-10.md"}
    assert names(tmp_path) == (first - gone) | {"acme-checkout/mine.md"}
    assert not (tmp_path / "acme-search").exists()
    assert f"{CACHE}\n  <!--" not in (tmp_path / "acme-checkout" / "2026-02-09.md").read_text()


def test_an_export_that_fails_leaves_the_earlier_one(
    tmp_path: Path, story: None, alice: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    export_markdown(tmp_path, actor=alice)
    before = {name: (tmp_path / name).read_bytes() for name in names(tmp_path)}

    def full(*args: object, **kwargs: object) -> Iterator[object]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(export, "day_text", full)
    with pytest.raises(Refused, match="No space left on device"):
        export_markdown(tmp_path, actor=alice)
    assert {name: (tmp_path / name).read_bytes() for name in names(tmp_path)} == before


def test_a_forged_list_of_files_removes_nothing_outside(tmp_path: Path, story: None, alice: Actor) -> None:
    (tmp_path / "precious").write_text("keep")
    root = tmp_path / "out"
    export_markdown(root, actor=alice)
    marker = json.loads((root / ".cairn.json").read_text())
    marker["files"] += ["../precious", str(tmp_path / "precious"), "acme-checkout", "", 7]
    (root / ".cairn.json").write_text(json.dumps(marker))
    export_markdown(root, actor=alice)
    assert (tmp_path / "precious").read_text() == "keep"
    assert (root / "acme-checkout" / "2026-02-09.md").exists()


def test_folder_names_are_safe_telling_and_never_the_same() -> None:
    given = [
        "acme/checkout",
        "acme-checkout",
        "Acme/Checkout",
        "team",
        "../../etc",
        ".hidden",
        "日本",
        "///",
        "x" * 300,
    ]
    told = folder_names([Project(pk=number, name=name) for number, name in enumerate(given, 1)])
    assert list(told.values())[:5] == ["acme-checkout", "acme-checkout-2", "Acme-Checkout-3", "team-4", "etc"]
    assert list(told.values())[5:8] == ["hidden", "日本", "project"]
    assert all(len(name) <= 80 and not name.startswith(".") and "/" not in name for name in told.values())
    assert len({name.casefold() for name in told.values()}) == len(given)


def test_two_exports_of_the_same_are_the_same_to_the_byte(tmp_path: Path, story: None, alice: Actor) -> None:
    for name in ("one", "two"):
        export_markdown(tmp_path / name, actor=alice, everything=True)
    one, two = ({name: (tmp_path / n / name).read_bytes() for name in names(tmp_path / n)} for n in ("one", "two"))
    assert one == two
