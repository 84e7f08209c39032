"""The sample project comes in through the door that every plugin uses, once, and makes good memories."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from hooks import client as wire
from memory import access
from memory.access import Actor
from memory.distill import pipeline
from memory.knowledge.sample import remove_sample
from memory.models import AccessToken, AuditEvent, CodingSession, Memory, Project
from memory.recall.line import line_of
from memory.rules import redaction
from tests.lines import set_line
from worker.sample.events import SESSIONS

pytestmark = pytest.mark.django_db

QUESTIONS = {
    "why did two workers capture the same payment": "webhook",
    "Redis lock or unique constraint for captures": "psp_event_id",
    "psycopg.OperationalError: the connection is closed": "pool",
    "which Postgres version runs in production": "17.5",
    "how do we add an index to a big table": "AddIndexConcurrently",
    "amount_too_small": "1.00 EUR",
}


@pytest.fixture(autouse=True)
def _server_and_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command's requests reach the application, and asking for the status lets a worker run first."""

    def send(url: str, method: str, path: str, *, token: str, body: bytes = b"") -> wire.Reply:
        if path == "/api/v1/status":
            pipeline.distill_pending()
        headers = {"Authorization": f"Bearer {token}"}
        kind = {"content_type": "application/json"} if body else {}
        response = Client().generic(method, path, body, headers=headers, **kind)
        return wire.Reply(response.status_code, {}, response.content)

    monkeypatch.setattr(wire, "send", send)


def load(*arguments: str) -> str:
    out = StringIO()
    call_command("load_sample", *arguments, stdout=out)
    return out.getvalue()


def memories(actor: Actor) -> list[Memory]:
    with access.acting(actor):
        return list(Memory.objects.order_by("pk").prefetch_related("projects", "evidence"))


def test_it_makes_about_twenty_good_memories_that_answer_a_new_colleague(
    alice: Actor, api_of: Callable[..., Client]
) -> None:
    set_line(alice, 0.98)
    said = load("--team", "acme")
    made = memories(alice)
    assert f"{len(made)} memories" in said
    assert 15 <= len(made) <= 32
    assert {"decision", "failure", "pattern"} <= {memory.type for memory in made}
    for memory in made:
        assert [project.name for project in memory.projects.all()] == ["acme/checkout"]
        assert memory.status == "active", (memory.status, memory.reason, memory.content)
        assert 30 < len(memory.content) < 500
        assert not redaction.redact(memory.content).counts, memory.content
    for question, expected in QUESTIONS.items():
        found = answers(api_of(alice), question)
        assert any(expected in content for content in found), (question, found)


def test_its_drafts_are_approved_by_whoever_loads_it_and_teach_the_line_nothing(
    alice: Actor, token_of: Callable[..., str]
) -> None:
    set_line(alice, 0.98)
    load("--token", token_of(alice, "capture", "read", "admin"))
    waiting = [memory for memory in memories(alice) if memory.status == "draft"]
    assert waiting, "a token that may not review approves nothing"
    load("--token", token_of(alice))
    with access.acting(alice):
        approved = AuditEvent.objects.filter(verb="approve", actor=alice.user)
        assert {event.subject for event in approved} == {f"memory:{memory.uuid}" for memory in waiting}
        record = line_of(actor=alice, now=timezone.now()).record
        assert (record.active, record.judged) == (0, 0)
    assert {memory.status for memory in memories(alice)} == {"active"}


def answers(client: Client, question: str) -> list[str]:
    asked = {"q": question, "project": "checkout", "limit": 3}
    hits = client.get("/api/v1/search", asked).json()["results"]
    return [client.get(f"/api/v1/memories/{hit['id']}").json()["content"] for hit in hits]


def test_a_second_load_adds_nothing_and_removing_it_leaves_no_trace(alice: Actor) -> None:
    load("--team", "acme")
    before = [(memory.uuid, memory.corroborations) for memory in memories(alice)]
    assert "0 events sent" in load("--team", "acme")
    assert [(memory.uuid, memory.corroborations) for memory in memories(alice)] == before
    with access.acting(alice):
        assert not AccessToken.objects.filter(revoked_at=None).exists(), "its own token ends with the run"
        assert Project.objects.get().is_sample
        remove_sample(actor=alice)
        assert not Project.objects.exists() and not CodingSession.objects.exists()
    assert memories(alice) == []


def test_two_tokens_make_two_authors_of_one_recent_story(
    alice: Actor, bob: Actor, token_of: Callable[..., str]
) -> None:
    load("--token", token_of(alice), "--token", token_of(bob, "capture"))
    with access.acting(alice):
        sessions = list(CodingSession.objects.order_by("started_at").select_related("author"))
    assert [session.author.username for session in sessions] == ["alice", "bob", "alice", "bob"]
    assert [session.branch for session in sessions] == [session.branch for session in SESSIONS]
    week_ago = timezone.now() - timedelta(days=7)
    assert all(week_ago < session.started_at < session.ended_at <= timezone.now() for session in sessions)


def test_without_an_admin_or_a_server_it_says_so(
    db: None, bob: Actor, token_of: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CommandError, match="No team has an admin"):
        load("--team", "acme")
    with pytest.raises(CommandError, match="does not know this token"):
        load("--token", "cairn_unknown")

    def offline(*args: object, **kwargs: object) -> None:
        raise wire.Offline("cannot reach it (connection refused)")

    monkeypatch.setattr(wire, "send", offline)
    with pytest.raises(CommandError, match="connection refused"):
        load("--token", token_of(bob))
