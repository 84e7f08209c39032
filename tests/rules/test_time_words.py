"""The time that a question names: days, weeks, months and years, seen from the asker's own clock."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from memory.rules.time_words import period_in

NOW = datetime(2026, 3, 19, 15, 30, tzinfo=UTC)  # a Thursday


@pytest.mark.parametrize(
    ("question", "first", "last", "words"),
    [
        ("What did we do last week?", "2026-03-09", "2026-03-16", "last week"),
        ("What broke this month?", "2026-03-01", "2026-04-01", "this month"),
        ("the bug in March 2023", "2023-03-01", "2023-04-01", "March 2023"),
        ("what broke in May", "2025-05-01", "2025-06-01", "in May"),
        ("the outage of 2025-11-30, again", "2025-11-30", "2025-12-01", "2025-11-30"),
        ("who deployed on 7 May 2023", "2023-05-07", "2023-05-08", "7 May 2023"),
        ("the May 8th deploy", "2025-05-08", "2025-05-09", "May 8th"),
        ("yesterday's deploy", "2026-03-18", "2026-03-19", "yesterday"),
        ("three days ago it worked", "2026-03-16", "2026-03-17", "three days ago"),
        ("a couple of weeks ago", "2026-03-02", "2026-03-09", "a couple of weeks ago"),
        ("the last 10 days", "2026-03-09", "2026-03-20", "the last 10 days"),
        ("what was said on Monday", "2026-03-16", "2026-03-17", "on Monday"),
        ("what we did last weekend", "2026-03-14", "2026-03-16", "last weekend"),
        ("the goals of Q1 2024", "2024-01-01", "2024-04-01", "Q1 2024"),
        ("releases in 2023?", "2023-01-01", "2024-01-01", "in 2023"),
        ("Was war letzte Woche?", "2026-03-09", "2026-03-16", "letzte Woche"),
        ("Was ging vor drei Tagen kaputt?", "2026-03-16", "2026-03-17", "vor drei Tagen"),
        ("Der Fehler am 18. März 2025", "2025-03-18", "2025-03-19", "18. März 2025"),
        ("¿Qué hicimos la semana pasada?", "2026-03-09", "2026-03-16", "la semana pasada"),
        ("¿Qué pasó hace dos semanas?", "2026-03-02", "2026-03-09", "hace dos semanas"),
    ],
)
def test_a_named_time_is_a_period(question: str, first: str, last: str, words: str) -> None:
    period = period_in(question, now=NOW)
    assert period
    assert (f"{period.first:%Y-%m-%d}", f"{period.last:%Y-%m-%d}", period.words) == (first, last, words)


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("what changed since Monday", "2026-03-16", "2026-03-20"),
        ("what changed after 2026-02-10", "2026-02-11", "2026-03-20"),
        ("how was it before 2025-01-02", "1970-01-01", "2025-01-02"),
        ("from 2025-01-01 to 2025-01-31", "2025-01-01", "2025-02-01"),
        ("between March 3 and March 9, 2025", "2025-03-03", "2025-03-10"),
        ("two weeks before August 11, 2023", "2023-07-28", "2023-08-12"),
        ("last Friday on 23 January, 2022", "2022-01-23", "2022-01-24"),
    ],
)
def test_words_before_a_date_open_or_move_the_period(question: str, first: str, last: str) -> None:
    period = period_in(question, now=NOW)
    assert period
    assert (f"{period.first:%Y-%m-%d}", f"{period.last:%Y-%m-%d}") == (first, last)


@pytest.mark.parametrize(
    "question",
    ["", "we may deploy", "march on", "error 2023 in the log", "the tag v2023-05", "before the release", "2023-02-31",
     "last but not least", "2024-13", "day by day"],
)  # fmt: skip
def test_other_words_name_no_time(question: str) -> None:
    assert period_in(question, now=NOW) is None


def test_days_begin_where_the_asker_is() -> None:
    tokyo = timezone(timedelta(hours=9))
    period = period_in("today", now=datetime(2026, 3, 19, 20, tzinfo=UTC).astimezone(tokyo))
    assert period and period.first == datetime(2026, 3, 20, tzinfo=tokyo)


def test_every_day_of_a_year_can_be_asked_from() -> None:
    for day in range(366):
        now = datetime(2024, 1, 1, 12, tzinfo=UTC) + timedelta(days=day)
        for words in ("last month", "last weekend", "on Sunday", "in February", "Q4 2023", "last year", "February 29"):
            period = period_in(words, now=now)
            assert period and period.first < period.last and period.first <= now
