"""How prose, Markdown, logs, diffs and tracebacks are cut."""

from memory.rules.segmentation import segments, sentences

TEXT = """# Report
The pool was too small. It is 20 now.

- first point
  goes on here
- second point

```py
x = 1. + 2.
```
| a | b |
|---|---|
Traceback (most recent call last):
  File "x.py", line 1, in run
KeyError: 'x'
And it went on.
2026-03-19 10:00:00 ERROR boom
diff --git a/x b/x
--- a/x
+++ b/x
@@ -1 +1 @@
-a
+b

The end."""


def test_each_kind_of_text_becomes_its_own_segment() -> None:
    kinds = [segment.kind for segment in segments(TEXT)]
    assert kinds == [
        *("heading", "prose", "bullet", "bullet", "code", "table", "traceback", "prose", "log", "diff", "prose"),
    ]


def test_a_segment_knows_the_headings_above_it() -> None:
    parts = segments("# Plan\ntext one here\n## Step 1\ntext two here\n# Done\ntext three here")
    assert [part.section for part in parts if part.kind == "prose"] == ["Plan", "Plan / Step 1", "Done"]


def test_a_bullet_keeps_its_wrapped_lines() -> None:
    bullet = next(part for part in segments(TEXT) if part.kind == "bullet")
    assert "goes on here" in bullet.text


def test_identifiers_paths_versions_and_abbreviations_do_not_end_a_sentence() -> None:
    text = "We use v1.2.3, e.g. in src/a.py. See Node.js docs at https://x.io/a.b?c. Call foo.bar() vs. baz. Done."
    assert sentences(text) == [
        "We use v1.2.3, e.g. in src/a.py.",
        "See Node.js docs at https://x.io/a.b?c.",
        "Call foo.bar() vs. baz.",
        "Done.",
    ]


def test_a_full_stop_in_a_code_span_or_a_quote_does_not_end_a_sentence() -> None:
    assert len(sentences('It prints `a. b. c` and "No. Never." and then stops.')) == 1


def test_wrapped_lines_are_joined_and_new_thoughts_are_not() -> None:
    wrapped = "The importer keeps the whole file in memory, which is too much\nfor files above one gigabyte."
    assert len(sentences(wrapped)) == 1
    assert len(sentences("tests fail on CI\nThe fix is in a.py")) == 2


def test_other_scripts_end_their_sentences_too() -> None:
    assert len(sentences("版本是 7.0.12。升级前必须备份。")) == 2


def test_windows_line_ends_and_endless_lines_are_taken() -> None:
    assert [part.text for part in segments("a b c d e f\r\n\r\nx y z")] == ["a b c d e f", "x y z"]
    assert len(segments("word " * 5000)) == 1
