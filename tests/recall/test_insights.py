"""Insights: the numbers of small worlds that can be counted by hand."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from memory import access, audit
from memory.access import Actor
from memory.knowledge import lifecycle
from memory.knowledge.remember import update
from memory.knowledge.undo import undo
from memory.models import CodingSession, Evidence, Membership, Memory, MemoryProject, Project, Recall, Usage
from memory.recall.insights.areas import areas
from memory.recall.insights.captures import captures
from memory.recall.insights.coverage import coverage
from memory.recall.insights.growth import growth
from memory.recall.insights.people import last_captures
from memory.recall.insights.period import Period, last_weeks
from memory.recall.insights.queue import queue_health
from memory.recall.insights.reuse import most_used, never_used, reuse
from memory.recall.insights.reviews import Outcome, reviews
from memory.recall.insights.spending import spending

pytestmark = pytest.mark.django_db

# A Wednesday; its week began on Monday, 16 March 2026.
NOW = datetime(2026, 3, 18, 12, 0, tzinfo=UTC)


@pytest.fixture
def weeks() -> Period:
    """Two weeks: from Monday, 9 March, to Wednesday, 18 March."""
    return last_weeks(2, now=NOW)


@pytest.fixture(params=["America/New_York", "Pacific/Auckland"])
def far_zone(request: pytest.FixtureRequest, settings: object) -> Iterator[str]:
    """A server far from Greenwich, on either side."""
    settings.TIME_ZONE = request.param  # type: ignore[attr-defined]
    timezone.get_default_timezone.cache_clear()
    yield request.param
    timezone.get_default_timezone.cache_clear()


def put(actor: Actor, content: str, *, at: datetime = NOW, project: str = "", **columns: object) -> Memory:
    columns = {"type": "decision", "occurred_at": at, "author": actor.user, **columns}
    with access.acting(actor):
        memory = Memory.objects.create(team=actor.team, content=content, **columns)
        Memory.objects.filter(pk=memory.pk).update(created_at=at)
        if project:
            MemoryProject.objects.create(team=actor.team, memory=memory, project=named(actor, project))
    return memory


def named(actor: Actor, name: str) -> Project:
    return Project.objects.get_or_create(team=actor.team, identity=f"github.com/{name}", defaults={"name": name})[0]


def recalled(actor: Actor, *memories: Memory, at: datetime = NOW) -> None:
    pks = [memory.pk for memory in memories]
    with access.acting(actor):
        asked = {"team": actor.team, "user": actor.user, "surface": "web", "question": "Why?", "gist": "why"}
        recall = Recall.objects.create(**asked, shown=pks, fetched=pks)
        Recall.objects.filter(pk=recall.pk).update(at=at)


def session(actor: Actor, project: str, at: datetime, name: str = "one") -> CodingSession:
    with access.acting(actor):
        told = {"external_id": f"{name}-{at:%s}", "started_at": at, "last_event_at": at}
        return CodingSession.objects.create(team=actor.team, author=actor.user, project=named(actor, project), **told)


# The period


def test_weeks_begin_on_monday_and_the_running_one_is_the_last(weeks: Period) -> None:
    assert weeks.weeks == (date(2026, 3, 9), date(2026, 3, 16))
    assert weeks.days == tuple(date(2026, 3, day) for day in range(9, 19))
    assert weeks.since == datetime(2026, 3, 9, tzinfo=UTC)


def test_the_servers_zone_says_which_week_it_is(far_zone: str) -> None:
    # Sunday evening in Greenwich is Monday in Auckland, and still Sunday in New York.
    period = last_weeks(1, now=datetime(2026, 3, 15, 20, 0, tzinfo=UTC))
    assert period.weeks[-1] == (date(2026, 3, 16) if far_zone == "Pacific/Auckland" else date(2026, 3, 9))


# Growth


def test_growth_counts_by_type_and_week_with_sharp_borders(alice: Actor, weeks: Period) -> None:
    monday = datetime(2026, 3, 16, tzinfo=UTC)
    put(alice, "just before the first week", at=weeks.since - timedelta(microseconds=1))
    put(alice, "the first moment", at=weeks.since)
    put(alice, "the last moment of the first week", at=monday - timedelta(microseconds=1))
    put(alice, "the first moment of the second", at=monday)
    put(alice, "a failure", at=NOW, type="failure")
    with access.acting(alice):
        found = growth(actor=alice, period=weeks)
    assert found.by_type["decision"] == (2, 1)
    assert found.by_type["failure"] == (0, 1)
    assert found.by_type["pattern"] == (0, 0)
    assert found.total == 4


def test_growth_keeps_what_was_replaced_and_leaves_out_what_never_counted(alice: Actor, weeks: Period) -> None:
    for status in Memory.Status.values:
        put(alice, f"it is {status}", status=status)
    put(alice, "purged", purged_at=NOW)
    with access.acting(alice):
        assert growth(actor=alice, period=weeks).total == len(["active", "disputed", "superseded"])


def test_growth_goes_by_the_servers_weeks(alice: Actor, far_zone: str) -> None:
    period = last_weeks(2, now=NOW)
    put(alice, "Sunday, 20:00 in Greenwich", at=datetime(2026, 3, 15, 20, 0, tzinfo=UTC))
    with access.acting(alice):
        counts = growth(actor=alice, period=period).by_type["decision"]
    assert counts == ((0, 1) if far_zone == "Pacific/Auckland" else (1, 0))


def test_projects_add_up_to_what_is_in_projects(alice: Actor, weeks: Period) -> None:
    put(alice, "of checkout", project="acme/checkout")
    put(alice, "of the shop", project="acme/shop")
    put(alice, "of nobody")
    with access.acting(alice):
        totals = [growth(actor=alice, period=weeks, project=named(alice, name)).total
                  for name in ("acme/checkout", "acme/shop")]  # fmt: skip
        assert totals == [1, 1]
        assert growth(actor=alice, period=weeks).total == 3


# Reuse


def test_reuse_is_the_share_that_was_ever_used_and_the_median_way_to_it(alice: Actor, weeks: Period) -> None:
    for hours in (1, 5, 100):
        learned = NOW - timedelta(hours=hours)
        put(alice, f"used after {hours} hours", at=learned, uses=2, first_used_at=NOW)
    put(alice, "used long ago", at=NOW - timedelta(days=99), uses=1, first_used_at=NOW - timedelta(days=98))
    put(alice, "never", at=NOW)
    put(alice, "a draft", status="draft")
    with access.acting(alice):
        found = reuse(actor=alice, period=weeks)
    assert (found.known, found.unused) == (5, 1)
    assert found.share == 0.8
    assert found.to_first_use == timedelta(hours=5)


def test_uses_are_counted_in_the_week_of_the_question(alice: Actor, bob: Actor, weeks: Period) -> None:
    one, two = put(alice, "one"), put(alice, "two")
    recalled(bob, one, two, at=datetime(2026, 3, 15, 23, 59, tzinfo=UTC))
    recalled(alice, one, at=datetime(2026, 3, 16, 0, 0, tzinfo=UTC))
    recalled(alice, one, at=weeks.since - timedelta(seconds=1))
    with access.acting(alice):
        assert reuse(actor=alice, period=weeks).uses == (2, 1)
        assert [(each.memory, each.uses) for each in most_used(actor=alice, period=weeks)] == [(one, 2), (two, 1)]


def test_a_project_has_its_own_reuse(alice: Actor, weeks: Period) -> None:
    checkout, shop = put(alice, "c", project="acme/checkout"), put(alice, "s", project="acme/shop", uses=3)
    recalled(alice, checkout, shop, shop)
    with access.acting(alice):
        project = named(alice, "acme/shop")
        found = reuse(actor=alice, period=weeks, project=project)
        assert (found.known, found.unused, found.uses) == (1, 0, (0, 2))
        assert [each.memory for each in most_used(actor=alice, period=weeks, project=project)] == [shop]
        assert never_used(actor=alice, project=project) == []


def test_never_used_are_current_and_older_than_thirty_days(alice: Actor, weeks: Period) -> None:
    now = timezone.now()
    older = put(alice, "older", at=now - timedelta(days=60))
    old = put(alice, "old", at=now - timedelta(days=30, minutes=1))
    put(alice, "young", at=now - timedelta(days=29, hours=23))
    put(alice, "used", at=now - timedelta(days=60), uses=1)
    put(alice, "forgotten", at=now - timedelta(days=60), status="forgotten")
    with access.acting(alice):
        assert never_used(actor=alice) == [older, old]
        assert reuse(actor=alice, period=weeks).idle == 2


def test_nothing_known_has_no_share(alice: Actor, weeks: Period) -> None:
    with access.acting(alice):
        found = reuse(actor=alice, period=weeks)
    assert (found.known, found.share, found.to_first_use, found.uses) == (0, None, None, (0, 0))


# Coverage and bus factor


def test_coverage_shows_projects_with_work_but_without_knowledge(alice: Actor, bob: Actor, weeks: Period) -> None:
    put(alice, "of checkout", project="acme/checkout")
    put(bob, "of checkout too", project="acme/checkout")
    put(bob, "a draft", project="acme/checkout", status="draft")
    put(alice, "of the team")
    session(alice, "acme/blind", NOW)
    session(bob, "acme/blind", NOW - timedelta(days=1), "two")
    session(bob, "acme/checkout", weeks.since - timedelta(days=1))
    with access.acting(alice):
        found = coverage(actor=alice, period=weeks)
    rows = [(row.project.name, row.memories, row.sessions) for row in found.projects]
    assert rows == [("acme/checkout", 2, 0), ("acme/blind", 0, 2)]
    assert found.projects[1].last_session == NOW
    assert (found.more, found.of_team) == (0, 1)


def taught(memory: Memory, *people: Actor) -> None:
    for actor in people:
        with access.acting(actor):
            Evidence.objects.create(team=actor.team, memory=memory, author=actor.user, source="assistant", at=NOW)


def test_areas_are_top_folders_with_the_people_who_taught_them(alice: Actor, bob: Actor) -> None:
    pay = put(alice, "pay", project="acme/shop", files=["src/pay/api.py", "src/pay/core/ledger.py"])
    taught(pay, alice, bob)
    more = put(alice, "more pay", project="acme/shop", files=["src/pay/retry.py", "docs/pay.md"])
    taught(more, alice, alice)
    taught(put(bob, "root", project="acme/shop", files=["Makefile", "/home/bob/x.py", "../y.py", "C:/z.py"]), bob)
    put(bob, "without files", project="acme/shop")
    with access.acting(alice):
        found = areas(actor=alice)
    rows = [(area.project, area.name, area.memories, area.people, area.names) for area in found.areas]
    assert rows == [
        ("acme/shop", "src/pay", 2, 2, ("alice", "bob")),
        ("acme/shop", "", 1, 1, ("bob",)),
        ("acme/shop", "docs", 1, 1, ("alice",)),
    ]
    assert [area.name for area in found.resting_on_one] == ["", "docs"]
    assert not found.is_part


def test_who_has_left_teaches_nobody(alice: Actor, bob: Actor) -> None:
    taught(put(bob, "pay", files=["pay/api.py"]), bob)
    with access.scope(team=alice.team, user=alice.user):
        Membership.objects.filter(user=bob.user).delete()
        (area,) = areas(actor=alice).areas
    assert (area.project, area.people, area.names) == ("", 0, ())


def test_only_curators_learn_who_taught_an_area(alice: Actor, bob: Actor, vera: Actor) -> None:
    taught(put(alice, "pay", files=["pay/api.py"]), alice)
    for reader in (bob, vera):
        with access.acting(reader):
            (area,) = areas(actor=reader).areas
        assert (area.people, area.names) == (1, ())


def test_areas_of_one_project(alice: Actor) -> None:
    put(alice, "pay", project="acme/shop", files=["pay/api.py"])
    put(alice, "web", project="acme/web", files=["web/api.py"])
    with access.acting(alice):
        found = areas(actor=alice, project=named(alice, "acme/web"))
    assert [area.name for area in found.areas] == ["web"]


# Captures, spending, queue, people


def test_captures_and_redactions_are_summed_a_day(alice: Actor, bob: Actor) -> None:
    today = timezone.localdate()
    period = last_weeks(2)
    with access.acting(alice):
        audit.record("capture", "events", actor=alice, accepted=3, redactions={"email": 2})
        audit.record("redact", "memory:1", actor=alice, redactions={"email": 1})
        audit.record("forget", "memory:1", actor=alice)
    with access.acting(bob):
        audit.record("capture", "events", actor=bob, accepted=4, redactions={})
        audit.record("capture", "transcripts", actor=bob, accepted=5, calls=9, redactions={"aws_key": 4})
    with access.acting(bob):
        found = captures(actor=bob, period=period)
    assert period.days[-1] == today
    assert (found.events[-1], found.messages[-1]) == (7, 5)
    assert (sum(found.events), sum(found.messages)) == (7, 5)
    assert list(found.redactions.items()) == [("aws_key", 4), ("email", 3)]


def test_spending_is_summed_over_providers_beside_the_budget(alice: Actor, weeks: Period) -> None:
    alice.team.daily_calls, alice.team.daily_tokens = 50, 9000
    with access.scope(team=alice.team, system=True):
        for day, provider, calls, tokens in (
            (date(2026, 3, 8), "ollama", 99, 99),
            (date(2026, 3, 9), "ollama", 10, 100),
            (date(2026, 3, 18), "ollama", 3, 40),
            (date(2026, 3, 18), "anthropic", 4, 5),
        ):
            Usage.objects.create(team=alice.team, day=day, provider=provider, calls=calls, failures=1,
                                 input_tokens=tokens, output_tokens=1)  # fmt: skip
    with access.acting(alice):
        found = spending(actor=alice, period=weeks, now=NOW)
    assert found.days == weeks.days
    assert (found.calls[0], found.calls[-1], sum(found.calls)) == (10, 7, 17)
    assert (found.tokens[0], found.tokens[-1], sum(found.failures)) == (101, 47, 3)
    assert (found.calls_limit, found.tokens_limit) == (50, 9000)


def test_the_queue_is_late_when_a_turn_waits_for_long(alice: Actor) -> None:
    with access.acting(alice):
        assert not queue_health(actor=alice).late
    talk = session(alice, "acme/shop", NOW)
    due = timezone.now() - timedelta(minutes=11)
    with access.acting(alice):
        talk.turns.create(team=alice.team, uuid="t", started_at=NOW, due_at=due)
        found = queue_health(actor=alice)
    assert found.late
    assert found.status.due == 1


def test_the_longest_silent_come_first_and_others_see_only_themselves(alice: Actor, bob: Actor, vera: Actor) -> None:
    session(alice, "acme/shop", NOW - timedelta(days=3))
    session(alice, "acme/shop", NOW - timedelta(days=9), "older")
    with access.acting(alice):
        found = [(one.name, one.days, one.silent) for one in last_captures(actor=alice, now=NOW)]
    assert found == [("bob", None, True), ("alice", 3, True)]
    session(bob, "acme/shop", NOW - timedelta(days=2, hours=23))
    with access.acting(bob):
        assert [(one.name, one.days, one.silent) for one in last_captures(actor=bob, now=NOW)] == [("bob", 2, False)]
    with access.acting(vera):
        assert last_captures(actor=vera, now=NOW) == []


# Walls


def test_private_memories_of_others_are_in_nobodys_sums(alice: Actor, bob: Actor, weeks: Period) -> None:
    hidden = put(bob, "bob's own", visibility="private", project="acme/shop", files=["secret/plan.py"])
    taught(hidden, bob)
    recalled(bob, hidden)
    for reader, count in ((alice, 0), (bob, 1)):
        with access.acting(reader):
            assert growth(actor=reader, period=weeks).total == count
            found = reuse(actor=reader, period=weeks)
            assert (found.known, found.unused, found.uses) == (count, count, (0, count))
            assert len(most_used(actor=reader, period=weeks)) == count
            assert [row.memories for row in coverage(actor=reader, period=weeks).projects] == [count]
            assert len(areas(actor=reader).areas) == count


def test_another_team_learns_nothing(alice: Actor, mallory: Actor, weeks: Period) -> None:
    memory = put(alice, "acme's", project="acme/shop", files=["pay/api.py"])
    taught(memory, alice)
    recalled(alice, memory)
    session(alice, "acme/shop", NOW)
    with access.acting(alice):
        audit.record("capture", "events", actor=alice, accepted=3, redactions={"email": 2})
    with access.acting(mallory):
        assert growth(actor=mallory, period=weeks).total == 0
        assert reuse(actor=mallory, period=weeks).uses == (0, 0)
        assert most_used(actor=mallory, period=weeks) == []
        assert coverage(actor=mallory, period=weeks).projects == ()
        assert areas(actor=mallory).areas == ()
        found = captures(actor=mallory, period=last_weeks(2))
        assert (sum(found.events), found.redactions) == (0, {})
        assert [one.name for one in last_captures(actor=mallory)] == ["mallory"]


# Reviews


def captured(actor: Actor, content: str, *, at: datetime = NOW, **more: object) -> str:
    return str(put(actor, content, at=at, **{"source": "captured", "distiller": "rules", **more}).uuid)


def judge(verb: object, ref: str, *arguments: str, actor: Actor) -> None:
    with access.acting(actor):
        verb(ref, *arguments, actor=actor)  # type: ignore[operator]


def outcome(found: Outcome) -> tuple[int, int, int, int]:
    return (found.captured, found.signed, found.edited, found.thrown_away)


def test_reviews_count_by_the_week_of_the_capture(alice: Actor, weeks: Period) -> None:
    before = NOW - timedelta(days=7)
    judge(lifecycle.approve, captured(alice, "Signed a week later.", at=before, status="draft"), actor=alice)
    judge(lifecycle.confirm, captured(alice, "Confirmed in its week.", status="active"), actor=alice)
    judge(lifecycle.reject, captured(alice, "Rejected in its week.", status="draft"), actor=alice)
    judge(lifecycle.forget, captured(alice, "Forgotten a week later.", at=before), actor=alice)
    words = "The cache of checkout lives in Redis 7.2 because Memcached cannot expire by tag."
    judge(update, captured(alice, "The cache is in Redis."), words, actor=alice)
    captured(alice, "Nobody has looked at this yet.")
    captured(alice, "Captured before the period.", at=NOW - timedelta(days=10))
    put(alice, "Told on purpose.", source="explicit")
    with access.acting(alice):
        found = reviews(actor=alice, period=weeks)
    assert [outcome(week) for week in found.all.weeks] == [(2, 1, 0, 1), (4, 1, 1, 1)]
    assert (outcome(found.all.total), found.all.total.judged) == ((6, 2, 1, 2), 5)


def test_reviews_part_by_distiller_type_as_distilled_and_project(alice: Actor, weeks: Period) -> None:
    judge(lifecycle.reject, captured(alice, "By a model.", distiller="ollama:x", status="draft"), actor=alice)
    ref = captured(alice, "No decision at all.", project="acme/checkout", type="decision")
    judge(lifecycle.retype, ref, "failure", actor=alice)
    judge(lifecycle.retype, ref, "pattern", actor=alice)
    captured(alice, "A pattern of checkout.", project="acme/checkout", type="pattern")
    with access.acting(alice):
        found = reviews(actor=alice, period=weeks)
        one = reviews(actor=alice, period=weeks, project=named(alice, "acme/checkout"))
    assert [(row.name, outcome(row.total)) for row in found.by_distiller] == [
        ("rules", (2, 0, 1, 0)),
        ("ollama:x", (1, 0, 0, 1)),
    ]
    assert [(row.name, outcome(row.total)) for row in found.by_type] == [
        ("decision", (2, 0, 1, 1)),
        ("pattern", (1, 0, 0, 0)),
    ]
    assert [(row.name, outcome(row.total)) for row in found.by_project] == [("acme/checkout", (2, 0, 1, 0))]
    assert (outcome(one.all.total), one.by_project) == ((2, 0, 1, 0), ())


def test_what_is_taken_back_no_longer_counts(alice: Actor, weeks: Period) -> None:
    for verb, status in ((lifecycle.approve, "draft"), (lifecycle.reject, "draft"), (lifecycle.confirm, "active")):
        ref = captured(alice, f"Judged by {verb.__name__} in error.", status=status)
        judge(verb, ref, actor=alice)
        judge(undo, ref, actor=alice)
    with access.acting(alice):
        assert outcome(reviews(actor=alice, period=weeks).all.total) == (3, 0, 0, 0)


def test_what_was_signed_and_forgotten_later_was_worth_its_keep(alice: Actor, weeks: Period) -> None:
    ref = captured(alice, "It was so for a while.", status="draft")
    judge(lifecycle.approve, ref, actor=alice)
    judge(lifecycle.forget, ref, actor=alice)
    with access.acting(alice):
        assert outcome(reviews(actor=alice, period=weeks).all.total) == (1, 1, 0, 0)


def test_reviews_show_each_reader_what_they_see(alice: Actor, bob: Actor, mallory: Actor, weeks: Period) -> None:
    judge(lifecycle.forget, captured(bob, "Bob's own.", visibility="private"), actor=bob)
    judge(lifecycle.confirm, captured(alice, "Everybody's."), actor=alice)
    seen = {}
    for actor in (alice, bob, mallory):
        with access.acting(actor):
            seen[actor.user.username] = outcome(reviews(actor=actor, period=weeks).all.total)
    assert seen == {"alice": (1, 1, 0, 0), "bob": (2, 1, 0, 1), "mallory": (0, 0, 0, 0)}
    with access.acting(mallory):
        assert reviews(actor=mallory, period=weeks).by_distiller == ()
