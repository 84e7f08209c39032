"""The detached process that distills: waits for a pause of the person, asks their own Claude, spools what held."""

from __future__ import annotations

import os
import time

from hooks import config, destinations, state
from hooks.config import Settings
from hooks.distilling import events, headless, journal, modes, prompt
from hooks.distilling.budget import DOLLARS_A_CALL, Limits, Meter
from hooks.distilling.checking import checked
from hooks.distilling.journal import JournalTurn
from hooks.distilling.material import Material, of_events
from hooks.flush import Flush
from hooks.spool import Spool

IDLE_SECONDS = 20.0
# Whoever never pauses is not waited for longer; the server waits 15 minutes.
LONGEST_WAIT = 300.0
# Waiting for a core that nobody needs has an end: some machines are always busy.
LONGEST_WAIT_FOR_A_CORE = 20.0
MOST_ATTEMPTS = 3


class Work:
    """One run over the journal of a spool folder."""

    def __init__(self, settings: Settings, folder: str) -> None:
        self.settings, self.folder = settings, folder
        self.spool = Spool(folder, config.spool_cap())
        self.meter, self.limits = Meter(folder), Limits()

    def run(self) -> None:
        """Distills until no turn is waiting, and sends what came of it."""
        while (lock := state.take_lock(self.folder, "distill.lock")) is not None:
            try:
                journal.sweep(self.folder)
                worked = self._wait() and self._distill()
            finally:
                os.close(lock)
            if worked:
                Flush(self.folder, self.settings).run()
            # Who hurried while the lock was held found no process of its own to start.
            if not (worked or os.path.exists(os.path.join(self.folder, journal.FOLDER, journal.URGENT))):
                return

    def _wait(self) -> bool:
        """True when it is time: a session ends, ten turns wait, or the person pauses after a finished turn.

        False where nothing is finished: the next stop starts another process.
        """
        end = time.monotonic() + LONGEST_WAIT
        while True:
            waiting = [turn for turn in journal.turns(self.folder) if turn.finished]
            hurried = journal.hurried(self.folder)
            if not waiting:
                return False
            if hurried or len(waiting) >= prompt.MOST_TURNS or time.monotonic() > end:
                return True
            rest = idle_seconds() - journal.quiet_seconds(self.folder)
            if rest <= 0:
                return True
            time.sleep(min(1.0, rest + 0.01))

    def _distill(self) -> bool:
        """Asks for what is finished, in batches; False where nothing was settled (it stays in the journal)."""
        waiting = {turn.key: turn for turn in journal.turns(self.folder) if turn.finished}
        materials = {key: of_events(key, turn.events) for key, turn in waiting.items()}
        chatter = [key for key, material in materials.items() if not material.worth_a_call]
        self._settle([waiting[key] for key in chatter], {key: {"facts": [], "summary": []} for key in chatter})
        settled = bool(chatter)
        for batch in prompt.batches([materials[key] for key in waiting if key not in chatter]):
            try:
                told = self._ask(batch)
            except Exception as error:
                # One turn that nobody foresaw must not keep all others here.
                state.log(self.folder, f"distill: {error!r}")
                told = self._failed(batch, f"the plugin failed ({type(error).__name__})", {})
            if told:
                self._settle([waiting[material.key] for material in batch], told)
                settled = True
        return settled

    def _ask(self, batch: list[Material]) -> dict[str, dict]:
        """What to tell of each turn by its key; empty where the turns have to wait for another day.

        With raw events at the server a failure is told at once, so that its rules take over. Without them nobody else
        can make the facts, so the turns wait.
        """
        why = self._obstacle(batch)
        if why:
            return self._failed(batch, why, {})
        wait_for_a_core()
        dollars = min(DOLLARS_A_CALL, self.meter.left(self.limits))
        place = os.path.join(self.folder, journal.FOLDER, "empty")
        outcome = headless.ask(headless.find(), batch, model=self.limits.model, dollars=dollars, place=place)
        usage = {
            "calls": 1,
            "failures": int(bool(outcome.failure)),
            "input_tokens": outcome.input_tokens,
            "output_tokens": outcome.output_tokens,
            "microdollars": outcome.microdollars,
        }
        self.meter.note(outcome.failure, lasting=outcome.lasting)
        self.meter.count(**usage)
        if outcome.failure:
            state.log(self.folder, f"distill: {outcome.failure}")
            return self._failed(batch, outcome.failure, usage)
        return self._answered(batch, outcome, usage)

    def _obstacle(self, batch: list[Material]) -> str:
        """Why not to call at all; empty where nothing speaks against it."""
        if paused := self.meter.paused():
            return paused
        if not headless.find():
            self.meter.note(headless.MISSING, lasting=True)
            return headless.MISSING
        return self.meter.spent(self.limits, sum(prompt.estimate(batch)))

    def _answered(self, batch: list[Material], outcome: headless.Outcome, usage: dict) -> dict[str, dict]:
        told: dict[str, dict] = {}
        for number, material in enumerate(batch, start=1):
            answer = outcome.turns.get(number)
            found = checked(answer or {}, material, alone=not self.settings.raw)
            # The call is counted once, with its first turn.
            cost = {} if told else {**usage, "model": outcome.model}
            if answer is None:
                told[material.key] = events.of_failure("the answer leaves this turn out", self.limits.model, cost)
            else:
                told[material.key] = events.of_answer(found, self.limits.model, cost)
            self.meter.count(turns=1, facts=len(found.facts))
        return told

    def _failed(self, batch: list[Material], why: str, usage: dict) -> dict[str, dict]:
        if not self.settings.raw and self._may_try_again(batch):
            return {}
        model = self.limits.model
        return {
            material.key: events.of_failure(why, model, {} if number else usage)
            for number, material in enumerate(batch)
        }

    def _may_try_again(self, batch: list[Material]) -> bool:
        """Counts the attempts of a batch that nobody else can distill; False after the last."""
        attempts = Attempts(self.folder)
        return attempts.add(batch[0].key) < MOST_ATTEMPTS or bool(self.meter.paused())

    def _settle(self, turns: list[JournalTurn], told: dict[str, dict]) -> None:
        """Spools an event for each turn, then takes the turns out of the journal: killed between, nothing is lost."""
        for turn in turns:
            last = turn.events[-1]
            agent = str(last.get("agent_id") or "")
            place = events.Place(turn.key, turn.session_id, last["project"], str(last["occurred_at"]), agent)
            if self.settings.raw or "facts" in told[turn.key]:
                self.spool.append(events.line(place, told[turn.key], alone=not self.settings.raw))
        journal.forget(turns)


class Attempts:
    """How often a batch was tried, by its first turn."""

    def __init__(self, folder: str) -> None:
        self._path = os.path.join(folder, journal.FOLDER, "attempts")

    def add(self, key: str) -> int:
        """Counts one more; returns how many there were."""
        try:
            with open(self._path, encoding="utf-8") as file:
                keys = file.read().split("\n")
        except OSError:
            keys = []
        keys = [*keys[-50:], key]
        state.write_private(self._path, "\n".join(keys).encode("utf-8", "replace"))
        return keys.count(key)


def idle_seconds() -> float:
    """How long nothing must have happened before a turn is distilled, from `CAIRN_DISTILL_IDLE`."""
    try:
        return max(0.0, min(600.0, float(os.environ.get("CAIRN_DISTILL_IDLE", IDLE_SECONDS))))
    except ValueError:
        return IDLE_SECONDS


def wait_for_a_core() -> None:
    """Waits while every core has work: the person's own prompt goes first."""
    end = time.monotonic() + LONGEST_WAIT_FOR_A_CORE
    while running() > (os.cpu_count() or 1) and time.monotonic() < end:
        time.sleep(0.5)


def running() -> float:
    """How many processes want a core now (Linux), or did within the last minute."""
    try:
        with open("/proc/loadavg", encoding="ascii") as file:
            return int(file.read().split()[3].partition("/")[0])
    except (OSError, ValueError, IndexError):
        return os.getloadavg()[0]


def main() -> None:
    """The process that a hook starts."""
    os.nice(15)
    settings = config.load()
    if not settings.token or config.disabled():
        return
    folder = destinations.open_spool(settings, config.data_folder()).folder
    if modes.mode(settings, folder) != "claude":
        return
    try:
        Work(settings, folder).run()
    except Exception:
        import traceback

        state.log(folder, f"distill: {traceback.format_exc()}")
