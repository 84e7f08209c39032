"""Reads one logged turn in a team's terms: where it stands, what it carries back, and what else it says."""

from dataclasses import dataclass
from datetime import date, datetime, time
from uuid import NAMESPACE_URL, uuid5

from memory.capture.event_validation import clean_text
from memory.capture.projects import project_for
from memory.errors import Refused
from memory.exchange import session_lookup
from memory.exchange.entries import Entry, Rest, checked
from memory.exchange.foreign import Place
from memory.exchange.import_report import Receipt, Refusal
from memory.exchange.memory_record import Card, Keys, moment, read_card
from memory.exchange.memsearch import LoggedBullet, LoggedTurn
from memory.exchange.people import People
from memory.models import CodingSession, Project, Turn
from memory.recall import log
from memory.rules.identity import ProjectIdentity


@dataclass(frozen=True)
class Home:
    """The file that a turn stands in, its day, and its project (None: the whole team).

    `overrules`: everything belongs to this project, whatever the file says.
    """

    file: str
    day: date
    project: Project | None
    overrules: bool


@dataclass(frozen=True)
class ReadTurn:
    """A turn, sorted: memories to put back, bullets to take in, and what the summary says, by line."""

    place: Place
    entries: tuple[Entry, ...]
    others: tuple[LoggedBullet, ...]
    said: dict[int, str]


def read_turn(turn: LoggedTurn, home: Home, receipt: Receipt, *, people: People) -> ReadTurn:
    """Find or make the turn and its session, and sort its bullets; what is refused goes into the receipt."""
    place = _place(turn, home, people)
    entries: list[Entry] = []
    others: list[LoggedBullet] = []
    said: dict[int, str] = {}
    for bullet in turn.bullets:
        try:
            card = read_card(bullet.memory) if bullet.memory is not None else None
            if card:
                entries.append(_entry(bullet, card, place, home, receipt, people))
                said[bullet.line] = bullet.text if card.log is None else card.log
            elif turn.told is None:
                others.append(bullet)
            else:
                said[bullet.line] = bullet.text
        except Refused as refusal:
            receipt.refusals.append(Refusal(home.file, bullet.line, refusal.code))
            others += [bullet] if refusal.code == "malformed_card" else []
    return ReadTurn(place, tuple(entries), tuple(others), said)


def _entry(bullet: LoggedBullet, card: Card, place: Place, home: Home, receipt: Receipt, people: People) -> Entry:
    """The memory that a bullet tells of; the bullet's own words count, for people may have changed them."""
    found: dict[str, int] = {}
    text = clean_text(bullet.text, found)
    receipt.redactions.update(found)
    content = card.content if log.one_line(card.content) == text else text
    rest = Rest(card.said, card.at, place.session, place.turn)
    projects = place.projects
    if card.projects is not None and not home.overrules:
        # Two identities may be one project: the same twice, or an alias.
        projects = tuple(dict.fromkeys(project_named(identity, people) for identity in card.projects))
    return Entry(checked(content), card, projects, (rest,))


def project_named(identity: str, people: People) -> Project:
    """The team's project with this identity; one that is new is called by the end of it."""
    identity = clean_text(identity, {})[:400]
    name = "/".join(identity.split("/")[-2:])[-200:]
    return project_for(ProjectIdentity(identity, name), actor=people.importer)


def _place(turn: LoggedTurn, home: Home, people: People) -> Place:
    at = _moment(turn, home)
    session = _session(turn, home, at, people)
    projects = (home.project,) if home.project else ()
    return Place(home.file, at, projects, session, _turn(turn, home, session, at, people))


def _moment(turn: LoggedTurn, home: Home) -> datetime:
    """When the turn was, to the second where an export says so."""
    try:
        return moment((turn.told or {}).get("at"))
    except ValueError:
        return datetime.combine(home.day, turn.at or time.min, log.zone())


def _session(turn: LoggedTurn, home: Home, at: datetime, people: People) -> CodingSession | None:
    """The session of the anchor. What stands under its heading counts for turns of ours alone: others add to files."""
    keys: Keys = turn.told_of_session if turn.told is not None else {}
    project = home.project
    if not home.overrules and isinstance(keys.get("project"), str):
        project = project_named(str(keys["project"]), people)
    if not turn.session or project is None:
        return None
    told = session_lookup.SessionTold(turn.session, turn.transcript, keys)
    return session_lookup.session_for(told, by=keys.get("by"), people=people, project=project, at=at)


def _turn(turn: LoggedTurn, home: Home, session: CodingSession | None, at: datetime, people: People) -> Turn | None:
    """The turn of the anchor; memsearch may have found no id for it, then its session, day and minute are one."""
    if session is None or (turn.told is not None and not turn.turn):
        return None
    uuid = turn.turn or str(uuid5(NAMESPACE_URL, f"{session.external_id}/{home.day}/{turn.at}"))
    return session_lookup.turn_for(session, uuid, at=at, keys=turn.told or {}, people=people)
