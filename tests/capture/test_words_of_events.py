"""What events say is found as long as no transcript says it, and then is not there twice."""

import threading
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.capture.events import record_events
from memory.distill.embedding import embed_backlog
from memory.distill.pipeline import distill_pending
from memory.models import Message, Turn
from memory.models.lexicon import Collection, LexemeFrequency, LexiconSize
from memory.recall import lexicon
from memory.recall.history import search_history
from tests.capture.sent_transcripts import TALK, said, send
from tests.capture.transcript_samples import assistant, minute, user
from tests.events import event, turn_of

pytestmark = pytest.mark.django_db
ASKED, ANSWERED = ("user", "why does it fail?"), ("assistant", "A typo in main.py.")


def tell(actor: Actor, *events: dict, distilled: bool = True) -> None:
    with access.acting(actor):
        assert not record_events(list(events), actor=actor).rejected
    if distilled:
        distill_pending()


def talk(at: str = minute(0), **changes: str) -> list[dict]:
    """The turn of TALK as its hooks tell it."""
    began = datetime.fromisoformat(at)
    asked, stopped = turn_of(ASKED[1], ANSWERED[1], **changes)
    return [{**asked, "occurred_at": at}, {**stopped, "occurred_at": (began + timedelta(minutes=4.1)).isoformat()}]


def test_a_turn_without_a_transcript_is_found_by_what_was_said(alice: Actor, bob: Actor, mallory: Actor) -> None:
    tell(alice, *talk())
    assert said(bob) == [ASKED, ANSWERED] and said(mallory) == []
    for actor, found in ((bob, ["p1"]), (mallory, [])):
        with access.acting(actor):
            page = search_history("typo main.py", actor=actor)
        assert [hit.message.turn.uuid for hit in page.results] == found


def test_words_get_a_vector_once_no_transcript_is_about_to_replace_them(alice: Actor) -> None:
    now = timezone.now()
    tell(alice, *talk(now.isoformat()), *talk((now - timedelta(minutes=20)).isoformat(), turn="before"))
    embed_backlog()
    with access.acting(alice):
        embedded = Message.objects.exclude(embedding_model="").values_list("said_at", flat=True)
        assert {at > now - timedelta(minutes=5) for at in embedded} == {False}
        Message.objects.filter(embedding_model="").update(said_at=now - timedelta(minutes=6))
    embed_backlog()
    with access.acting(alice):
        assert not Message.objects.filter(embedding_model="").exists()


def test_a_subagent_has_its_own_thread_and_a_compaction_says_nothing(alice: Actor) -> None:
    words = {"prompt_id": "p1", "last_assistant_message": "The lock is taken twice."}
    named = event("SubagentStop", payload={**words, "agent_id": "a1", "agent_type": "Explore"})
    nameless = event("SubagentStop", payload={**words, "agent_id": "a2", "agent_type": ""})
    tell(alice, *talk(), named, nameless)
    assert said(alice, subagent="a1") == [("assistant", "The lock is taken twice.")]
    assert len(said(alice)) == 3


def test_what_nobody_typed_and_what_is_private_is_no_message(alice: Actor) -> None:
    prompts = "<task-notification>done</task-notification>", "<private>my own matter</private>"
    tell(alice, *(event(payload={"prompt": prompt, "prompt_id": prompt[:3]}) for prompt in prompts))
    tell(alice, event("Stop", payload={"last_assistant_message": "The token is ghp_" + "a1B2" * 9}))
    with access.acting(alice):
        Turn.objects.update(due_at=minute(0))
    distill_pending()
    ((role, words),) = said(alice)
    assert role == "assistant" and "a1B2" not in words


@pytest.mark.parametrize("transcript_first", [True, False])
def test_nothing_is_there_twice_in_whatever_order_it_arrives(alice: Actor, transcript_first: bool) -> None:
    if transcript_first:
        send(TALK, alice)
    tell(alice, *talk())
    send(TALK, alice)
    tell(alice, *talk())
    assert said(alice) == [ASKED, ("assistant", "Let me look."), ANSWERED]
    with access.acting(alice):
        assert list(Message.objects.order_by("position").values_list("position", flat=True)) == [1, 2, 3]
        assert LexiconSize.objects.get(collection="message", owner=None).documents == 3
        assert not Message.objects.filter(uuid__startswith=Message.OF_EVENT).exists()


def test_the_answer_is_there_although_the_transcript_lags(alice: Actor) -> None:
    send(TALK[:-1], alice)
    tell(alice, *talk())
    assert said(alice) == [ASKED, ("assistant", "Let me look."), ANSWERED]
    send([user("and now?", "u9", promptId="p2", timestamp=minute(9))], alice)
    assert said(alice)[-1] == ("user", "and now?")


def test_a_client_without_prompt_ids_doubles_nothing_either(alice: Actor) -> None:
    asked, stopped = talk()
    for one in (asked, stopped):
        one["payload"].pop("prompt_id")
    tell(alice, asked, stopped)
    send([user(ASKED[1], "u1", timestamp=minute(0)), assistant(ANSWERED[1], "a3", timestamp=minute(4))], alice)
    assert said(alice) == [ASKED, ANSWERED]


def test_the_same_word_of_an_earlier_turn_is_not_this_one(alice: Actor) -> None:
    send([user("yes", "u1", promptId="p1", timestamp=minute(0))], alice)
    later = (datetime.fromisoformat(minute(0)) + timedelta(hours=1)).isoformat()
    tell(alice, event(payload={"prompt": "yes", "prompt_id": "p2"}, occurred_at=later))
    with access.acting(alice):
        Turn.objects.update(due_at=later)
    distill_pending()
    assert said(alice) == [("user", "yes"), ("user", "yes")]


@pytest.mark.django_db(transaction=True)
def test_nothing_is_there_twice_where_both_arrive_at_once(alice: Actor) -> None:
    for number in range(6):
        names = {"session": f"s{number}", "turn": f"p{number}"}
        tell(alice, *talk(**names), distilled=False)
        lines = [
            user(ASKED[1], f"u{number}", promptId=f"p{number}", timestamp=minute(0), sessionId=f"s{number}"),
            assistant(ANSWERED[1], f"a{number}", timestamp=minute(4), sessionId=f"s{number}"),
        ]
        ready = threading.Barrier(2)

        def both(work: object, ready: threading.Barrier = ready) -> None:
            try:
                ready.wait(10)
                work()  # type: ignore[operator]
            finally:
                connection.close()

        jobs = (distill_pending, lambda lines=lines, number=number: send(lines, alice, session_id=f"s{number}"))
        threads = [threading.Thread(target=both, args=[job]) for job in jobs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert said(alice, session__external_id=f"s{number}") == [ASKED, ANSWERED]


def test_what_gives_way_to_another_doors_words_is_counted_no_more(alice: Actor) -> None:
    tell(alice, *talk())
    with access.acting(alice):
        first = Message.objects.get(role="user")
        # As a restored archive brings it, which lets nothing give way.
        row = Message(team=alice.team, project=first.project, session=first.session, turn=first.turn, role="user")
        row.uuid, row.content, row.position, row.said_at = "u1", f"{ASKED[1]} Tell me.", 9, first.said_at
        row.save()
        lexicon.count([row.pk], team=alice.team, collection=Collection.MESSAGE)
    tell(alice, *talk(minute(20), turn="p2"))
    with access.acting(alice):
        assert not Message.objects.filter(pk=first.pk).exists()
        counted = _counted()
        assert LexiconSize.objects.get(collection="message", owner=None).documents == Message.objects.count()
    lexicon.refresh(team=alice.team, collection=Collection.MESSAGE)
    with access.acting(alice):
        assert counted == _counted()


def _counted() -> dict[int, int]:
    """In how many messages each word occurs, as the lexicon has it."""
    return dict(LexemeFrequency.objects.filter(collection="message").values_list("slot", "documents"))
