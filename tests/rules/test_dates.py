"""Relative days as ISO dates, seen from the developer's own clock."""

from datetime import datetime, timedelta, timezone

import pytest

from memory.rules.dates import absolute_dates

NOW = datetime(2026, 3, 19, 0, 30, tzinfo=timezone(timedelta(hours=2)))  # a Thursday, still the 18th in London

SAID = {
    "It broke yesterday": "It broke 2026-03-18",
    "It broke the day before yesterday": "It broke 2026-03-17",
    "CI is red this morning": "CI is red 2026-03-19",
    "It goes live tomorrow": "It goes live 2026-03-20",
    "last Friday the deploy failed": "2026-03-13 the deploy failed",
    "next Friday": "2026-03-27",
    "The index was dropped on Monday": "The index was dropped on 2026-03-16",
    "We will ship on Monday": "We will ship on 2026-03-23",
    "We decided to ship on Friday": "We decided to ship on 2026-03-20",
    "frozen until Thursday": "frozen until 2026-03-26",
    "It worked 3 days ago": "It worked on 2026-03-16",
    "It worked a couple of weeks ago": "It worked on 2026-03-05",
    "support ends in 2 weeks": "support ends on 2026-04-02",
    "the release moved to next week": "the release moved to in the week of 2026-03-23",
    "migrated last month": "migrated in 2026-02",
    "due at the end of the month": "due at 2026-03-31",
    "the incident on March 12": "the incident on 2026-03-12",
    "since 3 March 2025": "since 2025-03-03",
    "Gestern ist der Server abgestürzt": "2026-03-18 ist der Server abgestürzt",
}  # fmt: skip

KEPT = (
    "every Friday we deploy",
    "never deploy on Friday",
    "tokens expire in 30 days",
    "`git log --since=yesterday`",
    'the message says "try again tomorrow"',
    "a bug with February 29",
    "the May release may break 2 things",
    "backups are kept for 14 days",
    "2026-03-18 is a date already",
    "The fixture used date.today() in local time.",
    "Set today_utc from datetime.today().date().",
)


@pytest.mark.parametrize("said", SAID)
def test_a_relative_day_becomes_an_absolute_one(said: str) -> None:
    assert absolute_dates(said, now=NOW) == SAID[said]


@pytest.mark.parametrize("text", KEPT)
def test_durations_recurring_days_code_and_quotes_stay(text: str) -> None:
    assert absolute_dates(text, now=NOW) == text
