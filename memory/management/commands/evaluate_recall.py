"""`manage.py evaluate_recall FILE…`: how well search finds, measured through the product's own path."""

import json
import signal
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.table import Table

from memory.errors import CairnError
from memory.management.progress import progress
from memory.recall import evaluation

_ABLATIONS = {
    "whole": evaluation.Ablation(),
    "no embedder": evaluation.Ablation(embedder=False),
    "no context": evaluation.Ablation(context=False),
    "rrf": evaluation.Ablation(fusion="rrf"),
}
_MEASURES = ("hit@1", "hit@5", "recall@5", "recall@10", "ndcg@10", "mrr")
_WIDE = 120


class Command(BaseCommand):
    """Loads each file into a scratch team, asks its questions, prints the numbers, removes the team."""

    help = "Measure recall on evaluation files (JSON Lines, plain or gzipped), in a scratch team that is removed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Files and the ablations."""
        parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
        parser.add_argument(
            *("--external", "-x"),
            nargs="+",
            type=Path,
            default=[],
            metavar="PATH",
            help="public benchmarks: a BEIR folder, JSON Lines with positives, LoCoMo, LongMemEval, a TREC run",
        )
        parser.add_argument("--split", default="", help="of a BEIR folder's qrels; test, or the only one")
        parser.add_argument("--qrels", type=Path, metavar="FILE", help="the judgements of a TREC run")
        parser.add_argument("--json", action="store_true", help="one JSON object per file instead of a table")
        parser.add_argument("--no-embedder", action="store_true", help="the lexical arm alone")
        parser.add_argument("--no-context", action="store_true", help="each message by itself, without those around it")
        parser.add_argument("--fusion", choices=["scores", "rrf"], default="scores", help="rrf: order by ranks")
        parser.add_argument("--reranker", action="store_true", help="with the reranker that CAIRN_RERANKER names")
        parser.add_argument("--foreign", type=Path, metavar="FILE", help="ask its questions too: none has an answer")
        parser.add_argument("--ablations", action="store_true", help="a table of all of them, one line each")
        parser.add_argument("--limit", type=int, metavar="N", help="use only the first N questions")

    def handle(self, *, files: list[Path], external: list[Path], **options: Any) -> None:
        """One report a file, or one a file and ablation."""
        if not files and not external:
            raise CommandError("Name a file, or a public benchmark with --external.")
        whole = evaluation.Ablation(
            embedder=not options["no_embedder"],
            context=not options["no_context"],
            fusion=options["fusion"],
            reranker=options["reranker"],
        )
        try:
            foreign = evaluation.load(options["foreign"]).questions if options["foreign"] else []
            with _ended_orderly(), progress("measuring") as step:
                for dataset in _datasets(files, external, options):
                    if options["ablations"] and not isinstance(dataset, evaluation.Run):
                        self._compare(dataset, foreign, as_json=options["json"])
                        continue
                    if isinstance(dataset, evaluation.Run):
                        report: dict[str, Any] = evaluation.measured(dataset)
                    else:
                        report = evaluation.evaluate(dataset, whole, foreign, step)
                    self.stdout.write(json.dumps(report)) if options["json"] else _print(report)
        except FileNotFoundError as error:
            raise CommandError(f"File {error.filename} does not exist.") from None
        except CairnError as error:
            raise CommandError(error.detail) from None
        except KeyboardInterrupt:
            raise CommandError("Interrupted. The scratch team was removed.", returncode=130) from None

    def _compare(self, dataset: evaluation.Dataset, foreign: Sequence[evaluation.Question], *, as_json: bool) -> None:
        """Each ablation on one dataset: a JSON object a line, or one table."""
        names = {
            name: ablation for name, ablation in _ABLATIONS.items() if name != "no context" or dataset.unit == "message"
        }
        reports: dict[str, dict[str, Any]] = {
            name: evaluation.evaluate(dataset, ablation, foreign) for name, ablation in names.items()
        }
        if as_json:
            for name, report in reports.items():
                self.stdout.write(json.dumps({"ablation": name, **report}))
            return
        table = Table(title=f"{dataset.name}: {len(dataset.documents)} documents, {len(dataset.questions)} questions")
        for column in ("ablation", "unit", *_MEASURES, "empty", "p50 ms"):
            table.add_column(column)
        for name, report in reports.items():
            for unit, row in report["units"].items():
                table.add_row(name, unit, *_numbers(row), _empty(report), str(report["search_ms"]["p50"]))
        _show(table)


def _datasets(
    files: Sequence[Path], external: Sequence[Path], options: dict[str, Any]
) -> Iterator[evaluation.Dataset | evaluation.Run]:
    limit = options["limit"]
    for path in files:
        yield evaluation.load(path, limit=limit)
    for path in external:
        dataset = evaluation.read_external(path, split=options["split"], qrels=options["qrels"])
        yield dataset.limited(limit) if limit else dataset


@contextmanager
def _ended_orderly() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end the block as Ctrl-C does, so that the scratch team is removed."""
    before = {number: signal.signal(number, _interrupt) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt  # which the driver knows: it cancels the running query


def _show(table: Table) -> None:
    """Whole: what stands in a file or a pipe is not cut to the width of a terminal."""
    terminal = Console()
    (terminal if terminal.is_terminal else Console(width=_WIDE)).print(table)


def _numbers(row: dict[str, float]) -> list[str]:
    return [f"{row[measure]:.3f}" for measure in _MEASURES]


def _empty(report: dict[str, Any]) -> str:
    """The share of the foreign questions that were answered with nothing."""
    return f"{report['no_answer']['empty']:.3f}" if "no_answer" in report else ""


def _print(report: dict[str, Any]) -> None:
    documents = f"{report['docs']} documents, " if "docs" in report else ""
    title = f"{report['dataset']}: {documents}{report['queries']} questions"
    caption = f"{report['empty']:.3f} of the questions answered with nothing"
    if times := report.get("search_ms"):
        caption += f"; search p50 {times['p50']} ms, p95 {times['p95']} ms"
    if "no_answer" in report:
        caption += f"; {_empty(report)} of {report['no_answer']['n']} foreign questions answered with nothing"
    table = Table(title=title, caption=caption)
    for name in ("unit", "category", "n", *_MEASURES):
        table.add_column(name)
    for unit, scores in report["units"].items():
        for category, row in {"all": scores, **scores["by_category"]}.items():
            table.add_row(unit, category, str(row["n"]), *_numbers(row))
    _show(table)
