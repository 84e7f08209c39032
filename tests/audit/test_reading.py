"""The audit log is read, filtered and taken along by admins of the team, and by nobody else."""

import csv
import io
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from memory import access, audit, people
from memory.access import Actor
from memory.audit.exporting import COLUMNS
from memory.audit.log_pages import Filter, list_events
from memory.errors import Forbidden
from memory.exchange.export import export_markdown
from memory.knowledge.remember import remember
from memory.models import AuditEvent, User

pytestmark = pytest.mark.django_db

FACT = "The payments gateway times out after 10 seconds, so retries run in Celery."


@pytest.fixture
def logged(alice: Actor, bob: Actor, mallory: Actor) -> list[str]:
    """Deeds of three people in two teams; the subjects of acme's, oldest first."""
    for actor, verb, subject in (
        (alice, "pin", "memory:a"),
        (bob, "forget", "memory:b"),
        (bob, "share", "project:7"),
        (mallory, "pin", "memory:m"),
    ):
        with access.acting(actor):
            audit.record(verb, subject, actor=actor, count=1)
    return ["memory:a", "memory:b", "project:7"]


def _subjects(reader: Actor, **wanted: object) -> list[str]:
    with access.acting(reader):
        found = list_events(actor=reader, wanted=Filter(**wanted))  # type: ignore[arg-type]
        return [event.subject for event in found if event.detail == {"count": 1}]


def test_events_are_filtered_by_verb_subject_actor_and_time(alice: Actor, bob: Actor, logged: list[str]) -> None:
    now = timezone.now()
    assert _subjects(alice) == logged[::-1]
    assert _subjects(alice, verb="forget") == ["memory:b"]
    assert _subjects(alice, subject="memory:a") == ["memory:a"]
    assert _subjects(alice, subject="memory") == ["memory:b", "memory:a"]
    assert _subjects(alice, actor="bob") == _subjects(alice, actor=str(bob.user.pk)) == ["project:7", "memory:b"]
    assert _subjects(alice, agent="nobody") == []
    assert _subjects(alice, since=now + timedelta(hours=1)) == []
    assert _subjects(alice, until=now + timedelta(hours=1)) == logged[::-1]


def test_another_team_sees_only_its_own(mallory: Actor, logged: list[str]) -> None:
    assert _subjects(mallory) == ["memory:m"]
    assert _subjects(mallory, actor="bob") == []


def test_who_is_no_admin_reads_nothing(bob: Actor, vera: Actor, logged: list[str]) -> None:
    for actor in (bob, vera):
        with pytest.raises(Forbidden):
            _subjects(actor)


def test_the_api_pages_through_the_log(alice: Actor, api_of: Callable[..., Client], logged: list[str]) -> None:
    client, seen, after = api_of(alice), [], ""
    while True:
        page = client.get(f"/api/v1/audit?limit=2&subject=memory{after}").json()
        seen += [event["subject"] for event in page["results"]]
        if page["next"] is None:
            break
        after = f"&before={page['next']}"
    assert seen == ["memory:b", "memory:a"]
    event = client.get("/api/v1/audit?verb=forget").json()["results"][0]
    assert (event["actor"], event["detail"], event["agent_id"]) == ("bob", {"count": 1}, None)
    assert client.get("/api/v1/audit?since=2999-01-01").json() == {"results": [], "next": None}
    assert client.get("/api/v1/audit?since=tomorrow").status_code == 400


def test_the_api_shows_a_member_403_and_another_team_its_own(
    bob: Actor, mallory: Actor, alice: Actor, api_of: Callable[..., Client], logged: list[str]
) -> None:
    assert api_of(bob).get("/api/v1/audit").status_code == 403
    assert api_of(alice, "read", "curate").get("/api/v1/audit").status_code == 403
    body = api_of(mallory).get("/api/v1/audit").content.decode()
    assert "memory:m" in body
    assert not any(subject in body for subject in logged)
    assert Client().get("/api/v1/audit").status_code == 401


def test_the_command_shows_filters_and_verifies(alice: Actor, logged: list[str]) -> None:
    shown = io.StringIO()
    call_command("audit_log", "--team", "acme", "--actor", "bob", "--verb", "forget", stdout=shown)
    assert "memory:b" in shown.getvalue()
    assert "memory:a" not in shown.getvalue()
    told = io.StringIO()
    call_command("audit_log", "--team", "acme", "--verify", stdout=told)
    assert "The audit log of acme is intact" in told.getvalue()
    called = io.StringIO()
    call_command("audit_log", "--team", "acme", "--verify", "--json", stdout=called)
    assert json.loads(called.getvalue())["broken"] is None
    with pytest.raises(CommandError, match="is not a date"):
        call_command("audit_log", "--team", "acme", "--since", "tomorrow")


def test_the_command_exports_lines_and_tables(alice: Actor, logged: list[str]) -> None:
    lines, table = io.StringIO(), io.StringIO()
    call_command("audit_log", "--team", "acme", "--subject", "memory", "--format", "jsonl", stdout=lines)
    told = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert [(row["subject"], row["actor"], row["detail"]) for row in told] == [
        ("memory:a", "alice", {"count": 1}),
        ("memory:b", "bob", {"count": 1}),
    ]
    call_command("audit_log", "--team", "acme", "--verb", "forget", "--format", "csv", stdout=table)
    rows = list(csv.DictReader(io.StringIO(table.getvalue())))
    assert tuple(rows[0]) == COLUMNS
    assert (rows[0]["subject"], rows[0]["detail"]) == ("memory:b", '{"count": 1}')
    with access.acting(alice):
        noted = AuditEvent.objects.filter(verb="export_audit").order_by("pk")
        assert [event.detail for event in noted] == [{"events": 2, "format": "jsonl"}, {"events": 1, "format": "csv"}]


def test_a_name_that_is_a_formula_is_exported_as_text(alice: Actor, bob: Actor, logged: list[str]) -> None:
    User.objects.filter(pk=bob.user.pk).update(username="=1+1")
    table = io.StringIO()
    call_command("audit_log", "--team", "acme", "--verb", "forget", "--format", "csv", stdout=table)
    assert "'=1+1" in table.getvalue()


def test_admins_export_chosen_events_in_the_admin_and_curators_do_not_see_them(
    alice: Actor, mallory: Actor, client_of: Callable[[Actor], Client], logged: list[str]
) -> None:
    with access.acting(alice):
        chosen = AuditEvent.objects.get(subject="memory:b")
    form = {"action": "export_csv", "_selected_action": [chosen.pk]}
    answer = client_of(alice).post("/admin/memory/auditevent/", form)
    assert answer["Content-Type"] == "text/csv"
    assert "memory:b" in answer.content.decode()
    assert "memory:a" not in answer.content.decode()
    lines = client_of(alice).post("/admin/memory/auditevent/", {**form, "action": "export_jsonl"})
    assert json.loads(lines.content)["subject"] == "memory:b"
    assert "memory:b" not in client_of(mallory).post("/admin/memory/auditevent/", form).content.decode()
    filtered = client_of(alice).get(f"/admin/memory/auditevent/?actor={alice.user.pk}").content.decode()
    assert "memory:a" in filtered
    assert "memory:b" not in filtered


def test_a_curator_reads_no_audit_in_the_admin(
    alice: Actor, bob: Actor, client_of: Callable[[Actor], Client], logged: list[str]
) -> None:
    people.add_person("bob", team=alice.team, role="curator")
    browser = client_of(bob)
    assert browser.get("/admin/").status_code == 200
    assert browser.get("/admin/memory/auditevent/").status_code == 403
    assert browser.get("/admin/memory/audithead/").status_code == 403


def test_an_export_of_memories_is_noted_with_its_counts(alice: Actor, tmp_path: Path) -> None:
    with access.acting(alice):
        remember(FACT, actor=alice)
    export_markdown(tmp_path / "copy", actor=alice)
    with access.acting(alice):
        event = AuditEvent.objects.get(verb="export")
        assert (event.subject, event.detail["memories"]) == (f"team:{alice.team.pk}", 1)


def test_no_deed_tells_content_or_names(alice: Actor, bob: Actor, api_of: Callable[..., Client]) -> None:
    with access.acting(bob):
        remember(FACT, actor=bob, tags=["payments"])
    with connection.cursor() as cursor, access.acting(alice):
        cursor.execute("SELECT string_agg(detail::text || subject, ' ') FROM memory_auditevent")
        told = cursor.fetchone()[0]
    assert not [word for word in ("bob", "alice", "gateway", "payments") if word in told]
