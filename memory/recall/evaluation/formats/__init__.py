"""Reads the formats of public retrieval benchmarks: BEIR, pairs, TREC, LoCoMo and LongMemEval, each by its looks."""

from pathlib import Path

from memory.errors import Refused
from memory.recall.evaluation.dataset import Dataset
from memory.recall.evaluation.formats.beir import read_beir
from memory.recall.evaluation.formats.conversations import read_conversations
from memory.recall.evaluation.formats.lines import lines_of
from memory.recall.evaluation.formats.pairs import read_pairs
from memory.recall.evaluation.formats.trec import Run, read_run

__all__ = ["Run", "read_external"]


def read_external(path: Path, *, split: str = "", qrels: Path | None = None) -> Dataset | Run:
    """A benchmark as a data set; or the ranking of somebody else's search, to be measured as it is.

    `split` names a file of BEIR's qrels, `qrels` the judgements of a TREC run. Raises Refused with file and line for
    what cannot be read, FileNotFoundError for what is not there.
    """
    found = _read(path, split, qrels)
    if not found.questions:
        raise Refused("invalid_dataset", f"{path.name} has no question with an answer.")
    return found


def _read(path: Path, split: str, qrels: Path | None) -> Dataset | Run:
    if path.is_dir():
        return read_beir(path, split)
    first = next((line for _, line in lines_of(path)), "").strip()
    if not first:
        raise Refused("invalid_dataset", f"{path.name} is empty.")
    if first.startswith("["):
        return read_conversations(path)
    return read_pairs(path) if first.startswith("{") else read_run(path, qrels)
