"""`manage.py import_memories PATH --format …`: memories of an export, or of somebody else's tool."""

import json as json_format
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from memory.exchange.auto_memory import import_auto_memory
from memory.exchange.import_report import Receipt
from memory.exchange.memsearch_import import import_memsearch
from memory.exchange.unpacking import import_jsonl
from memory.management.actor import actor_of, add_actor_arguments, wanted_project
from memory.management.command import VerbCommand, at_home
from memory.management.progress import progress

_FORMATS = {"memsearch": import_memsearch, "jsonl": import_jsonl, "auto-memory": import_auto_memory}
_SHOWN = 20
# What an import leaves out of a line, in words.
_LEFT_OUT = {
    "erased": "memories that were erased here",
    "feedback": "feedback in the name of others or of nobody here",
    "observations": "raw observations of others",
    "comments": "comments in the name of others or of nobody here",
    "pinned": "pins, which need a curator",
    "confirmed_at": "confirmations, which need a curator",
    "basis": "reasons of capture, which need a curator",
    "approval": "approvals, which need a curator",
    "signature": "signatures of what tells agents what to do, which need a curator",
}


class Command(VerbCommand):
    """Import memories."""

    help = (
        "Import memories. memsearch: a folder with files named like 2026-02-09.md, a repository with .memsearch/memory,"
        " or an export in Markdown, which comes back as it was. jsonl: an export in JSON lines. auto-memory: the notes"
        " of Claude Code (~/.claude/projects); those on the person become private. Only a curator imports in the name"
        " of others, with pins and verdicts. What is no export of ours goes the way of captured facts:"
        " secrets are redacted, noise is refused, its type is recognised. A second import adds"
        " nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """What, from where, whereto."""
        parser.add_argument("path", type=Path, metavar="PATH", help="a file or a folder, with all folders below it")
        parser.add_argument("--format", choices=list(_FORMATS), required=True)
        parser.add_argument("--project", help="put everything into this project (remote, folder or name)")
        parser.add_argument("--dry-run", action="store_true", help="store nothing, only count")
        parser.add_argument("--json", action="store_true", help="print the counts, and each refusal with file and line")
        add_actor_arguments(parser)

    def act(self, *, path: Path, format: str, project: str | None, dry_run: bool, json: bool, **options: Any) -> None:
        """Import, and say what became of it."""
        actor = actor_of(team=options["team"], user=options["user"])
        with progress("importing") as bar:
            receipt = _FORMATS[format](
                at_home(path),
                actor=actor,
                project=wanted_project(project, actor=actor),
                dry_run=dry_run,
                step=lambda file, number, total: bar(file, number, total),
            )
        self.note(f"As {actor.user.username} of {actor.team.slug}{', as a dry run' if dry_run else ''}.")
        if json:
            self.stdout.write(json_format.dumps({"dry_run": dry_run, **receipt.as_keys()}))
        else:
            self._tell(receipt, dry_run=dry_run)

    def _tell(self, receipt: Receipt, *, dry_run: bool) -> None:
        would = "would be " if dry_run else ""
        self.stdout.write(
            f"{receipt.files} files: {receipt.memories} memories {would}new, {receipt.duplicates} already here,"
            f" {receipt.turns} turns {would}summarised."
        )
        if receipt.observations or receipt.feedback or receipt.comments:
            self.stdout.write(
                f"With them {would}new: {receipt.feedback} feedback, {receipt.comments} comments,"
                f" {receipt.observations} raw observations."
            )
        if receipt.new_ids:
            self.stdout.write(f"{receipt.new_ids} have a new id, because their old id is in use.")
        if receipt.to_embed:
            self.stdout.write(f"{receipt.to_embed} wait for the worker, which makes them searchable by meaning.")
        if receipt.projects:
            self.stdout.write(f"Projects: {', '.join(sorted(receipt.projects))}.")
        told = {_LEFT_OUT[kind]: number for kind, number in receipt.left_out.items()}
        for what, counts in (("Redacted", receipt.redactions), ("Left out", told), ("Refused", receipt.reasons())):
            if counts:
                self.stdout.write(f"{what}: {', '.join(f'{number} {kind}' for kind, number in counts.items())}.")
        if receipt.quarantined:
            self.stdout.write(f"{receipt.quarantined} read like instructions to an agent and wait in quarantine.")
        if receipt.contradictions:
            self.stdout.write(f"{receipt.contradictions} contradictions {would}new in the review queue.")
        self._where(receipt)

    def _where(self, receipt: Receipt) -> None:
        places = [
            f"{one.file}:{one.line}: {one.reason}{f' ({one.detail})' if one.detail else ''}" for one in receipt.refusals
        ]
        places += [f"{skipped.file}: not read ({skipped.reason})" for skipped in receipt.skipped]
        for place in places[:_SHOWN]:
            # A file's name need not be text.
            self.stdout.write(f"  {place}".encode("utf-8", "backslashreplace").decode())
        if len(places) > _SHOWN:
            self.stdout.write(f"  … and {len(places) - _SHOWN} more; --json lists all.")
