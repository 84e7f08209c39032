"""What leaves the machine of a transcript's line reads as the line itself, without secrets and without bulk."""

import gzip
import json
from pathlib import Path

import pytest

from hooks.scrubbing import scrub
from hooks.transcripts.slimming import Slimming
from hooks.transcripts.turn_reader import Chains, is_own, parse, read_turns
from tests.hooks.conversation import SECRET

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "samples" / "transcripts"


def lines_of(path):
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        return file.readlines()


def slim(line):
    return Slimming().slim(json.dumps(line).encode())


def facts(record, own=()):
    """Everything that a record says, redacted as the client redacts it."""
    said = {name: getattr(record, name) for name in record.__slots__}
    for name in ("text", "asked", "title"):
        said[name] = scrub(said[name], 100_000).strip()
    said["calls"] = [(call_id, name, scrub(target, 2000)) for call_id, name, target in said["calls"]]
    heads = [(call_id, "" if call_id in own else head, failed) for call_id, head, failed in said["results"]]
    said["results"] = [(call_id, scrub(head, 2000).strip(), failed) for call_id, head, failed in heads]
    return said


def test_every_line_of_every_real_transcript_reads_the_same_after_slimming():
    if not SAMPLES.is_dir():
        pytest.skip("the sample transcripts are not beside this checkout")
    kept = dropped = 0
    for path in sorted(SAMPLES.rglob("*.jsonl*")):
        slimming, own, chains = Slimming(), set(), Chains()
        for raw in lines_of(path):
            record, slimmed = parse(raw), slimming.slim(raw)
            record.agent_id = record.agent_id or chains.root_of(record)
            own |= {call_id for call_id, name, target in record.calls if is_own(name, target)}
            if slimmed:
                assert facts(parse(slimmed)) == facts(record, own), f"{path.name}: {raw[:300]!r}"
            else:
                assert record.skipped or not (record.title or record.text), f"{path.name}: {raw[:300]!r}"
            kept, dropped = kept + bool(slimmed), dropped + (not slimmed)
    assert kept > 2000
    assert dropped > 1000


def test_a_slimmed_transcript_has_the_turns_of_the_whole_one():
    if not SAMPLES.is_dir():
        pytest.skip("the sample transcripts are not beside this checkout")
    for path in sorted(SAMPLES.rglob("*.jsonl*")):
        slimming = Slimming()
        whole, sent = lines_of(path), [slimming.slim(raw) for raw in lines_of(path)]
        assert [turn.uuid for turn in read_turns(filter(None, sent))] == [turn.uuid for turn in read_turns(whole)], path


def test_secrets_and_private_blocks_stay_on_the_machine():
    text = f"deploy with {SECRET} <private>codename bluebird</private> tonight"
    call = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": f"curl -H 'token: {SECRET}' x"}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": f"answered {SECRET}"}
    sent = b"".join(
        slim({"type": role, "uuid": "u", "message": {"role": role, "content": content}})
        for role, content in (("user", text), ("assistant", [call]), ("user", [result]))
    )
    assert SECRET.encode() not in sent
    assert b"bluebird" not in sent
    assert b"[REDACTED:" in sent
    assert b"tonight" in sent


def test_a_prompt_that_is_private_as_a_whole_still_begins_a_turn():
    sent = slim({"type": "user", "uuid": "u", "promptId": "p", "message": {"content": "<private>all of it</private>"}})
    record = parse(sent)
    assert (record.text, record.opens, record.prompt_id) == ("", True, "p")


def test_what_a_tool_printed_goes_as_its_head_and_what_it_was_given_as_its_target():
    call = {"type": "tool_use", "id": "t1", "name": "Write", "input": {"file_path": "/a.py", "content": "x" * 9000}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "FIRST " + "y " * 9000 + "LAST"}
    written = slim({"type": "assistant", "message": {"role": "assistant", "content": [call]}})
    printed = slim({"type": "user", "toolUseResult": "z" * 9000, "message": {"role": "user", "content": [result]}})
    assert b"/a.py" in written
    assert b"FIRST" in printed
    assert b"LAST" not in printed
    assert max(len(written), len(printed)) < 1500


def test_pictures_and_thoughts_stay_on_the_machine():
    blocks = [
        {"type": "text", "text": "look at this"},
        {"type": "image", "source": {"type": "base64", "data": "A" * 100_000}},
        {"type": "document", "source": {"data": "B" * 100_000}},
    ]
    sent = slim({"type": "user", "uuid": "u", "message": {"role": "user", "content": blocks}})
    assert b"look at this" in sent
    assert len(sent) < 300
    assert slim({"type": "assistant", "message": {"content": [{"type": "thinking", "thinking": "hm"}]}}) == b""


def test_what_cairn_answered_to_a_call_is_not_told_again():
    slimming = Slimming()
    call = {"type": "tool_use", "id": "t1", "name": "mcp__plugin_cairn_cairn__search_memory", "input": {"query": "q"}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "Deploys happen on Tuesdays."}
    for content in ([call], [result]):
        role = "assistant" if content == [call] else "user"
        sent = slimming.slim(json.dumps({"type": role, "message": {"role": role, "content": content}}).encode())
        assert b"t1" in sent
        assert b"Tuesdays" not in sent


def test_bulk_and_broken_lines_are_not_sent():
    for raw in (b"{broken", b"", b"[1, 2]", b'{"type": "progress", "data": 1}', b'{"type": "attachment"}', b"\xff\n"):
        assert Slimming().slim(raw) == b""


def test_half_a_surrogate_pair_and_nul_bytes_become_harmless():
    sent = slim({"type": "user", "cwd": "/a\udcff", "message": {"role": "user", "content": "a\0b \ud800 c"}})
    assert json.loads(sent)["message"]["content"][0]["text"] == "a\ufffdb \ufffd c"
