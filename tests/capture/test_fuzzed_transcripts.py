"""Transcripts that were damaged, or written by nobody's client: what is sound is stored once, the rest is counted."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from memory import access
from memory.access import Actor
from memory.capture.transcripts.files import find_transcripts
from memory.capture.transcripts.importing import ImportReport, import_files
from memory.capture.transcripts.survey import Survey
from memory.errors import Refused
from memory.models import CodingSession, Message, Project, ToolCall, Turn
from tests.access.visitors import undone
from tests.capture.transcript_samples import SHARED, assistant, line, minute, result, sample, use, user
from tests.mutated import EXAMPLES, many, mutated, with_other_values

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(60)]

TALK = [
    line("summary", summary="An old talk", leafUuid="u1", cwd=None),
    user("why does it fail?", "u1", promptId="p1", timestamp=minute(0)),
    assistant([{"type": "text", "text": "I look."}, use("t1", "Agent", description="look")], "a1", parentUuid="u1"),
    user(result("t1", [{"type": "text", "text": "a typo"}]), "u2", parentUuid="a1", promptId="p1"),
    line("system", subtype="compact_boundary", uuid="b1", timestamp=minute(3)),
    line("attachment", attachment={"type": "queued_command", "commandMode": "prompt", "prompt": "also"}, uuid="q1"),
    user("look around", "x1", isSidechain=True, agentId="ag1", parentUuid="x2", timestamp=minute(1)),
    user("and around", "x2", isSidechain=True, parentUuid="x1", timestamp=minute(1)),
    assistant("A typo in main.py.", "a2", parentUuid="u2", timestamp=minute(4)),
]
LAST = user("what came last", "last", sessionId="last", timestamp=minute(5))
_LIKE_OURS = ("cctrace/main.jsonl.gz", "claude-code-log/fixtures/edge_cases.jsonl")
_SHORT = ("dag_cycle", "dag_fork", "sidechain", "dedup_agent", "task_id_linking", "session_b")
REAL = [f"claude-code-log/fixtures/{name}.jsonl" for name in _SHORT] + list(_LIKE_OURS)
SEEDS = [TALK, *(sample(name)[:40] for name in REAL if (SHARED / name).exists())]
_ROWS = (Project, CodingSession, Turn, Message, ToolCall)


def _counts(actor: Actor) -> dict[str, int]:
    with access.scope(team=actor.team, system=True):
        return {row.__name__: row.objects.filter(team=actor.team).count() for row in _ROWS}


def _is_stored_once(folder: Path, actor: Actor) -> ImportReport:
    """An import of all files of a folder that stores what it counts, and nothing when it is done again."""
    (folder / "zz.jsonl").write_bytes(LAST)
    survey = Survey(actor=actor)
    survey.look(find_transcripts([folder]))
    report = import_files(find_transcripts([folder]), actor=actor)
    first = _counts(actor)
    assert first["Message"] == report.messages and survey.report.files == report.files
    assert all(error["detail"] for error in report.errors)
    json.dumps(report.as_json())
    with access.acting(actor):
        assert Message.objects.filter(content="what came last").exists()
    again = import_files(find_transcripts([folder]), actor=actor)
    assert (again.messages, _counts(actor)) == (0, first)
    return report


def test_a_damaged_transcript_is_stored_as_far_as_it_is_sound(tmp_path: Path, alice: Actor) -> None:
    def is_well_stored(content: bytes) -> None:
        (tmp_path / "s1.jsonl").write_bytes(content)
        with undone():
            _is_stored_once(tmp_path, alice)

    many(mutated(SEEDS), is_well_stored, examples=2 * EXAMPLES)


def test_no_value_of_a_transcript_costs_another_file(tmp_path: Path, alice: Actor) -> None:
    number = 0
    for at, raw in enumerate(TALK):
        for told in with_other_values(json.loads(raw), each=max(1, EXAMPLES // 12)):
            number += 1
            content = b"".join([*TALK[:at], told.encode() + b"\n", *TALK[at + 1 :]])
            # Each file is a conversation of its own.
            own = re.sub(rb'"(s1|[ptuaxqb][12])"', rb'"\1-%d"' % number, content)
            (tmp_path / f"{number:04d}.jsonl").write_bytes(own)
    report = _is_stored_once(tmp_path, alice)
    assert report.files == number + 1 and report.messages > 5 * number


@pytest.mark.parametrize("folder", ["/home/\ud800/shop", "/home/\0/shop", "/home/\udcff/shop", "/long" * 2_000])
def test_any_folder_is_one_where_somebody_may_have_worked(tmp_path: Path, alice: Actor, folder: str) -> None:
    (tmp_path / "s1.jsonl").write_bytes(user("hello", "u1", cwd=folder))
    assert _is_stored_once(tmp_path, alice).messages == 2


ODD: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a link to nowhere": lambda path: path.symlink_to("nowhere"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a link to a name that is too long": lambda path: path.symlink_to("a" * 300),
    "a device": lambda path: path.symlink_to("/dev/null"),
}


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("ending", [".jsonl", ".jsonl.gz"])
def test_what_is_no_file_is_counted_and_costs_no_other(tmp_path: Path, alice: Actor, odd: str, ending: str) -> None:
    ODD[odd](tmp_path / f"s1{ending}")
    report = _is_stored_once(tmp_path, alice)
    assert (report.messages, report.skipped) == (1, {"no_plain_file": 1})
    if odd in ("a pipe", "a device"):
        named = find_transcripts([tmp_path / f"s1{ending}"])
        assert import_files(named, actor=alice).skipped == {"no_plain_file": 1}


def test_a_name_that_is_too_long_is_refused_as_one_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refusal:
        find_transcripts([tmp_path / ("a" * 300)])
    assert refusal.value.code == "no_such_path"


def test_a_folder_with_the_ending_of_a_transcript_is_a_folder(tmp_path: Path, alice: Actor) -> None:
    (tmp_path / "s1.jsonl").mkdir()
    (tmp_path / "s1.jsonl" / "s2.jsonl").write_bytes(b"".join(TALK))
    assert not _is_stored_once(tmp_path, alice).skipped.get("no_plain_file")
