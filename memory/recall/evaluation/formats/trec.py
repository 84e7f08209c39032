"""TREC's runs (`qid Q0 docid rank score tag`) and judgements (`qid 0 docid grade`): what another search has found."""

from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path

from memory.errors import Refused
from memory.recall.evaluation.dataset import Question
from memory.recall.evaluation.formats.lines import lines_of, refused


@dataclass(frozen=True)
class Run:
    """What some search found for these questions, best first; by question id, missing where it found nothing."""

    name: str
    questions: list[Question]
    found: dict[str, list[str]]

    def limited(self, number: int) -> "Run":
        """The same of the first questions."""
        return replace(self, questions=self.questions[:number])


def read_run(path: Path, qrels: Path | None) -> Run:
    """A run, and the questions that its judgements have something relevant for."""
    found = _found(path)
    if qrels is None:
        raise Refused("invalid_dataset", f"{path.name} is a TREC run: --qrels names the file with its judgements.")
    judged = _judged(qrels)
    questions = [Question.judged("", name, "", gains) for name, gains in judged.items()]
    return Run(path.name, [each for each in questions if each.relevant], found)


def _found(path: Path) -> dict[str, list[str]]:
    """Ordered by score, as trec_eval does, whatever the ranks say; ties by document, the last first."""
    scored: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for number, line in lines_of(path):
        try:
            name, _, document, _, score, _ = line.split()
            scored[name].append((float(score), document))
        except ValueError:
            raise refused(path, number, "qid, Q0, docid, rank, score and tag are wanted.") from None
    return {name: [document for _, document in sorted(rows, reverse=True)] for name, rows in scored.items()}


def _judged(path: Path) -> dict[str, dict[str, float]]:
    judged: dict[str, dict[str, float]] = defaultdict(dict)
    for number, line in lines_of(path):
        try:
            name, _, document, grade = line.split()
            judged[name][document] = float(grade)
        except ValueError:
            raise refused(path, number, "qid, 0, docid and grade are wanted.") from None
    return judged
