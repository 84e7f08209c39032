"""What cannot both be true is opened once, whoever came first, and shown to whoever may see both sides."""

import threading
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.utils import IntegrityError
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.knowledge import contradiction_detection
from memory.knowledge.lifecycle import approve, forget, reject, restore
from memory.knowledge.remember import preview, remember, update
from memory.knowledge.save import Ground, NewFact, Saved, save
from memory.models import AuditEvent, Contradiction, Memory, Project
from memory.recall.briefing import briefing
from memory.recall.contradictions import count_open, list_contradictions

pytestmark = pytest.mark.django_db

LONG = "The Redis cache for the product catalogue has a TTL of 300 s."
SHORT = "The Redis cache for the product catalogue has a TTL of 60 s."
SHOP, BACK = "git@github.com:acme/shop.git", "git@github.com:acme/back.git"


def as_(actor: Actor, verb: object, *args: object, **kwargs: object) -> object:
    with access.acting(actor):
        return verb(*args, actor=actor, **kwargs)  # type: ignore[operator]


def pairs(actor: Actor, **filters: object) -> list[Contradiction]:
    return as_(actor, list_contradictions, **filters)


def project(actor: Actor, name: str) -> Project:
    with access.acting(actor):
        return Project.objects.get_or_create(team=actor.team, identity=f"github.com/{name}", defaults={"name": name})[0]


def stored(actor: Actor, content: str, **changes: object) -> Saved:
    """As the pipeline stores it while the embedder is away, unless `changes` bring a vector."""
    fact = NewFact(content, "context", Ground("assistant", timezone.now(), "as said"), Memory.Source.CAPTURED)
    return as_(actor, save, replace(fact, **changes))


@pytest.mark.parametrize(
    ("first", "second", "kind", "says"),
    [
        (LONG, SHORT, "number", ("300s", "60s")),
        (SHORT, LONG, "number", ("60s", "300s")),
        ("Checkout runs on Django 5.2.8.", "Checkout runs on Django 4.2.1.", "version", None),
        ("CSRF checks are enabled on the webhook endpoint.", "CSRF checks are disabled on the webhook endpoint.",
         "negation", None),
        ("Celery is used instead of RQ for background jobs because it retries.",
         "RQ is used instead of Celery for background jobs because it retries.", "option", ("celery", "rq")),
    ],
)  # fmt: skip
def test_a_pair_that_cannot_both_be_true_opens_once(
    alice: Actor, bob: Actor, first: str, second: str, kind: str, says: tuple[str, str] | None
) -> None:
    older, newer = as_(alice, remember, first), as_(bob, remember, second)
    (pair,) = pairs(bob)
    assert (pair.older, pair.newer, pair.kind, pair.status) == (older, newer, kind, "open")
    assert says is None or (pair.older_says, pair.newer_says) == says
    assert 0.5 <= pair.confidence <= 1 and pair.judge == "rules"
    with access.acting(alice):
        assert set(Memory.objects.values_list("status", flat=True)) == {"active"}, "a dispute takes two voices"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Service billing-17 listens on port 7017.", "Service billing-18 listens on port 7018."),
        (LONG, "The Redis cache for the product catalogue has a TTL of 5 min."),
        (LONG, "The session cookie of checkout lives 3600 s, because shoppers come back within the hour."),
        (LONG, "The Redis cache for the product catalogue has a TTL of 300 s and holds 20,000 entries."),
    ],
)
def test_what_can_both_be_true_opens_nothing(alice: Actor, first: str, second: str) -> None:
    stored(alice, first)
    stored(alice, second)
    assert pairs(alice) == []


def test_another_team_opens_and_sees_nothing(alice: Actor, mallory: Actor) -> None:
    as_(alice, remember, LONG)
    as_(mallory, remember, SHORT)
    assert pairs(alice) == pairs(mallory) == []
    as_(alice, remember, SHORT)
    assert len(pairs(alice)) == 1 and pairs(mallory) == []


def test_other_projects_may_differ_and_the_whole_teams_facts_concern_all(alice: Actor) -> None:
    as_(alice, remember, LONG, projects=[SHOP])
    as_(alice, remember, SHORT, projects=[BACK])
    assert pairs(alice) == []
    as_(alice, remember, LONG.replace("300", "900"))
    assert len(pairs(alice)) == 2
    assert [pair.older.projects.all()[0].name for pair in pairs(alice, project=project(alice, "acme/shop"))] == [
        "acme/shop"
    ]


def test_a_fact_that_is_seen_in_another_project_contradicts_there_too(alice: Actor) -> None:
    shop, back = project(alice, "acme/shop"), project(alice, "acme/back")
    stored(alice, LONG, projects=(shop,))
    stored(alice, SHORT, projects=(back,))
    assert pairs(alice) == []
    assert not stored(alice, LONG, projects=(back,)).made
    assert len(pairs(alice)) == 1


def test_without_vectors_words_bring_them_together(alice: Actor) -> None:
    stored(alice, LONG)
    stored(alice, SHORT)
    (pair,) = pairs(alice)
    assert pair.similarity is None and pair.confidence >= contradiction_detection.SURE_BY_WORDS


def test_a_vector_that_arrives_later_brings_what_words_did_not(alice: Actor) -> None:
    one = stored(alice, LONG).memory
    other = stored(alice, "Catalogue entries expire after 60 s.").memory
    assert pairs(alice) == []
    with access.acting(alice):
        Memory.objects.filter(pk__in=[one.pk, other.pk]).update(embedding=[0.6, 0.8, 0.0], embedding_model="near")
    assert contradiction_detection.look_again([other.pk], team=alice.team) == 1
    assert contradiction_detection.look_again([one.pk, other.pk], team=alice.team) == 0
    (pair,) = pairs(alice)
    assert pair.similarity == pytest.approx(1, abs=1e-3)


def test_what_other_projects_say_of_it_hides_nothing(alice: Actor) -> None:
    shop, back = project(alice, "acme/shop"), project(alice, "acme/back")
    near, nearer = ([0.6, 0.8, 0.0], [0.601, 0.799, 0.0])
    mine = stored(alice, LONG, projects=(shop,)).memory
    crowd = [stored(alice, f"Job {n} of the catalogue expires after 9 s.", projects=(back,)).memory for n in range(40)]
    asked = stored(alice, "Catalogue entries expire after 60 s.", projects=(shop,)).memory
    assert pairs(alice) == []
    with access.acting(alice):
        Memory.objects.filter(pk__in=[mine.pk, asked.pk]).update(embedding=near, embedding_model="near")
        Memory.objects.filter(pk__in=[row.pk for row in crowd]).update(embedding=nearer, embedding_model="near")
    assert contradiction_detection.look_again([asked.pk], team=alice.team) == 1
    assert [(pair.older_id, pair.newer_id) for pair in pairs(alice)] == [(mine.pk, asked.pk)]


def test_a_private_side_shows_the_pair_to_its_author_only(alice: Actor, bob: Actor) -> None:
    as_(bob, remember, LONG, visibility="private")
    team = as_(alice, remember, SHORT)
    assert pairs(alice) == [] and len(pairs(bob)) == 1
    with access.acting(alice):
        assert count_open(team) == 0
    as_(alice, remember, LONG.replace("300", "900"), visibility="private")
    assert [len(pairs(actor)) for actor in (alice, bob)] == [1, 1], "two private memories never meet"


def test_what_was_resolved_is_not_opened_again(alice: Actor) -> None:
    as_(alice, remember, LONG)
    newer = as_(alice, remember, SHORT)
    (pair,) = pairs(alice)
    with access.acting(alice):
        Contradiction.objects.filter(pk=pair.pk).update(status="resolved", verdict="both_valid", resolved_by=alice.user)
    assert contradiction_detection.look_again([newer.pk], team=alice.team) == 0
    as_(alice, forget, str(newer.uuid))
    as_(alice, restore, str(newer.uuid))
    assert [row.verdict for row in pairs(alice)] == ["both_valid"]


def test_a_correction_contradicts_others_but_not_what_it_corrects(alice: Actor) -> None:
    first = as_(alice, remember, LONG)
    other = as_(alice, remember, SHORT)
    second = as_(alice, update, str(first.uuid), LONG.replace("300", "900"))
    settled, opened = sorted(pairs(alice), key=lambda pair: pair.pk)
    assert (settled.status, settled.verdict, settled.resolved_by) == ("resolved", "supersede", None)
    assert (opened.older, opened.newer, opened.status) == (other, second, "open")
    with access.acting(alice):
        assert AuditEvent.objects.get(verb="settle").subject == f"contradiction:{settled.pk}"


def test_forgetting_one_side_settles_and_restoring_opens_again(alice: Actor, bob: Actor) -> None:
    one, other = as_(alice, remember, LONG), as_(bob, remember, SHORT)
    as_(bob, forget, str(one.uuid))
    assert [(row.status, row.verdict) for row in pairs(alice)] == [("resolved", "dismiss")]
    as_(bob, forget, str(other.uuid))
    as_(alice, restore, str(one.uuid))
    assert pairs(alice, status="open") == []
    as_(alice, restore, str(other.uuid))
    assert len(pairs(alice, status="open")) == 1


def test_forgetting_settles_also_what_only_somebody_else_sees(alice: Actor, bob: Actor) -> None:
    as_(bob, remember, LONG, visibility="private")
    team = as_(alice, remember, SHORT)
    as_(alice, forget, str(team.uuid))
    assert pairs(bob, status="open") == []


def test_what_waits_in_quarantine_contradicts_when_it_is_approved(alice: Actor) -> None:
    as_(alice, remember, LONG)
    waiting = stored(alice, SHORT, status=Memory.Status.QUARANTINED).memory
    assert pairs(alice) == []
    as_(alice, approve, str(waiting.uuid))
    assert len(pairs(alice)) == 1


def test_a_draft_contradicts_and_rejecting_it_settles_that(alice: Actor) -> None:
    as_(alice, remember, LONG)
    draft = stored(alice, SHORT, status=Memory.Status.DRAFT).memory
    assert len(pairs(alice, status="open")) == 1
    as_(alice, reject, str(draft.uuid))
    assert pairs(alice, status="open") == []


def test_a_preview_shows_what_it_would_contradict_and_opens_nothing(alice: Actor, bob: Actor, mallory: Actor) -> None:
    known = as_(alice, remember, LONG)
    (found,) = as_(bob, preview, SHORT).contradictions
    assert (found.memory, found.kind, found.memory_says, found.says) == (known, "number", "300s", "60s")
    assert as_(bob, preview, SHORT, supersedes=str(known.uuid)).contradictions == ()
    assert as_(mallory, preview, SHORT).contradictions == ()
    assert pairs(alice) == []


def test_a_preview_tells_nothing_of_others_private_memories(alice: Actor, bob: Actor) -> None:
    as_(alice, remember, LONG, visibility="private")
    assert as_(bob, preview, SHORT).contradictions == ()
    assert len(as_(alice, preview, SHORT).contradictions) == 1


def test_the_briefing_names_open_contradictions_of_its_project(alice: Actor, bob: Actor, mallory: Actor) -> None:
    for content in (LONG, SHORT):
        as_(alice, remember, content, projects=[SHOP])
    told = as_(bob, briefing, project=project(bob, "acme/shop")).text
    assert 'says "60s"' in told and 'says "300s"' in told
    assert "says" not in as_(bob, briefing, project=project(bob, "acme/back")).text
    assert as_(mallory, briefing, project=None).text == ""


def test_the_database_refuses_a_second_row_in_whatever_order(alice: Actor) -> None:
    one, other = stored(alice, LONG).memory, stored(alice, SHORT).memory
    for older, newer in ((one, other), (other, one)):
        with access.acting(alice), pytest.raises(IntegrityError), transaction.atomic():
            Contradiction.objects.create(
                team=alice.team, older=older, newer=newer, kind="number", older_says="1", newer_says="2", confidence=1
            )


@pytest.mark.django_db(transaction=True)
def test_two_who_arrive_at_the_same_moment_open_one_pair(alice: Actor, bob: Actor) -> None:
    gate = threading.Barrier(4)

    def tell(actor: Actor, content: str) -> None:
        gate.wait()
        stored(actor, content)
        connection.close()

    told = [(alice, LONG), (bob, SHORT), (bob, LONG), (alice, SHORT)]
    threads = [threading.Thread(target=tell, args=one) for one in told]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with access.acting(alice):
        assert Memory.objects.count() == 2
    assert len(pairs(alice)) == 1


def test_the_same_fact_is_looked_up_by_an_index(alice: Actor) -> None:
    with access.acting(alice), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(
            "EXPLAIN SELECT id FROM memory_memory WHERE team_id = %s AND content = %s", [alice.team.pk, LONG]
        )
        assert "memory_same_content" in "\n".join(row[0] for row in cursor.fetchall())


def test_the_sides_are_ordered_by_when_they_occurred_not_by_when_they_were_stored(alice: Actor) -> None:
    late = stored(alice, SHORT).memory
    ground = Ground("assistant", timezone.now() - timedelta(days=90), "as said")
    early = stored(alice, LONG, ground=ground).memory
    (pair,) = pairs(alice)
    assert (pair.older, pair.newer) == (early, late)
    assert (pair.older_says, pair.newer_says) == ("300s", "60s")
