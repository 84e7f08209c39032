"""One call of the person's own Claude Code without a person: no tool, no plugin, no hook, no file, a time-out.

What the client offers and answers was observed with 2.1.328.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess

from hooks.distilling import prompt
from hooks.distilling.material import Material

TIMEOUT = 180.0
VERSION_TIMEOUT = 15.0
LARGEST_ANSWER = 1_000_000
# The outer session's own variables: the inner client must not take itself for a part of it.
OUTER = ("CLAUDE_PLUGIN_", "CLAUDE_CODE_SESSION", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_PROJECT_DIR", "CLAUDE_ENV_FILE")
OUTER_NAMES = frozenset({"CLAUDECODE", "CLAUDE_PID", "CLAUDE_EFFORT", "CAIRN_TOKEN", "CAIRN_URL"})
NEEDED = ("--safe-mode", "--json-schema", "--strict-mcp-config", "--no-session-persistence", "--max-budget-usd")
USUAL_PLACES = ("~/.local/bin/claude", "~/.claude/local/claude", "/usr/local/bin/claude", "/opt/homebrew/bin/claude")
MISSING = "the client `claude` is not found; set CAIRN_CLAUDE to its path"


class Outcome:
    """What came of a call: the `turns` of the answer, or `failure` in words; what it cost; `lasting` trouble or not."""

    __slots__ = ("failure", "input_tokens", "lasting", "microdollars", "model", "output_tokens", "turns")

    def __init__(self, failure: str = "", *, lasting: bool = False) -> None:
        self.turns: dict[int, dict] = {}
        self.failure, self.lasting = failure, lasting
        self.model = ""
        self.input_tokens = self.output_tokens = self.microdollars = 0


def find() -> str:
    """The client's program: as set (a hook names the one that runs it), else on PATH or where it usually is."""
    if given := os.environ.get("CAIRN_CLAUDE", ""):
        return given if os.access(given, os.X_OK) else ""
    places = [shutil.which("claude") or "", *map(os.path.expanduser, USUAL_PLACES)]
    return next((place for place in places if place and os.access(place, os.X_OK)), "")


def ask(program: str, batch: list[Material], *, model: str, dollars: float, place: str) -> Outcome:
    """One call for up to ten turns, in the empty folder `place`. Never raises for what the client does."""
    command = [program, "-p", "--safe-mode", "--tools", "", "--strict-mcp-config", "--no-session-persistence"]
    command += ["--output-format", "json", "--json-schema", prompt.SCHEMA, "--model", model]
    command += ["--max-budget-usd", f"{dollars:.4f}", "--system-prompt", prompt.system_prompt()]
    os.makedirs(place, mode=0o700, exist_ok=True)
    try:
        code, said, complaint = _run(command, prompt.question(batch), place, timeout())
    except OSError as error:
        return Outcome(f"the client cannot be started ({error.strerror})", lasting=True)
    except subprocess.TimeoutExpired:
        return Outcome(f"no answer within {timeout():.0f} s")
    return read(code, said, complaint)


def timeout() -> float:
    """Seconds that a call may take, from `CAIRN_DISTILL_TIMEOUT`."""
    try:
        return max(1.0, min(600.0, float(os.environ.get("CAIRN_DISTILL_TIMEOUT", TIMEOUT))))
    except ValueError:
        return TIMEOUT


def read(code: int, said: str, complaint: str) -> Outcome:
    """What the client's exit code, stdout and stderr mean."""
    try:
        answer = json.loads(said[:LARGEST_ANSWER])
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        if "unknown option" in complaint:
            return Outcome("this Claude Code is too old to distill; update it", lasting=True)
        return Outcome(f"the client ended with {code} and no readable answer")
    outcome = _failed(answer)
    _cost(answer, outcome)
    if not outcome.failure:
        outcome.turns = _turns(answer)
        if not outcome.turns:
            outcome.failure = "invalid JSON, or an answer in another format"
    return outcome


def environment() -> dict[str, str]:
    """The person's, without what belongs to the outer session, and with the plugin silenced."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OUTER) and name not in OUTER_NAMES}
    kept.update(CAIRN_DISABLE="1", DISABLE_AUTOUPDATER="1")
    kept.setdefault("CLAUDE_CODE_MAX_RETRIES", "2")  # ten, the client's own, keep us waiting for minutes
    return kept


def _run(command: list[str], question: str, place: str, seconds: float) -> tuple[int, str, str]:
    """Exit code, stdout and stderr. On a time-out the whole process group is killed."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        cwd=place,
        start_new_session=True,
    )
    try:
        said, complaint = process.communicate(question.encode("utf-8", "replace"), timeout=seconds)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    return process.returncode, said.decode("utf-8", "replace"), complaint.decode("utf-8", "replace")


def _failed(answer: dict) -> Outcome:
    """Why there is no answer; an empty failure where there is one."""
    subtype, status = str(answer.get("subtype", "")), answer.get("api_error_status")
    told = " ".join(str(answer.get("result") or "").split())[:120]
    if subtype == "error_max_budget_usd":
        return Outcome("the budget of one call is exceeded")
    if subtype == "error_max_structured_output_retries":
        return Outcome("invalid JSON, or an answer in another format")
    if not answer.get("is_error"):
        return Outcome()
    if answer.get("stop_reason") == "refusal":
        return Outcome("the model refused to answer")
    if status == 401 or "/login" in told or "not logged in" in told.lower():
        return Outcome("Claude Code is signed out; run `claude` and /login", lasting=True)
    if status == 429 or "limit reached" in told.lower():
        return Outcome(f"Claude Code is over its limit: {told}", lasting=True)
    return Outcome(f"API error{f' {status}' if status else ''}: {told or subtype}", lasting=False)


def _turns(answer: dict) -> dict[int, dict]:
    """The answer by the turn's number: the structured one, else what the text holds."""
    found = answer.get("structured_output")
    if not isinstance(found, dict):
        try:
            found = json.loads(str(answer.get("result") or ""))
        except (ValueError, RecursionError):
            return {}
    rows = found.get("turns") if isinstance(found, dict) else None
    rows = rows if isinstance(rows, list) else []
    return {row["turn"]: row for row in rows if isinstance(row, dict) and isinstance(row.get("turn"), int)}


def _cost(answer: dict, outcome: Outcome) -> None:
    """Tokens of all models (the total of `usage` leaves out what a budget cut off), and dollars."""
    models = answer.get("modelUsage") if isinstance(answer.get("modelUsage"), dict) else {}
    for name, spent in models.items():
        spent = spent if isinstance(spent, dict) else {}
        outcome.model = str(name)[:60]
        read = ("inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens")
        outcome.input_tokens += sum(_number(spent.get(key)) for key in read)
        outcome.output_tokens += _number(spent.get("outputTokens"))
    outcome.microdollars = round(_amount(answer.get("total_cost_usd")) * 1_000_000)


def _number(value: object) -> int:
    return int(_amount(value))


def _amount(value: object) -> float:
    fine = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e12
    return float(value) if fine else 0.0  # type: ignore[arg-type]
