"""`manage.py distill_report`: a lead judges the distiller on the team's own texts, and sees where it was corrected."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from memory import access
from memory.access import Actor
from memory.knowledge.lifecycle import retype
from memory.knowledge.remember import remember
from memory.models import Memory

CELERY = "We decided to use Celery instead of RQ because we need retry logic."


def report(*arguments: str) -> str:
    out = StringIO()
    call_command("distill_report", *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    file = tmp_path / "texts.txt"
    file.write_text(f"{CELERY}\nlgtm\nThe key is AKIAQ7ZP2LMN4XTRBD5K in deploy.sh.\n", encoding="utf-8")
    return file


@pytest.mark.django_db
def test_each_text_is_shown_with_its_fact_or_its_reason(texts: Path) -> None:
    said = report(str(texts))
    assert "Celery chosen over RQ" in said
    assert "[decision" in said
    assert "x noise" in said
    assert "1 aws-access-key" in said
    assert "AKIAQ7ZP2LMN4XTRBD5K" not in said
    assert "rejected: noise" in said
    assert not Memory.objects.exists()


@pytest.mark.django_db
def test_json_in_and_out(tmp_path: Path) -> None:
    file = tmp_path / "texts.jsonl"
    given = {"text": "The cache of `app.py` failed yesterday with KeyError.", "at": "2026-03-19T10:00:00+01:00"}
    file.write_text(json.dumps(given) + "\n", encoding="utf-8")
    result, summary = (json.loads(line) for line in report(str(file), "--json").splitlines())
    assert "2026-03-18" in result["facts"][0]["content"]
    assert result["facts"][0]["type"] == "failure"
    assert summary["summary"]["accepted"] == 1


@pytest.mark.django_db
def test_paragraphs_may_be_parted_by_rules(tmp_path: Path) -> None:
    file = tmp_path / "texts.md"
    file.write_text(f"{CELERY}\n\n---\n\nok\n---\nthe API runs on Python 3.12\nand Postgres 16.3\n", encoding="utf-8")
    assert json.loads(report(str(file), "--json").splitlines()[-1])["summary"]["texts"] == 3


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "holds no text"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b'{"text": "x"}\nnonsense', "Line 2 is no JSON object"),
        (b'{"words": "x"}', 'Line 1 has no "text"'),
        (b'{"text": "x", "at": "soon"}', "ISO 8601"),
        (b'{"text": "x", "source": "cat"}', "user, assistant, tool"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_in_one_line(tmp_path: Path, content: bytes, told: str) -> None:
    file = tmp_path / "bad"
    file.write_bytes(content)
    with pytest.raises(CommandError, match=told) as refused:
        report(str(file))
    assert "\n" not in str(refused.value)


@pytest.mark.django_db
def test_a_missing_file_and_no_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        report(str(tmp_path / "none"))
    with pytest.raises(CommandError, match="Name a file"):
        report()


@pytest.mark.django_db
def test_corrections_say_which_cue_erred_and_where(alice: Actor, mallory: Actor) -> None:
    with access.acting(alice):
        ref = str(remember(CELERY, actor=alice).uuid)
        cue = Memory.objects.get(uuid=ref).cue
        retype(ref, "pattern", actor=alice)
        retype(ref, "dependency", actor=alice)
    found = json.loads(report("--corrections", "--team", "acme", "--json"))
    assert (found["total"], found["memories"]) == (1, 1)
    assert found["pairs"] == [{"was": "decision", "now": "pattern", "times": 1}]
    assert (found["cues"][0]["cue"], found["cues"][0]["ids"]) == (cue, [ref])
    assert ref in report("--corrections", "--team", "acme")
    assert ref not in report("--corrections", "--team", mallory.team.slug)
