"""`manage.py evaluate_recall FILE…`: how well search finds, measured through the product's own path."""

import json
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.table import Table

from memory.errors import CairnError
from memory.recall import evaluation

_MEASURES = ("hit@1", "hit@5", "recall@5", "recall@10", "ndcg@10", "mrr")


class Command(BaseCommand):
    """Loads each file into a scratch team, asks its questions, prints the numbers, removes the team."""

    help = "Measure recall on evaluation files (JSON Lines, plain or gzipped), in a scratch team that is removed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Files and the ablations."""
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--json", action="store_true", help="one JSON object per file instead of a table")
        parser.add_argument("--no-embedder", action="store_true", help="the lexical arm alone")
        parser.add_argument("--no-context", action="store_true", help="each message by itself, without those around it")
        parser.add_argument("--limit", type=int, metavar="N", help="only the first N questions")

    def handle(self, *, files: list[Path], **options: object) -> None:
        """One report a file."""
        ablation = evaluation.Ablation(embedder=not options["no_embedder"], context=not options["no_context"])
        for path in files:
            try:
                dataset = evaluation.load(path, limit=options["limit"])  # type: ignore[arg-type]
                report = evaluation.evaluate(dataset, ablation)
            except FileNotFoundError:
                raise CommandError(f"There is no file {path}.") from None
            except CairnError as error:
                raise CommandError(error.detail) from None
            self.stdout.write(json.dumps(report)) if options["json"] else _print(report)


def _print(report: dict) -> None:
    times = report["search_ms"]
    title = f"{report['dataset']}: {report['docs']} documents, {report['queries']} questions"
    table = Table(title=title, caption=f"search p50 {times['p50']} ms, p95 {times['p95']} ms")
    for name in ("unit", "category", "n", *_MEASURES):
        table.add_column(name)
    for unit, scores in report["units"].items():
        rows = {"all": scores, **scores["by_category"]}
        for category, row in rows.items():
            table.add_row(unit, category, str(row["n"]), *(f"{row[measure]:.3f}" for measure in _MEASURES))
    Console().print(table)
