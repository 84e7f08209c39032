"""An erased person is nowhere in a dump of the whole database; what the team knows from others as well stays known."""

import json
import uuid
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client
from django.utils import timezone

from memory import access, people
from memory.access import Actor
from memory.adapters.embedder import embedded
from memory.audit.chain import verify
from memory.capture.events import record_events
from memory.capture.transcripts.recording import record_transcript
from memory.errors import NotFound
from memory.knowledge.erasure import Erased, erase_person
from memory.knowledge.erasure.columns import text_tables
from memory.knowledge.remember import update
from memory.knowledge.save import Ground, NewFact, save
from memory.models import (
    Agent,
    ApprovalRule,
    Assignment,
    AuditEvent,
    Block,
    CodingSession,
    Comment,
    Contradiction,
    Delivery,
    Evidence,
    Feedback,
    Invitation,
    Membership,
    Memory,
    Message,
    Observation,
    Project,
    ProjectAlias,
    Recall,
    SavedSearch,
    ToolCall,
    Turn,
    User,
    Webhook,
)
from memory.people.session_store import SessionStore
from memory.recall import lexicon
from memory.recall.fetch import lineage
from memory.recall.search import search_memories
from tests.conftest import _actor
from tests.dumps import dump
from tests.events import turn_of
from tests.knowledge.test_retention import SECOND, THIRD, _converse

pytestmark = pytest.mark.django_db
# What pg_dump is to see must be committed.
committed = pytest.mark.django_db(transaction=True)

ALONE = "The zephyrine broker needs TLS 1.3 on port 8883, older clients are cut off."
SHARED = "The settlement job runs at 02:30 UTC and takes 14 minutes on the replica."
REPLACED = "The quorum of the etcd cluster is 3 nodes in region eu-west-1."
PRIVATE = "The staging gatekeeper lets the kestrel build pass without a review."
NAMES = ("dagny", "whitfield", "dagny.w@acme.example")


@pytest.fixture
def dagny(db: None) -> Actor:
    """Whom the team lets go of."""
    actor = _actor("dagny", "acme", "curator")
    User.objects.filter(pk=actor.user.pk).update(
        first_name="Dagny", last_name="Whitfield", email="dagny.w@acme.example", last_login=timezone.now()
    )
    actor.user.refresh_from_db()
    return actor


def _told(actor: Actor, content: str, *, visibility: str = "team", session: CodingSession | None = None) -> Memory:
    """A memory as the pipeline saves it: with its vector and evidence."""
    ground = Ground(source="user", at=timezone.now(), excerpt=f"{actor.user.username} said: {content}", session=session)
    fact = NewFact(
        content=content, type="decision", ground=ground, source="captured", visibility=visibility,
        embedding=embedded([content])[0],
    )  # fmt: skip
    with access.acting(actor):
        return save(fact, actor=actor).memory


def _live(dagny: Actor, bob: Actor) -> dict[str, Memory]:
    """All that one person leaves in a team, in rows of every table."""
    session = _work(dagny)
    known = {
        "alone": _told(dagny, ALONE, session=session),
        "shared": _told(dagny, SHARED, session=session),
        "replaced": _told(dagny, REPLACED),
        "private": _told(dagny, PRIVATE, visibility="private"),
        "of_bob": _told(bob, f"{THIRD} Dagny Whitfield (dagny.w@acme.example) chose it, see /home/dagny/fonts."),
    }
    assert _told(bob, SHARED).pk == known["shared"].pk
    with access.acting(bob):
        known["newer"] = update(str(known["replaced"].uuid), REPLACED.replace("3 nodes", "5 nodes"), actor=bob)
    _judge(dagny, bob, known)
    _mention(bob)
    return known


def _work(dagny: Actor) -> CodingSession:
    told = turn_of("Why is it slow?", "Dagny's index was missing.", {"tool_name": "Bash", "tool_input": {"c": "x"}})
    with access.acting(dagny):
        record_events(told, actor=dagny)
        session = CodingSession.objects.get()
        CodingSession.objects.update(root="/home/dagny/checkout", title="Dagny looks at checkout", branch="dagny/slow")
    _converse(dagny)
    with access.scope(team=dagny.team, user=dagny.user, system=True):
        Message.objects.update(embedding=[0.123] * 8, embedding_model="hash")
        Turn.objects.update(summary=["- Dagny found the missing zephyrine index"])
    return session


def _judge(dagny: Actor, bob: Actor, known: dict[str, Memory]) -> None:
    """Feedback, blocks, assignments, rules, invitations, tokens, an agent, an alias: of theirs, and of bob's."""
    team, now = dagny.team, timezone.now()
    people.issue_token(dagny.user, team=team, scopes=["read"], name="Dagny's laptop", agent="dagny-bot")
    people.issue_token(bob.user, team=team, scopes=["read"], name="shared with dagny", agent="bob-bot")
    with access.scope(team=team, user=dagny.user, system=True):
        pair = Contradiction.objects.create(
            team=team, older=known["alone"], newer=known["of_bob"], kind="option", older_says="zephyrine broker",
            newer_says="chosen by Dagny", confidence=0.9, resolved_by=dagny.user,
        )  # fmt: skip
        Contradiction.objects.create(
            team=team, older=known["shared"], newer=known["of_bob"], kind="option", older_says="as Dagny has it",
            newer_says="x", confidence=0.9,
        )  # fmt: skip
        for author in (dagny, bob):
            Feedback.objects.create(team=team, memory=known["shared"], author=author.user, verdict="helpful")
        Assignment.objects.create(team=team, contradiction=pair, assignee=bob.user, assigned_by=dagny.user)
        Assignment.objects.create(team=team, memory=known["of_bob"], assignee=dagny.user)
        ApprovalRule.objects.create(team=team, created_by=dagny.user)
        Block.objects.create(team=team, person=dagny.user, reason="Dagny leaves", blocked_by=bob.user)
        Block.objects.create(team=team, person=bob.user, reason="as Dagny Whitfield asked", blocked_by=dagny.user)
        for email in ("dagny.w@acme.example", "eve@acme.example"):
            Invitation.objects.create(
                team=team,
                email=email,
                sha256=uuid.uuid4().hex,
                expires_at=now + timedelta(days=1),
                created_by=dagny.user,
            )
        project = Project.objects.first()
        ProjectAlias.objects.create(team=team, project=project, identity="github.com/dagny/checkout")
        ProjectAlias.objects.create(team=team, project=project, identity="github.com/Dagny/checkout")
    _show(dagny, bob, known)
    _beside(dagny, bob)


def _show(dagny: Actor, bob: Actor, known: dict[str, Memory]) -> None:
    """Questions, comments, saved searches and web hooks: of theirs, and of bob's that name them."""
    team = dagny.team
    with access.scope(team=team, user=dagny.user, system=True):
        for actor, said in ((dagny, "where is zephyrine"), (bob, "what did Dagny say of it")):
            Recall.objects.create(team=team, user=actor.user, surface="web", question=said, gist=said.lower())
            Comment.objects.create(team=team, memory=known["shared"], author=actor.user, content=said)
            SavedSearch.objects.create(team=team, user=actor.user, name=said, query=f"q={said}")
            hook = Webhook.objects.create(
                team=team, url=f"https://hooks.example/dagny/{actor.user}", secret="s", created_by=actor.user
            )
            Delivery.objects.create(
                team=team, webhook=hook, event="memory.learned", memory=known["of_bob"], error="dagny.w@acme.example"
            )


def _beside(dagny: Actor, bob: Actor) -> None:
    """What Django itself keeps: sign-ins and the admin log."""
    for actor in (dagny, bob):
        Client().force_login(actor.user)
    on_people = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(user=dagny.user, content_type=on_people, object_repr="acme", action_flag=2)
    LogEntry.objects.create(
        user=bob.user,
        content_type=on_people,
        object_id=str(dagny.user.pk),
        object_repr="Dagny Whitfield",
        action_flag=2,
    )
    LogEntry.objects.create(
        user=bob.user, content_type=on_people, object_id="0", object_repr="as told by dagny", action_flag=2
    )


def _mention(bob: Actor) -> None:
    """What bob's own session says of her, in words and in JSON."""
    told = turn_of("Ask @dagny", "Whitfield, Dagny wrote it.", {"tool_name": "Bash", "tool_input": {"a\nDagny": "x"}})
    with access.acting(bob):
        record_events([{**one, "session_id": "s2"} for one in told], actor=bob)
        said = {"role": "user", "content": "DAGNY broke the parser; dagny.w@acme.example knows"}
        line = {
            "sessionId": "s2",
            "timestamp": timezone.now().isoformat(),
            "type": "user",
            "uuid": "b1",
            "message": said,
        }
        record_transcript([json.dumps(line).encode() + b"\n"], session_id="s2", actor=bob)
        session = CodingSession.objects.get(author=bob.user)
        row = {"team": bob.team, "project": session.project, "session": session, "called_at": timezone.now()}
        ToolCall.objects.create(**row, call_id="c-dagny", name="Bash", target="ls /home/dagny", result="dagny_old")


def _vectors(*memories: Memory) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT embedding::text FROM memory_memory WHERE id = ANY (%s)", [[one.pk for one in memories]])
        return [row[0] for row in cursor.fetchall()]


def _erase(alice: Actor, **options: object) -> Erased:
    with access.acting(alice):
        return erase_person("dagny", actor=alice, **options)  # type: ignore[arg-type]


@committed
def test_an_erased_person_is_nowhere_in_the_whole_database(
    alice: Actor, bob: Actor, dagny: Actor, mallory: Actor
) -> None:
    known = _live(dagny, bob)
    _told(mallory, SECOND)
    with access.scope(team=alice.team, system=True):
        assert all(model.objects.exists() for model, _ in text_tables()), "rows of every table"  # type: ignore[attr-defined]
        vectors = _vectors(known["alone"], known["replaced"], known["private"])
        assert len(vectors) == 3
        assert all(vectors)
    before = dump()
    assert all(name in before.lower() for name in NAMES)
    assert all(vector in before for vector in vectors)

    done = _erase(alice)

    after = dump()
    for gone in (*NAMES, "zephyrine", "kestrel", "3 nodes", "[0.123"):
        assert gone not in after.lower(), gone
    assert not [vector for vector in vectors if vector in after]
    assert done.account == "deleted"
    assert done.tombstones == 1
    assert not User.objects.filter(pk=dagny.user.pk).exists()
    assert SECOND in after, "the other team is untouched"


def test_what_somebody_else_saw_too_stays_known_without_the_person(alice: Actor, bob: Actor, dagny: Actor) -> None:
    known = _live(dagny, bob)
    with access.scope(team=alice.team, system=True):
        assert Memory.objects.get(pk=known["shared"].pk).corroborations == 1
    _erase(alice)
    with access.acting(bob):
        found = search_memories("when does the settlement job run", actor=bob).hits
        assert found[0].memory.pk == known["shared"].pk
        memory = Memory.objects.get(pk=known["shared"].pk)
        assert (memory.content, memory.author, memory.corroborations) == (SHARED, bob.user, 0)
        assert [row.author for row in memory.evidence.all()] == [bob.user]
        assert [row.author for row in memory.feedback.all()] == [bob.user]
        (stone,) = lineage(known["newer"], actor=bob).older
        assert (stone.uuid, stone.content, bool(stone.purged_at)) == (known["replaced"].uuid, "", True)
        assert not search_memories("zephyrine broker", actor=bob).hits
        named = Memory.objects.get(pk=known["of_bob"].pk)
        assert named.content == f"{THIRD} [ERASED] ([ERASED]) chose it, see /home/[ERASED]/fonts."
        assert named.embedding_model == ""


def test_rows_that_point_to_the_person_go_or_point_to_nobody(alice: Actor, bob: Actor, dagny: Actor) -> None:
    _live(dagny, bob)
    _erase(alice)
    with access.scope(team=alice.team, system=True):
        assert {row.author for row in CodingSession.objects.all()} == {bob.user}
        assert {row.author for row in Observation.objects.all()} == {bob.user}
        assert {row.author for row in Evidence.objects.all()} == {bob.user}
        assert [row.email for row in Invitation.objects.all()] == ["eve@acme.example"]
        assert [row.agent_id for row in Agent.objects.all()] == ["bob-bot"]
        assert [(row.person, row.reason, row.blocked_by) for row in Block.objects.all()] == [
            (bob.user, "as [ERASED] asked", None)
        ]
        assert ApprovalRule.objects.get().created_by is None
        assert not Assignment.objects.filter(assignee_id=dagny.user.pk).exists()
        assert len({row.identity for row in ProjectAlias.objects.all()}) == 2, "what was unique stays so"
        assert [row.target for row in ToolCall.objects.filter(session__author=bob.user)] == ["ls /home/[ERASED]"]
        payloads = str(list(Observation.objects.values_list("payload", flat=True)))
        assert "a\\n[ERASED]" in payloads
    entries = LogEntry.objects.order_by("pk").values_list("user_id", "object_repr")
    assert list(entries) == [(bob.user.pk, "as told by [ERASED]")]
    with access.scope(team=None, system=True), connection.cursor() as cursor:
        cursor.execute("SELECT data FROM cairn_sessions()")
        opened = [SessionStore().decode(data) for (data,) in cursor.fetchall()]
    assert [session["_auth_user_id"] for session in opened] == [str(bob.user.pk)]


def test_the_audit_log_keeps_a_number_and_stays_whole(alice: Actor, bob: Actor, dagny: Actor) -> None:
    _live(dagny, bob)
    key = dagny.user.pk
    _erase(alice)
    with access.acting(alice):
        done_by = AuditEvent.objects.filter(actor_key=key)
        assert done_by.exists()
        assert not done_by.exclude(actor=None).exists()
        assert AuditEvent.objects.get(verb="erase").subject == f"user:{key}"
        assert verify(actor=alice).broken is None


def test_the_words_of_the_lexicon_are_those_that_are_left(alice: Actor, bob: Actor, dagny: Actor) -> None:
    _live(dagny, bob)
    lexicon.refresh_team(alice.team.pk)
    _erase(alice)
    frequencies = apps.get_model("memory", "LexemeFrequency").objects.order_by("collection", "slot")
    with access.scope(team=alice.team, system=True):
        counted = list(frequencies.values_list("collection", "slot", "documents"))
    lexicon.refresh_team(alice.team.pk)
    with access.scope(team=alice.team, system=True):
        assert list(frequencies.values_list("collection", "slot", "documents")) == counted


@committed
def test_a_rehearsal_counts_the_same_and_changes_nothing(alice: Actor, bob: Actor, dagny: Actor) -> None:
    _live(dagny, bob)
    before = dump()
    rehearsed = _erase(alice, dry_run=True)
    assert dump() == before
    done = _erase(alice)
    assert (rehearsed.rows, rehearsed.tombstones, rehearsed.account) == (done.rows, done.tombstones, done.account)


def test_who_is_in_another_team_too_keeps_account_and_what_is_there(
    alice: Actor, bob: Actor, dagny: Actor, mallory: Actor
) -> None:
    people.add_person("dagny", team=mallory.team, role="member")
    elsewhere = access.actor_for(dagny.user, team=mallory.team)
    assert elsewhere
    kept = _told(elsewhere, ALONE)
    _live(dagny, bob)
    assert _erase(alice).account == "kept"
    with access.scope(team=mallory.team, system=True):
        assert Memory.objects.get(pk=kept.pk).content == ALONE
        assert Evidence.objects.get(memory=kept).author == dagny.user
    with access.scope(team=alice.team, system=True):
        assert not Membership.objects.filter(team=alice.team, user=dagny.user).exists()
        assert not Memory.objects.filter(content=ALONE).exists()


def test_who_left_another_team_is_blanked_and_nothing_of_it_is_touched(
    alice: Actor, dagny: Actor, mallory: Actor
) -> None:
    people.add_person("dagny", team=mallory.team, role="member")
    elsewhere = access.actor_for(dagny.user, team=mallory.team)
    assert elsewhere
    kept = _told(elsewhere, SHARED)
    with access.scope(team=mallory.team):
        Membership.objects.filter(team=mallory.team, user=dagny.user).delete()
    assert _erase(alice).account == "blanked"
    blank = User.objects.get(pk=dagny.user.pk)
    assert (blank.username, blank.email, blank.is_active) == (f"erased-{blank.pk}", "", False)
    with access.scope(team=mallory.team, system=True):
        assert Memory.objects.get(pk=kept.pk).author_id == dagny.user.pk


def test_erasing_twice_says_that_there_is_nobody(alice: Actor, dagny: Actor) -> None:
    _erase(alice)
    with pytest.raises(NotFound):
        _erase(alice)
