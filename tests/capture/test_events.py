"""Events become rows once each, whatever the network, the clock or the client does."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.capture.events import record_events
from memory.errors import Forbidden, Refused
from memory.models import AuditEvent, CodingSession, Observation, Project, Turn
from tests.events import event

pytestmark = pytest.mark.django_db


def test_the_same_event_sent_twice_is_stored_once(alice: Actor) -> None:
    first = event()
    with access.acting(alice):
        assert record_events([first, first], actor=alice).accepted == 1
        again = record_events([first], actor=alice)
        assert (again.accepted, again.duplicates) == (0, 1)
        assert Observation.objects.count() == 1


def test_one_bad_event_never_sinks_the_batch(alice: Actor) -> None:
    bad = [
        event(id="not-a-uuid"),
        event(event="MakeCoffee"),
        event(occurred_at="yesterday"),
        event(occurred_at="2026-03-19T10:30:00"),
        event(occurred_at="9999-12-31T23:59:59-14:00"),
        event(occurred_at="0001-01-01T00:00:00+14:00"),
        event(occurred_at="2026-03-19T10:30:00+23:59"),
        event(session_id=""),
        event(project={}),
        event(payload_=1) | {"payload": "text"},
        "not even an object",
    ]
    with access.acting(alice):
        receipt = record_events([*bad, event()], actor=alice)
    assert receipt.accepted == 1
    assert [rejection.code for rejection in receipt.rejected] == [
        "invalid_id",
        "unknown_event",
        *["invalid_occurred_at"] * 5,
        "invalid_session_id",
        "invalid_project",
        "invalid_payload",
        "invalid_event",
    ]
    assert all(rejection.detail for rejection in receipt.rejected)


def test_nul_bytes_and_lone_surrogates_are_stored_harmlessly(alice: Actor) -> None:
    with access.acting(alice):
        record_events([event(payload={"prompt": "a\x00b \ud800 c", "k\x00": ["\udfff"]})], actor=alice)
        assert Observation.objects.get().payload["prompt"] == "a\ufffdb \ufffd c"


def test_secrets_and_private_blocks_never_reach_the_database(alice: Actor) -> None:
    prompt = (
        "Use ghp_" + "k3Jd92mXqP7sLzR4tVbN8wYcF1hG6uEoAiQ5" + " <private>my salary</private> for the deploy of checkout"
    )
    with access.acting(alice):
        record_events([event(payload={"prompt": prompt})], actor=alice)
        stored = Observation.objects.get().payload["prompt"]
        audited = AuditEvent.objects.get(verb="capture").detail
    assert "ghp_" not in stored and "salary" not in stored and "deploy of checkout" in stored
    assert sum(audited["redactions"].values()) == 1


def test_worktrees_and_clones_of_one_remote_are_one_project(alice: Actor, bob: Actor) -> None:
    https = {"remote": "https://token@github.com/Acme/Checkout.git", "root": "/srv/wt/feature", "branch": "feature"}
    with access.acting(alice):
        record_events([event()], actor=alice)
    with access.acting(bob):
        record_events([event(project=https, session_id="s2")], actor=bob)
        assert Project.objects.get().identity == "github.com/acme/checkout"


def test_repositories_of_one_name_without_a_remote_stay_apart(alice: Actor) -> None:
    one, two = {"root": "/a/app", "git_dir": "/a/app/.git"}, {"root": "/b/app", "git_dir": "/b/app/.git"}
    with access.acting(alice):
        record_events([event(project=one), event(project=two, session_id="s2")], actor=alice)
        assert [project.name for project in Project.objects.all()] == ["app", "app"]


def test_a_stop_makes_its_turn_due_at_once_and_other_events_later(alice: Actor) -> None:
    with access.acting(alice):
        record_events([event()], actor=alice)
        assert Turn.objects.get().due_at > timezone.now() + timedelta(minutes=5)
        record_events([event("Stop", payload={"last_assistant_message": "Done."})], actor=alice)
        turn = Turn.objects.get()
    assert turn.due_at <= timezone.now()
    assert (turn.prompt, turn.answer) == ("Why does checkout answer 200 on a declined card?", "Done.")


def test_the_end_of_a_session_makes_its_interrupted_turn_due(alice: Actor) -> None:
    with access.acting(alice):
        record_events([event(), event("SessionEnd", payload={"reason": "other"})], actor=alice)
        assert Turn.objects.get().due_at <= timezone.now()
        assert CodingSession.objects.get().ended_at is not None


def test_events_without_a_prompt_id_follow_the_last_prompt(alice: Actor) -> None:
    now = timezone.now()
    prompt = event(payload={"prompt_id": ""}, occurred_at=now.isoformat())
    tool = event(
        "PostToolUse",
        payload={"prompt_id": "", "tool_name": "Bash"},
        occurred_at=(now + timedelta(seconds=1)).isoformat(),
    )
    with access.acting(alice):
        record_events([tool, prompt], actor=alice)
        assert Turn.objects.get().tool_count == 1


def test_a_session_id_of_another_person_starts_a_session_of_ones_own(alice: Actor, bob: Actor) -> None:
    with access.acting(alice):
        record_events([event()], actor=alice)
    with access.acting(bob):
        assert record_events([event()], actor=bob).accepted == 1
        assert CodingSession.objects.count() == 2


def test_raw_observations_are_private_to_their_author(alice: Actor, bob: Actor, mallory: Actor) -> None:
    with access.acting(alice):
        record_events([event()], actor=alice)
    for other in (bob, mallory):
        with access.acting(other):
            assert Observation.objects.count() == 0


def test_too_many_events_are_refused_with_the_limit(alice: Actor) -> None:
    with access.acting(alice), pytest.raises(Refused, match="500"):
        record_events([event()] * 501, actor=alice)


def test_a_viewer_may_not_capture(vera: Actor) -> None:
    with access.acting(vera), pytest.raises(Forbidden):
        record_events([event()], actor=vera)


def test_a_remote_of_any_length_is_one_project(alice: Actor) -> None:
    long = {"remote": "https://git.example.com/" + "group/" * 200 + "app", "root": "/a"}
    with access.acting(alice):
        assert record_events([event(project=long), event(project=long)], actor=alice).accepted == 2
        assert len(Project.objects.get().identity) <= 400


def test_a_value_that_cannot_be_stored_is_rejected_alone(alice: Actor) -> None:
    endless = event(payload={"number": 10**5_000})
    with access.acting(alice):
        receipt = record_events([event(), endless, event()], actor=alice)
        assert receipt.accepted == 2 and [rejection.code for rejection in receipt.rejected] == ["invalid_payload"]


def test_what_the_database_refuses_is_found_among_the_good_ones(alice: Actor) -> None:
    strange = event(payload={"strange": float("nan")})  # Python writes it as JSON, Postgres does not take it
    with access.acting(alice):
        receipt = record_events([*[event() for _ in range(5)], strange, event()], actor=alice)
        assert (receipt.accepted, [rejection.id for rejection in receipt.rejected]) == (6, [strange["id"]])
        assert Observation.objects.count() == 6


def test_a_large_batch_takes_few_queries(alice: Actor, django_assert_max_num_queries: Callable) -> None:
    batch = [event("PostToolUse", payload={"tool_name": "Bash"}) for _ in range(400)]
    with access.acting(alice), django_assert_max_num_queries(25):
        assert record_events(batch, actor=alice).accepted == 400
