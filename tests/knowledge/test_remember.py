"""What somebody saves on purpose: kept in its words, answered at once, replaceable, and owned."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from memory import access, people
from memory.access import Actor
from memory.errors import Conflict, Forbidden, NotFound, Refused
from memory.knowledge.lifecycle import approve, forget, pin, reject, restore, retype
from memory.knowledge.policy import set_policy
from memory.knowledge.remember import preview, remember, update
from memory.models import AuditEvent, Memory, User
from memory.recall.fetch import expand, fetch_memories, find_memory, lineage
from memory.recall.search import search_memories

pytestmark = pytest.mark.django_db

BERLIN = ZoneInfo("Europe/Berlin")
STORY = (
    "I spent 3 hours debugging this yesterday and it turns out the auth middleware was silently swallowing 401"
    " responses because someone hardcoded a fallback to 200 in error_handler.py. So frustrating. @jake found it."
)
CELERY = (
    "We decided in standup to use Celery instead of RQ because we need retry logic and RQ's retry support is"
    " basically nonexistent"
)


def as_(actor: Actor, verb: object, *args: object, **kwargs: object) -> object:
    with access.acting(actor):
        return verb(*args, actor=actor, **kwargs)  # type: ignore[operator]


def test_a_story_keeps_its_words_and_gets_its_dates(alice: Actor) -> None:
    memory = as_(alice, remember, STORY, occurred_at=datetime(2026, 3, 19, 10, tzinfo=BERLIN))
    assert memory.content == STORY.replace("yesterday", "yesterday (2026-03-18)")
    assert memory.type == "failure"


def test_a_preview_offers_the_dense_impersonal_fact(alice: Actor) -> None:
    shown = as_(alice, preview, STORY, occurred_at=datetime(2026, 3, 19, 10, tzinfo=BERLIN))
    for kept in ("401", "200", "error_handler.py", "2026-03-18"):
        assert kept in shown.content
    for personal in ("jake", "I spent", "frustrating", "yesterday", "3 hours"):
        assert personal not in shown.content
    assert shown.stored == STORY.replace("yesterday", "yesterday (2026-03-18)")


@pytest.mark.parametrize("name", ("Quillon", "Wietske"))
def test_a_team_may_have_names_removed_from_notes(alice: Actor, name: str) -> None:
    told = f"Sidenote to {name}, `ON CONFLICT DO NOTHING` returns no row, so RETURNING is empty in `orders.py`."
    User.objects.filter(pk=alice.user.pk).update(first_name=name)
    kept = as_(alice, remember, told)
    assert kept.content == told
    as_(alice, forget, str(kept.uuid))
    as_(alice, set_policy, removes_names=True)
    with access.acting(alice):
        alice.team.refresh_from_db()
    removed = as_(alice, remember, f"{told} `{name}()` and @typescript-eslint stay.").content
    assert removed == f"{told.replace(name, 'a team member')} `{name}()` and @typescript-eslint stay."


def test_the_names_of_another_team_are_not_known(alice: Actor, mallory: Actor) -> None:
    User.objects.filter(pk=mallory.user.pk).update(first_name="Telemetrix")
    assert "Telemetrix" in as_(alice, remember, "In `orders.py` the Telemetrix client retries 3 times.").content


def test_a_decision_keeps_its_reason(alice: Actor) -> None:
    memory = as_(alice, remember, CELERY)
    assert memory.type == "decision"
    assert "Celery" in memory.content and "RQ" in memory.content and "retry" in memory.content


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("lgtm", "noise"),
        ("use redis", "too_short"),
        ("Had a great weekend, the weather was lovely and we went hiking.", "no_factual_content"),
        ("x" * 8001, "too_long"),
    ],
)
def test_what_holds_no_fact_is_refused_with_its_reason(alice: Actor, text: str, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        as_(alice, remember, text)
    assert refusal.value.status == 422 and refusal.value.extra["reason"] == reason
    assert refusal.value.detail


def test_a_preview_saves_nothing_and_shows_what_is_related(alice: Actor) -> None:
    as_(alice, remember, CELERY)
    shown = as_(
        alice, preview, "Celery tasks use RQ-style retries with acks_late, because workers are preempted on deploys."
    )
    assert shown.content and shown.type
    with access.acting(alice):
        assert Memory.objects.count() == 1


def test_saying_it_twice_points_at_the_first(alice: Actor, bob: Actor) -> None:
    first = as_(alice, remember, CELERY)
    with pytest.raises(Conflict) as conflict:
        as_(bob, remember, CELERY)
    assert conflict.value.extra["duplicate_of"] == str(first.uuid)


def test_a_differing_number_is_no_duplicate(alice: Actor) -> None:
    as_(alice, remember, "The Redis cache for the product catalogue has a TTL of 300 s.")
    as_(alice, remember, "The Redis cache for the product catalogue has a TTL of 60 s.")
    with access.acting(alice):
        assert Memory.objects.current().count() == 2


def test_secrets_are_redacted_and_only_their_kind_is_kept(alice: Actor) -> None:
    token = "ghp_" + "k3Jd92mXqP7sLzR4tVbN8wYcF1hG6uEoAiQ5"
    memory = as_(alice, remember, f"The deploy of checkout reads the GitHub token {token} from vault.yaml at start.")
    assert token not in memory.content
    with access.acting(alice):
        rows = [*Memory.objects.values_list("content", flat=True), *memory.evidence.values_list("excerpt", flat=True)]
        assert not any(token in text for text in rows)
        assert sum(AuditEvent.objects.get(verb="redact").detail["redactions"].values()) == 1


def test_a_correction_supersedes_and_the_chain_can_be_walked_both_ways(alice: Actor) -> None:
    first = as_(alice, remember, "The Redis cache for the catalogue has a TTL of 300 s.")
    second = as_(alice, update, str(first.uuid), "The Redis cache for the catalogue has a TTL of 60 s.")
    third = as_(
        alice, update, str(second.uuid), "The Redis cache for the catalogue has a TTL of 30 s since prices change fast."
    )
    with access.acting(alice):
        hits = search_memories("TTL of the catalogue cache", actor=alice).hits
        assert [hit.memory.pk for hit in hits] == [third.pk]
        assert [row.pk for row in lineage(third, actor=alice).older] == [second.pk, first.pk]
        assert [row.pk for row in lineage(first, actor=alice).newer] == [second.pk, third.pk]
    with pytest.raises(Conflict):
        as_(alice, update, str(first.uuid), "The Redis cache for the catalogue has a TTL of 10 s.")


def test_a_correction_that_says_nothing_is_refused_and_the_old_one_stays(alice: Actor) -> None:
    memory = as_(alice, remember, CELERY)
    with pytest.raises(Refused):
        as_(alice, update, str(memory.uuid), "thanks a lot!")
    with access.acting(alice):
        assert find_memory(str(memory.uuid), actor=alice).status == "active"


def test_forgetting_is_undone_by_restoring(alice: Actor, bob: Actor) -> None:
    memory = as_(alice, remember, CELERY)
    as_(bob, forget, str(memory.uuid))
    with access.acting(alice):
        assert search_memories("celery or rq", actor=alice).hits == ()
    with pytest.raises(Conflict):
        as_(alice, forget, str(memory.uuid))
    assert as_(alice, restore, str(memory.uuid)).status == "active"
    with access.acting(alice):
        assert [row.verb for row in AuditEvent.objects.filter(subject=f"memory:{memory.uuid}").order_by("pk")] == [
            "remember",
            "forget",
            "restore",
        ]


def test_an_agents_memory_is_forgotten_by_that_agent_or_a_curator_only(alice: Actor, bob: Actor) -> None:
    memory = as_(bob, remember, CELERY, agent_id="reviewer")
    with pytest.raises(Forbidden):
        as_(bob, forget, str(memory.uuid), agent_id="deployer")
    with pytest.raises(Forbidden):
        as_(bob, forget, str(memory.uuid))
    assert as_(bob, forget, str(memory.uuid), agent_id="reviewer").status == "forgotten"
    as_(bob, restore, str(memory.uuid), agent_id="reviewer")
    assert as_(alice, forget, str(memory.uuid)).status == "forgotten"


def test_another_team_cannot_tell_hidden_from_missing(alice: Actor, mallory: Actor) -> None:
    memory = as_(alice, remember, CELERY)
    for ref in (str(memory.uuid), "00000000-0000-0000-0000-000000000000", "nonsense"):
        for verb in (find_memory, forget, restore, approve):
            with pytest.raises(NotFound):
                as_(mallory, verb, ref)


def test_a_viewer_reads_and_a_member_does_not_curate(alice: Actor, bob: Actor, vera: Actor) -> None:
    memory = as_(alice, remember, CELERY)
    assert as_(vera, find_memory, str(memory.uuid)) == memory
    with pytest.raises(Forbidden):
        as_(vera, forget, str(memory.uuid))
    with pytest.raises(Forbidden):
        as_(bob, pin, str(memory.uuid))


def test_drafts_are_approved_or_rejected_by_curators(alice: Actor) -> None:
    memory = as_(alice, remember, CELERY)
    with access.acting(alice):
        Memory.objects.update(status="draft")
    assert as_(alice, approve, str(memory.uuid)).status == "active"
    with pytest.raises(Conflict):
        as_(alice, reject, str(memory.uuid))


def test_a_wrong_type_is_corrected_and_the_correction_is_kept(alice: Actor) -> None:
    memory = as_(alice, remember, CELERY)
    assert as_(alice, retype, str(memory.uuid), "dependency").type == "dependency"
    with access.acting(alice):
        assert AuditEvent.objects.get(verb="retype").detail["was"] == "decision"


def test_fetching_counts_as_use_and_listing_does_not(alice: Actor) -> None:
    memory = as_(alice, remember, CELERY)
    with access.acting(alice):
        search_memories("celery", actor=alice)
        assert Memory.objects.get().uses == 0
        fetch_memories([str(memory.uuid)[:12], "00000000"], actor=alice)
        assert Memory.objects.get().uses == 1


def test_what_was_told_on_purpose_has_no_anchor_but_is_still_shown(alice: Actor) -> None:
    memory = as_(alice, remember, CELERY)
    with access.acting(alice):
        assert expand(memory, actor=alice).anchor is None


def test_an_agent_of_somebody_else_cannot_be_impersonated(alice: Actor, bob: Actor) -> None:
    people.issue_token(alice.user, team=alice.team, scopes=["write"], agent="reviewer")
    with pytest.raises(Forbidden):
        as_(bob, remember, CELERY, agent_id="reviewer")
