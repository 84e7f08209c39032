"""Puts an archive of JSON lines back: projects, sessions, turns, memories with their evidence, contradictions; once."""

import json
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from django.db import DataError

from memory.access import Actor
from memory.capture.event_validation import clean_key, clean_text
from memory.capture.projects import project_for
from memory.capture.transcripts.files import is_folder, is_plain
from memory.errors import Refused
from memory.exchange import session_lookup
from memory.exchange.archive import ARCHIVE
from memory.exchange.contradiction_records import ContradictionRecord, put_back, read_contradiction
from memory.exchange.entries import Entry, Rest, checked
from memory.exchange.foreign import tellable
from memory.exchange.import_report import Receipt, Refusal
from memory.exchange.memory_record import Keys, Unreadable, agent_id, moment, read_card, read_key, words
from memory.exchange.memsearch_import import Step, Transactions
from memory.exchange.people import People
from memory.exchange.raw import put_observation
from memory.exchange.restoring import Restorer
from memory.exchange.voices import read_remarks, read_voices
from memory.models import CodingSession, Project, ProjectAlias, Turn
from memory.rules.identity import ProjectIdentity

_BATCH = 256
_LONGEST_LINE = 4 * 1024 * 1024
_Story = tuple[str, str]


@dataclass(frozen=True)
class _Line:
    """A line of the file, by number."""

    number: int
    raw: bytes


def import_jsonl(
    path: Path,
    *,
    actor: Actor,
    project: ProjectIdentity | None = None,
    dry_run: bool = False,
    step: Step = lambda file, number, total: None,
) -> Receipt:
    """Import an archive, or the one in this folder; `project` overrules what it says.

    A dry run stores nothing. Raises Refused where there is none.
    """
    actor.authorize("remember")
    file = path / ARCHIVE if is_folder(path) else path
    if not is_plain(file):
        raise Refused("not_found", f"There is no archive at {file}.", status=404)
    running = _Unpacking(file, actor, project, dry_run=dry_run)
    try:
        with file.open("rb") as opened:
            size = file.stat().st_size
            for batch in _batches(_lines(opened)):
                running.batch(batch)
                step(file.name, opened.tell(), size)
    except OSError as error:
        raise Refused("unreadable", f"{file} cannot be read: {error.strerror}") from None
    return running.finish()


def _lines(file: BinaryIO) -> Iterator[_Line]:
    """The lines that hold something; one that is too long comes as its beginning, which is no JSON."""
    number = 0
    while raw := file.readline(_LONGEST_LINE):
        number += 1
        beginning = raw
        while not raw.endswith(b"\n") and (raw := file.readline(_LONGEST_LINE)):
            beginning = beginning[:100]
        if beginning.strip():
            yield _Line(number, beginning)


def _batches(lines: Iterator[_Line]) -> Iterator[list[_Line]]:
    while batch := list(islice(lines, _BATCH)):
        yield batch


class _Unpacking:
    """One archive on its way in."""

    def __init__(self, file: Path, actor: Actor, project: ProjectIdentity | None, *, dry_run: bool) -> None:
        self.receipt = Receipt(files=1)
        self._file, self._actor, self._only, self._dry_run = str(file), actor, project, dry_run
        self._transaction = Transactions(actor, dry_run=dry_run)
        self._people = People(actor)
        self._restorer = Restorer(self._people)
        # What the file calls things, and what they are here.
        self._names: dict[str, str] = {}
        self._sessions: dict[_Story, CodingSession] = {}
        self._turns: dict[tuple[_Story, str], int] = {}
        self._observations: dict[uuid.UUID, int] = {}
        self._projects: dict[str, Project] = {}
        self._pairs: dict[int, ContradictionRecord] = {}

    def batch(self, lines: Sequence[_Line]) -> None:
        """Some lines in one transaction; when Postgres refuses a value, each alone."""
        receipt = Receipt()
        try:
            with self._transaction():
                if self._dry_run:
                    self._projects.clear()
                entries = [entry for line in lines if (entry := self._line(line, receipt))]
                receipt.add(self._restorer.take(entries))
        except DataError:
            self._restorer.undo()
            self._projects.clear()
            if len(lines) > 1:
                for line in lines:
                    self.batch([line])
                return
            detail = "The database cannot hold a value of this line."
            receipt = Receipt(refusals=[Refusal(self._file, lines[0].number, "unstorable", detail)])
        self.receipt.add(receipt)

    def finish(self) -> Receipt:
        """What waited for others, what contradicts what, and the audit entry."""
        while self._restorer.waiting:
            with self._transaction():
                self.receipt.add(self._restorer.settle())
        pairs = iter(self._pairs.items())
        while some := list(islice(pairs, _BATCH)):
            with self._transaction():
                self._put_back(some)
        while self._restorer.unseen:
            with self._transaction():
                self.receipt.add(self._restorer.compare())
        with self._transaction():
            self.receipt.record("jsonl", actor=self._actor)
        return self.receipt

    def _line(self, line: _Line, receipt: Receipt) -> Entry | None:
        """The memory of a line, if it is one; other kinds are stored at once."""
        try:
            keys = _keys(line.raw)
            kind = keys.pop("kind", None)
            if kind == "memory":
                return self._memory(keys, line, receipt)
            if kind == "turn":
                receipt.turns += self._turn(keys)
            elif kind == "session":
                self._session(keys)
            elif kind == "project":
                receipt.projects.add(self._project(keys).name)
            elif kind == "observation":
                self._observation(keys, receipt)
            elif kind == "contradiction":
                self._pairs[line.number] = read_contradiction(keys)
            elif kind != "export":
                raise Refused("unknown_kind", "This line is of no kind that an archive has.")
        except Refused as refusal:
            receipt.refusals.append(Refusal(self._file, line.number, refusal.code, refusal.detail))
        except (TypeError, ValueError, OverflowError) as error:
            detail = str(error) if isinstance(error, Unreadable) else "A key has another form than it should."
            receipt.refusals.append(Refusal(self._file, line.number, "malformed", detail))
        return None

    def _put_back(self, pairs: Sequence[tuple[int, ContradictionRecord]]) -> None:
        """Pairs whose sides are there; of a dry run's memories none is."""
        for number, pair in [] if self._dry_run else pairs:
            older, newer = self._restorer.row(pair.older), self._restorer.row(pair.newer)
            if older is None or newer is None:
                detail = "Neither this file nor the team has both memories of the pair."
                self.receipt.refusals.append(Refusal(self._file, number, "unknown_memory", detail))
            elif put_back(pair, older, newer, people=self._people):
                self.receipt.contradictions += 1

    def _project(self, keys: Keys) -> Project:
        identity = clean_text(_required(keys, "identity"), {})[:400]
        self._names[identity] = words(keys.get("name") or identity, 200)
        project = self._named(identity)
        for alias in [] if self._only else _texts(keys, "aliases", 400):
            taken = Project.objects.filter(team=self._actor.team, identity=alias).exists()
            if not taken:
                ProjectAlias.objects.get_or_create(team=self._actor.team, identity=alias, defaults={"project": project})
        return project

    def _named(self, identity: str) -> Project:
        if identity not in self._projects:
            self._projects[identity] = self._known_or_new(identity)
        return self._projects[identity]

    def _known_or_new(self, identity: str) -> Project:
        wanted = ProjectIdentity(identity, self._names.get(identity) or "/".join(identity.split("/")[-2:])[-200:])
        return project_for(self._only or wanted, actor=self._actor)

    def _session(self, keys: Keys) -> None:
        told = session_lookup.SessionTold(
            clean_key(_required(keys, "id")), words(keys.get("transcript") or "", 4000), keys
        )
        project, at = self._named(clean_text(_required(keys, "project"), {})), read_key(keys, "started_at", moment)
        session = session_lookup.session_for(told, by=keys.get("by"), people=self._people, project=project, at=at)
        author = self._people.author(keys.get("by"))
        agent = self._people.agent(agent_id(keys.get("agent") or ""), author=author)
        if agent and session.agent is None and session.author_id == author.user.pk:
            CodingSession.objects.filter(pk=session.pk).update(agent=agent)
        self._sessions[_story(keys, "id")] = session

    def _turn(self, keys: Keys) -> bool:
        """Whether the turn got its summary from here."""
        session, name = self._session_of(keys), clean_key(_required(keys, "id"))[:100]
        at = read_key(keys, "started_at", moment)
        turn = session_lookup.turn_for(session, name, at=at, keys=keys, people=self._people)
        if turn is None:
            return False
        self._turns[_story(keys, "session"), name] = turn.pk
        bullets = [text for text in _texts(keys, "summary", 4000) if tellable(text)]
        return session_lookup.summarise(turn, bullets, people=self._people, entitle=False)

    def _session_of(self, keys: Keys) -> CodingSession:
        """The session that a line names. Raises Refused where no line before it told of that."""
        try:
            return self._sessions[_story(keys, "session")]
        except KeyError:
            raise Refused("malformed", "No line before this one tells of its session.") from None

    def _observation(self, keys: Keys, receipt: Receipt) -> None:
        """Raw observations are private to their author, and nobody else imports them."""
        session, by = self._session_of(keys), self._people.member(keys.get("by"))
        if session.author_id != self._actor.user.pk or by not in (None, self._actor.user):
            receipt.left_out["observations"] += 1
            return
        turn = self._turns.get((_story(keys, "session"), clean_key(str(keys.get("turn")))))
        client_id, pk, made = put_observation(keys, session=session, turn=turn, actor=self._actor)
        self._observations[client_id] = pk
        receipt.observations += made

    def _memory(self, keys: Keys, line: _Line, receipt: Receipt) -> Entry:
        found: dict[str, int] = {}
        content = checked(clean_text(_required(keys, "content"), found))
        receipt.redactions.update(found)
        card = read_card({name: value for name, value in keys.items() if name != "content"})
        told = keys.get("evidence")
        says_none = told == []
        rests = tuple(self._rest(one) for one in told if isinstance(one, dict)) if isinstance(told, list) else ()
        projects = tuple(dict.fromkeys(self._named(identity) for identity in card.projects or ()))
        projects = projects or ((self._named(""),) if self._only else ())
        if not rests and not says_none:
            rests = (Rest("explicit", card.at),)
        return Entry(content, card, projects, rests, read_voices(keys), read_remarks(keys))

    def _rest(self, keys: Keys) -> Rest:
        story = _story(keys, "session") if keys.get("session") else None
        turn = self._turns.get((story, clean_key(str(keys.get("turn"))))) if story else None
        return Rest(
            source=words(keys.get("source") or "assistant", 20),
            at=read_key(keys, "at", moment),
            session=self._sessions.get(story) if story else None,
            turn=Turn(pk=turn) if turn else None,
            excerpt=words(keys.get("excerpt") or "", 4000),
            author=words(keys.get("author") or "", 150),
            tools=tuple(words(text) for text in _texts(keys, "tools", 400)),
            files=tuple(words(text) for text in _texts(keys, "files", 400)),
            branch=words(keys.get("branch") or "", 250),
            commit=words(keys.get("commit") or "", 64),
            observation=self._observation_of(keys),
        )

    def _observation_of(self, keys: Keys) -> int | None:
        """The row of the raw observation that evidence names, if a line before told of it."""
        try:
            return self._observations.get(uuid.UUID(str(keys.get("observation"))))
        except ValueError:
            return None


def _keys(raw: bytes) -> Keys:
    try:
        keys = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise Refused("no_json", "This line is no JSON.") from None
    if not isinstance(keys, dict):
        raise Refused("no_object", "This line is no JSON object.")
    return keys


def _required(keys: Keys, name: str) -> str:
    value = keys.get(name)
    if not isinstance(value, str) or not value.strip():
        raise Unreadable(f"The key '{name}' is missing.")
    return value


def _texts(keys: Keys, name: str, longest: int) -> list[str]:
    value = keys.get(name)
    texts = value if isinstance(value, list) else []
    return [clean_text(text, {})[:longest] for text in texts[:200] if isinstance(text, str)]


def _story(keys: Keys, name: str) -> _Story:
    """What names a session in the file: whose it is, and the client's id."""
    return str(keys.get("by") or ""), str(keys.get(name))
