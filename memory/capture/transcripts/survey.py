"""Looks through transcripts without storing anything: what an import would find, project by project."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from memory import access
from memory.access import Actor
from memory.capture.transcripts.files import TranscriptFile, folder_of
from memory.capture.transcripts.importing import ImportReport, Progress, project_of, told_lines
from memory.capture.transcripts.line_reader import Reader
from memory.capture.transcripts.placing import Line, Placer, by_session
from memory.capture.transcripts.sessions import project_of_folder
from memory.models import Message
from memory.rules.identity import ProjectIdentity


@dataclass
class ProjectSurvey:
    """What the files hold of one project: sessions, messages that are not stored yet, and bytes on disk."""

    name: str
    sessions: set[str] = field(default_factory=set)
    messages: int = 0
    size: int = 0


class Survey:
    """The `report` that an import would give, and what it would be about: `projects` by identity."""

    def __init__(self, *, actor: Actor, project: ProjectIdentity | None = None) -> None:
        self.report = ImportReport()
        self.projects: dict[str, ProjectSurvey] = {}
        self._actor = actor
        self._project = project
        self._found: set[tuple[str, str]] = set()

    def look(self, files: Iterable[TranscriptFile], progress: Progress = lambda read: None) -> None:
        """Look through these files; `progress` is told the bytes that were read."""
        for file in files:
            if file.skipped:
                self.report.skip({file.skipped: 1})
                continue
            with self.report.noting_errors(file.path), access.acting(self._actor):
                self._look_through(file, progress)

    def _look_through(self, file: TranscriptFile, progress: Progress) -> None:
        folder = folder_of(file.path)
        wanted = self._project or project_of(folder, actor=self._actor) or project_of_folder(folder)
        project = self.projects.setdefault(wanted.identity, ProjectSurvey(wanted.name))
        project.size += file.size
        reader = Reader(told_lines(file, progress), 0)
        for session, lines in _placed(reader, file):
            said = [line.uuid for line in lines if line.record.text]
            new = self._new(said, wanted)
            project.messages += len(new)
            self.report.messages += len(new)
            self.report.duplicates += len(said) - len(new)
            if any(line.record.text or line.record.calls for line in lines):
                project.sessions.add(session)
                self.report.sessions.add(session)
        self.report.skip(reader.skipped)

    def _new(self, uuids: list[str], project: ProjectIdentity) -> set[str]:
        """Those that neither the project nor a file before has."""
        stored = Message.objects.filter(project__identity=project.identity, uuid__in=uuids)
        new = set(uuids).difference(stored.values_list("uuid", flat=True))
        new = {uuid for uuid in new if (project.identity, uuid) not in self._found}
        self._found.update((project.identity, uuid) for uuid in new)
        return new


def _placed(reader: Reader, file: TranscriptFile) -> Iterator[tuple[str, list[Line]]]:
    """The lines that count, batch by batch, with their session."""
    placers: dict[str, Placer] = {}
    for records in reader.batches():
        for session, own in by_session(records, file.session_id).items():
            placer = placers.setdefault(session, Placer(subagent=file.subagent, latest=None))
            yield session, placer.place(own)
