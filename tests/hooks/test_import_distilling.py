"""`cairn import --distill`: old conversations are distilled by the person's own Claude, estimated first, resumable."""

import json

from hooks import cairn
from tests.hooks.test_distilling import ANSWER, FACT, QUESTION, machine, result  # noqa: F401

AT = "2026-03-19T10:00:0{}.000Z"
OLD = "11112222-3333-4444-8555-666677778888"


def transcript(tmp_path, turns=2):
    """A conversation as the client keeps it."""
    folder, rows = tmp_path / "old", []
    folder.mkdir()
    for number in range(turns):
        base = {"sessionId": OLD, "cwd": str(tmp_path), "timestamp": AT.format(number), "isSidechain": False}
        asked = {"role": "user", "content": f"{QUESTION} ({number})"}
        said = {"id": f"m{number}", "role": "assistant", "content": [{"type": "text", "text": ANSWER}]}
        ids = {"uuid": f"u{number}", "parentUuid": None, "promptId": f"p{number}"}
        rows += [{"type": "user", **base, **ids, "message": asked}]
        rows += [{"type": "assistant", **base, "uuid": f"a{number}", "parentUuid": f"u{number}", "message": said}]
    path = folder / f"{OLD}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def test_a_dry_run_estimates_and_asks_nobody(machine, tmp_path, capsys):  # noqa: F811
    assert cairn.main(["import", "--distill", "--dry-run", transcript(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "To distill: 2 turns in 1 calls of haiku" in said and "at list price" in said
    assert machine.calls == [] and machine.told() == {}


def test_facts_are_sent_as_history_and_a_second_run_asks_nothing_again(machine, tmp_path, capsys):  # noqa: F811
    path = transcript(tmp_path)
    machine.answers(result(FACT, turns=2))
    assert cairn.main(["import", "--distill", "-y", path]) == 0
    told = machine.told()
    assert set(told) == {"p0", "p1"} and all(event["payload"]["history"] for event in told.values())
    assert told["p0"]["payload"]["facts"][0]["content"] == FACT["content"]
    assert cairn.main(["import", "--distill", "-y", path]) == 0
    assert len(machine.calls) == 1
    assert "Nothing to distill: every turn" in capsys.readouterr().out


def test_where_the_budget_ends_it_stops_and_goes_on_later(machine, tmp_path, monkeypatch, capsys):  # noqa: F811
    path = transcript(tmp_path)
    monkeypatch.setenv("CAIRN_DISTILL_CALLS", "0")
    assert cairn.main(["import", "--distill", "-y", path]) == 1
    assert "the daily budget of 0 calls is spent" in capsys.readouterr().err
    monkeypatch.setenv("CAIRN_DISTILL_CALLS", "5")
    machine.answers(result(FACT, turns=2))
    assert cairn.main(["import", "--distill", "-y", path]) == 0
    assert len(machine.told()) == 2


def test_raw_off_no_transcript_leaves(machine, tmp_path, monkeypatch, server):  # noqa: F811
    monkeypatch.setenv("CAIRN_RAW", "off")
    path = transcript(tmp_path)
    assert cairn.main(["import", "-y", path]) == 1
    machine.answers(result(FACT, turns=2))
    assert cairn.main(["import", "--distill", "-y", path]) == 0
    assert server.transcripts == {} and set(machine.told()) == {"p0", "p1"}
    assert QUESTION not in json.dumps(list(server.events.values()))
