"""Nothing is lost and nothing counts twice, whatever happens to the server, the network and the process."""

import fcntl
import json
import os
import signal
import subprocess
import time
import uuid
from pathlib import Path

import pytest

from hooks import destinations
from hooks.config import Settings
from hooks.flush import BATCH_EVENTS, Flush
from hooks.spool import Spool
from tests.hooks.conftest import PLUGIN, eventually
from tests.hooks.scripted_server import TOKEN, ScriptedServer


def event(number: int, text: str = "x") -> dict:
    return {
        "id": str(uuid.UUID(int=number + 1)),
        "event": "Stop",
        "session_id": "s1",
        "occurred_at": "2026-03-19T10:30:00+01:00",
        "project": {"root": "/p"},
        "payload": {"last_assistant_message": text},
    }


@pytest.fixture
def spool(tmp_path):
    return Spool(str(tmp_path / "data"), 1_000_000)


def fill(spool, number, text="x"):
    for n in range(number):
        assert spool.append(json.dumps(event(n, text)).encode())


def state_of(spool):
    return json.loads((Path(spool.folder) / "state.json").read_text())


def flush(spool, url, token=TOKEN):
    run = Flush(spool.folder, Settings(url, token))
    assert run.run()
    return run


def test_events_captured_while_the_server_was_down_arrive_once_it_is_back(alone, returned):
    for n in range(3):
        alone.hook("Stop", last_assistant_message=f"statement {n}")
    assert eventually(lambda: alone.state().get("failures"))
    assert len(alone.lines()) == 3
    server = returned()
    alone.hook("SessionStart", source="startup")
    arrived = server.wait_for_events(4)
    assert {e["payload"].get("last_assistant_message") for e in arrived} >= {f"statement {n}" for n in range(3)}
    assert eventually(lambda: alone.lines() == [])


def test_hooks_do_not_start_one_flush_after_the_other_while_the_server_is_down(alone):
    alone.hook("Stop", last_assistant_message="one")
    assert eventually(lambda: alone.state().get("failures") == 1)
    for _ in range(3):
        alone.hook("Stop", last_assistant_message="more")
    time.sleep(0.5)
    assert alone.state()["failures"] == 1
    assert alone.state()["retry_at"] > time.time()


def test_the_wait_after_failures_grows(spool):
    fill(spool, 1)
    waits = []
    for _ in range(3):
        flush(spool, "http://127.0.0.1:1")
        known = state_of(spool)
        waits.append(round(known["retry_at"] - known["error"]["at"]))
    assert waits == [5, 10, 20]


def test_large_spools_go_in_batches_within_the_contracts_limits(spool, server):
    fill(spool, BATCH_EVENTS + 100)
    run = flush(spool, server.url)
    assert (run.sent, len(server.events)) == (BATCH_EVENTS + 100, BATCH_EVENTS + 100)
    assert [len(batch) for batch in server.batches] == [BATCH_EVENTS, 100]
    assert not spool.has_work()


def test_batches_stay_below_two_mebibytes_and_are_compressed(tmp_path, server):
    spool = Spool(str(tmp_path / "data"), 64_000_000)
    fill(spool, 60, "y" * 100_000)
    flush(spool, server.url)
    bodies = [body for _, path, _, body in server.requests if path == "/api/v1/events"]
    assert len(server.events) == 60
    assert max(len(body) for body in bodies) < 2 * 1024 * 1024
    assert all(headers.get("Content-Encoding") == "gzip" for _, _, headers, _ in server.requests)


def test_a_rejected_event_becomes_a_dead_letter_and_does_not_sink_the_others(spool, server):
    fill(spool, 3)
    server.reject = {event(1)["id"]: "unknown_event"}
    run = flush(spool, server.url)
    assert (run.sent, run.refused) == (2, 1)
    (letter,) = spool.dead_letters()
    assert (letter["code"], letter["event"]["id"]) == ("unknown_event", event(1)["id"])
    assert not spool.has_work()


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_batch_refused_as_a_whole_is_halved_until_the_culprit_is_alone(spool, server, status):
    fill(spool, 20)
    server.refuse_batches_with = {event(13)["id"]: (status, {"code": "bad_body", "detail": "not this one"}, {})}
    run = flush(spool, server.url)
    assert (run.sent, run.refused) == (19, 1)
    assert [letter["event"]["id"] for letter in spool.dead_letters()] == [event(13)["id"]]


def test_dead_letters_can_be_sent_again(machine, server):
    spool = destinations.open_spool(Settings(machine.url, TOKEN), str(machine.data))
    fill(spool, 2)
    server.reject = {event(0)["id"]: "unknown_event"}
    flush(spool, server.url)
    server.reject = {}
    done = machine.cairn("flush", "--dead-letters")
    assert done.returncode == 0, done.stderr
    assert set(server.events) == {event(0)["id"], event(1)["id"]}
    assert list(spool.dead_letters()) == []


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ((401, {"code": "unauthorized"}, {}), "unauthorized"),
        ((403, {"code": "forbidden", "detail": "no capture scope"}, {}), "forbidden"),
        ((404, b"<html>", {}), "wrong_url"),
        ((400, b"<html>The plain HTTP request was sent to HTTPS port", {}), "wrong_url"),
        ((302, b"", {"Location": "https://elsewhere.example"}), "wrong_url"),
        ((200, b"<html>please log in to the hotel's network", {}), "wrong_url"),
        ((503, {"code": "unavailable", "detail": "later"}, {}), "unavailable"),
        ((502, b"<html>Bad gateway", {}), "http_502"),
        ((429, {"code": "throttled"}, {"Retry-After": "40"}), "throttled"),
    ],
)
def test_an_answer_that_is_no_verdict_on_the_events_keeps_them_all(spool, server, answer, code):
    fill(spool, 3)
    server.answer_events_with = answer
    run = flush(spool, server.url)
    assert run.halt is not None
    assert run.halt.code == code
    assert spool.waiting() == 3
    assert list(spool.dead_letters()) == []
    server.answer_events_with = None
    assert flush(spool, server.url).sent == 3


def test_retry_after_is_honoured(spool, server):
    fill(spool, 1)
    server.answer_events_with = (429, {"code": "throttled"}, {"Retry-After": "40"})
    flush(spool, server.url)
    known = state_of(spool)
    assert 38 < known["retry_at"] - time.time() <= 40


def test_a_token_is_not_carried_to_where_a_redirect_points(spool, server):
    thief = ScriptedServer()
    try:
        fill(spool, 1)
        server.answer_events_with = (307, b"", {"Location": f"{thief.url}/api/v1/events"})
        flush(spool, server.url)
        assert thief.requests == []
    finally:
        thief.stop()


def test_a_flush_killed_in_the_middle_loses_nothing_and_doubles_nothing(machine, server):
    spool = destinations.open_spool(Settings(machine.url, TOKEN), str(machine.data))
    fill(spool, 5)
    server.delay = 0.6
    flushing = subprocess.Popen(
        ["/bin/sh", str(PLUGIN / "launch.sh"), "flush"], env=machine.environment(), stdin=subprocess.DEVNULL
    )
    assert eventually(lambda: server.requests)
    os.kill(flushing.pid, signal.SIGKILL)
    flushing.wait()
    assert spool.waiting() == 5
    server.delay = 0.0
    flush(spool, server.url)
    assert eventually(lambda: len(server.batches) == 2)
    assert len(server.events) == 5
    assert not spool.has_work()


def test_what_the_server_has_taken_is_not_sent_again_after_a_later_batch_failed(spool, server):
    fill(spool, BATCH_EVENTS + 10)
    server.refuse_batches_with = {event(BATCH_EVENTS + 5)["id"]: (503, {"code": "unavailable"}, {})}
    assert flush(spool, server.url).sent == BATCH_EVENTS
    assert spool.waiting() == 10
    server.refuse_batches_with = {}
    flush(spool, server.url)
    assert len(server.batches[-1]) == 10
    assert len(server.events) == BATCH_EVENTS + 10


def test_a_torn_line_costs_only_itself(spool, server):
    fill(spool, 1)
    with Path(spool.active).open("ab") as file:
        file.write(b'{"id": "half of an event')
    assert spool.append(json.dumps(event(7)).encode())
    run = flush(spool, server.url)
    assert (run.sent, run.refused) == (2, 1)
    (letter,) = spool.dead_letters()
    assert letter["code"] == "broken_line"
    assert "half of an event" in letter["line"]


def test_hooks_that_run_at_once_beside_a_flush_lose_nothing(machine, server):
    server.delay = 0.1
    data = {"hook_event_name": "Stop", "session_id": "s1", "cwd": "/", "last_assistant_message": "said"}
    running = [
        subprocess.Popen(
            ["/bin/sh", str(PLUGIN / "launch.sh"), "Stop"], env=machine.environment(), stdin=subprocess.PIPE
        )
        for _ in range(12)
    ]
    for hook in running:
        hook.communicate(json.dumps(data).encode())
        assert hook.returncode == 0
    assert len(server.wait_for_events(12)) == 12
    assert eventually(lambda: machine.lines() == [])


def test_a_full_spool_keeps_the_oldest_counts_the_rest_and_says_so(alone, returned):
    small = {"CAIRN_SPOOL_MIB": "0.003"}
    for n in range(8):
        alone.hook("Stop", environment=small, last_assistant_message=f"statement {n} " + "z" * 400)
    kept = [line["payload"]["last_assistant_message"][:11] for line in alone.lines()]
    assert 0 < len(kept) < 8
    assert kept == [f"statement {n}" for n in range(len(kept))]
    said = alone.hook("SessionStart", environment=small, source="startup")["systemMessage"]
    assert "lost because the spool was full" in said
    assert "cairn doctor" in said
    server = returned()
    sent = alone.cairn("flush", **small)
    assert sent.returncode == 0, sent.stderr
    arrived = [e for e in server.events.values() if e["event"] == "Stop"]
    assert len(arrived) == len(kept), sent.stdout


def test_doctor_tells_once_how_many_events_did_not_fit(machine):
    machine.hook("Stop", environment={"CAIRN_SPOOL_MIB": "0.0001"}, last_assistant_message="z" * 400)
    first, second = machine.cairn("doctor"), machine.cairn("doctor")
    assert "1 events were lost" in first.stdout
    assert first.returncode == 1
    assert "were lost:" not in second.stdout
    assert "1 events were lost" in machine.log()


def test_tool_calls_gather_and_are_sent_with_the_next_stop(machine, server):
    machine.hook("Stop", last_assistant_message="opens the day")
    server.wait_for_events(1)
    assert eventually(lambda: machine.lines() == [])
    for n in range(3):
        machine.bash(command=f"make step{n}")
    time.sleep(0.4)
    assert len(machine.lines()) == 3
    machine.hook("Stop", last_assistant_message="closes it")
    assert len(server.wait_for_events(5)) == 5


def test_after_a_quiet_time_a_tool_call_alone_is_sent(machine, server):
    machine.hook("Stop", last_assistant_message="opens the day")
    server.wait_for_events(1)
    assert eventually(lambda: machine.state().get("sent_at"))
    long_ago = time.time() - 60
    os.utime(machine.spool / "state.json", (long_ago, long_ago))
    machine.bash()
    assert len(server.wait_for_events(2)) == 2
    assert eventually(lambda: (machine.spool / "state.json").stat().st_mtime > long_ago + 50)
    machine.bash()
    time.sleep(0.4)
    assert len(machine.lines()) == 1


def test_an_event_is_stored_although_a_process_that_hangs_holds_the_lock(alone):
    alone.no_flush()
    alone.bash()
    with (alone.spool / "spool.jsonl").open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        alone.bash()
    assert len(alone.lines()) == 2


def test_a_session_end_sends_what_is_left_although_the_client_is_gone(machine, server):
    machine.bash()
    machine.hook("SessionEnd", reason="other")
    assert {e["event"] for e in server.wait_for_events(2)} == {"PostToolUse", "SessionEnd"}


@pytest.mark.parametrize("rejected", [7, True, "all", [1, None], {"id": "x"}])
def test_odd_words_about_what_was_rejected_count_for_nothing(spool, server, rejected):
    fill(spool, 3)
    server.answer_events_with = (202, {"accepted": 3, "rejected": rejected}, {})
    assert flush(spool, server.url).sent == 3
    assert spool.waiting() == 0


def test_a_time_to_wait_that_is_none_is_our_own(spool, server):
    fill(spool, 1)
    server.answer_events_with = (429, {"code": "throttled"}, {"Retry-After": "\u00b2"})
    assert flush(spool, server.url).halt.code == "throttled"
    assert spool.waiting() == 1
