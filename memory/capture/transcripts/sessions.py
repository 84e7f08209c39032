"""Keeps the row of the session that lines belong to: found, or made when something is to be stored in it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from hooks.transcripts.turn_reader import Record
from memory.access import Actor
from memory.capture.event_validation import clean_key, clean_text
from memory.capture.projects import project_for
from memory.capture.transcripts.placing import moment_of
from memory.models import Agent, CodingSession, Project
from memory.recall.openings import is_from_ask
from memory.rules.identity import ProjectIdentity, identify
from memory.rules.poisoning import tellable

_LONGEST_PATH = 4000
# Claude Code's own worktrees lie inside the repository that they are of.
_WORKTREES = "/.claude/worktrees/"


@dataclass(frozen=True)
class Origin:
    """Who sends the lines, and what is true of all of them; what is '' or None the lines tell themselves."""

    actor: Actor
    project: ProjectIdentity | None = None
    root: str = ""
    branch: str = ""
    path: str = ""
    subagent: str = ""
    agent_id: str = ""


def project_of_folder(folder: str) -> ProjectIdentity:
    """The project that a folder stands for, when nothing else is known of it."""
    return identify(root=clean_text(folder, {}).replace("\\", "/").partition(_WORKTREES)[0] or "unknown")


class SessionKeeper:
    """One session of the sender, as the lines of one call speak of it. `row` is None while there is none."""

    def __init__(self, external_id: str, origin: Origin) -> None:
        self._external_id = external_id
        self._origin = origin
        self.row = self._stored()
        self._project = self.row.project if self.row else None
        self._folder, self._agents_folder = origin.root, ""
        self._branch = origin.branch
        self._title = ""
        self._titles: dict[str, str] = {}
        self._compactions: set[datetime] = set()
        self._span: list[datetime] = []

    def hear(self, record: Record) -> None:
        """Take note of what a line, kept or not, tells about the session itself."""
        if record.sidechain:
            self._agents_folder = self._agents_folder or record.cwd
            return
        self._folder = self._folder or record.cwd
        self._branch = record.branch or self._branch
        if record.boundary and (moment := moment_of(record.at)):
            self._compactions.add(moment)
        if record.title and record.parent:
            self._titles[record.parent] = record.title
        elif record.title:
            self._title = record.title

    def stored(self, moments: list[datetime]) -> None:
        """Take note of when that was said which is stored now."""
        self._span = [min([*self._span, *moments]), max([*self._span, *moments])]

    def project(self) -> Project:
        """The session's project; of a new session the one that the sender names, else that of the lines' folder."""
        if self._project is None:
            wanted = self._origin.project or project_of_folder(self._folder or self._agents_folder)
            self._project = project_for(wanted, actor=self._origin.actor)
        return self._project

    def made(self, at: datetime) -> CodingSession:
        """The session's row, made on first sight; `at` is when it begins."""
        if self.row is None:
            self.row = CodingSession.objects.create(
                team=self._origin.actor.team,
                author=self._origin.actor.user,
                external_id=self._external_id,
                project=self.project(),
                agent=self._agent(),
                token=self._origin.actor.token,
                started_at=at,
                last_event_at=at,
            )
        return self.row

    def look_again(self) -> None:
        """Forget a row that was made in a transaction that failed."""
        self.row = self._stored()

    def write(self, has_seen: Callable[[str], bool], counts: dict[str, int]) -> None:
        """Bring the row up to date, if there is one; adds to `counts` what was redacted.

        `has_seen`: whether a line was among those of this call: old clients begin a file with titles of others.
        """
        if self.row is None or not self.row.project.captured:
            return
        told = self._told(self.row)
        heard = self._heard_title(has_seen, counts)
        # What the client calls a session stays, and takes the place of what stood in for it.
        if heard and (not self.row.title or is_from_ask(self.row)):
            told["title"] = heard
        changed = {name: value for name, value in told.items() if value != getattr(self.row, name)}
        if changed:
            CodingSession.objects.filter(pk=self.row.pk).update(**changed)

    def _stored(self) -> CodingSession | None:
        actor = self._origin.actor
        own = CodingSession.objects.filter(team=actor.team, author=actor.user, external_id=self._external_id)
        return own.select_related("project").first()

    def _told(self, row: CodingSession) -> dict[str, object]:
        newest = bool(self._span) and max(self._span) >= row.last_event_at
        path = "" if self._origin.subagent else clean_text(self._origin.path, {})[:_LONGEST_PATH]
        return {
            "branch": clean_text(self._branch, {})[:250] if self._branch and (newest or not row.branch) else row.branch,
            "root": row.root or clean_text(self._folder, {})[:_LONGEST_PATH],
            "transcript_path": row.transcript_path or path,
            "compactions": sorted({*row.compactions, *self._compactions}),
            "started_at": min([row.started_at, *self._span]),
            "last_event_at": max([row.last_event_at, *self._span]),
        }

    def _heard_title(self, has_seen: Callable[[str], bool], counts: dict[str, int]) -> str:
        own = [title for last_line, title in self._titles.items() if has_seen(last_line)]
        title = self._title or (own[-1] if own else "")
        return tellable(clean_text(title[:_LONGEST_PATH], counts)[:200]) if title else ""

    def _agent(self) -> Agent | None:
        """The agent that the sender names if it is their own, else the one of the token."""
        actor, name = self._origin.actor, clean_key(self._origin.agent_id)[:100]
        if not name:
            return actor.agent
        agent, _ = Agent.objects.get_or_create(team=actor.team, agent_id=name, defaults={"owner": actor.user})
        return agent if agent.owner_id == actor.user.pk else None
