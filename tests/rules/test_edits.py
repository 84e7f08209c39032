"""Which edits tell of a setting, and how."""

import pytest

from memory.rules.edits import settings_changed
from tests.linear import HOSTILE, assert_linear

PATH = "/home/alice/work/backend/health.py"


def edit(old: str, new: str) -> dict[str, object]:
    """What the Edit tool is given."""
    return {"file_path": PATH, "old_string": old, "new_string": new}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (edit("FACTOR = 3", "FACTOR = 6"), ["Changed work/backend/health.py: `FACTOR = 3` → `FACTOR = 6`"]),
        (
            edit("import os\n\nLIMIT = 3\n", "import os\n\nLIMIT = max(3, count)\n"),
            ["Changed work/backend/health.py: `LIMIT = 3` → `LIMIT = max(3, count)`"],
        ),
        (
            edit('leg = "on"', 'leg = "on"\nskip_digits = true'),
            ['Changed work/backend/health.py: `leg = "on"` → `leg = "on" skip_digits = true`'],
        ),
        (
            {"file_path": "a.yml", "edits": [edit("port: 1", "port: 2"), edit("x", "y"), "?"]},
            ["Changed a.yml: `port: 1` → `port: 2`"],
        ),
        (
            {"command": "sed -i 's/FACTOR = 3/FACTOR = 6/' backend/health.py && pytest -q"},
            ["Changed backend/health.py: `FACTOR = 3` → `FACTOR = 6`"],
        ),
        (edit("call()", "call(1)"), []),
        (edit("", "FACTOR = 6"), []),
        (edit("a = 1\n" * 9, "b = 2\n" * 9), []),
        (edit("a = 1", f"a = '{'x' * 300}'"), []),
        ({"command": "sed 's/a = 1/a = 2/' x.py"}, []),
        ({"file_path": 1, "old_string": "a = 1", "new_string": "a = 2"}, []),
        (None, []),
    ],
)
def test_an_edit_of_a_setting_is_told_in_a_line(given: object, told: list[str]) -> None:
    assert list(settings_changed(given)) == told


@pytest.mark.parametrize("name", HOSTILE)
def test_it_stays_linear(name: str) -> None:
    assert_linear(lambda text: list(settings_changed({**edit(text, f"{text} a = 1"), "command": text})), HOSTILE[name])
