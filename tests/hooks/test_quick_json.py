"""The quick JSON of the hooks says exactly what the package `json` says."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hooks import quick_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)
BROKEN = ["", "  ", "{", '{"a":}', "1 2", "nope", '{"a": 1,}', "[1, 2", '"half', '{"a": "\x01"}', "\ufeff{}"]


@settings(max_examples=200, deadline=None)
@given(VALUES)
def test_it_reads_and_writes_what_json_does(value: object) -> None:
    text = json.dumps(value)
    assert quick_json.dumps(value) == text
    assert quick_json.loads(text) == quick_json.loads(text.encode()) == quick_json.loads(f" {text}\n") == value


@pytest.mark.parametrize("text", BROKEN)
def test_broken_json_is_a_value_error_also_where_json_is_not_loaded(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        quick_json.loads(text)
    program = (
        "import sys; sys.path.insert(0, '.')\nfrom hooks import quick_json\ntry:\n    quick_json.loads(sys.argv[1])\n"
    )
    program += "except ValueError:\n    print('refused')"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, text.replace("\x00", "")],
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == "refused", done.stderr


def test_what_json_cannot_say_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        quick_json.dumps({"a": {1, 2}})
