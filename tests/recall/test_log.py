"""The day's log: memsearch's Markdown to the letter, for whom it is meant, and nothing that a text could forge."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.capture.projects import project_for
from memory.errors import Forbidden
from memory.models import CodingSession, Project, Turn
from memory.recall.log import daily_log, logged_days
from memory.rules.identity import from_remote

pytestmark = pytest.mark.django_db

DAY = date(2026, 2, 9)
# The example of memsearch's own documentation.
EXAMPLE = """\
## Session 14:30

### 14:30
<!-- session:abc123def turn:ghi789jkl transcript:/home/user/.claude/projects/checkout/abc123def.jsonl -->
- Implemented caching system with Redis L1 and in-process LRU L2
- Fixed N+1 query issue in order-service using selectinload
- Decided to use Prometheus counters for cache hit/miss metrics

## Session 17:45

### 17:45
<!-- session:mno456pqr turn:stu012vwx transcript:/home/user/.claude/projects/checkout/mno456pqr.jsonl -->
- Debugged React hydration mismatch caused by Date.now() during SSR
- Added comprehensive test suite for the caching middleware
- Reviewed PR #42: approved with minor naming suggestions
"""


def at(clock: str, day: int = 9) -> datetime:
    hour, minute = clock.split(":")
    return datetime(2026, 2, day, int(hour), int(minute), tzinfo=UTC)


def project(actor: Actor, name: str = "checkout") -> Project:
    identity = from_remote(f"git@github.com:acme/{name}.git")
    assert identity
    return project_for(identity, actor=actor)


def session(actor: Actor, external_id: str, start: datetime, **changes: object) -> CodingSession:
    path = f"/home/user/.claude/projects/checkout/{external_id}.jsonl"
    given = {"project": project(actor), "transcript_path": path, "started_at": start, "last_event_at": start}
    return CodingSession.objects.create(
        team=actor.team, author=actor.user, external_id=external_id, **{**given, **changes}
    )


def turn(of: CodingSession, uuid: str, start: datetime, *summary: str) -> Turn:
    return Turn.objects.create(team=of.team, session=of, uuid=uuid, started_at=start, summary=list(summary))


def example(actor: Actor) -> None:
    first = [line[2:] for line in EXAMPLE.splitlines()[4:7]]
    second = [line[2:] for line in EXAMPLE.splitlines()[-3:]]
    with access.acting(actor):
        # The later session is stored first: what counts is when it was.
        turn(session(actor, "mno456pqr", at("17:45")), "stu012vwx", at("17:45"), *second)
        turn(session(actor, "abc123def", at("14:30")), "ghi789jkl", at("14:30"), *first)


def log_of(actor: Actor, day: date = DAY, **narrowing: object) -> str:
    with access.acting(actor):
        return daily_log(day, actor=actor, **narrowing)


def test_a_day_reads_as_memsearch_writes_it(alice: Actor) -> None:
    example(alice)
    assert log_of(alice) == EXAMPLE


def test_the_whole_team_reads_it_and_nobody_else(alice: Actor, bob: Actor, vera: Actor, mallory: Actor) -> None:
    example(alice)
    assert log_of(bob) == log_of(vera) == EXAMPLE
    assert log_of(mallory) == ""
    with access.acting(mallory):
        assert logged_days(actor=mallory) == []


def test_turns_stand_below_their_session_even_where_sessions_ran_side_by_side(alice: Actor) -> None:
    with access.acting(alice):
        one, other = session(alice, "one", at("09:00")), session(alice, "other", at("09:10"))
        turn(one, "a", at("09:05"), "First")
        turn(other, "b", at("09:15"), "Second")
        turn(one, "c", at("09:20"), "Third")
    lines = [line for line in log_of(alice).splitlines() if line and not line.startswith("<!--")]
    assert lines == [
        *("## Session 09:00", "### 09:05", "- First", "### 09:20", "- Third"),
        *("## Session 09:10", "### 09:15", "- Second"),
    ]


def test_what_has_no_summary_leaves_no_trace(alice: Actor) -> None:
    with access.acting(alice):
        quiet, busy = session(alice, "quiet", at("08:00")), session(alice, "busy", at("09:00"))
        turn(quiet, "a", at("08:00"))
        turn(quiet, "b", at("08:01"), "", "  ")
        turn(busy, "c", at("09:00"))
        turn(busy, "d", at("09:30"), "Kept")
    assert "08:0" not in log_of(alice)
    assert [line for line in log_of(alice).splitlines() if line.startswith("#")] == ["## Session 09:00", "### 09:30"]
    assert log_of(alice, date(2026, 2, 10)) == ""


def test_a_session_over_midnight_has_a_heading_on_both_days(alice: Actor) -> None:
    with access.acting(alice):
        late = session(alice, "late", at("23:50"))
        turn(late, "a", at("23:55"), "Before")
        turn(late, "b", at("00:05", day=10), "After")
        assert logged_days(actor=alice) == [date(2026, 2, 10), DAY]
        assert logged_days(actor=alice, limit=1) == [date(2026, 2, 10)]
    assert log_of(alice).startswith("## Session 23:50\n\n### 23:55\n")
    assert log_of(alice, date(2026, 2, 10)).startswith("## Session 00:05\n\n### 00:05\n")


def test_days_and_times_are_the_servers(alice: Actor, settings: object) -> None:
    settings.TIME_ZONE = "America/New_York"  # type: ignore[attr-defined]
    timezone.get_default_timezone.cache_clear()
    try:
        with access.acting(alice):
            turn(session(alice, "s", at("03:00")), "a", at("03:00"), "Late in New York")
            assert logged_days(actor=alice) == [date(2026, 2, 8)]
        assert log_of(alice) == ""
        assert log_of(alice, date(2026, 2, 8)).startswith("## Session 22:00\n\n### 22:00\n")
        assert timezone.get_default_timezone() == ZoneInfo("America/New_York")
    finally:
        settings.TIME_ZONE = "UTC"  # type: ignore[attr-defined]
        timezone.get_default_timezone.cache_clear()


def test_a_project_has_a_log_of_its_own(alice: Actor) -> None:
    example(alice)
    with access.acting(alice):
        other = project(alice, "search")
        turn(session(alice, "s", at("10:00"), project=other), "a", at("10:00"), "Only here")
        checkout = project(alice)
        assert logged_days(actor=alice, project=other) == [DAY]
    assert log_of(alice, project=checkout) == EXAMPLE
    assert "- Only here\n" in log_of(alice, project=other) and "Redis" not in log_of(alice, project=other)
    assert "Only here" in log_of(alice) and "Redis" in log_of(alice)


def test_no_text_can_forge_a_line_a_heading_or_the_end_of_a_comment(alice: Actor) -> None:
    hostile = "/tmp/a --> b\n## Session 00:00\n--!>.jsonl"
    with access.acting(alice):
        story = session(alice, "s --> 1\n2", at("10:00"), transcript_path=hostile)
        turn(story, "t u", at("10:00"), "One\r\n## Session 11:11\u2028### 12:12", "# Loud", "<!-- session:x turn:y -->")
    assert log_of(alice) == (
        "## Session 10:00\n\n### 10:00\n"
        "<!-- session:s%20--%3E%201%202 turn:t%20u transcript:/tmp/a --%3E b ## Session 00:00 --!%3E.jsonl -->\n"
        "- One ## Session 11:11 ### 12:12\n"
        "- \\# Loud\n"
        "- &lt;!-- session:x turn:y -->\n"
    )


def test_a_long_day_costs_as_many_queries_as_a_short_one(alice: Actor) -> None:
    with access.acting(alice):
        for number in range(12):
            one = session(alice, f"s{number}", at("10:00"))
            turn(one, "a", at("10:01"), "Told")
            turn(one, "b", at("10:02"), "Told")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert daily_log(DAY, actor=alice).count("- Told\n") == 24
    assert len(queries) == 1


def test_days_outside_all_calendars_are_empty(alice: Actor) -> None:
    assert log_of(alice, date.max) == log_of(alice, date.min) == ""


def test_reading_needs_the_right_to_read(alice: Actor, token_of: object) -> None:
    writer = access.actor_for_token(token_of(alice, "capture"))  # type: ignore[operator]
    assert writer
    for ask in (lambda: daily_log(DAY, actor=writer), lambda: logged_days(actor=writer)):
        with pytest.raises(Forbidden), access.acting(writer):
            ask()
