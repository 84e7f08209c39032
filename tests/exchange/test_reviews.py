"""What curators decide becomes labelled turns: only of their team, only what the whole team may see."""

import gzip
import json
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.capture.events import record_events
from memory.distill.evaluation import Candidate, read_turns, score_turn
from memory.errors import Forbidden
from memory.exchange.reviews import export_reviews
from memory.knowledge import lifecycle, merging, splitting
from memory.knowledge.blocking import block
from memory.knowledge.remember import remember, update
from memory.knowledge.retention import purge
from memory.knowledge.save import Ground, NewFact, insert
from memory.knowledge.undo import undo
from memory.models import AuditEvent, CodingSession, Memory, Team, Turn
from tests.capture.sent_transcripts import send
from tests.capture.transcript_samples import assistant, minute, result, use, user
from tests.events import turn_of

pytestmark = pytest.mark.django_db

PROMPT = "Why does checkout answer 200 on a declined card?"
ANSWER = (
    "The payment client in payments/client.py swallowed `CardDeclined` and returned an empty 200 response. "
    "It now re-raises CardDeclined. Retries stay in Celery, because the provider times out after 10 s."
)
CAUSE = "The payment client in payments/client.py swallowed CardDeclined and returned an empty 200 response."
RETRIES = "Retries stay in Celery, because the provider times out after 10 s."
STAGED = "All files are staged and ready to commit."
TEST = {"tool_name": "Bash", "tool_input": {"command": "make test"}, "tool_response": {"stdout": "1 failed: E4242"}}


def worked(actor: Actor, *, turn: str = "p1", answer: str = ANSWER, prompt: str = PROMPT, **more: Any) -> Turn:
    """A turn as the plugin sends it."""
    with access.acting(actor):
        events = turn_of(prompt, answer, TEST, turn=turn, **more)
        assert record_events(events, actor=actor).rejected == ()
        return Turn.objects.select_related("session__project").get(uuid=turn, session__author=actor.user)


def made(turn: Turn, content: str, actor: Actor, *, type: str = "failure", excerpt: str = "", **more: Any) -> str:
    """A memory that was made of the turn; its id."""
    ground = Ground("assistant", turn.started_at, excerpt or content, turn.session, turn, tools=("[Bash] make test",))
    with access.acting(actor):
        fact = NewFact(content, type, ground, "captured", projects=(turn.session.project,), distiller="rules", **more)
        return str(insert(fact, actor=actor).uuid)


def judge(verb: Callable[..., object], ref: str, *arguments: str, actor: Actor) -> Any:
    with access.acting(actor):
        return verb(ref, *arguments, actor=actor)


def exported(root: Path, *, actor: Actor, **more: Any) -> list[dict[str, Any]]:
    """All rows of all files."""
    made = export_reviews(root, actor=actor, **more)
    lines = [gzip.decompress((root / file.file).read_bytes()).decode().splitlines() for file in made.files]
    return [json.loads(line) for each in lines for line in each]


# What becomes a label


def test_an_approved_memory_is_a_fact_to_find_in_its_turn(tmp_path: Path, alice: Actor) -> None:
    judge(lifecycle.approve, made(worked(alice), CAUSE, alice, status="draft"), actor=alice)
    (row,) = exported(tmp_path / "labels", actor=alice)
    assert (row["prompt"], row["answer"]) == (PROMPT, ANSWER)
    assert row["tools"] == [{"name": "Bash", "target": "", "command": "make test", "output": "", "failed": False}]
    (gold,) = row["gold"]
    assert (gold["type"], gold["fact"], gold["by"]) == ("failure", CAUSE, "signed")
    assert set(gold["must"]) == {"payments/client.py", "CardDeclined", "200"}
    assert row["ok"] == []
    assert (row["source"], row["project"]) == ("github.com/acme/checkout", "acme/checkout")


def test_an_excerpt_is_a_quote_where_it_stands_in_the_turn(tmp_path: Path, alice: Actor) -> None:
    said = "returned an empty  200 response … Nobody said this. It now re-raises CardDeclined."
    judge(lifecycle.confirm, made(worked(alice), CAUSE, alice, excerpt=said), actor=alice)
    (row,) = exported(tmp_path / "labels", actor=alice)
    assert row["gold"][0]["quotes"] == ["returned an empty  200 response", "It now re-raises CardDeclined."]


def test_an_edited_memory_is_a_fact_in_its_final_words(tmp_path: Path, alice: Actor) -> None:
    first = judge(update, made(worked(alice), STAGED, alice), f"{RETRIES} Seen in checkout.", actor=alice)
    final = judge(update, str(first.uuid), "Retries run in Celery, because the provider times out after 10 s.",
                  actor=alice)  # fmt: skip
    (row,) = exported(tmp_path / "labels", actor=alice)
    (gold,) = row["gold"]
    assert (gold["fact"], gold["type"], gold["by"]) == (final.content, final.type, "edited")
    assert STAGED not in json.dumps(row)


def test_an_edit_that_tells_of_something_later_is_no_label(tmp_path: Path, alice: Actor) -> None:
    later = "Invoices are rendered by WeasyPrint 62.3 since the move away from wkhtmltopdf."
    kept = judge(update, made(worked(alice), CAUSE, alice), later, actor=alice).content
    (row,) = exported(tmp_path / "labels", actor=alice)
    assert (row["gold"], row["ok"]) == ([], [kept])
    assert export_reviews(tmp_path / "again", actor=alice).overtaken == 1


def test_a_retyped_memory_is_a_fact_with_its_new_type(tmp_path: Path, alice: Actor) -> None:
    judge(lifecycle.retype, made(worked(alice), RETRIES, alice, type="failure"), "decision", actor=alice)
    (row,) = exported(tmp_path / "labels", actor=alice)
    assert [(gold["type"], gold["by"]) for gold in row["gold"]] == [("decision", "retyped")]


@pytest.mark.parametrize("verb", [lifecycle.reject, lifecycle.forget])
def test_what_was_thrown_away_is_junk_when_it_is_made_again(
    tmp_path: Path, alice: Actor, verb: Callable[..., object]
) -> None:
    turn = worked(alice)
    judge(lifecycle.approve, made(turn, CAUSE, alice, status="draft"), actor=alice)
    judge(verb, made(turn, STAGED, alice, status="draft"), actor=alice)
    made(turn, RETRIES, alice)
    export_reviews(tmp_path / "labels", actor=alice)
    (read,) = read_turns(tmp_path / "labels" / "acme-checkout.jsonl.gz")
    again = [Candidate(content, "failure") for content in (CAUSE, STAGED, RETRIES)]
    assert [each.verdict for each in score_turn(read, again).scored] == ["right", "junk", "neutral"]


def test_a_turn_of_which_all_was_thrown_away_is_one_to_be_silent_on(tmp_path: Path, alice: Actor) -> None:
    judge(lifecycle.reject, made(worked(alice), STAGED, alice, status="draft"), actor=alice)
    (row,) = exported(tmp_path / "labels", actor=alice)
    assert (row["gold"], row["ok"]) == ([], [])


def test_what_was_signed_and_forgotten_later_is_neither_right_nor_wrong(tmp_path: Path, alice: Actor) -> None:
    ref = made(worked(alice), CAUSE, alice, status="draft")
    judge(lifecycle.approve, ref, actor=alice)
    judge(lifecycle.forget, ref, actor=alice)
    (row,) = exported(tmp_path / "labels", actor=alice)
    assert (row["gold"], row["ok"]) == ([], [CAUSE])


def test_a_decision_that_was_taken_back_is_none(tmp_path: Path, alice: Actor) -> None:
    turn = worked(alice)
    for verb in (lifecycle.approve, lifecycle.reject):
        ref = made(turn, f"{CAUSE} {verb.__name__}", alice, status="draft")
        judge(verb, ref, actor=alice)
        judge(undo, ref, actor=alice)
    ref = made(turn, RETRIES, alice)
    judge(lifecycle.retype, ref, "decision", actor=alice)
    judge(undo, ref, actor=alice)
    assert export_reviews(tmp_path / "labels", actor=alice).files == []


def test_what_a_rule_an_agent_or_a_merger_did_is_no_verdict(tmp_path: Path, alice: Actor, api_of: Any) -> None:
    turn = worked(alice)
    sides = [made(turn, CAUSE, alice), made(turn, RETRIES, alice)]
    with access.acting(alice):
        merging.merge(sides, actor=alice, content=f"{CAUSE} {RETRIES}")
    agents = made(turn, "The agent itself forgot that CardDeclined is re-raised.", alice)
    answer = api_of(alice, agent="bot").delete(f"/api/v1/memories/{agents}")
    assert answer.status_code == 200
    with access.acting(alice):
        assert Memory.objects.get(uuid=agents).status == "forgotten"
    assert export_reviews(tmp_path / "labels", actor=alice).files == []


def test_the_parts_of_a_split_memory_are_facts_to_find(tmp_path: Path, alice: Actor) -> None:
    ref = made(worked(alice), f"{CAUSE} {RETRIES}", alice)
    with access.acting(alice):
        parts = splitting.split_off(ref, [CAUSE, RETRIES], actor=alice)
    (row,) = exported(tmp_path / "labels", actor=alice)
    assert {gold["fact"] for gold in row["gold"]} == {part.content for part in parts}


def test_what_was_told_on_purpose_is_no_label(tmp_path: Path, alice: Actor) -> None:
    with access.acting(alice):
        ref = str(remember(RETRIES, actor=alice).uuid)
        lifecycle.confirm(ref, actor=alice)
    assert export_reviews(tmp_path / "labels", actor=alice).files == []


# The turn, as far as it is known


def transcribed(actor: Actor) -> None:
    lines = [
        user(PROMPT, "u1", promptId="p1", timestamp=minute(0)),
        assistant("Let me look.", "a1", timestamp=minute(1)),
        assistant([use("t1", "Bash", command="make test")], "a2", timestamp=minute(2)),
        user(result("t1", "1 failed: E4242", failed=True), "u2", promptId="p1", timestamp=minute(3)),
        assistant(ANSWER, "a3", timestamp=minute(4)),
    ]
    assert send(lines, actor).skipped == {}


def test_tool_calls_come_from_the_transcript_that_the_team_sees(tmp_path: Path, alice: Actor, bob: Actor) -> None:
    turn = worked(bob)
    transcribed(bob)
    judge(lifecycle.approve, made(turn, CAUSE, bob, status="draft"), actor=alice)
    (row,) = exported(tmp_path / "labels", actor=alice)
    assert row["answer"] == ANSWER
    assert row["tools"][0]["output"] == "1 failed: E4242"
    assert row["tools"][0]["failed"] is True


def test_raw_events_are_read_where_they_are_ones_own_and_asked_for(tmp_path: Path, alice: Actor, bob: Actor) -> None:
    for actor in (alice, bob):
        judge(lifecycle.approve, made(worked(actor), f"{CAUSE} {actor.user}", actor, status="draft"), actor=alice)
    assert "E4242" not in json.dumps(exported(tmp_path / "shared", actor=alice))
    own = {row["gold"][0]["fact"].split()[-1]: row for row in exported(tmp_path / "own", actor=alice, with_raw=True)}
    assert own["alice"]["tools"][0]["output"] == "1 failed: E4242"
    assert own["bob"]["tools"][0]["output"] == ""


def test_purged_raw_events_leave_words_and_a_purged_conversation_nothing(tmp_path: Path, alice: Actor) -> None:
    turn = worked(alice)
    judge(lifecycle.approve, made(turn, CAUSE, alice, status="draft"), actor=alice)
    keeps(alice, message_days=60)
    with access.acting(alice):
        turn.observations.update(status="distilled")
        Turn.objects.update(due_at=None)
    purge(now=timezone.now() + timedelta(days=20))
    first = export_reviews(tmp_path / "labels", actor=alice, with_raw=True)
    assert (dict(first.known_from), first.lost) == ({"words alone": 1}, 0)
    purge(now=timezone.now() + timedelta(days=80))
    second = export_reviews(tmp_path / "labels", actor=alice, with_raw=True)
    assert (second.files, second.lost) == ([], 1)
    assert not list((tmp_path / "labels").glob("*.gz"))


def keeps(actor: Actor, **changes: object) -> None:
    with access.acting(actor):
        Team.objects.filter(pk=actor.team.pk).update(**changes)


def test_paths_are_told_from_the_root_and_secrets_are_taken_out_again(tmp_path: Path, alice: Actor) -> None:
    turn = worked(alice, prompt="See /home/alice/checkout/payments/client.py")
    judge(lifecycle.approve, made(turn, CAUSE, alice, status="draft"), actor=alice)
    key = "AKIAQ7ZP2LMN4XTRBD5K"
    with access.acting(alice):
        Turn.objects.update(answer=f"{ANSWER} The old rules missed {key}.")
    (row,) = exported(tmp_path / "labels", actor=alice)
    assert row["prompt"] == "See payments/client.py"
    assert key not in json.dumps(row)
    assert "[REDACTED:aws-access-key]" in row["answer"]


# Who may


def test_private_memories_and_blocked_sources_stay_out(tmp_path: Path, alice: Actor, bob: Actor) -> None:
    turn = worked(bob)
    judge(lifecycle.confirm, made(turn, CAUSE, bob), actor=alice)
    made(turn, "Bob's own note about Celery stays private to him.", bob, visibility="private")
    judge(lifecycle.retype, made(worked(alice), RETRIES, alice, visibility="private"), "decision", actor=alice)
    rows = exported(tmp_path / "labels", actor=alice)
    assert [row["gold"][0]["fact"] for row in rows] == [CAUSE]
    assert "own note" not in json.dumps(rows)
    with access.acting(alice):
        block(person=bob.user.username, reason="told lies", actor=alice)
    assert export_reviews(tmp_path / "labels", actor=alice).files == []


def test_another_team_gets_nothing(tmp_path: Path, alice: Actor, mallory: Actor) -> None:
    judge(lifecycle.approve, made(worked(alice), CAUSE, alice, status="draft"), actor=alice)
    worked(mallory)
    assert export_reviews(tmp_path / "labels", actor=mallory).files == []
    assert not list((tmp_path / "labels").glob("*.gz"))


def test_who_may_not_review_may_not_export_reviews(tmp_path: Path, bob: Actor, vera: Actor) -> None:
    for actor in (bob, vera):
        with pytest.raises(Forbidden):
            export_reviews(tmp_path / "labels", actor=actor)
    assert not (tmp_path / "labels").exists()


def test_an_export_is_in_the_audit_log(tmp_path: Path, alice: Actor) -> None:
    export_reviews(tmp_path / "labels", actor=alice)
    with access.acting(alice):
        assert AuditEvent.objects.get(verb="export").detail["format"] == "reviews"


# The command


def command(*arguments: object) -> str:
    out = StringIO()
    call_command("evaluate_distillation", *map(str, arguments), stdout=out)
    return out.getvalue()


def test_a_team_measures_on_its_own_sessions(tmp_path: Path, alice: Actor) -> None:
    turn = worked(alice)
    judge(lifecycle.approve, made(turn, CAUSE, alice, status="draft"), actor=alice)
    judge(lifecycle.reject, made(turn, STAGED, alice, status="draft"), actor=alice)
    said = command("--from-reviews", tmp_path / "labels", "--team", "acme")
    assert "acme-checkout.jsonl.gz: 1 turn, 1 fact to find (1 signed), 1 memory thrown away" in said
    assert "Raw events are purged" in said
    told = json.loads(command(tmp_path / "labels" / "acme-checkout.jsonl.gz", "--json"))
    assert (told["turns"], told["gold"]) == (1, 1)
    whole = command("--from-reviews", tmp_path / "labels", "--team", "acme", "--user", "alice")
    assert "1 turn whole, from your own raw events." in whole
    assert "Raw events are purged" not in whole
    found = json.loads(command("--from-reviews", tmp_path / "labels", "--team", "acme", "--json"))
    assert (found["turns"], found["files"][0]["verdicts"], found["lost"]) == (1, {"signed": 1}, 0)


def test_a_team_that_judged_nothing_is_told_how(tmp_path: Path, alice: Actor, mallory: Actor) -> None:
    said = command("--from-reviews", tmp_path / "labels", "--team", "other")
    assert said == ("Nobody has judged a captured memory of other yet: approve, edit, retype or reject some.\n")


def test_bad_arguments_are_refused_in_one_line(tmp_path: Path, alice: Actor, bob: Actor) -> None:
    (tmp_path / "file").write_text("x")
    wrong = {
        (): "Name a file",
        (tmp_path / "a", "--from-reviews", tmp_path / "b"): "Name a file",
        ("--from-reviews", tmp_path / "file"): "is a file; give a folder",
        ("--from-reviews", tmp_path): "holds other things",
        ("--from-reviews", tmp_path / "b", "--user", "bob"): "'curate' scope",
        ("--from-reviews", tmp_path / "b", "--user", "mallory"): "Person 'mallory' does not exist",
        ("--from-reviews", "/proc/none/labels"): "cannot be written",
    }
    for arguments, told in wrong.items():
        with pytest.raises(CommandError) as refused:
            command(*arguments)
        assert told in str(refused.value)
        assert "\n" not in str(refused.value)


def test_a_hostile_turn_is_exported_and_read_again(tmp_path: Path, alice: Actor) -> None:
    hostile = "\u2028" + "**" * 20_000 + "\\" * 500 + '"}\n{"id": "x"' + " … " * 5_000 + "\u202e"
    turn = worked(alice, answer=f"{hostile} {CAUSE}", prompt=hostile)
    judge(lifecycle.approve, made(turn, CAUSE, alice, status="draft", excerpt=hostile[:4000]), actor=alice)
    with access.acting(alice):
        CodingSession.objects.update(root="/")
    export_reviews(tmp_path / "labels", actor=alice)
    (read,) = read_turns(tmp_path / "labels" / "acme-checkout.jsonl.gz")
    assert read.material.answer.endswith(CAUSE)
