"""`manage.py reembed`: give every row a vector of the current model, while search keeps working."""

from argparse import ArgumentParser

from django.db import connections, transaction
from psycopg import sql
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from memory import access
from memory.adapters.embedder import Embedder, embedder
from memory.distill.embedding import embed_backlog
from memory.errors import Refused
from memory.management.command import VerbCommand
from memory.recall.vectors import EMBEDDED, waiting


class Command(VerbCommand):
    """Builds the new model's indexes, then works through the backlog that the model's change has made."""

    help = (
        "Embed everything that has no vector of the current model (CAIRN_EMBEDDING_MODEL), newest first. Search goes"
        " on: words find a row until it has its new vector. Stop it at any time; it continues where it was."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The model, only to be sure that it is the one."""
        parser.add_argument("--model", help="stop unless the embedder serves this model")

    def act(self, *, model: str | None, **_: object) -> None:
        """Index, then embed with a progress bar."""
        door = embedder()
        if model and model != door.model:
            detail = f"The embedder serves {door.model}; set CAIRN_EMBEDDING_MODEL={model}, restart and retry."
            raise Refused("other_model", detail)
        dimensions = len(door.embed_query("How many dimensions?", timeout=30))
        for rows in EMBEDDED:
            _index(rows._meta.db_table.removeprefix("memory_"), door.model, dimensions)
        texts = _waiting(door)
        self.stdout.write(f"{texts} texts wait for a vector of {door.model} ({dimensions} dimensions).")
        done = self._embed(texts)
        self.stdout.write(f"Embedded {done} texts.")

    def _embed(self, total: int) -> int:
        columns = (TextColumn("embedding"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        done = 0
        with Progress(*columns, disable=not self.stderr.isatty()) as progress:
            task = progress.add_task("embedding", total=total)
            unfinished = True
            while unfinished:
                run = embed_backlog(seconds=2)
                done, unfinished = done + run.done, run.unfinished
                progress.update(task, completed=done)
        return done


def _waiting(door: Embedder) -> int:
    total = 0
    for team_id in access.team_ids():
        with access.scope(team=team_id, system=True):
            total += waiting(door)
    return total


def _index(table: str, model: str, dimensions: int) -> None:
    """The model's own HNSW index, as its owner, and without holding up writers."""
    statement = sql.SQL(
        "CREATE INDEX CONCURRENTLY IF NOT EXISTS {} ON {} USING hnsw ((embedding::halfvec({})) halfvec_cosine_ops)"
        " WITH (m = 16, ef_construction = 400) WHERE embedding_model = {}"
    )
    # The migrations made those of the default model; another has its name in the index, as far as names are long.
    name = f"{table}_vectors_{dimensions}"
    if model != "all-MiniLM-L6-v2":
        name = f"{name}_{''.join(sign if sign.isalnum() else '_' for sign in model.lower())}"[:63]
    owner = connections["owner" if "owner" in connections else "default"]
    assert transaction.get_autocommit(using=owner.alias)
    with owner.cursor() as cursor:
        cursor.execute(
            statement.format(
                sql.Identifier(name), sql.Identifier(f"memory_{table}"), sql.Literal(dimensions), sql.Literal(model)
            ).as_string(cursor.connection)
        )
