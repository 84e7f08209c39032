"""One hook event from stdin to exit: capture it, answer where Claude Code waits, start a flush."""

from __future__ import annotations

import os
import sys
import time

from hooks import capture, config, destinations, project, state
from hooks import quick_json as json
from hooks.config import Settings
from hooks.distilling import modes
from hooks.spool import Spool

# Prompts and tool calls come often, so they start a flush only when the last one is this old or this much has gathered.
FLUSH_SECONDS = 20.0
AT_ONCE, SOON, AFTER_START = 0.0, 0.2, 1.5
FLUSH_BYTES = 64 * 1024
LONGEST_BROKEN = 4000
# After these the transcript has grown by what is worth sending.
GROWING = frozenset({"Stop", "SubagentStop", "PreCompact", "SessionEnd"})


def run() -> str:
    """Handles the event on stdin and returns what stdout shall say (nothing, mostly). Never raises."""
    folder = config.data_folder()
    try:
        raw = sys.stdin.buffer.read()
        output = handle(raw, folder)
        return json.dumps(output) if output else ""
    except BaseException:
        import traceback

        state.log(folder, traceback.format_exc())
        return ""


def handle(raw: bytes, folder: str) -> dict:
    """The output for one event's JSON; an empty one says nothing."""
    settings = config.load()
    if not settings.configured:
        return _introduction(raw)
    spool = Spool(destinations.folder_for(settings, folder), config.spool_cap())
    spool.attempt(destinations.open_spool, settings, folder)
    try:
        data = json.loads(raw.decode("utf-8", "replace"))
    except ValueError as error:
        return _broken(raw, f"the hook's input is not JSON: {error}", spool)
    if not isinstance(data, dict):
        return _broken(raw, "the hook's input is not a JSON object", spool)
    if not isinstance(data.get("hook_event_name"), str):
        return _broken(raw, "the hook's input has no event name", spool)
    where = project.identify(os.environ.get("CLAUDE_PROJECT_DIR") or str(data.get("cwd") or os.getcwd()))
    return _respond(data, where, settings, spool)


def _respond(data: dict, where: dict[str, str], settings: Settings, spool: Spool) -> dict:
    event = data.get("hook_event_name")
    if event == "SessionStart":
        return _start_session(data, where, settings, spool)
    if event == "UserPromptSubmit":
        return _take_prompt(data, where, settings, spool)
    if event in GROWING and settings.raw and capture.worth_keeping(data):
        from hooks.transcripts import news

        spool.attempt(news.note, spool.folder, data, where)
    # On a full disk, too: what is sent makes room.
    if store(data, where, spool, settings) or spool.trouble:
        # The briefing after a compaction has to know what was said before it.
        after = AT_ONCE if event == "PreCompact" else SOON
        start_flush(spool, settings, eager=not str(event).startswith("PostToolUse"), after=after)
    if event in modes.OCCASIONS and modes.mode(settings, spool.folder) == "claude":
        urgent = event != "Stop"
        spool.attempt(lambda: start_distilling(spool.folder, settings, urgent=urgent))
    return {}


def store(data: dict, where: dict[str, str], spool: Spool, settings: Settings) -> bool:
    """Keeps an event that is worth it: in the journal of who distills here, and in the spool unless raw events stay.

    False when nothing was spooled.
    """
    if not capture.worth_keeping(data):
        return False
    distill = modes.mode(settings, spool.folder)
    data = _with_echoes(data, where, spool)
    if not data:
        return False
    line = capture.event_line(data, where, time.time_ns(), distill)
    if not line:
        return False
    if distill == "claude":
        from hooks.distilling import journal

        spool.attempt(journal.note, spool.folder, data, line)
    return settings.raw and bool(spool.attempt(_spooled, line, spool))


def _with_echoes(data: dict, where: dict[str, str], spool: Spool) -> dict:
    """The event with what it repeats of texts that were read; an empty one for a prompt that an agent wrote."""
    from hooks import echoes

    event, prompt = data["hook_event_name"], str(data.get("prompt", ""))
    if event == "UserPromptSubmit" and "@" in prompt:
        spool.attempt(echoes.note_shown, spool.folder, data, where["root"])
    if event.startswith("PostToolUse"):
        spool.attempt(echoes.note, spool.folder, data)
    elif event == "SessionEnd":
        spool.attempt(echoes.forget, spool.folder)
    elif event == "UserPromptSubmit" and echoes.is_given(spool.folder, prompt):
        return {}
    elif event == "UserPromptSubmit" and echoes.is_within_session(os.environ.get("CLAUDE_PID", "")):
        return {**data, "cairn_relayed": True}
    said = echoes.repeated(spool.folder, data)
    return {**data, "cairn_repeats": said} if said else data


def _spooled(line: bytes, spool: Spool) -> bool:
    if spool.append(line):
        return True
    if spool.dropped() == 1:
        state.log(spool.folder, f"the spool is full ({spool.cap} bytes): new events are lost")
    return False


def _start_session(data: dict, where: dict[str, str], settings: Settings, spool: Spool) -> dict:
    from hooks import client, session_start

    if data.get("source") in ("resume", "fork"):
        from hooks.transcripts import news

        spool.attempt(news.note_resumed, spool.folder, data)
    if not settings.token:
        store(data, where, spool, settings)
        notes = [f"ERROR: {settings.problem}", *session_start.trouble_notes(spool)]
        return {"systemMessage": session_start.status_line(where, {}, notes, time.time())}
    call = client.Background(lambda: session_start.ask(settings, spool.folder, where, data))
    store(data, where, spool, settings)
    try:
        reply: client.Reply | str = call.result(session_start.DEADLINE)
    except client.Offline as offline:
        reply = offline.detail
    output = session_start.answer(settings, spool.folder, where, spool, reply)
    answers = not isinstance(reply, str) and reply.status == 200
    # Later than others: the first prompt often follows at once, and must not share its cores with a flush.
    start_flush(spool, settings, eager=True, forced=answers, after=AFTER_START)
    return output


def _take_prompt(data: dict, where: dict[str, str], settings: Settings, spool: Spool) -> dict:
    from hooks import client, prompt_recall
    from hooks.scrubbing import scrub

    call = None
    prompt = str(data.get("prompt", ""))
    # A prompt is a raw text, too: where those stay on the machine, it is no question to the server.
    if (
        settings.token
        and settings.raw
        and prompt_recall.wanted(settings, prompt)
        and not state.breaker_open(spool.folder)
    ):
        question = scrub(prompt, prompt_recall.LONGEST_QUERY)
        call = client.Background(lambda: prompt_recall.ask(settings, spool.folder, where, question))
    stored = store(data, where, spool, settings)
    output: dict = {}
    if call is not None:
        try:
            output = prompt_recall.answer(settings, call.result(prompt_recall.DEADLINE))
        except client.Offline:
            spool.attempt(state.open_breaker, spool.folder)
    if stored or spool.trouble:
        start_flush(spool, settings, eager=False)
    return output


def start_flush(spool: Spool, settings: Settings, *, eager: bool, forced: bool = False, after: float = SOON) -> None:
    """Starts the detached flush, which sends `after` seconds, unless one is at work or it can wait for more.

    The back-off after a failure holds, too, unless `forced`.
    """
    if not settings.token or not spool.has_work():
        return
    past = state.read_state(spool.folder)
    now = time.time()
    if not forced and now < float(past.get("retry_at", 0)) < now + 3600:
        return
    if not eager and not _due(spool, now):
        return
    lock = spool.attempt(state.take_flush_lock, spool.folder)
    if isinstance(lock, int):
        os.close(lock)
        hook = os.path.join(os.path.dirname(__file__), "hook.py")
        flush = [sys.executable, "-I", "-S", hook, "flush"]
        # A shell sleeps for less than a Python that starts only to sleep.
        spawn([*flush, str(after)] if after < 1 else ["/bin/sh", "-c", 'sleep "$0"; exec "$@"', str(after), *flush])


def start_distilling(folder: str, settings: Settings, *, urgent: bool) -> None:
    """Starts the detached distilling of what the journal holds, unless one is at work; `urgent` tells it not to wait
    for a pause of the person."""
    from hooks.distilling import journal

    if not settings.token or not journal.is_waiting(folder):
        return
    if urgent:
        journal.hurry(folder)
    lock = state.take_lock(folder, "distill.lock")
    if lock is not None:
        os.close(lock)
        modes.name_client()
        spawn([sys.executable, "-I", "-S", os.path.join(os.path.dirname(__file__), "hook.py"), "distill"])


def spawn(command: list[str]) -> None:
    """Starts a process in a session of its own that neither holds the client's pipes nor dies with it."""
    null = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_RDWR, 0) for fd in (0, 1, 2)]
    try:
        os.posix_spawn(command[0], command, os.environ, file_actions=null, setsid=True)
    except (NotImplementedError, AttributeError):
        if os.fork() == 0:
            os.setsid()
            quiet = os.open(os.devnull, os.O_RDWR)
            for fd in (0, 1, 2):
                os.dup2(quiet, fd)
            os.execv(command[0], command)  # noqa: S606 - no shell is what keeps a path from being one


def _due(spool: Spool, now: float) -> bool:
    try:
        last = os.stat(os.path.join(spool.folder, "state.json")).st_mtime
        return now - last > FLUSH_SECONDS or os.path.getsize(spool.active) > FLUSH_BYTES
    except OSError:
        return True


def _broken(raw: bytes, detail: str, spool: Spool) -> dict:
    from hooks.scrubbing import scrub

    state.log(spool.folder, detail)
    if raw.strip():
        spool.bury("broken_json", detail, scrub(raw.decode("utf-8", "replace"), LONGEST_BROKEN).encode())
    return {}


def _introduction(raw: bytes) -> dict:
    if b'"SessionStart"' not in raw:
        return {}
    tool = os.path.join(os.path.dirname(__file__), "cairn.py")
    how = "cairn login" if _on_path("cairn") else f"python3 {tool} login"
    return {"systemMessage": f"[cairn {config.VERSION}] not set up yet, nothing is captured: run `{how}`"}


def _on_path(program: str) -> bool:
    folders = os.environ.get("PATH", "").split(os.pathsep)
    return any(os.access(os.path.join(folder, program), os.X_OK) for folder in folders if folder)
