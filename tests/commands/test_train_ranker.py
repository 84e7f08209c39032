"""`manage.py train_ranker`: a model of one's own labelled turns, the same one each time."""

import json
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from memory.rules.extraction.extracting import extract
from memory.rules.extraction.model import load
from memory.rules.material import TurnMaterial

CAUSES = {
    "billing": "invoices were rounded twice because `round_total` ran before and after the discount",
    "search": "the index stayed empty because `rebuild_index` swallowed the timeout of the database",
    "mailer": "letters went out twice because `send_all` was retried without its idempotency key",
    "upload": "large files were cut because `read_part` stopped at the first empty chunk",
    "login": "sessions ended early because `ttl_of` took milliseconds for seconds",
    "export": "umlauts were lost because `write_rows` opened the file without an encoding",
}


def labelled(repository: str, cause: str) -> dict[str, object]:
    fact = f"The root cause was that {cause}."
    return {
        "id": repository,
        "source": repository,
        "prompt": f"{repository} is broken again, please look",
        "tools": [],
        "answer": f"I looked at the files of {repository} now. {fact} All tests pass and everything is committed.",
        "gold": [{"type": "failure", "fact": fact, "quotes": [fact], "must": []}],
        "ok": [],
    }


@pytest.fixture
def turns(tmp_path: Path) -> Path:
    file = tmp_path / "turns.jsonl"
    file.write_text("\n".join(json.dumps(labelled(*each)) for each in CAUSES.items()), encoding="utf-8")
    return file


def train(folder: Path, *arguments: object) -> str:
    out = StringIO()
    places = ("--table", folder / "table.npz", "--model", folder / "model.npz")
    call_command("train_ranker", *map(str, (*arguments, *places)), stdout=out)
    return out.getvalue()


def test_a_model_of_own_turns_finds_the_like_in_a_turn_it_has_not_seen(tmp_path: Path, turns: Path) -> None:
    printed = train(tmp_path, turns)
    assert "On repositories that were left out:" in printed
    said = (
        "I looked at the files of cache now. The root cause was that entries never expired because `evict_old` compared"
        " strings. All tests pass and everything is committed."
    )
    turn = TurnMaterial("cache is broken again, please look", said, (), datetime(2026, 3, 19, tzinfo=UTC))
    (fact,) = extract(turn, load(tmp_path / "model.npz"))[:1]
    assert "`evict_old` compared strings" in fact.content
    assert fact.type == "failure"


def test_the_same_turns_make_the_same_model(tmp_path: Path, turns: Path) -> None:
    train(tmp_path, turns)
    first = dict(np.load(tmp_path / "model.npz"))
    train(tmp_path)  # from the table just written
    second = dict(np.load(tmp_path / "model.npz"))
    assert first.keys() == second.keys()
    assert all(np.array_equal(first[name], second[name]) for name in first)


def test_turns_beside_teach_but_do_not_count(tmp_path: Path, turns: Path) -> None:
    beside = tmp_path / "beside.jsonl"
    beside.write_text(json.dumps(labelled("quotas", "limits were ignored because `check` ran late")), encoding="utf-8")
    train(tmp_path, turns, "--beside", beside)
    weights = np.load(tmp_path / "table.npz")["turn_weight"]
    assert list(weights) == pytest.approx([1.0] * len(CAUSES) + [0.1], abs=0.001)


def test_what_cannot_be_learned_from_is_refused(tmp_path: Path, turns: Path) -> None:
    with pytest.raises(CommandError, match="name at least one file"):
        train(tmp_path, "--beside", turns)
    silent = tmp_path / "silent.jsonl"
    silent.write_text(json.dumps({**labelled("a", "b"), "gold": []}), encoding="utf-8")
    with pytest.raises(CommandError, match="No candidate of these turns"):
        train(tmp_path, silent)
    alone = tmp_path / "alone.jsonl"
    alone.write_text(json.dumps(labelled("a", CAUSES["billing"])), encoding="utf-8")
    with pytest.raises(CommandError, match="two repositories"):
        train(tmp_path, alone)
    assert not (tmp_path / "model.npz").exists()
