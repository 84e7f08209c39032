"""What a model may write: literals of the input, to the letter, and nothing that the input does not have."""

import random
import time
from collections.abc import Callable

import pytest

from memory.rules.commits import last_commit
from memory.rules.dates import absolute_dates
from memory.rules.fabrication import Source, fabricated
from memory.rules.literals import literals
from memory.rules.material import ToolUse
from memory.rules.outcomes import plain_command
from memory.rules.personal import is_personal
from tests.rules.test_corpus import NOW, distilled, entries

INPUT = """Checkout answered 200 on a declined card. The payment client in payments/client.py swallowed `CardDeclined`
and retried two times, 30 s each; pool_size=20. Upgraded Django from 5.2.17 to 5.2.19 (commit 8f3c2a1d9e4b).
2026-03-18 14:07:33 ERROR "connection refused by upstream" at https://api.example.com/v1/cards, see #412.
In github the header takes 64px, the points per day chart and class "Table<User, Row> extends Base" are new.
The server runs on localhost:8080 with PostgreSQL 18, 5,000 rows, latency 120 ms, `retry_backoff = 20`, ECONNRESET, p95.
"""
SOURCE = Source(INPUT, days=["2026-03-17"])


@pytest.mark.parametrize(
    "fact",
    [
        "payments/client.py swallows `CardDeclined` after 2 retries of 30 seconds.",
        "`client.py` hides CardDeclined; the pool holds 20 connections.",
        "Django was upgraded from 5.2.17 to 5.2.19 in commit 8f3c2a1.",
        "The error is “connection refused by upstream”, identified 2026-03-17.",
        "https://api.example.com/v1/cards/ answers slowly: 120 ms at the p95 for 5000 rows.",
        "Postgres 18 listens beside localhost:8080; econnreset is told as ECONNRESET, see #412.",
        "The setting `retry_backoff=20` stays on 2026-03-18.",
        "`retry_backoff = <seconds>` sets the pause.",
        "The connection/upstream broke.",
        "GitHub shows the points-per-day chart below a header of 64px (~64px).",
        'Class "Table<…> extends Base" is new.',
        'The log says "connection ... by upstream".',
    ],
)
def test_what_the_input_has_may_be_told_in_other_words(fact: str) -> None:
    assert fabricated(fact, SOURCE) == ()


@pytest.mark.parametrize(
    ("fact", "lie"),
    [
        ("The bug is in payments/cards.py.", "payments/cards.py"),
        ("The bug is in checkout/latency.", "checkout/latency"),
        ("`retry_limit = <seconds>` sets the pause.", "`retry_limit = <seconds>`"),
        ("`<command>` sets the pause.", "`<command>`"),
        ("The bug is in src/payments/client.py.", "src/payments/client.py"),
        ("`CardDeclinedError` is raised.", "`CardDeclinedError`"),
        ("CardRefused is raised.", "CardRefused"),
        ("It retries 3 times.", "3 times"),
        ("It waits 30 ms.", "30 ms"),
        ("It waits 33 s.", "33 s"),
        ("The header takes 64vh.", "64vh"),
        ("The header takes 4px.", "4px"),
        ('It says "Base … Table".', '"Base … Table"'),
        ("The points-per-week chart is new.", "points-per-week"),
        ("GitLab shows it.", "GitLab"),
        ("Django 5.2.18 is used.", "5.2.18"),
        ("Django 5.2 is used.", "5.2"),
        ("Fixed in commit 8f3c2a2.", "8f3c2a2"),
        ("See https://api.example.com/v2/cards.", "https://api.example.com/v2/cards"),
        ('It says "connection reset by upstream".', '"connection reset by upstream"'),
        ("It happened on 2026-03-19.", "2026-03-19"),
        ("See #413.", "#413"),
        ("The port is 8081.", "8081"),
        ("Redis is the cause.", "redis"),
        ("It ends with SIGKILL.", "SIGKILL"),
        ("The p99 grows.", "p99"),
        ("The setting `max_retries` is new.", "`max_retries`"),
        ("Set MAX_RETRIES.", "MAX_RETRIES"),
        ("Call order.refund() instead.", "order.refund()"),
    ],
)
def test_what_the_input_does_not_have_is_a_fabrication(fact: str, lie: str) -> None:
    assert lie in fabricated(fact, SOURCE)


def test_the_clock_of_a_log_lends_no_number() -> None:
    assert fabricated("It fails after 33 requests.", SOURCE) and fabricated("It failed 7 times.", SOURCE)


@pytest.mark.parametrize(
    "text", ["We use Redis.", "Fixed by @jake.", "my cache", "I'm sure it is so.", "ask a.b@c.com"]
)
def test_a_person_is_noticed(text: str) -> None:
    assert is_personal(text)


@pytest.mark.parametrize(
    "text", ["I/O waits in us-east-1.", "The US region.", "`my_cache` holds our.key.", "Celery retries."]
)
def test_what_only_looks_like_one_passes(text: str) -> None:
    assert not is_personal(text)


def test_hostile_input_takes_no_time() -> None:
    started = time.monotonic()
    hostile = Source("a/" * 20_000 + "9" * 20_000 + "one " * 10_000 + "1,000" * 4_000)
    fabricated("`x" * 500 + "1.1." * 500, hostile)
    assert time.monotonic() - started < 3


def changed_by_one_character(text: str, dice: random.Random) -> list[str]:
    """`text` with one digit (or letter, where there is none) of each literal replaced by another."""
    lies = []
    for found in literals(text):
        digits = [at for at in range(found.start, found.end) if text[at].isdigit()]
        letters = [at for at in range(found.start, found.end) if text[at].isalpha()]
        if found.kind != "redacted" and (digits or letters):
            at = dice.choice(digits or letters)
            other = str((int(text[at]) + dice.randint(1, 8)) % 10) if digits else "q" if text[at] != "q" else "z"
            lies.append(text[:at] + other + text[at + 1 :])
    return lies


def test_the_corpus_tells_true_sentences_from_altered_ones() -> None:
    dice = random.Random(4)
    true, lies = [], []
    for entry in entries("chat") + entries("assistant"):
        days = [word.strip(".,()") for word in absolute_dates(entry["text"], now=NOW).split()]
        source = Source(entry["text"], days=[*days, f"{NOW:%Y-%m-%d}"])
        for fact in distilled(entry).facts:
            true.append(not fabricated(fact.content, source))
            lies += [bool(fabricated(lie, source)) for lie in changed_by_one_character(fact.content, dice)]
    assert len(true) > 60 and sum(true) >= 0.97 * len(true)
    assert len(lies) > 150 and sum(lies) >= 0.97 * len(lies)


def test_placeholders_cost_what_they_are_long() -> None:
    source = Source("abcdef" + "x" * 60)

    def seconds(placeholders: int) -> float:
        code = f"`abcdef{'<word>x' * placeholders}<word>q`"
        started = time.perf_counter()
        assert fabricated(f"It runs {code} at night.", source) == (code,)
        return time.perf_counter() - started

    assert min(seconds(6) for _ in range(3)) < 30 * min(seconds(2) for _ in range(3)), "two more took 60 times as long"


def test_a_word_for_each_of_many_placeholders_is_found() -> None:
    source = Source("Ran cp src-src-a.txt to host:22 and `tar -xzf a.tgz` there.")
    assert fabricated("`cp <from>-<file> to <host>:22` was run.", source) == ()
    assert fabricated("`cp <from>-<file> to <host>:2` was run.", source) != ()


@pytest.mark.parametrize(
    ("read", "unit"),
    [
        (lambda text: absolute_dates(text, now=NOW), "hier soir ou hier "),
        (plain_command, "   "),
        (lambda text: last_commit([ToolUse("Bash", command=text)]), "git "),
    ],
)
def test_reading_takes_as_long_as_the_text_is(read: Callable[[str], object], unit: str) -> None:
    def seconds(times: int) -> float:
        text = f"x {unit * times}y"
        started = time.perf_counter()
        read(text)
        return time.perf_counter() - started

    assert min(seconds(8000) for _ in range(3)) < 30 * min(seconds(1000) for _ in range(3))


def test_a_day_that_no_calendar_has_is_told_as_it_was() -> None:
    assert absolute_dates("Broken since March 32 and on 30 February 2024.", now=NOW).count("20") == 1
    assert absolute_dates("Broken since March 3.", now=NOW) == f"Broken since {NOW.year}-03-03."
