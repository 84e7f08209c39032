"""What the rules know of a language is a folder: it states its source, and adding one adds a language."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.rules.languages import word_lists

FOLDERS = sorted(path for path in Path(word_lists.__file__).parent.iterdir() if path.is_dir() and path.name[0] != "_")


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder of languages in place of Cairn's."""
    monkeypatch.setattr(word_lists, "_FOLDER", tmp_path)
    _forget()
    yield tmp_path
    _forget()


def _forget() -> None:
    for cached in (word_lists.codes, word_lists.lists, word_lists.by_language):
        cached.cache_clear()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_language_states_its_source_and_licence(folder: Path) -> None:
    told = (folder / "README.md").read_text(encoding="utf-8")
    assert "Source:" in told
    assert "Licence:" in told


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_entry_stands_in_a_list_and_no_list_is_empty(folder: Path) -> None:
    for path in folder.glob("*.txt"):
        lines = [line for line in path.read_text(encoding="utf-8").split("\n") if not line.startswith("#")]
        assert lines[0].startswith("== "), path.name
        assert all(told for told in word_lists.lists(path.stem, folder.name).values()), path.name


def test_a_new_folder_adds_its_entries_to_those_of_the_others(own_folder: Path) -> None:
    for code, told in (
        ("en", "# Moods.\n== felt\nsad\nso very\n   tired\n"),
        ("eo", "== felt\n{VERY} trista\n== very\ntre\ntro\n"),
    ):
        (own_folder / code).mkdir()
        (own_folder / code / "moods.txt").write_text(told, encoding="utf-8")
    assert word_lists.codes() == ("en", "eo")
    assert word_lists.regex("moods", "felt") == "(?:sad|so very tired|(?:tre|tro) trista)"
    assert re.fullmatch(word_lists.regex("moods", "felt"), "tro trista")
    assert word_lists.by_language("moods", "very") == {"eo": ("tre", "tro")}


def test_examples_of_a_new_folder_are_learned_too(own_folder: Path) -> None:
    (own_folder / "eo" / "examples").mkdir(parents=True)
    (own_folder / "eo" / "examples" / "decision.txt").write_text("# Decidoj.\nNi elektis Postgres.\n", encoding="utf-8")
    assert word_lists.examples("decision") == ("Ni elektis Postgres.",)
    assert word_lists.examples("failure") == ()


def test_a_list_that_no_language_has_is_a_mistake(own_folder: Path) -> None:
    with pytest.raises(KeyError, match=r"moods\.txt: felt"):
        word_lists.word_list("moods", "felt")


def test_pairs_are_read_with_what_stands_in_place_of_a_pattern(own_folder: Path) -> None:
    (own_folder / "nl").mkdir()
    (own_folder / "nl" / "first.txt").write_text("== ours\nonze => de\nbij ons =>\n", encoding="utf-8")
    assert word_lists.pairs("first", "ours", "nl") == {"onze": "de", "bij ons": ""}
