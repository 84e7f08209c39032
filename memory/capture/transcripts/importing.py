"""Imports transcripts from disk, file by file, so that one bad file costs no other."""

import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from django.db import DataError

from hooks.project import identify as identify_clone
from memory import access
from memory.access import Actor
from memory.capture.event_validation import clean_text
from memory.capture.transcripts.files import TranscriptFile, folder_of, is_folder, read_lines
from memory.capture.transcripts.recording import record_transcript
from memory.errors import CairnError
from memory.models import CodingSession
from memory.models.lexicon import Collection
from memory.recall import lexicon
from memory.rules.identity import ProjectIdentity, identify

Progress = Callable[[int], None]


@dataclass
class ImportReport:
    """What became of files: the contract's numbers. `messages` were stored now, `sessions` are the client's ids."""

    files: int = 0
    sessions: set[str] = field(default_factory=set)
    messages: int = 0
    duplicates: int = 0
    skipped: dict[str, int] = field(default_factory=dict)
    errors: list[dict[str, str]] = field(default_factory=list)

    def skip(self, kinds: dict[str, int]) -> None:
        """Count lines or files that were passed over."""
        for kind, number in kinds.items():
            self.skipped[kind] = self.skipped.get(kind, 0) + number

    @contextmanager
    def noting_errors(self, path: Path) -> Iterator[None]:
        """Count the file, or write down why it could not be read."""
        try:
            yield
            self.files += 1
        except CairnError as refusal:
            self.errors.append({"file": str(path), "detail": refusal.detail})
        except (OSError, EOFError, zlib.error, DataError) as error:
            self.errors.append({"file": str(path), "detail": f"The file cannot be read: {error}"[:300]})

    def as_json(self) -> dict[str, object]:
        """The object that `import_transcripts --json` prints."""
        return {
            "files": self.files,
            "sessions": len(self.sessions),
            "messages": self.messages,
            "duplicates": self.duplicates,
            "skipped": dict(sorted(self.skipped.items())),
            "errors": self.errors,
        }


def import_files(
    files: Iterable[TranscriptFile],
    *,
    actor: Actor,
    project: ProjectIdentity | None = None,
    progress: Progress = lambda read: None,
) -> ImportReport:
    """Store what is new in these files, each in a transaction of its own; doing it again adds nothing.

    `project`: of all of them, else each file's folder tells (`project_of`). `progress` is told the bytes of the files
    as they are read. Raises Forbidden without the capture scope.
    """
    actor.authorize("capture")
    report = ImportReport()
    for file in files:
        if file.skipped:
            report.skip({file.skipped: 1})
            continue
        with report.noting_errors(file.path):
            _import(file, report, actor=actor, project=project, progress=progress)
    if report.messages:
        lexicon.refresh(team=actor.team, collection=Collection.MESSAGE)
    return report


def project_of(folder: str, *, actor: Actor) -> ProjectIdentity | None:
    """The project of a folder of the actor's: a clone on this machine, else where their sessions of that folder are.

    None when neither is known; then it is the folder itself.
    """
    clone = identify_clone(folder) if folder.startswith("/") and is_folder(folder) else {}
    if "git_dir" in clone:
        return identify(remote=clean_text(clone.get("remote", ""), {}), git_dir=clean_text(clone["git_dir"], {}))
    folder = clean_text(folder, {})
    own = CodingSession.objects.filter(team=actor.team, author=actor.user, root=folder).select_related("project")
    session = own.order_by("-last_event_at").first() if folder else None
    return ProjectIdentity(session.project.identity, session.project.name) if session else None


def _import(
    file: TranscriptFile, report: ImportReport, *, actor: Actor, project: ProjectIdentity | None, progress: Progress
) -> None:
    with access.acting(actor):
        receipt = record_transcript(
            told_lines(file, progress),
            session_id=file.session_id,
            subagent=file.subagent,
            project=project or project_of(folder_of(file.path), actor=actor),
            path=str(file.path.resolve()),
            actor=actor,
        )
    report.messages += receipt.accepted
    report.duplicates += receipt.duplicates
    report.sessions |= receipt.sessions
    report.skip(receipt.skipped)


def told_lines(file: TranscriptFile, progress: Progress) -> Iterator[bytes]:
    """The file's lines, telling the progress; of a gzipped file at its end."""
    zipped = file.path.suffix == ".gz"
    for line in read_lines(file.path):
        yield line
        if not zipped:
            progress(len(line))
    if zipped:
        progress(file.size)
