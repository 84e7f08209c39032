"""BEIR's folders (arXiv 2104.08663): corpus.jsonl, queries.jsonl and qrels/*.tsv, each of them gzipped or plain."""

from collections.abc import Iterator
from pathlib import Path

from memory.errors import Refused
from memory.recall.evaluation.dataset import Dataset, Document, Question
from memory.recall.evaluation.formats.lines import lines_of, refused, rows_of, text_of

_POOL = "corpus"
Judgements = dict[str, dict[str, float]]


def read_beir(folder: Path, split: str) -> Dataset:
    """The questions of one split (the only one, or `test`) with their graded judgements, over the whole corpus."""
    asked = dict(_texts(_file(folder, "queries.jsonl")))
    judged = _qrels(_split(folder, split), asked)
    documents = [
        Document(_POOL, name, text, group=name) for name, text in _texts(_file(folder, "corpus.jsonl"), "title")
    ]
    questions = [Question.judged(_POOL, name, asked[name], gains) for name, gains in judged.items()]
    return Dataset(folder.resolve().name, "memory", documents, [each for each in questions if each.relevant])


def _file(folder: Path, name: str) -> Path:
    plain = folder / name
    packed = folder / f"{name}.gz"
    return packed if packed.exists() and not plain.exists() else plain


def _texts(path: Path, *before: str) -> Iterator[tuple[str, str]]:
    """Each id with its text, behind a title if it has one; what has no word at all is left out."""
    for number, row in rows_of(path):
        if "_id" not in row or not isinstance(row.get("text"), str):
            raise refused(path, number, "an object with _id and text is wanted.")
        text = "\n".join(part for part in (*(text_of(row, name) for name in before), text_of(row, "text")) if part)
        if text:
            yield str(row["_id"]), text


def _split(folder: Path, split: str) -> Path:
    known = {path.name.removesuffix(".gz").removesuffix(".tsv"): path for path in folder.glob("qrels/*.tsv*")}
    wanted = split or (next(iter(known)) if len(known) == 1 else "test")
    if wanted not in known:
        names = ", ".join(sorted(known)) or "none"
        raise Refused("invalid_dataset", f"{folder.name} has no qrels/{wanted}.tsv; --split names one of: {names}.")
    return known[wanted]


def _qrels(path: Path, asked: dict[str, str]) -> Judgements:
    judged: Judgements = {}
    for number, line in lines_of(path):
        columns = line.split("\t")
        if number == 1 and columns[-1].strip() == "score":
            continue
        try:
            name, document, score = columns
            gain = float(score)
        except ValueError:
            raise refused(path, number, "query-id, corpus-id and score with tabs are wanted.") from None
        if name not in asked:
            raise refused(path, number, f"there is no query {name}.")
        judged.setdefault(name, {})[document] = gain
    return judged
