"""Which tool calls of a turn reach the distiller: those that teach something, and the run that resolves a failure."""

from memory.distill.material import Changes, telling
from memory.rules.distillation import ToolUse
from memory.rules.outcomes import outcomes

READ = ToolUse("Read", "app.py", "", "raise ValueError('x')")
LOOKED = ToolUse("Bash", "", "grep -n ERROR app.log", "12: ERROR: Traceback (most recent call last):")
EDIT = ToolUse("Edit", "app.py")


def test_looking_around_teaches_nothing() -> None:
    assert telling([READ, LOOKED, ToolUse("Bash", "", "git status", "clean"), EDIT]) == (EDIT,)


def test_a_failed_look_is_kept() -> None:
    failed = ToolUse("Bash", "", "cat nope", "cat: nope: No such file or directory", failed=True)
    assert telling([failed]) == (failed,)


def test_a_silent_run_that_resolves_a_failure_is_kept() -> None:
    broken = ToolUse("Bash", "", "mypy app", "app.py:3: error: Incompatible types", failed=True)
    quiet = ToolUse("Bash", "", "mypy app", "")
    kept = telling([READ, broken, EDIT, quiet])
    assert kept == (broken, EDIT, quiet)
    assert outcomes(kept)[0].files == ("app.py",)


def test_an_error_that_was_looked_at_is_no_failure_to_resolve() -> None:
    assert not outcomes(telling([LOOKED, EDIT, ToolUse("Bash", "", "grep -n ERROR app.log", "")]))


def test_a_path_that_the_index_cannot_hold_is_no_anchor() -> None:
    assert Changes(("/shop/" + "密" * 1_000, "/shop/pay.py")).from_root("/shop") == ("pay.py",)
