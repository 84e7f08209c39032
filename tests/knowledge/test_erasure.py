"""A person, a memory or a leaked secret is erased for good: nowhere in a dump of the whole database."""

import io
import json

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from memory import access, audit, people
from memory.access import Actor
from memory.capture.events import record_events
from memory.errors import Conflict, Forbidden, NotFound, Refused
from memory.exchange.archive import export_jsonl
from memory.knowledge import lifecycle
from memory.knowledge.erasure import erase_memory, erase_person, erase_text
from memory.knowledge.holds import hold
from memory.knowledge.remember import remember, update
from memory.models import (
    AuditEvent,
    CodingSession,
    Evidence,
    Membership,
    Memory,
    Message,
    Observation,
    Project,
    SessionWeights,
    ToolCall,
    Turn,
    User,
)
from memory.models.lexicon import LexemeFrequency
from memory.recall import lexicon
from memory.recall.fetch import lineage
from memory.recall.search import search_memories
from tests.conftest import _actor
from tests.events import turn_of
from tests.knowledge.test_retention import FIRST, SECOND, THIRD, _converse

pytestmark = pytest.mark.django_db

SECRET = 'hunter2"-correct\\horse'


@pytest.fixture
def admin(alice: Actor) -> Actor:
    """Who erases."""
    return alice


def _frequencies(actor: Actor) -> list[tuple[int, int]]:
    with access.scope(team=actor.team, system=True):
        return list(LexemeFrequency.objects.order_by("collection", "slot").values_list("slot", "documents"))


def test_an_erased_memory_is_found_nowhere_and_its_words_leave_the_lexicon(admin: Actor, bob: Actor) -> None:
    with access.acting(bob):
        remember(THIRD, actor=bob)
        before = _frequencies(bob)
        memory = remember(FIRST, actor=bob)
    with access.acting(admin):
        assert erase_memory(str(memory.uuid), actor=admin, dry_run=True).rows == {"evidence": 1, "memories": 1}
        assert Memory.objects.filter(pk=memory.pk).exists()
        assert erase_memory(str(memory.uuid)[:13], actor=admin).rows == {"evidence": 1, "memories": 1}
        assert not Memory.objects.filter(pk=memory.pk).exists()
        assert not search_memories("payments gateway", actor=admin).hits
        event = AuditEvent.objects.get(verb="erase")
        assert (event.subject, event.detail["tombstones"]) == (f"memory:{memory.uuid}", 0)
    assert _frequencies(bob) == before


def test_an_erased_memory_of_a_chain_leaves_a_tombstone(admin: Actor, bob: Actor) -> None:
    with access.acting(bob):
        older = remember(FIRST, actor=bob)
        newer = update(str(older.uuid), SECOND, actor=bob)
    with access.acting(admin):
        assert erase_memory(str(older.uuid), actor=admin).tombstones == 1
        stone = lineage(newer, actor=admin).older[0]
        assert (stone.uuid, stone.content, stone.author, stone.status) == (older.uuid, "", None, "superseded")
        with pytest.raises(NotFound):
            erase_memory(str(older.uuid), actor=admin)


def test_an_erased_head_is_not_current_any_more(admin: Actor) -> None:
    with access.acting(admin):
        older = remember(FIRST, actor=admin)
        newer = update(str(older.uuid), SECOND, actor=admin)
        erase_memory(str(newer.uuid), actor=admin)
        assert Memory.objects.get(pk=newer.pk).status == "forgotten"
        assert not Memory.objects.current().exists()


def test_a_private_memory_of_somebody_else_needs_its_whole_id(admin: Actor, bob: Actor) -> None:
    with access.acting(bob):
        memory = remember(FIRST, actor=bob, visibility="private")
    with access.acting(admin):
        with pytest.raises(NotFound):
            erase_memory(str(memory.uuid)[:13], actor=admin)
        assert erase_memory(str(memory.uuid), actor=admin).rows["memories"] == 1


def test_only_admins_of_the_team_erase(admin: Actor, bob: Actor, mallory: Actor) -> None:
    with access.acting(admin):
        memory = remember(FIRST, actor=admin)
    with access.acting(bob):
        for verb in (lambda: erase_memory(str(memory.uuid), actor=bob), lambda: erase_text(FIRST, actor=bob)):
            with pytest.raises(Forbidden):
                verb()
        with pytest.raises(Forbidden):
            erase_person("alice", actor=bob)
    with access.acting(mallory):
        with pytest.raises(NotFound):
            erase_memory(str(memory.uuid), actor=mallory)
        assert erase_text(FIRST, actor=mallory).rows == {}
        with pytest.raises(NotFound):
            erase_person("bob", actor=mallory)
    with access.acting(admin):
        assert Memory.objects.get().content == FIRST


def _leak(actor: Actor) -> Memory:
    """A secret that got past every scan, in words, in JSON and in what is derived from them."""
    _converse(actor)
    with access.acting(actor):
        record_events(turn_of("Deploy it", "Done.", {"tool_name": "Bash", "tool_input": {"command": "x"}}), actor=actor)
        remember(FIRST, actor=actor)
    with access.scope(team=actor.team, user=actor.user, system=True):
        Observation.objects.update(payload={"deep": [{SECRET: json.dumps({"key": SECRET})}], "n": 1})
        Message.objects.filter(role="user").update(content=f"Use {SECRET} to sign in", embedding=[0.25] * 8)
        Message.objects.update(embedding_model="hash")
        ToolCall.objects.update(result=f"token={SECRET};")
        Turn.objects.update(prompt=SECRET, summary=["- fine", f"- {SECRET}"])
        CodingSession.objects.update(title=f"{SECRET}!")
        Evidence.objects.update(excerpt=f"{SECRET} {SECRET}", files=[f"/tmp/{SECRET}"])
        leaked = Memory.objects.create(
            team=actor.team, author=actor.user, type="context", content=f"The key is {SECRET}", tags=[SECRET],
            occurred_at=timezone.now(), embedding=[0.5] * 384, embedding_model="hash",
        )  # fmt: skip
        lexicon.count([leaked.pk], team=actor.team)
    lexicon.refresh_team(actor.team.pk)
    return leaked


def test_a_leaked_secret_is_replaced_in_every_text_and_what_is_derived_follows(
    admin: Actor, bob: Actor, mallory: Actor
) -> None:
    leaked = _leak(bob)
    _leak(mallory)
    with access.acting(admin):
        rehearsed = erase_text(SECRET, actor=admin, dry_run=True)
        done = erase_text(SECRET, actor=admin)
    assert rehearsed.rows == done.rows
    assert {"observations", "messages", "tool calls", "turns", "coding sessions", "evidence", "memories"} <= {
        *done.rows
    }
    with access.scope(team=admin.team, system=True):
        assert Observation.objects.first().payload == {"deep": [{"[ERASED]": '{"key": "[ERASED]"}'}], "n": 1}
        assert Message.objects.get(role="user").content == "Use [ERASED] to sign in"
        assert {turn.prompt for turn in Turn.objects.all()} == {"[ERASED]"}
        assert Turn.objects.first().summary == ["- fine", "- [ERASED]"]
        memory = Memory.objects.get(pk=leaked.pk)
        assert (memory.content, memory.tags, memory.embedding_model) == ("The key is [ERASED]", ["[ERASED]"], "")
        assert "hunter2" not in str(Memory.objects.values_list("tsv", flat=True).get(pk=leaked.pk))
        assert SessionWeights.objects.exists()
        assert erase_text(SECRET, actor=admin).rows == {}
        counted = _frequencies(admin)
        lexicon.refresh_team(admin.team.pk)
        assert _frequencies(admin) == counted
    with access.scope(team=mallory.team, system=True):
        assert SECRET in Message.objects.get(role="user").content


def test_what_the_audit_log_says_of_it_is_told(admin: Actor, bob: Actor) -> None:
    with access.acting(bob):
        audit.record("careless", "memory:1", actor=bob, words=f"the key {SECRET}")
    with access.acting(admin):
        done = erase_text(SECRET, actor=admin)
    assert done.notes == ("1 audit events mention it. They stay, because the audit log is append-only.",)


def test_too_short_a_text_is_refused(admin: Actor) -> None:
    with access.acting(admin), pytest.raises(Refused, match="at least 6"):
        erase_text("id", actor=admin)


def test_a_legal_hold_refuses_every_erasure(admin: Actor, bob: Actor) -> None:
    with access.acting(bob):
        record_events(turn_of("Deploy it", "Done."), actor=bob)
        memory = remember(FIRST, actor=bob, projects=["git@github.com:acme/checkout.git"])
    with access.acting(admin):
        hold(actor=admin, project=Project.objects.get())
        for verb in (
            lambda: erase_memory(str(memory.uuid), actor=admin),
            lambda: erase_text("payments gateway", actor=admin),
            lambda: erase_person("bob", actor=admin),
        ):
            with pytest.raises(Conflict) as refused:
                verb()
            assert refused.value.code == "on_hold"
        other = remember(THIRD, actor=admin)
        assert erase_memory(str(other.uuid), actor=admin).rows["memories"] == 1
        hold(actor=admin)
        with pytest.raises(Conflict, match="Team acme"):
            erase_text("nothing says this", actor=admin)
        assert Memory.objects.get().content == FIRST


def test_nobody_erases_themselves_or_a_stranger(admin: Actor, mallory: Actor) -> None:
    with access.acting(admin):
        with pytest.raises(Refused, match="cannot erase yourself"):
            erase_person("alice", actor=admin)
        for stranger in ("mallory", "nobody"):
            with pytest.raises(NotFound):
                erase_person(stranger, actor=admin)


def test_everyday_words_are_not_taken_for_names(admin: Actor) -> None:
    test = _actor("test", "acme", "member")
    test.user.first_name, test.user.last_name, test.user.email = "Mark", "Page", "mark@acme.example"
    test.user.save()
    with access.acting(admin):
        said = "Mark every page with @test; run the test in /home/test/shop as Mark Page <mark@acme.example>."
        row = {"team": admin.team, "type": "context", "occurred_at": timezone.now()}
        memory = Memory.objects.create(**row, author=admin.user, content=said)
        done = erase_person("test", actor=admin)
        memory.refresh_from_db()
    text = "Mark every page with @[ERASED]; run the test in /home/[ERASED]/shop as [ERASED] <[ERASED]>."
    assert memory.content == text
    assert len(done.notes) == 3


def test_what_a_person_forgot_goes_with_them(admin: Actor, bob: Actor) -> None:
    with access.acting(bob):
        memory = remember(FIRST, actor=bob)
        lifecycle.forget(str(memory.uuid), actor=bob)
    with access.acting(admin):
        assert erase_person("bob", actor=admin).rows["memories"] == 1
        assert not Memory.objects.exists()


def test_the_command_rehearses_asks_and_lists_the_exports(
    admin: Actor, bob: Actor, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    with access.acting(bob):
        memory = remember(FIRST, actor=bob)
    export_jsonl(tmp_path / "copy", actor=admin)  # type: ignore[operator]
    shown = io.StringIO()
    call_command("erase", "--memory", str(memory.uuid), "--team", "acme", "--dry-run", stdout=shown)
    assert "2 rows would be erased or changed; 0 tombstones." in shown.getvalue()
    assert "(jsonl, by alice) may contain it." in shown.getvalue()
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _: "no")
    with pytest.raises(CommandError, match="Nothing was erased"):
        call_command("erase", "--memory", str(memory.uuid), stdout=io.StringIO())
    told = io.StringIO()
    call_command("erase", "--memory", str(memory.uuid), "--yes", "--json", stdout=told)
    assert json.loads(told.getvalue())["rows"] == {"evidence": 1, "memories": 1}


def test_the_command_reads_a_secret_from_standard_input(
    admin: Actor, bob: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    _leak(bob)
    monkeypatch.setattr("sys.stdin", io.StringIO(SECRET + "\n"))
    shown = io.StringIO()
    call_command("erase", "--text", "-", "--team", "acme", "--yes", stdout=shown)
    assert "rows erased or changed" in shown.getvalue()
    assert "hunter2" not in shown.getvalue()


def test_the_command_erases_a_person_from_all_their_teams_and_also_the_only_admin(
    admin: Actor, mallory: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.add_person("alice", team=mallory.team, role="member")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    shown = io.StringIO()
    call_command("erase", "--user", "alice", stdout=shown)
    assert "The account is kept." in shown.getvalue()
    assert "The account is " in shown.getvalue().rpartition("kept.")[2]
    with access.scope(team=None, user=admin.user.pk):
        assert not Membership.objects.filter(user_id=admin.user.pk).exists()
    assert not User.objects.filter(username="alice").exists()


def test_the_command_says_when_there_is_nothing_of_the_kind_in_any_team(admin: Actor, mallory: Actor) -> None:
    with pytest.raises(CommandError, match="has and had no member"):
        call_command("erase", "--user", "nobody", "--yes")
