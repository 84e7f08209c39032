"""Says of each line of one session when it was said, in which thread, and in which turn."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils import timezone

from hooks.transcripts.turn_reader import Chains, Record, TurnKeys, named_by_content
from memory.capture.event_validation import clean_key, not_ahead

LONGEST_ID = 100


@dataclass(frozen=True, slots=True)
class Line:
    """A line that counts, and where it belongs: `subagent` is '' in the main thread, `turn` the turn's uuid or ''."""

    record: Record
    uuid: str
    subagent: str
    at: datetime
    turn: str


class Placer:
    """Places the lines of one session, batch after batch, in the order of the file."""

    def __init__(self, *, subagent: str, latest: datetime | None) -> None:
        """`subagent`: whose file it is. `latest`: when the session was last heard of, for lines that tell no time."""
        self._subagent = subagent
        self._latest = latest
        self._chains = Chains()
        self._keys: TurnKeys | None = None

    def begins_at(self, records: Iterable[Record]) -> datetime:
        """The moment of the first line that tells one."""
        told = (moment for record in records if (moment := moment_of(record.at)))
        return next(told, None) or self._latest or timezone.now()

    def continue_turn(self, uuid: str) -> None:
        """The turn that goes on where the first line does not open one."""
        self._keys = TurnKeys(uuid)

    def has_seen(self, uuid: str) -> bool:
        """Whether a line with this uuid was among those placed."""
        return uuid in self._chains

    def place(self, records: list[Record]) -> list[Line]:
        """The lines among these that say, do, answer or open something."""
        self._keys = self._keys or TurnKeys()
        self._latest = self._latest or self.begins_at(records)
        lines, words = [], dict[str, str]()
        for record, turn in zip(records, self._keys.keys(records), strict=True):
            self._latest = moment_of(record.at) or self._latest
            subagent = self._thread(record)
            if record.opens or not record.skipped:
                uuid = self._uuid(record, words)
                lines.append(Line(record, uuid, subagent, self._latest, fitting(turn)))
        return lines

    def _thread(self, record: Record) -> str:
        chain = self._chains.root_of(record)
        return fitting(self._subagent or record.agent_id or chain)

    @staticmethod
    def _uuid(record: Record, words: dict[str, str]) -> str:
        """The line's own uuid; a name made of its content where another line says something else under the same."""
        uuid = fitting(record.uuid)
        return uuid if words.setdefault(uuid, record.text) == record.text else named_by_content(record)


def by_session(records: Iterable[Record], session_id: str) -> dict[str, list[Record]]:
    """The lines of each session in order; those that name none are of `session_id`."""
    groups: dict[str, list[Record]] = {}
    for record in records:
        groups.setdefault(fitting(record.session_id or session_id), []).append(record)
    return groups


def moment_of(text: str) -> datetime | None:
    """An ISO 8601 moment, UTC where it names no zone, never in the future; None for what is none."""
    try:
        moment = datetime.fromisoformat(text)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        moment = moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return not_ahead(moment) if moment.year > 1970 else None


def fitting(identifier: str) -> str:
    """An identifier of the client as its column holds it."""
    return clean_key(identifier)[:LONGEST_ID]
