"""The distiller against a corpus of hand-written material with stated properties, and the share that it meets."""

import json
from collections import Counter
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from memory.rules.distillation import Distilled, ToolUse, TurnMaterial, distill_text, distill_turn
from memory.rules.redaction import redact, strip_private

CORPUS = Path(__file__).parent / "corpus"
NOW = datetime(2026, 3, 19, 10, 0, tzinfo=timezone(timedelta(hours=1)))  # a Thursday, in Berlin
TEXTS = ("chat", "team", "rejects", "assistant", "tools", "languages", "hostile")


def entries(name: str) -> list[dict]:
    lines = (CORPUS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def distilled(entry: dict) -> Distilled:
    """The entry through the same steps as in the pipeline: private blocks, secrets, then the distiller."""
    text = redact(strip_private(entry["text"])).text
    return distill_text(text, now=NOW, source=entry.get("source", "user"))


def turn(entry: dict) -> Distilled:
    tools = tuple(ToolUse(**tool) for tool in entry.get("tools", ()))
    return distill_turn(TurnMaterial(entry["prompt"], entry["answer"], tools, NOW))


def properties(entry: dict, result: Distilled) -> list[tuple[str, bool]]:
    """Every stated property with whether it holds: kept facts, absent traces, accept or reject, type."""
    content = " ".join(fact.content for fact in result.facts)
    if entry.get("reject"):
        return [("reject", not result.facts)]
    stated = [("accept", bool(result.facts))] if "facts" not in entry else [("count", _in_range(entry, result))]
    stated += [(f"keeps {word}", word in content) for word in entry.get("keep", ())]
    stated += [(f"drops {word}", word not in content) for word in entry.get("drop", ())]
    if "type" in entry and result.facts:
        stated.append((f"type {entry['type']}", entry["type"] in {fact.type for fact in result.facts[:1]}))
    return stated


def _in_range(entry: dict, result: Distilled) -> bool:
    least, most = entry["facts"]
    return least <= len(result.facts) <= most


def measured() -> tuple[Counter[str], list[str]]:
    """How many properties hold and how many do not, and the misses in words."""
    counts: Counter[str] = Counter()
    misses = []
    cases = [(entry, distilled(entry)) for name in TEXTS for entry in entries(name)]
    cases += [(entry, turn(entry)) for entry in entries("turns")]
    for entry, result in cases:
        for name, holds in properties(entry, result):
            counts["holds" if holds else "misses"] += 1
            if not holds:
                said = " | ".join(f"[{fact.type}] {fact.content}" for fact in result.facts) or "(rejected)"
                misses.append(f"{name}: {entry.get('text') or entry.get('prompt')!r}\n      → {said}")
    return counts, misses


def test_at_least_95_percent_of_the_stated_properties_hold(capsys: pytest.CaptureFixture[str]) -> None:
    counts, misses = measured()
    share = counts["holds"] / counts.total()
    with capsys.disabled():
        print(f"\n  corpus: {counts['holds']} of {counts.total()} properties hold ({share:.1%})")
        for miss in misses:
            print(f"    miss  {miss}")
    assert share >= 0.95


def test_the_corpus_has_at_least_200_entries() -> None:
    assert sum(len(entries(path.stem)) for path in CORPUS.glob("*.jsonl")) >= 200


@pytest.mark.parametrize("entry", entries("secrets"), ids=lambda entry: entry["text"][:40])
def test_no_secret_of_the_corpus_survives_the_pipeline(entry: dict) -> None:
    cleaned = redact(strip_private(entry["text"])).text
    content = " ".join(fact.content for fact in distilled(entry).facts)
    for secret in entry["secret"]:
        assert secret not in cleaned
        assert secret not in content
    for word in entry.get("keep", ()):
        assert word in cleaned


@pytest.mark.parametrize("entry", entries("benign"), ids=lambda entry: entry["text"][:40])
def test_benign_text_passes_the_redactor_untouched(entry: dict) -> None:
    assert redact(entry["text"]).text == entry["text"]
