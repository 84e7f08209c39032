"""Events arrive once, in batches, from clients that make mistakes."""

import gzip
import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.models import Memory, Observation
from tests.api.conftest import get, post
from tests.distill.story import ANSWER, PROMPT
from tests.events import event, turn_of
from worker import tasks

pytestmark = pytest.mark.django_db


def raw(client: Client, body: bytes, **headers: str) -> object:
    return client.post("/api/v1/events", body, content_type="application/json", headers=headers or None)


def stored(actor: Actor) -> list[Observation]:
    with access.acting(actor):
        return list(Observation.objects.all())


def test_a_batch_is_taken_once_however_often_it_is_sent(api_of: Callable[..., Client], bob: Actor) -> None:
    batch = {"events": [event(), event("Stop", payload={"last_assistant_message": "Done."})]}
    first, second = post(api_of(bob), "events", batch), post(api_of(bob), "events", batch)
    assert first.status_code == second.status_code == 202
    assert first.json() == {"accepted": 2, "duplicates": 0, "rejected": []}
    assert second.json() == {"accepted": 0, "duplicates": 2, "rejected": []}
    assert len(stored(bob)) == 2


def test_one_bad_event_never_sinks_the_batch(api_of: Callable[..., Client], bob: Actor) -> None:
    bad = event(event="Nonsense")
    answer = post(api_of(bob), "events", {"events": [bad, "what?", event()]}).json()
    assert answer["accepted"] == 1
    assert [entry["id"] for entry in answer["rejected"]] == [bad["id"], None]
    assert all(entry["code"] and entry["detail"] for entry in answer["rejected"])


def test_an_id_that_a_team_mate_has_stored_sinks_nothing(
    api_of: Callable[..., Client], alice: Actor, bob: Actor
) -> None:
    taken = event()
    post(api_of(alice), "events", {"events": [taken]})
    response = post(api_of(bob), "events", {"events": [event(), {**event(), "id": taken["id"]}, event()]})
    assert (response.status_code, response.json()) == (202, {"accepted": 3, "duplicates": 0, "rejected": []})
    assert (len(stored(alice)), len(stored(bob))) == (1, 3)


def test_an_id_that_no_answer_can_hold_sinks_nothing(api_of: Callable[..., Client], bob: Actor) -> None:
    body = json.dumps({"events": [{**event(), "id": "half \ud83d"}, event()]}).encode()
    assert raw(api_of(bob), body).json()["accepted"] == 1


def test_a_clock_in_the_future_puts_nothing_ahead_of_what_is_now(api_of: Callable[..., Client], bob: Actor) -> None:
    told = "2199-03-19T10:30:00+05:30"
    before = timezone.now()
    post(api_of(bob), "events", {"events": turn_of(PROMPT, ANSWER, occurred_at=told)})
    tasks.distill_pending()
    rows = stored(bob)
    assert max(row.occurred_at for row in rows) < timezone.now() + timedelta(minutes=10)
    assert min(row.occurred_at for row in rows) > before
    assert [row.event for row in sorted(rows, key=lambda row: (row.occurred_at, row.pk))] == [
        "UserPromptSubmit",
        "Stop",
    ]
    assert {(row.payload["occurred_at"], row.utc_offset_minutes) for row in rows} == {(told, 330)}
    with access.acting(bob):
        assert not Memory.objects.filter(occurred_at__gt=timezone.now() + timedelta(minutes=10)).exists()
    assert "2199" not in get(api_of(bob), "memories").content.decode()


def test_a_token_without_the_capture_scope_is_refused(api_of: Callable[..., Client], bob: Actor) -> None:
    response = post(api_of(bob, "read"), "events", {"events": [event()]})
    assert response.status_code == 403
    assert response.json()["code"] == "forbidden"
    assert "capture" in response.json()["detail"]
    assert stored(bob) == []


def test_gzip_is_understood(api_of: Callable[..., Client], bob: Actor) -> None:
    body = gzip.compress(json.dumps({"events": [event()]}).encode())
    response = raw(api_of(bob), body, **{"Content-Encoding": "gzip"})
    assert response.json()["accepted"] == 1


def test_a_decompression_bomb_is_stopped_at_the_limit(api_of: Callable[..., Client], bob: Actor) -> None:
    bomb = gzip.compress(b" " * 30_000_000)
    response = raw(api_of(bob), bomb, **{"Content-Encoding": "gzip"})
    assert response.status_code == 413
    assert "2 MiB" in response.json()["detail"]


def test_a_body_of_three_mebibytes_is_refused_with_the_limit(api_of: Callable[..., Client], bob: Actor) -> None:
    response = raw(api_of(bob), json.dumps({"events": ["x" * 3 * 1024 * 1024]}).encode())
    assert response.status_code == 413
    assert response.json()["code"] == "too_large"


def test_more_than_500_events_are_refused_with_the_limit(api_of: Callable[..., Client], bob: Actor) -> None:
    response = post(api_of(bob), "events", {"events": [1] * 501})
    assert response.status_code == 413
    assert "500" in response.json()["detail"]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b'{"events":[', "not valid JSON"),
        (b"[" * 100_000, "nested"),
        (b'\xff\xfe{"events":[]}', "UTF-8"),
        (b"[]", "dictionary"),
        (b'{"events":"x"}', "list"),
        (b"{}", "required"),
        (b"", "required"),
    ],
)
def test_a_broken_body_gets_a_clear_problem(api_of: Callable[..., Client], bob: Actor, body: bytes, says: str) -> None:
    response = raw(api_of(bob), body)
    assert response.status_code == 400
    assert response.headers["Content-Type"] == "application/problem+json"
    assert says in response.json()["detail"]


@pytest.mark.parametrize(("encoding", "status"), [("gzip", 400), ("br", 415)])
def test_a_body_that_is_not_encoded_as_it_says_gets_a_clear_problem(
    api_of: Callable[..., Client], bob: Actor, encoding: str, status: int
) -> None:
    assert raw(api_of(bob), b"plain", **{"Content-Encoding": encoding}).status_code == status


def test_a_gzipped_body_that_was_cut_off_is_refused(api_of: Callable[..., Client], bob: Actor) -> None:
    whole = gzip.compress(json.dumps({"events": [event()]}).encode())
    assert raw(api_of(bob), whole[:-9], **{"Content-Encoding": "gzip"}).status_code == 400


def test_what_postgres_cannot_hold_is_replaced_not_lost(api_of: Callable[..., Client], bob: Actor) -> None:
    body = json.dumps({"events": [event(payload={"prompt": "half \ud83d a pair, \x00 and the rest"})]})
    assert "\\ud83d" in body
    assert raw(api_of(bob), body.encode()).json()["accepted"] == 1
    assert stored(bob)[0].payload["prompt"] == "half \ufffd a pair, \ufffd and the rest"


def test_numbers_beyond_all_measure_sink_no_batch(api_of: Callable[..., Client], bob: Actor) -> None:
    body = json.dumps({"events": [event(payload={"big": "BIG", "far": "FAR"}), event()]})
    body = body.replace('"BIG"', "9" * 5000).replace('"FAR"', "1e999")
    assert raw(api_of(bob), body.encode()).json() == {"accepted": 2, "duplicates": 0, "rejected": []}


def test_after_the_commit_a_worker_is_nudged(
    api_of: Callable[..., Client],
    bob: Actor,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable,
) -> None:
    nudges: list[bool] = []
    monkeypatch.setattr(tasks, "nudge", lambda: nudges.append(True))
    with django_capture_on_commit_callbacks(execute=True):
        post(api_of(bob), "events", {"events": [event()]})
    assert nudges == [True]


def test_events_are_taken_while_the_queue_is_down(
    api_of: Callable[..., Client],
    bob: Actor,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable,
) -> None:
    def broken() -> None:
        raise ConnectionError("no queue")

    monkeypatch.setattr(tasks, "nudge", broken)
    with django_capture_on_commit_callbacks(execute=True):
        response = post(api_of(bob), "events", {"events": [event()]})
    assert response.status_code == 202
    assert len(stored(bob)) == 1
