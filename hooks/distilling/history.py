"""`cairn import --distill`: the person's own Claude makes drafts of old conversations; estimated first, resumable."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable

from hooks import config, destinations
from hooks.config import Settings
from hooks.distilling import events, headless, prompt
from hooks.distilling.budget import DOLLARS_A_CALL, Limits, Meter
from hooks.distilling.checking import checked
from hooks.distilling.material import Material, project_name, relative
from hooks.flush import Flush
from hooks.progress import Progress
from hooks.scrubbing import scrub
from hooks.spool import Spool
from hooks.transcripts.files import lines
from hooks.transcripts.plan import Plan, identity
from hooks.transcripts.scan import Scanned
from hooks.transcripts.turn_reader import TranscriptTurn, read_turns

DONE = "distilled-history"
# List price of a million tokens, in and out, as Claude Code 2.1.328 counts haiku; other models are not estimated.
HAIKU = (0.10, 0.50)
SPEECH = 16_000
MOST_FAILURES = 3
LOOKED_AT = 50


class History:
    """The turns of the conversations of an import that were not distilled before."""

    def __init__(self, folder: str, settings: Settings, plan: Plan) -> None:
        self.folder, self.settings = folder, settings
        self.limits, self.meter = Limits(), Meter(folder)
        self._done = _done(folder)
        self._places: dict[str, events.Place] = {}
        items = [*plan.to_send, *(item for item in plan.left if item.why == "already sent")]
        found = [material for item in items if not item.file.subagent for material in self._of_file(item, plan)]
        self.batches = prompt.batches(found)
        self.turns = len(found)

    def told(self) -> str:
        """The estimate for a person."""
        if not self.turns:
            return "Nothing to distill: every turn that is worth it was distilled before."
        read, answered = (sum(column) for column in zip(*map(prompt.estimate, self.batches), strict=True))
        dollars = (read * HAIKU[0] + answered * HAIKU[1]) / 1_000_000
        price = f"about ${dollars:.2f} at list price" if self.limits.model == "haiku" else "price unknown"
        return (
            f"To distill: {self.turns:,} turns in {len(self.batches):,} calls of {self.limits.model}, about"
            f" {read + answered:,} tokens, {price}. Daily budget on this machine: {self.limits.calls} calls,"
            f" {self.limits.tokens:,} tokens, ${self.limits.dollars:.2f}. If it is spent, run this again tomorrow."
        )

    def run(self) -> int:
        """Distills and sends, batch by batch; the exit code."""
        destinations.open_spool(self.settings, os.path.dirname(os.path.dirname(self.folder)))
        progress, facts, turns, failures = Progress(max(1, self.turns), "distilling"), 0, 0, 0
        for batch in self.batches:
            why = self.meter.spent(self.limits, sum(prompt.estimate(batch))) or self.meter.paused()
            outcome = headless.Outcome(why) if why else self._ask(batch)
            if outcome.failure:
                failures += 1
                if why or outcome.lasting or failures >= MOST_FAILURES:
                    return _stopped(outcome.failure, turns, facts)
                continue
            facts += self._send(batch, outcome)
            turns += len(batch)
            progress.show(turns, f"{facts} facts")
        print(f"{turns:,} turns distilled, {facts:,} facts sent as drafts.")
        return 1 if failures else 0

    def _ask(self, batch: list[Material]) -> headless.Outcome:
        program = headless.find()
        if not program:
            return headless.Outcome(headless.MISSING, lasting=True)
        dollars = min(DOLLARS_A_CALL, self.meter.left(self.limits))
        place = os.path.join(self.folder, "distill", "empty")
        outcome = headless.ask(program, batch, model=self.limits.model, dollars=dollars, place=place)
        self.meter.note(outcome.failure, lasting=outcome.lasting)
        self.meter.count(**_usage(outcome))
        return outcome

    def _send(self, batch: list[Material], outcome: headless.Outcome) -> int:
        """Spools what held of the answer, notes the turns as done, and sends; returns how many facts."""
        spool, facts = Spool(self.folder, config.spool_cap()), 0
        for number, material in enumerate(batch, start=1):
            found = checked(outcome.turns.get(number) or {}, material, alone=not self.settings.raw)
            usage = _usage(outcome) if number == 1 else {}
            told = events.of_answer(found, self.limits.model, usage)
            line = events.line(self._places[material.key], told, alone=not self.settings.raw, history=True)
            if not spool.append(line):
                return facts
            facts += len(found.facts)
            self._note(material.key)
        self.meter.count(turns=len(batch), facts=facts)
        Flush(self.folder, self.settings).run()
        return facts

    def _note(self, key: str) -> None:
        handle = os.open(os.path.join(self.folder, DONE), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(key + "\n")

    def _of_file(self, item: Scanned, plan: Plan) -> Iterable[Material]:
        try:
            told = [raw for raw, _ in lines(item.file.path, 0)]
        except (OSError, EOFError):
            return
        item.cwd = item.cwd or _cwd(told)
        where = plan.project_of(item) if not item.why else {**identity(item.cwd), "branch": item.branch}
        for turn in read_turns(told):
            key = f"{item.file.session_id}/{turn.uuid}"
            material = _material(key, turn, where)
            if key not in self._done and turn.at and material.worth_a_call:
                self._places[key] = events.Place(turn.uuid, item.file.session_id, where, turn.at)
                yield material


def _material(key: str, turn: TranscriptTurn, where: dict[str, str]) -> Material:
    """The turn with secrets taken out; what a tool call was about, in a line each."""
    root = str(where.get("top") or where.get("root") or "").rstrip("/")
    answer = "\n\n".join(text for kind, text in turn.items if kind == "text")
    tools = [relative(scrub(text, SPEECH), root) for kind, text in turn.items if kind == "tool"]
    prompt_text, answer_text = (relative(scrub(text, SPEECH), root) for text in (turn.prompt, answer))
    return Material(key, prompt_text, answer_text, tools, turn.at, project_name(where, root))


def _usage(outcome: headless.Outcome) -> dict[str, int]:
    return {
        "calls": 1,
        "failures": int(bool(outcome.failure)),
        "input_tokens": outcome.input_tokens,
        "output_tokens": outcome.output_tokens,
        "microdollars": outcome.microdollars,
    }


def _stopped(why: str, turns: int, facts: int) -> int:
    print(f"Stopped after {turns:,} turns and {facts:,} facts: {why}.", file=sys.stderr)
    print(f"Run it again ({time.strftime('%Y-%m-%d')} ends at midnight UTC). It continues from here.", file=sys.stderr)
    return 1


def _cwd(told: list[bytes]) -> str:
    """The folder that the first lines of a transcript name."""
    for raw in told[:LOOKED_AT]:
        try:
            row = json.loads(raw)
        except ValueError:
            continue
        if isinstance(row, dict) and isinstance(row.get("cwd"), str):
            return row["cwd"]
    return ""


def _done(folder: str) -> set[str]:
    try:
        with open(os.path.join(folder, DONE), encoding="utf-8") as file:
            return set(file.read().split("\n"))
    except OSError:
        return set()
