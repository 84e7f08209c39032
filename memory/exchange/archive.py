"""Writes what a team knows into one file of JSON lines that loses nothing: each row once, before what refers to it."""

import json
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TextIO

from django.db.models import F, Prefetch, QuerySet

from memory import access
from memory.access import Actor
from memory.exchange.export import Exported, exportable, noted
from memory.exchange.folder import export_folder
from memory.exchange.memory_record import Keys, as_keys, card_of
from memory.exchange.raw import observation_keys
from memory.exchange.voices import comment_keys, feedback_keys
from memory.models import CodingSession, Comment, Contradiction, Evidence, Feedback, Memory, Project, Turn
from memory.recall import log

ARCHIVE = "memories.jsonl"
_CHUNK = 500


def export_jsonl(
    root: Path,
    *,
    actor: Actor,
    project: Project | None = None,
    everything: bool = False,
    force: bool = False,
    step: Callable[[str], None] = lambda done: None,
) -> Exported:
    """Write `memories.jsonl` into `root`; who sees what, and what is refused, is as for Markdown.

    Memories come in the order they were stored, so that none comes before what it replaced; then what contradicts
    what, and what people found about that. `everything` also adds the actor's own raw observations that they rest on.
    """
    actor.authorize("export")
    with access.acting(actor), export_folder(root, force=force, team=actor.team.slug) as folder:
        with folder.place(ARCHIVE).open("w", encoding="utf-8", newline="\n") as file:
            archive = _Archive(file, actor, raw=everything)
            archive.line("export", cairn=1, team=actor.team.slug)
            turns = log.summarised(actor=actor, project=project).select_related(*_STORY).order_by("pk")
            for turn in turns.iterator(chunk_size=_CHUNK):
                archive.turn(turn)
            memories = exportable(actor, project, everything=everything).prefetch_related(*_BESIDE).order_by("pk")
            for number, memory in enumerate(memories.iterator(chunk_size=_CHUNK), 1):
                archive.memory(memory, lineage=everything)
                if number % _CHUNK == 0:
                    step(f"{number} memories")
            for pair in _pairs(actor, project, everything=everything).iterator(chunk_size=_CHUNK):
                archive.contradiction(pair)
        counts = archive.counts
        made = Exported(1, counts["memory"], counts["turn"], counts["project"])
        return noted(made, "jsonl", project=project, actor=actor)


_STORY = ("session__project", "session__author", "session__agent")
_EVIDENCE = Prefetch(
    "evidence",
    Evidence.objects.select_related("author", "observation", *_STORY, *(f"turn__{name}" for name in _STORY))
    .defer("turn__prompt", "turn__answer")
    .order_by("pk"),
)
_BESIDE = (
    _EVIDENCE,
    Prefetch("feedback", Feedback.objects.select_related("author", "agent")),
    Prefetch("comments", Comment.objects.select_related("author")),
)


def _pairs(actor: Actor, project: Project | None, *, everything: bool) -> QuerySet[Contradiction]:
    """The contradictions between memories of the export."""
    held = exportable(actor, project, everything=everything).values("pk")
    found = Contradiction.objects.filter(team=actor.team, older__in=held, newer__in=held)
    found = found.annotate(older_uuid=F("older__uuid"), newer_uuid=F("newer__uuid"))
    return found.select_related("resolved_by").order_by("pk")


class _Archive:
    """The lines of one file; what a line refers to is written before it, once."""

    def __init__(self, file: TextIO, actor: Actor, *, raw: bool) -> None:
        self._file, self._actor, self._raw = file, actor, raw
        self._written: set[tuple[str, int]] = set()
        self.counts: Counter[str] = Counter()

    def line(self, kind: str, **keys: object) -> None:
        """One line; keys without a value are left out."""
        told = {name: value for name, value in keys.items() if value not in (None, "", [], ()) or name == _SAID}
        self._file.write(json.dumps({"kind": kind, **told}, ensure_ascii=False, default=_plain) + "\n")
        self.counts[kind] += 1

    def memory(self, memory: Memory, *, lineage: bool) -> None:
        """A memory with all its evidence, and what people said of it."""
        for project in memory.projects.all():
            self._project(project)
        evidence = [self._rest(one) for one in memory.evidence.all()]
        keys = as_keys(card_of(memory, home=None, lineage=lineage), statistics=True)
        said = {"feedback": feedback_keys(memory, actor=self._actor), "comments": comment_keys(memory)}
        self.line("memory", **keys, content=memory.content, evidence=evidence, **said)

    def turn(self, turn: Turn) -> None:
        """A turn and its summary."""
        if self._first("turn", turn.pk):
            session = self._session(turn.session)
            told = {"id": turn.uuid, "started_at": turn.started_at, "ended_at": turn.ended_at}
            self.line("turn", **session, **told, tools=turn.tool_count or None, summary=turn.summary)

    def contradiction(self, pair: Contradiction) -> None:
        """A pair, told by the ids of its sides."""
        told = {name: getattr(pair, name) for name in _PAIR}
        by = pair.resolved_by.username if pair.resolved_by else ""
        sides = {"older": pair.older_uuid, "newer": pair.newer_uuid}  # type: ignore[attr-defined]
        self.line("contradiction", **sides, differs=pair.kind, **told, resolved_by=by)

    def _rest(self, evidence: Evidence) -> Keys:
        if evidence.turn:
            self.turn(evidence.turn)
        told = {name: getattr(evidence, name) for name in ("source", "at", "excerpt", "tools", "files", "branch")}
        told |= self._session(evidence.session) if evidence.session else {}
        told |= {"commit": evidence.commit, "turn": evidence.turn.uuid if evidence.turn else ""}
        told |= {"observation": self._observation(evidence)}
        told |= {"author": evidence.author.username if evidence.author else ""}
        return {name: value for name, value in told.items() if value}

    def _observation(self, evidence: Evidence) -> str:
        """The id of a raw observation, whose line stands before; nothing where the export holds none."""
        observation = evidence.observation
        if not self._raw or observation is None or observation.author_id != self._actor.user.pk:
            return ""
        if self._first("observation", observation.pk):
            session = self._session(evidence.session or observation.session)
            turn = evidence.turn if evidence.turn_id == observation.turn_id else observation.turn
            if turn:
                self.turn(turn)
            keys = observation_keys(observation)
            self.line("observation", **session, turn=turn.uuid if turn else "", **keys)
        return str(observation.client_id)

    def _session(self, session: CodingSession) -> Keys:
        """What names a session: the client's id, and whose it is."""
        by = session.author.username if session.author else ""
        if self._first("session", session.pk):
            self._project(session.project)
            self.line(
                "session",
                id=session.external_id,
                by=by,
                agent=session.agent.agent_id if session.agent else "",
                project=session.project.identity,
                transcript=session.transcript_path,
                **{name: getattr(session, name) for name in _SESSION},
            )
        return {"session": session.external_id, "by": by}

    def _project(self, project: Project) -> None:
        if self._first("project", project.pk):
            aliases = list(project.aliases.order_by("identity").values_list("identity", flat=True))
            self.line("project", identity=project.identity, name=project.name, aliases=aliases)

    def _first(self, kind: str, pk: int) -> bool:
        if (kind, pk) in self._written:
            return False
        self._written.add((kind, pk))
        return True


# No evidence is said too: where a line says nothing, the memory itself counts as that.
_SAID = "evidence"
# What a contradiction's line and its row have under the same name.
_PAIR = (
    *("older_says", "newer_says", "similarity", "confidence", "judge", "advice"),
    *("status", "verdict", "opened_at", "resolved_at"),
)
_SESSION = ("branch", "root", "title", "started_at", "last_event_at", "ended_at")


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
