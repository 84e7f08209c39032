"""The double gate: what two texts that look alike say differently."""

import pytest

from memory.rules.contradiction import difference, same_fact

DIFFERENT = (
    ("number", "The Redis TTL is 30 s.", "The Redis TTL is 60 s."),
    ("number", "Two replicas run behind nginx.", "Three replicas run behind nginx."),
    ("number", "Deploys are frozen until 2026-03-26.", "Deploys are frozen until 2026-04-02."),
    ("version", "Django is pinned to 5.2.19.", "Django is pinned to 4.2.11."),
    ("negation", "The worker retries failed jobs.", "The worker does not retry failed jobs."),
    ("negation", "Telemetry is enabled in production.", "Telemetry is disabled in production."),
    ("negation", "The API never caches responses.", "The API always caches responses."),
    ("negation", "Deploys happen from main.", "Deploys no longer happen from main."),
    ("negation", "The index on email was added.", "The index on email was removed."),
    ("option", "Celery chosen over RQ for task queue.", "RQ chosen over Celery for task queue."),
    ("option", "Use httpx instead of requests.", "Use requests instead of httpx."),
    ("option", "Redis is used for caching.", "Memcached is used for caching."),
    ("option", "Moved from REST to gRPC.", "Moved from gRPC to REST."),
)

THE_SAME = (
    ("The Redis TTL is 300 s.", "The Redis TTL is 5 minutes."),
    ("Django 5.2 is pinned.", "Django 5.2.0 is pinned!"),
    ("`cache.py` drops stale keys.", "cache.py drops stale keys"),
    ("Telemetry is disabled in production.", "Telemetry is not enabled in production."),
    (
        "The proxy strips the Vary header. Identified 2026-03-18.",
        "The proxy strips the Vary header. Identified 2026-03-20.",
    ),
    ("All handlers log errors.", "All handlers log errors"),
)


@pytest.mark.parametrize(("kind", "a", "b"), DIFFERENT)
def test_a_pair_that_cannot_both_be_true_contradicts_itself_either_way_round(kind: str, a: str, b: str) -> None:
    for found in (difference(a, b), difference(b, a)):
        assert found is not None
        assert (found.kind, found.contradicts) == (kind, True)
    assert not same_fact(a, b)


def test_the_order_only_swaps_left_and_right() -> None:
    one, other = difference("TTL is 30 s here", "TTL is 60 s here"), difference("TTL is 60 s here", "TTL is 30 s here")
    assert one is not None
    assert other is not None
    assert (one.left, one.right, one.confidence) == (other.right, other.left, other.confidence)


@pytest.mark.parametrize(("a", "b"), THE_SAME)
def test_the_same_in_other_words_is_the_same_fact(a: str, b: str) -> None:
    assert difference(a, b) is None
    assert same_fact(a, b)


def test_another_identifier_is_another_fact_and_no_contradiction() -> None:
    found = difference("The retry in foo.py waits 5 s.", "The retry in bar.py waits 9 s.")
    assert found is not None
    assert (found.kind, found.contradicts) == ("identifier", False)


def test_a_detail_more_is_neither_the_same_nor_a_contradiction() -> None:
    found = difference("The cache has a TTL.", "The cache has a TTL of 30 s.")
    assert found is not None
    assert not found.contradicts
    assert not same_fact("The cache has a TTL.", "The cache has a TTL of 30 s.")


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The billing service listens on port 9000.", "The catalog service listens on port 8001."),
        ("Checkout runs Python 3.11 in production.", "Invoicing runs Python 3.12 in production."),
        ("Service 1 of checkout retries 3 times.", "Service 2 of checkout retries 5 times."),
        ("Because gateway 12 answers 429 after 3 attempts.", "Because gateway 13 answers 429 after 3 attempts."),
    ],
)
def test_two_things_of_one_kind_do_not_contradict_each_other(a: str, b: str) -> None:
    found = difference(a, b)
    assert found is not None
    assert (found.kind, found.contradicts) == ("identifier", False)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Retries are limited to 3 per job.", "Retries are capped to 5 per job."),
        ("The checkout service waits 3 s.", "The checkout service waits 9 s."),
        ("The pool holds 20 connections.", "The pool keeps 40 connections."),
    ],
)
def test_one_thing_in_other_words_still_contradicts_itself(a: str, b: str) -> None:
    found = difference(a, b)
    assert found is not None
    assert found.contradicts
