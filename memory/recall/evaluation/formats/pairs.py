"""Questions with texts that answer them and texts that do not, a JSON object a line (MTEB, sentence-transformers)."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from memory.recall.evaluation.dataset import Dataset, Document, Question
from memory.recall.evaluation.formats.lines import refused, rows_of, text_of

_POOL = "texts"
_ASKED = ("query", "question", "anchor")
_ANSWERS = ("positive", "positives", "pos")
_OTHERS = ("negative", "negatives", "neg", "hard_negatives")


def read_pairs(path: Path) -> Dataset:
    """All texts of the file, each once, are what is searched; a question's positives answer it."""
    ids: dict[str, str] = {}
    questions = []
    for number, row in rows_of(path):
        asked, answers = text_of(row, *_ASKED), _texts(row, _ANSWERS)
        if not asked or not answers:
            raise refused(path, number, f"a {'/'.join(_ASKED)} and a {'/'.join(_ANSWERS[:2])} are wanted.")
        for text in (*answers, *_texts(row, _OTHERS)):
            ids.setdefault(text, f"d{len(ids) + 1}")
        questions.append(Question.judged(_POOL, f"line {number}", asked, {ids[text]: 1.0 for text in answers}))
    documents = [Document(_POOL, name, text, group=name) for text, name in ids.items()]
    return Dataset(path.name.split(".")[0], "memory", documents, questions)


def _texts(row: dict[str, Any], names: Iterable[str]) -> list[str]:
    """The texts under these keys: one, several, or objects with a text."""
    found: list[str] = []
    for value in (row.get(name) for name in names):
        for one in value if isinstance(value, list) else [value]:
            text = text_of(one if isinstance(one, dict) else {"text": one}, "text", "docstring")
            found += [text] if text else []
    return found
