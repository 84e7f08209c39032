"""Keeps each thread of a session dense and in the order of time: the positions of its messages, and its last words."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db import connection

from memory.models import CodingSession, Message

_RENUMBER = """
UPDATE memory_message m SET position = o.place
FROM (SELECT id, row_number() OVER (ORDER BY said_at, position) AS place
      FROM memory_message WHERE session_id = %s AND subagent = %s) AS o
WHERE m.id = o.id AND m.position <> o.place
"""


@dataclass
class Thread:
    """Where a thread stands: its last position and moment, and the message that was heard last."""

    position: int = 0
    at: datetime | None = None
    last_message: int | None = None


class Threads:
    """The threads of one session; each is looked up once."""

    def __init__(self) -> None:
        self._threads: dict[str, Thread] = {}
        self._disordered: set[str] = set()

    def of(self, session: CodingSession, subagent: str) -> Thread:
        """The thread as it is stored, and as this call continued it."""
        if subagent not in self._threads:
            stored = session.messages.filter(subagent=subagent).order_by("-position")
            last = stored.values_list("position", "said_at", "pk").first()
            self._threads[subagent] = Thread(*last) if last else Thread()
        return self._threads[subagent]

    def append(self, session: CodingSession, messages: Iterable[Message]) -> list[Message]:
        """Number new messages behind the stored ones of their thread; those of one moment keep their order."""
        ordered = sorted(messages, key=lambda message: (message.subagent, message.said_at))
        for subagent, group in groupby(ordered, key=lambda message: message.subagent):
            thread, rows = self.of(session, subagent), list(group)
            if thread.at and rows[0].said_at < thread.at:
                self._disordered.add(subagent)
            for row in rows:
                thread.position += 1
                row.position = thread.position
            thread.at = max(thread.at or rows[-1].said_at, rows[-1].said_at)
        return ordered

    def forget(self) -> None:
        """Look the threads up again: what was appended has not been stored."""
        self._threads.clear()

    def close_up(self, session: CodingSession, names: set[str]) -> None:
        """Bring these threads in order, too: messages of them are gone."""
        self._disordered |= names
        self.renumber(session)

    def renumber(self, session: CodingSession) -> None:
        """Bring the threads in order that got messages from before their end."""
        with connection.cursor() as cursor:
            for subagent in sorted(self._disordered):
                cursor.execute(_RENUMBER, [session.pk, subagent])
        self._disordered.clear()
