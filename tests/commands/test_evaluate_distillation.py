"""`manage.py evaluate_distillation`: what the rules or a model make of labelled turns, in numbers."""

import gzip
import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from memory import access
from memory.access import Actor
from memory.adapters.distiller import distiller
from memory.distill import asking, breaker
from memory.models import Memory, Usage
from tests.adapters.llm_servers import Model, Step, running_model
from tests.distill.model_turns import FACT, fact, said
from tests.distill.story import ANSWER, PROMPT

KEYS = ["turns", "gold", "produced", "precision", "recall", "types", "silence", "bad_form", "neutral", "junk"]
ROW: dict[str, Any] = {
    "id": "t1", "at": "2026-03-19T10:00:00Z", "prompt": PROMPT, "tools": [], "answer": ANSWER,
    "gold": [{"type": "failure", "fact": FACT, "quotes": [], "must": ["CardDeclined"]}], "ok": [],
}  # fmt: skip
SILENT = {"id": "t2", "prompt": "thanks", "answer": "You are welcome.", "tools": [], "gold": [], "ok": []}


def evaluate(*arguments: object) -> str:
    out = StringIO()
    call_command("evaluate_distillation", *map(str, arguments), stdout=out)
    return out.getvalue()


def numbers(*arguments: object) -> dict[str, Any]:
    return json.loads(evaluate(*arguments, "--json").splitlines()[-1])


@pytest.fixture
def turns(tmp_path: Path) -> Path:
    file = tmp_path / "turns.jsonl"
    file.write_text(f"{json.dumps(ROW)}\n{json.dumps(SILENT)}\n", encoding="utf-8")
    return file


@pytest.fixture
def model(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Model]:
    monkeypatch.setattr(asking, "back_off", lambda state: 0.0)
    with running_model() as running:
        settings.CAIRN_LLM_URL, settings.CAIRN_LLM_MODEL, settings.CAIRN_LLM_TIMEOUT = running.url, "m1", 1.0
        running.otherwise = said(fact())
        yield running
        breaker.breaker_of(distiller("openai")).note_success()


# The rules, which need no database: Django's test runner would refuse a query here.


def test_the_rules_print_the_keys_of_the_contract_for_each_file(turns: Path) -> None:
    lines = [json.loads(line) for line in evaluate(turns, turns, "--json").splitlines()]
    assert [line["dataset"] for line in lines] == ["turns.jsonl", "turns.jsonl"]
    for line in lines:
        assert list(line)[1:11] == KEYS
        assert (line["turns"], line["gold"], line["silence"]) == (2, 1, 1.0)
        assert line["distilled_by"] == {"rules": 2}
        assert line["seconds"] > 0
        assert line["turns_per_second"] > 0


def test_people_get_tables(turns: Path) -> None:
    said = evaluate(turns)
    for title in ("by type", "by language of the turn", "by source of the fact", "reliability", "active at once"):
        assert title in said
    assert "Distilled by: rules (2)" in said


def test_each_memory_and_each_missed_fact_is_shown_on_request(tmp_path: Path) -> None:
    missed = {"type": "pattern", "fact": "Nobody said \x1b[31mthis\x1b[0m.", "quotes": [], "must": []}
    file = tmp_path / "turns.jsonl"
    file.write_text(json.dumps({**ROW, "gold": [*ROW["gold"], missed]}), encoding="utf-8")
    lines = evaluate("-v", file).splitlines()
    assert any(line.startswith(("+ [t1 fail] ", "- [t1 ")) for line in lines)
    assert "? [t1 patt] MISSED Nobody said this." in "".join(lines).replace("\ufffd[31m", "").replace("\ufffd[0m", "")


def test_a_bad_row_is_one_line_with_its_number(tmp_path: Path, turns: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(f"{json.dumps(ROW)}\n{{}}\n", encoding="utf-8")
    with pytest.raises(CommandError, match=r'bad\.jsonl, line 2: "gold" is missing') as refused:
        evaluate(turns, file)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "bad",
    [{"at": "0001-01-01T00:00:00Z"}, {"at": "9999-12-31T23:59:59Z"}],
)
def test_times_and_languages_that_nobody_has_are_refused(tmp_path: Path, bad: dict[str, str]) -> None:
    file = tmp_path / "turns.jsonl"
    said = "The root cause was found yesterday: the cache was cleared because `flush` ran, so never run it tomorrow."
    file.write_text(json.dumps({**ROW, "prompt": said, "answer": said, **bad}), encoding="utf-8")
    with pytest.raises(CommandError, match=r"turns\.jsonl, line 1: .*" + next(iter(bad))):
        evaluate(file, "-v")


def test_half_a_surrogate_pair_does_not_end_the_report(tmp_path: Path) -> None:
    file = tmp_path / "turns.jsonl"
    file.write_text(json.dumps({**ROW, "id": "\ud800", "gold": [{**ROW["gold"][0], "fact": "\ud800 lost"}]}))
    evaluate(file, "-v").encode()


def test_a_damaged_archive_is_refused(tmp_path: Path) -> None:
    file, packed = tmp_path / "turns.jsonl.gz", bytearray(gzip.compress(json.dumps(ROW).encode()))
    packed[12] ^= 0xFF
    file.write_bytes(packed)
    with pytest.raises(CommandError, match="cannot be read"):
        evaluate(file)


def test_a_missing_file_and_no_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        evaluate(tmp_path / "none.jsonl")
    with pytest.raises(CommandError, match="Name a file"):
        evaluate()


# A model


@pytest.mark.django_db
def test_a_model_is_paid_for_by_the_teams_budget_and_nothing_is_saved(turns: Path, model: Model, alice: Actor) -> None:
    found = numbers(turns, "--distiller", "openai", "--team", "acme")
    assert (found["precision"], found["recall"], found["types"]) == (1.0, 1.0, 1.0)
    assert found["distilled_by"] == {"openai:m1": 1, "rules": 1}
    assert found["by_confidence"][-1] == {"band": "0.9–1.0", "n": 1, "confidence": 0.9, "right": 1.0}
    assert found["model_seconds"] > 0
    with access.acting(alice):
        assert Usage.objects.get().calls == 1
        assert not Memory.objects.exists()
        alice.team.refresh_from_db()
    assert alice.team.distiller == ""


@pytest.mark.django_db
def test_the_teams_own_distiller_is_the_default(turns: Path, model: Model, alice: Actor, settings: Any) -> None:
    settings.CAIRN_DISTILLER = "openai"
    assert numbers(turns, "--team", "acme")["distilled_by"] == {"openai:m1": 1, "rules": 1}
    assert numbers(turns, "--team", "acme", "--distiller", "rules")["distilled_by"] == {"rules": 2}
    assert numbers(turns)["distilled_by"] == {"rules": 2}


@pytest.mark.django_db
def test_what_a_model_fails_at_the_rules_do_and_the_reason_is_told(turns: Path, model: Model, alice: Actor) -> None:
    model.otherwise = Step("no JSON at all")
    found = numbers(turns, "--distiller", "openai")
    assert found["distilled_by"] == {"rules": 2}
    assert [note for note in found["notes"] if "broken JSON" in note]
    assert "× openai: broken JSON" in evaluate(turns, "--distiller", "openai")


@pytest.mark.django_db
def test_a_model_needs_a_team_and_settings(turns: Path, alice: Actor, mallory: Actor, settings: Any) -> None:
    with pytest.raises(CommandError, match="Choose one with --team"):
        evaluate(turns, "--distiller", "openai")
    with pytest.raises(CommandError, match="CAIRN_LLM_MODEL is not set"):
        evaluate(turns, "--distiller", "openai", "--team", "acme")
    with pytest.raises(CommandError, match="Team 'nobody' does not exist"):
        evaluate(turns, "--team", "nobody")


@pytest.mark.django_db
def test_where_captured_memories_wait_for_approval_none_starts_active(turns: Path, alice: Actor) -> None:
    assert numbers(turns, "--team", "acme")["active"]["produced"] > 0
    with access.acting(alice):
        type(alice.team).objects.filter(pk=alice.team.pk).update(capture_policy="draft")
    assert numbers(turns, "--team", "acme")["active"]["produced"] == 0
