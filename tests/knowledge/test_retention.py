"""What is past its days goes, class by class and team by team; chains stay whole, and a legal hold keeps everything."""

import io
import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.capture.events import record_events
from memory.capture.transcripts.recording import record_transcript
from memory.errors import Conflict, Forbidden
from memory.knowledge import lifecycle
from memory.knowledge.holds import hold, release
from memory.knowledge.remember import remember, update
from memory.knowledge.retention import Purged, purge
from memory.models import AuditEvent, Memory, Message, Observation, Project, SessionWeights, Team, ToolCall
from memory.models.lexicon import LexemeFrequency, LexiconSize
from memory.recall import lexicon
from memory.recall.fetch import find_memory, lineage
from memory.recall.search import search_memories
from tests.events import event

pytestmark = pytest.mark.django_db

FIRST = "The payments gateway times out after 10 seconds, so retries run in Celery."
SECOND = "The payments gateway times out after 30 seconds, so retries run in Celery."
THIRD = "The invoice renderer keeps its fonts in assets/fonts and embeds DejaVu Sans."


def _days(count: int) -> object:
    return timezone.now() + timedelta(days=count)


def _of(team: Actor, purged: tuple[Purged, ...]) -> Purged:
    return next(one for one in purged if one.team == team.team.slug)


def _words(actor: Actor) -> tuple[object, ...]:
    """All that the lexicon holds of the team's memories."""
    with access.scope(team=actor.team, system=True):
        slots = LexemeFrequency.objects.filter(collection="memory", documents__gt=0).order_by("slot")
        sizes = LexiconSize.objects.filter(collection="memory").values_list("documents", "lexemes")
        return list(slots.values_list("slot", "documents")), list(sizes)


def test_old_distilled_observations_go_and_pending_ones_stay(alice: Actor, mallory: Actor) -> None:
    for actor in (alice, mallory):
        with access.acting(actor):
            record_events([event("SessionStart"), event()], actor=actor)
    assert [one.observations for one in purge(now=timezone.now())] == [0, 0]
    assert [one.observations for one in purge(now=_days(15), dry_run=True)] == [1, 1]
    assert [one.observations for one in purge(now=_days(15))] == [1, 1]
    with access.acting(alice):
        assert [row.event for row in Observation.objects.all()] == ["UserPromptSubmit"]


def test_each_team_keeps_raw_events_for_its_own_days(alice: Actor, mallory: Actor) -> None:
    for actor in (alice, mallory):
        with access.acting(actor):
            record_events([event("SessionStart")], actor=actor)
    with access.scope(team=alice.team):
        Team.objects.update(raw_days=60)
    purged = purge(now=_days(15))
    assert (_of(alice, purged).observations, _of(mallory, purged).observations) == (0, 1)
    assert _of(alice, purge(now=_days(61))).observations == 1


def test_a_forgotten_memory_goes_after_its_days_and_its_words_leave_the_lexicon(alice: Actor, bob: Actor) -> None:
    with access.acting(bob):
        remember(THIRD, actor=bob)
    before = _words(alice)
    with access.acting(alice):
        memory = remember(FIRST, actor=alice)
        lifecycle.forget(str(memory.uuid), actor=alice)
    assert _of(alice, purge(now=_days(89))).memories == 0
    assert _of(alice, purge(now=_days(91), dry_run=True)).memories == 1
    assert _of(alice, purge(now=_days(91))).memories == 1
    assert _of(alice, purge(now=_days(91))) == Purged("acme")
    with access.scope(team=alice.team, system=True):
        assert [row.content for row in Memory.objects.all()] == [THIRD]
        assert AuditEvent.objects.filter(verb="purge", actor=None).get().detail == {"memories": 1, "tombstones": 0}
    assert _words(alice) == before


def test_a_forgotten_memory_in_a_chain_leaves_a_tombstone(
    alice: Actor, bob: Actor, api_of: Callable[..., Client], client_of: Callable[[Actor], Client]
) -> None:
    with access.acting(alice):
        older = remember(FIRST, actor=alice, tags=["payments"])
        newer = update(str(older.uuid), SECOND, actor=alice)
        lifecycle.forget(str(newer.uuid), actor=alice)
        assert _of(alice, purge(now=_days(91), dry_run=True)).tombstones == 1
    assert _of(alice, purge(now=_days(91))).tombstones == 1
    with access.acting(alice):
        stone = Memory.objects.get(pk=newer.pk)
        assert (stone.content, stone.tags, stone.author, stone.status) == ("", [], None, "forgotten")
        assert stone.purged_at
        assert not stone.evidence.exists()
        derived = Memory.objects.filter(pk=newer.pk).values_list("tsv", "bm25", "embedding").get()
        assert derived == (None, None, None)
    with access.acting(bob):
        around = lineage(find_memory(str(older.uuid), actor=bob), actor=bob)
        assert [(row.uuid, row.content, bool(row.purged_at)) for row in around.newer] == [(newer.uuid, "", True)]
    client = api_of(bob)
    assert client.get(f"/api/v1/memories/{newer.uuid}").status_code == 404
    shown = client.get(f"/api/v1/memories/{older.uuid}/lineage").json()["newer"][0]
    assert (shown["id"], shown["content"], bool(shown["purged_at"])) == (str(newer.uuid), "", True)
    page = client_of(bob).get(f"/memories/{older.uuid}").content.decode()
    assert "the text is deleted, the entry stays" in page
    assert str(newer.uuid) not in page


def test_a_tombstone_is_not_restored_and_a_refresh_counts_no_words_of_it(alice: Actor) -> None:
    with access.acting(alice):
        older = remember(FIRST, actor=alice)
        newer = update(str(older.uuid), SECOND, actor=alice)
        lifecycle.forget(str(newer.uuid), actor=alice)
    purge(now=_days(91))
    counted = _words(alice)
    lexicon.refresh_team(alice.team.pk)
    assert _words(alice) == counted
    with access.acting(alice), pytest.raises(Exception, match="This id does not exist"):
        lifecycle.restore(str(newer.uuid), actor=alice)


def test_conversations_stay_for_good_unless_the_team_wants_otherwise(alice: Actor, mallory: Actor) -> None:
    for actor in (alice, mallory):
        _converse(actor)
    assert {one.messages for one in purge(now=_days(4_000))} == {0}
    with access.scope(team=alice.team):
        Team.objects.update(message_days=30)
    purged = _of(alice, purge(now=_days(31)))
    assert (purged.messages, purged.tool_calls) == (2, 1)
    with access.acting(alice):
        assert not Message.objects.exists()
        assert not ToolCall.objects.exists()
        assert not SessionWeights.objects.exists()
        assert LexiconSize.objects.get(collection="message").documents == 0
    with access.acting(mallory):
        assert Message.objects.count() == 2


def _converse(actor: Actor) -> None:
    """A prompt, a tool call and an answer, as Claude Code's transcript has them."""
    now = timezone.now().isoformat()
    base = {"sessionId": "s1", "timestamp": now, "cwd": "/home/dev/shop", "isSidechain": False}
    use = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": "pytest -q"}}
    lines = [
        {**base, "type": "user", "uuid": "u1", "parentUuid": None, "message": {"role": "user", "content": "Why slow?"}},
        {**base, "type": "assistant", "uuid": "a1", "parentUuid": "u1", "message": {
            "role": "assistant", "id": "m1", "content": [{"type": "text", "text": "The index is missing."}, use]}},
    ]  # fmt: skip
    with access.acting(actor):
        record_transcript([json.dumps(line).encode() + b"\n" for line in lines], session_id="s1", actor=actor)


def test_a_legal_hold_keeps_what_is_past_its_days(alice: Actor, bob: Actor) -> None:
    with access.acting(alice):
        record_events([event("SessionStart")], actor=alice)
        memory = remember(FIRST, actor=alice, projects=["git@github.com:acme/checkout.git"])
        lifecycle.forget(str(memory.uuid), actor=alice)
        project = Project.objects.get()
        hold(actor=alice, project=project)
        with pytest.raises(Conflict, match="already"):
            hold(actor=alice, project=project)
    assert _of(alice, purge(now=_days(91))) == Purged("acme")
    with access.acting(alice):
        release(actor=alice, project=project)
        hold(actor=alice)
    assert _of(alice, purge(now=_days(91))) == Purged("acme", on_hold=True)
    with access.acting(bob), pytest.raises(Forbidden):
        release(actor=bob)
    with access.acting(alice):
        release(actor=alice)
        verbs = AuditEvent.objects.filter(verb__in=["hold", "release"]).order_by("pk").values_list("verb", flat=True)
        assert list(verbs) == ["hold", "release", "hold", "release"]
    purged = _of(alice, purge(now=_days(91)))
    assert (purged.observations, purged.memories) == (1, 1)


def test_another_team_cannot_be_held_or_released(alice: Actor, mallory: Actor) -> None:
    with access.acting(alice):
        remember(FIRST, actor=alice, projects=["git@github.com:acme/checkout.git"])
        project = Project.objects.get()
    with access.acting(mallory), pytest.raises(Conflict):
        release(actor=mallory, project=project)
    with access.acting(mallory):
        hold(actor=mallory)
    with access.acting(alice):
        assert Team.objects.get().legal_hold is False


def test_the_command_prints_a_table_and_json(alice: Actor, mallory: Actor) -> None:
    with access.acting(alice):
        record_events([event("SessionStart")], actor=alice)
    with access.scope(team=alice.team):
        Team.objects.update(raw_days=0)
    shown = io.StringIO()
    call_command("purge", "--dry-run", stdout=shown)
    assert "observations" in shown.getvalue()
    assert "1 rows would be deleted." in shown.getvalue()
    told = io.StringIO()
    call_command("purge", "--json", stdout=told)
    assert {one["team"]: one["observations"] for one in json.loads(told.getvalue())} == {"acme": 1, "other": 0}


def test_the_command_lays_and_lifts_a_hold(alice: Actor) -> None:
    shown = io.StringIO()
    call_command("legal_hold", "on", "--team", "acme", stdout=shown)
    assert shown.getvalue() == "Legal hold on: team acme.\n"
    call_command("legal_hold", "off", "--team", "acme", stdout=shown)
    with access.scope(team=alice.team):
        assert not Team.objects.get().legal_hold


def test_search_goes_on_beside_tombstones(alice: Actor) -> None:
    with access.acting(alice):
        older = remember(FIRST, actor=alice)
        newer = update(str(older.uuid), SECOND, actor=alice)
        lifecycle.forget(str(newer.uuid), actor=alice)
        kept = remember(THIRD, actor=alice)
    purge(now=_days(91))
    with access.acting(alice):
        found = search_memories("fonts of the invoice renderer", actor=alice)
        assert [hit.memory.uuid for hit in found.hits] == [kept.uuid]
