"""`manage.py export_memories DIR [--format markdown|jsonl]`: all that one may see, as files to take along."""

import json as json_format
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from memory.exchange.archive import export_jsonl
from memory.exchange.export import Exported, export_markdown
from memory.management.actor import actor_of, add_actor_arguments, known_project
from memory.management.command import VerbCommand, at_home
from memory.management.progress import progress

_FORMATS = {"markdown": export_markdown, "jsonl": export_jsonl}


class Command(VerbCommand):
    """Export what a team knows."""

    help = (
        "Export memories and daily logs. markdown: a folder a project, a file a day, which people, memsearch and"
        " import_memories --format memsearch read. jsonl: one file from which import_memories gives back the same"
        " memories, with evidence, feedback and comments. It holds what the person it acts as may see: the team's"
        " memories that are current, and their own private ones, but nobody else's."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to, what, as whom."""
        parser.add_argument("dir", type=Path, metavar="DIR", help="a new or empty folder, or an earlier export")
        parser.add_argument("--format", choices=list(_FORMATS), default="markdown")
        parser.add_argument("--project", help="only what belongs to this project (remote, folder or name)")
        parser.add_argument(
            "--all",
            action="store_true",
            help="also drafts, quarantined and superseded memories, with what replaced what, and in jsonl the person's"
            " own raw observations; never forgotten ones",
        )
        parser.add_argument("--force", action="store_true", help="write into a folder that also contains other files")
        parser.add_argument("--json", action="store_true", help='print {"files", "memories", "turns", "projects"}')
        add_actor_arguments(parser)

    def act(self, *, dir: Path, format: str, project: str | None, json: bool, **options: Any) -> None:
        """Export, and say how much."""
        actor = actor_of(team=options["team"], user=options["user"])
        with progress("exporting") as bar:
            exported = _FORMATS[format](
                at_home(dir),
                actor=actor,
                project=known_project(project, actor=actor),
                everything=options["all"],
                force=options["force"],
                step=lambda done: bar(done),
            )
        self.note(f"As {actor.user.username} of {actor.team.slug}.")
        self.stdout.write(json_format.dumps(asdict(exported)) if json else _sentence(exported, dir))


def _sentence(exported: Exported, root: Path) -> str:
    return (
        f"{exported.memories} memories and {exported.turns} summaries of {exported.projects} projects"
        f" in {exported.files} files under {root}."
    )
