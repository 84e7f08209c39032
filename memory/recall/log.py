"""The day's log: what each session's turns came to, in the Markdown that memsearch writes and reads."""

import re
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta, tzinfo

from django.db.models import QuerySet
from django.db.models.functions import TruncDate
from django.utils import timezone

from memory.access import Actor
from memory.models import CodingSession, Project, Turn

# Whatever any reader takes for the end of a line.
_LINE_BREAKS = re.compile("\\s*[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+\\s*")
_COMMENT_END = re.compile(r"--(!?)>")
_LEADING_HASHES = re.compile(r"^(?=#{1,6}\s)")
# No log is older than the clients that write it, or younger than their clocks.
_YEARS = range(1970, 2200)


def daily_log(day: date, *, actor: Actor, project: Project | None = None) -> str:
    """The Markdown of one day in the server's zone, of one project or of the whole team; "" when nothing is told.

    Sessions stand in order of time, each with its turns that have a summary. One query.
    """
    actor.authorize("search")
    if day.year not in _YEARS:
        return ""
    begin, end = (datetime.combine(day + timedelta(days=n), time.min, zone()) for n in (0, 1))
    turns = summarised(actor=actor, project=project).filter(started_at__gte=begin, started_at__lt=end)
    sessions: dict[int, list[Turn]] = {}
    for turn in turns.order_by("started_at", "pk"):
        sessions.setdefault(turn.session_id, []).append(turn)
    blocks = [(session_start(turns[0].session, turns[0].started_at), turns) for turns in sessions.values()]
    return document(_session(start, turns) for start, turns in sorted(blocks, key=lambda block: block[0]))


def logged_days(*, actor: Actor, project: Project | None = None, limit: int = 60) -> list[date]:
    """The days that have a log, newest first, in the server's zone."""
    actor.authorize("search")
    days = summarised(actor=actor, project=project).annotate(day=TruncDate("started_at", tzinfo=zone()))
    return list(days.order_by("-day").values_list("day", flat=True).distinct()[:limit])


def summarised(*, actor: Actor, project: Project | None = None) -> QuerySet[Turn]:
    """The turns that have a summary, with their sessions, without the words that were said in them."""
    turns = Turn.objects.filter(team=actor.team).exclude(summary=[])
    if project:
        turns = turns.filter(session__project=project)
    return turns.select_related("session").defer("prompt", "answer")


def zone() -> tzinfo:
    """The zone that days and times of the log are told in: the server's."""
    return timezone.get_default_timezone()


def session_start(session: CodingSession, first: datetime) -> datetime:
    """When a session began on the day of its turn at `first`; one that went on over midnight begins with that turn."""
    began = session.started_at.astimezone(zone())
    return began if began.date() == first.astimezone(zone()).date() and began < first else first


def document(blocks: Iterable[str]) -> str:
    """Blocks of lines with a blank line between them, and the end of the last line."""
    text = "\n\n".join(block for block in blocks if block)
    return f"{text}\n" if text else ""


def session_heading(start: datetime) -> str:
    """`## Session 14:30`."""
    return f"## Session {_clock(start)}"


def turn_heading(at: datetime) -> str:
    """`### 14:30`."""
    return f"### {_clock(at)}"


def anchor(session: CodingSession, turn: Turn | None) -> str:
    """The comment that leads from a summary back to the conversation."""
    words = (_word(session.external_id), _word(turn.uuid if turn else ""), inert(session.transcript_path))
    return "<!-- session:{} turn:{} transcript:{} -->".format(*words)


def bullet(text: str) -> str:
    """One line of a list, which can be neither a heading nor the beginning of a comment."""
    line = one_line(text).replace("<!--", "&lt;!--")
    return "- " + _LEADING_HASHES.sub(r"\\", line)


def one_line(text: str) -> str:
    """`text` with every line break, and the space around it, as one space."""
    return _LINE_BREAKS.sub(" ", text).strip()


def inert(text: str) -> str:
    """`text` on one line that cannot end the comment it stands in."""
    return _COMMENT_END.sub(r"--\1%3E", one_line(text))


def _session(start: datetime, turns: list[Turn]) -> str:
    told = [block for turn in turns if (block := _turn(turn))]
    return "\n\n".join([session_heading(start), *told]) if told else ""


def _turn(turn: Turn) -> str:
    bullets = [bullet(text) for text in turn.summary if text.strip()]
    return "\n".join([turn_heading(turn.started_at), anchor(turn.session, turn), *bullets]) if bullets else ""


def _clock(moment: datetime) -> str:
    return moment.astimezone(zone()).strftime("%H:%M")


def _word(text: str) -> str:
    return re.sub(r"\s", "%20", inert(text))
