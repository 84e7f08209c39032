"""A developer whose sessions run while things break, and the story of what became of every one of their events."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import psycopg

from tests.hooks.conftest import Machine
from tests.journeys.feeder import TURNS_A_SESSION, fact, turn_id
from tests.journeys.ledger import Key, Ledger, Stored
from tests.live import LiveStack

ROOT = Path(__file__).resolve().parents[2]
TOOLS = 17
EVENTS_A_TURN = TOOLS + 2 + 2 / TURNS_A_SESSION
# Far beyond what any story takes: only so that one which never heals comes to an end.
PATIENCE = 900.0


@dataclass
class Outcome:
    """What a story came to: events that the hooks kept, and what became of them."""

    kept: int
    turned_away: int
    lost: set[Key]
    doubled: set[Key]
    waiting: set[Key]
    seconds: float
    stored: Stored
    dead: list[dict] = field(default_factory=list)

    def told(self, story: str) -> str:
        """One line for whoever runs the stories."""
        away = f", {self.turned_away} found no room" if self.turned_away else ""
        return (
            f"{story}: {self.kept:,} events{away}, {len(self.lost)} lost, {len(self.doubled)} doubled, "
            f"{len(self.waiting)} in the spool; healed in {self.seconds:.1f} s"
        )


class Developer:
    """One person's machine, and a feeder that works on it as Claude Code's hooks do."""

    def __init__(self, folder: Path, stack: LiveStack, prefix: str, person: str = "alice", url: str = "") -> None:
        self.machine = Machine(folder, url or stack.url)
        self.machine.token = stack.token(person)
        self.stack = stack
        self.prefix = prefix
        self.ledger = Ledger(stack, prefix)
        self.turns = 0
        self._journal = folder / "journal.jsonl"
        self._feeder: subprocess.Popen[bytes] | None = None
        self._resumed: list[Key] = []

    def work(self, events: int, *, a_second: float = 0.0, clocks: tuple[int, ...] = (0,)) -> None:
        """Start sessions of about so many events, in the background; `clocks` are the hours that the clock is off."""
        self.turns = max(1, round(events / EVENTS_A_TURN))
        plan = {"prefix": self.prefix, "turns": self.turns, "tools": TOOLS, "clocks": clocks}
        plan["second"] = a_second / EVENTS_A_TURN
        environment = {**self.machine.environment(), "PYTHONPATH": str(ROOT)}
        with self._journal.open("ab") as journal:
            self._feeder = subprocess.Popen(
                [sys.executable, "-m", "tests.journeys.feeder", json.dumps(plan)],
                cwd=ROOT,
                env=environment,
                stdout=journal,
            )

    def working(self) -> bool:
        """Tell whether the sessions go on."""
        assert self._feeder
        return self._feeder.poll() is None

    def done(self) -> int:
        """Tell how many events the hooks have seen."""
        return sum(1 for _ in self._lines())

    def finish(self) -> None:
        """Wait until the sessions have ended."""
        assert self._feeder
        assert self._feeder.wait(PATIENCE) == 0, self.machine.log()

    def end(self) -> None:
        """Leave nothing running."""
        if self._feeder:
            self._feeder.kill()
            self._feeder.wait()

    def start_session(self) -> None:
        """Start a session through the real launcher, as a developer does who goes on working."""
        session = f"{self.prefix}-again{len(self._resumed)}"
        self._resumed.append((session, "SessionStart", "", ""))
        self.machine.hook("SessionStart", session_id=session, source="startup")

    def heal(self) -> float:
        """Let the developer go on now and then until all is stored and distilled; give the seconds that took."""
        began = time.monotonic()
        while not self._healed():
            assert time.monotonic() - began < PATIENCE, self._complaint()
            if self.machine.lines():
                self.start_session()
            time.sleep(1)
        return time.monotonic() - began

    def outcome(self, seconds: float) -> Outcome:
        """Hold what is stored against what the hooks kept."""
        lines = list(self._lines())
        kept = {tuple(line["key"]) for line in lines if line["kept"]} | set(self._resumed)
        stored, waiting = self.ledger.stored(), Counter(map(key_of, self.machine.lines()))
        doubled = {key for key, number in (stored.events + waiting).items() if number > 1 or key not in kept}
        return Outcome(
            kept=len(kept),
            turned_away=sum(not line["kept"] for line in lines),
            lost=kept - set(stored.events) - set(waiting),
            doubled=doubled,
            waiting=set(waiting),
            seconds=seconds,
            stored=stored,
            dead=self.machine.dead_letters(),
        )

    def said(self) -> Counter[str]:
        """The uuids of the lines that the transcripts have."""
        return Counter(uuid for line in self._lines() for uuid in line["said"])

    def stated(self) -> Counter[str]:
        """What the turns stated whose end the hooks kept."""
        ends = [line["key"][2] for line in self._lines() if line["kept"] and line["key"][1] == "Stop"]
        facts = {turn_id(self.prefix, turn): fact(self.prefix, turn) for turn in range(self.turns)}
        return Counter(facts[end] for end in ends)

    def asked(self) -> Counter[str]:
        """The ids of the turns of which the hooks kept an event."""
        return Counter({line["key"][2]: 1 for line in self._lines() if line["kept"] and line["key"][2]})

    def copy_spool(self, folder: Path) -> Machine:
        """Give a machine on which a copy of this one's home was brought back."""
        twin = Machine(folder, self.machine.url)
        twin.token = self.machine.token
        shutil.copytree(self.machine.data, twin.data, dirs_exist_ok=True)
        return twin

    def _healed(self) -> bool:
        """Whether nothing waits, here or there; nobody can say while the database is away."""
        try:
            return not self.machine.lines() and not self._news() and not self.ledger.waiting()
        except (OSError, psycopg.Error):
            return False

    def _news(self) -> list[Path]:
        return [path for path in self.machine.spool.glob("transcripts/*") if path.suffix in (".news", ".taken")]

    def _complaint(self) -> str:
        return f"{len(self.machine.lines())} events wait\n{self.machine.log()[-3000:]}\n{''.join(self.stack.output)}"

    def _lines(self) -> list[dict]:
        if not self._journal.exists():
            return []
        whole = [line for line in self._journal.read_bytes().splitlines(True) if line.endswith(b"\n")]
        return [json.loads(line) for line in whole]


def key_of(event: dict) -> Key:
    """What tells an event in the spool from every other."""
    payload = event["payload"]
    return event["session_id"], event["event"], payload.get("prompt_id", ""), payload.get("tool_use_id", "")


def flush(machine: Machine) -> subprocess.Popen[bytes]:
    """Start a flush of the machine's spool, as the hooks do."""
    command = ["/bin/sh", str(ROOT / "hooks" / "launch.sh"), "flush"]
    return subprocess.Popen(command, env={**os.environ, **machine.environment()}, stdin=subprocess.DEVNULL)


def kill(processes: list[psutil.Process]) -> None:
    """SIGKILL, to all that still run."""
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.kill()


@contextmanager
def frozen(processes: list[psutil.Process]) -> Iterator[None]:
    """SIGSTOP all for the length of a block: they live, hold their connections and locks, and do not answer."""
    stopped = []
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.suspend()
            stopped.append(process)
    try:
        yield
    finally:
        for process in stopped:
            with suppress(psutil.NoSuchProcess):
                process.resume()


def wait_for_load(developer: Developer, events: int) -> None:
    """Wait until the hooks have seen so many events, or all there are."""
    while developer.working() and developer.done() < events:
        time.sleep(0.1)


def pace(events: int) -> float:
    """Events a second at which the work outlasts the faults, without making the long versions wait."""
    return max(40.0, events / 45)
