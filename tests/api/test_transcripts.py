"""Transcripts arrive in pieces, once, from clients that are cut off, send twice and call things by other names."""

import gzip
import json
from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client

from memory import access
from memory.access import Actor
from memory.models import CodingSession, Message, ToolCall, Turn
from tests.api.conftest import get
from tests.talks import REMOTE, SESSION
from worker import tasks

pytestmark = pytest.mark.django_db


def line(kind: str, content: object, uuid: str, second: int, **more: object) -> dict:
    """A line as the client writes it."""
    return {
        "type": kind,
        "uuid": uuid,
        "sessionId": SESSION,
        "timestamp": f"2026-03-19T09:00:{second:02d}.000Z",
        "cwd": "/home/alice/checkout",
        "gitBranch": "main",
        "message": {"role": kind, "content": content},
        **more,
    }


def call(call_id: str, name: str, **given: object) -> list[dict]:
    return [{"type": "tool_use", "id": call_id, "name": name, "input": given}]


PROMPT_ID = "9f9f9f9f-0000-4000-8000-000000000001"
PROMPT = line("user", "Why is the cart empty?", "u-1", 0, promptId=PROMPT_ID)
ANSWER = line("assistant", [{"type": "text", "text": "The cookie is too long."}], "a-1", 1)
EDIT = line("assistant", call("toolu-1", "Edit", file_path="cart.py"), "a-2", 2)
NOISE = {"type": "file-history-snapshot", "messageId": "x", "snapshot": {}}
SECRET = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"


def ndjson(*lines: object) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


TALK = ndjson(PROMPT, ANSWER, EDIT, NOISE)


def send(
    client: Client,
    body: bytes,
    query: str = "?remote=git@github.com:acme/checkout.git&root=/home/alice/checkout",
    *,
    content_type: str = "application/x-ndjson",
    session: str = SESSION,
    **headers: str,
) -> HttpResponse:
    address = f"/api/v1/transcripts/{session}{query}"
    return client.generic("POST", address, body, content_type=content_type, headers=headers or None)


def stored(actor: Actor) -> list[str]:
    with access.acting(actor):
        return [message.content for message in Message.objects.order_by("said_at")]


def test_a_transcript_is_taken_once_however_often_it_is_sent(api_of: Callable[..., Client], bob: Actor) -> None:
    first, second = send(api_of(bob), TALK), send(api_of(bob), TALK)
    assert first.status_code == second.status_code == 202
    told = first.json()
    assert (told["accepted"], told["duplicates"], told["next_offset"]) == (2, 0, len(TALK))
    assert told["skipped"] == sum(told["skipped_by_kind"].values()) >= 1
    assert told["skipped_by_kind"]["file-history-snapshot"] == 1
    again = second.json()
    assert (again["accepted"], again["duplicates"], again["next_offset"]) == (0, 2, len(TALK))
    assert stored(bob) == ["Why is the cart empty?", "The cookie is too long."]
    with access.acting(bob):
        assert (CodingSession.objects.count(), Turn.objects.count(), ToolCall.objects.count()) == (1, 1, 1)


def test_what_was_sent_is_read_by_a_team_mate(api_of: Callable[..., Client], alice: Actor, vera: Actor) -> None:
    send(api_of(alice), TALK)
    told = get(api_of(vera), f"sessions/{SESSION[:8]}/turns/{PROMPT_ID[:8]}").json()
    assert (told["session"]["project"], told["session"]["author"]) == ("acme/checkout", "alice")
    turn = told["results"][0]
    assert (turn["turn"], turn["prompt"]) == (PROMPT_ID, "Why is the cart empty?")
    assert [item["text"] for item in turn["items"]] == ["The cookie is too long.", "[Edit] cart.py"]


def test_a_transcript_can_be_given_to_a_project_by_its_name(
    api_of: Callable[..., Client], alice: Actor, bob: Actor, mallory: Actor
) -> None:
    assert send(api_of(alice), TALK, session="first").status_code == 202
    named = "?project=checkout&root=/somewhere/else&remote=git@github.com:acme/other.git"
    assert send(api_of(bob), TALK, named).status_code == 202
    with access.acting(bob):
        assert set(CodingSession.objects.values_list("project__name", flat=True)) == {"acme/checkout"}
    for stranger, name in ((bob, "nowhere"), (mallory, "checkout")):
        refused = send(api_of(stranger), TALK, f"?project={name}&root=/somewhere/else", session="none")
        assert (refused.status_code, refused.json()["code"]) == (400, "unknown_project")
        assert name in refused.json()["detail"]
        with access.acting(stranger):
            assert not CodingSession.objects.filter(external_id="none").exists()


def test_pieces_continue_where_the_one_before_ended(api_of: Callable[..., Client], bob: Actor) -> None:
    cut = len(ndjson(PROMPT)) + 40
    first = send(api_of(bob), TALK[:cut]).json()
    assert (first["accepted"], first["next_offset"]) == (1, len(ndjson(PROMPT)))
    at = first["next_offset"]
    rest = send(api_of(bob), TALK[at:], f"?remote={REMOTE}&offset={at}").json()
    assert (rest["accepted"], rest["duplicates"], rest["next_offset"]) == (1, 0, len(TALK))


def test_characters_of_several_bytes_count_as_bytes(api_of: Callable[..., Client], bob: Actor) -> None:
    body = json.dumps(PROMPT | {"message": {"content": "Größe → 10 €"}}, ensure_ascii=False).encode() + b"\n"
    assert send(api_of(bob), body, f"?remote={REMOTE}&offset=100").json()["next_offset"] == 100 + len(body)
    assert stored(bob) == ["Größe → 10 €"]


def test_one_broken_line_sinks_no_transcript(api_of: Callable[..., Client], bob: Actor) -> None:
    body = ndjson(PROMPT) + b'{"type":\n\xff\xfe\n[1]\n\n' + ndjson(ANSWER)
    told = send(api_of(bob), body).json()
    assert (told["accepted"], told["next_offset"]) == (2, len(body))
    assert told["skipped"] >= 3


def test_gzip_is_understood(api_of: Callable[..., Client], bob: Actor) -> None:
    told = send(api_of(bob), gzip.compress(TALK), **{"Content-Encoding": "gzip"}).json()
    assert (told["accepted"], told["next_offset"]) == (2, len(TALK))


@pytest.mark.parametrize(
    "name",
    [
        "application/jsonl",
        "application/json-lines",
        "application/json",
        "application/octet-stream",
        "application/x-www-form-urlencoded",
        "text/plain; charset=utf-8",
        "",
    ],
)
def test_the_lines_may_go_by_any_of_their_names(api_of: Callable[..., Client], bob: Actor, name: str) -> None:
    assert send(api_of(bob), TALK, content_type=name).json()["accepted"] == 2


@pytest.mark.parametrize("name", ["multipart/form-data; boundary=x", "image/png"])
def test_what_cannot_be_lines_is_told_the_right_name(api_of: Callable[..., Client], bob: Actor, name: str) -> None:
    response = send(api_of(bob), TALK, content_type=name)
    assert response.status_code == 415
    assert "application/x-ndjson" in response.json()["detail"]


@pytest.mark.parametrize(
    "body", [b"hello, this is a letter\n", b"PK\x03\x04\x00\n", b"<html></html>\n", b"[]\n", b'"x"\n']
)
def test_a_body_that_is_no_transcript_is_refused(api_of: Callable[..., Client], bob: Actor, body: bytes) -> None:
    response = send(api_of(bob), body)
    assert (response.status_code, response.json()["code"]) == (422, "not_a_transcript")
    with access.acting(bob):
        assert CodingSession.objects.count() == 0


def test_a_decompression_bomb_is_stopped_at_the_limit(api_of: Callable[..., Client], bob: Actor) -> None:
    response = send(api_of(bob), gzip.compress(b" " * 30_000_000), **{"Content-Encoding": "gzip"})
    assert (response.status_code, response.json()["code"]) == (413, "too_large")
    assert "2 MiB" in response.json()["detail"]


def test_more_than_two_mebibytes_or_five_thousand_lines_are_too_many(api_of: Callable[..., Client], bob: Actor) -> None:
    long = send(api_of(bob), ndjson(PROMPT | {"message": {"content": "x" * 2 * 1024 * 1024}}))
    many = send(api_of(bob), b"{}\n" * 5_001)
    assert (long.status_code, many.status_code) == (413, 413)
    assert "5000 lines" in many.json()["detail"]
    assert stored(bob) == []


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("?offset=-1", "offset"),
        ("?offset=x", "offset"),
        ("?offset=99999999999999999999", "offset"),
        ("?offset=1.5", "offset"),
        ("?subagent=" + "x" * 101, "subagent"),
        ("?root=%00", "root"),
    ],
)
def test_a_wrong_parameter_is_refused(api_of: Callable[..., Client], bob: Actor, query: str, says: str) -> None:
    response = send(api_of(bob), TALK, query)
    assert response.status_code == 400
    assert says in response.json()["detail"]
    assert stored(bob) == []


@pytest.mark.parametrize("session", ["x" * 101, "%00", "%20"])
def test_a_session_needs_an_id_that_can_be_one(api_of: Callable[..., Client], bob: Actor, session: str) -> None:
    assert send(api_of(bob), TALK, session=session).status_code == 400
    assert stored(bob) == []


@pytest.mark.parametrize(("encoding", "status"), [("gzip", 400), ("br", 415)])
def test_a_body_that_is_not_encoded_as_it_says_gets_a_clear_problem(
    api_of: Callable[..., Client], bob: Actor, encoding: str, status: int
) -> None:
    assert send(api_of(bob), TALK, **{"Content-Encoding": encoding}).status_code == status


def test_nothing_new_is_no_mistake(api_of: Callable[..., Client], bob: Actor) -> None:
    send(api_of(bob), TALK)
    told = send(api_of(bob), b"", f"?remote={REMOTE}&offset={len(TALK)}")
    assert (told.status_code, told.json()["next_offset"]) == (202, len(TALK))


def test_secrets_do_not_arrive(api_of: Callable[..., Client], bob: Actor) -> None:
    send(api_of(bob), ndjson(PROMPT | {"message": {"content": f"Use {SECRET} for it."}}))
    assert len(stored(bob)) == 1
    assert SECRET not in stored(bob)[0]


def test_without_a_project_the_lines_tell_where_it_was(api_of: Callable[..., Client], bob: Actor) -> None:
    send(api_of(bob), TALK, "")
    assert get(api_of(bob), f"sessions/{SESSION}").json()["project"] == "checkout"


def test_a_subagents_file_stands_beside_the_conversation(api_of: Callable[..., Client], bob: Actor) -> None:
    send(api_of(bob), TALK)
    inner = line(
        "assistant", [{"type": "text", "text": "Cookies hold 4 KB."}], "s-1", 1, isSidechain=True, agentId="a7"
    )
    send(api_of(bob), ndjson(inner | {"promptId": PROMPT_ID}), f"?remote={REMOTE}&subagent=a7")
    address = f"sessions/{SESSION}/turns/{PROMPT_ID}"
    told = [get(api_of(bob), address, include_subagents=asked).json()["results"][0]["items"] for asked in (0, 1)]
    assert [[item["subagent"] for item in items] for items in told] == [["", ""], ["", "a7", ""]]


def test_viewers_and_tokens_without_the_capture_scope_are_refused(
    api_of: Callable[..., Client], bob: Actor, vera: Actor
) -> None:
    for client in (api_of(vera), api_of(bob, "read", "write")):
        response = send(client, TALK)
        assert (response.status_code, response.json()["code"]) == (403, "forbidden")
        assert "capture" in response.json()["detail"]
    assert stored(bob) == []


def test_another_teams_session_of_the_same_id_is_another_session(
    api_of: Callable[..., Client], bob: Actor, mallory: Actor
) -> None:
    send(api_of(bob), TALK)
    assert send(api_of(mallory), TALK).json()["accepted"] == 2, "no count tells mallory that acme has it"
    assert len(stored(mallory)) == len(stored(bob)) == 2
    forged = ndjson(line("assistant", [{"type": "text", "text": "All is well."}], "m-1", 5))
    send(api_of(mallory), forged)
    assert "All is well." not in stored(bob)


def test_after_the_commit_a_worker_is_nudged_when_something_came(
    api_of: Callable[..., Client],
    bob: Actor,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable,
) -> None:
    nudges: list[bool] = []
    monkeypatch.setattr(tasks, "nudge", lambda: nudges.append(True))
    with django_capture_on_commit_callbacks(execute=True):
        send(api_of(bob), TALK)
        send(api_of(bob), TALK)
    assert nudges == [True]
