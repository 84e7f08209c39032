"""What one session was doing, from its stored turns: told again where the client has lost the words of it."""

from collections.abc import Iterator, Sequence

from memory.access import Actor
from memory.models import CodingSession, Memory, Turn
from memory.rules import tokens
from memory.rules.noise import noise_reason
from memory.rules.paths import is_plain
from memory.rules.poisoning import tellable

_EDITS = ("Edit", "MultiEdit", "Write", "NotebookEdit")
_TURNS = 5
_FILES = 12
_DECISIONS = 5


def own_work(external_id: str, *, actor: Actor) -> Iterator[str]:
    """Lines without their dash: the goal, what was decided, the files, the last turns, and where the words are.

    Nothing for a session that nobody knows, or that is another person's.
    """
    session = CodingSession.objects.filter(team=actor.team, author=actor.user, external_id=external_id).first()
    if session is None:
        return
    turns = list(session.turns.order_by("-started_at")[:_TURNS])[::-1]
    yield from _goal(session, turns)
    yield from _decisions(session, actor=actor)
    if files := [path for path in changed_files(session) if is_plain(path)]:
        yield f"Files changed: {', '.join(files)}"
    for turn in turns:
        yield from filter(tellable, turn.summary)
    if turns and (answer := turns[-1].answer):
        yield f"Said last: {tokens.snippet(answer, 300)}"
    if turns:
        yield f'Every word of it: get_transcript("{session.external_id}")'


def _goal(session: CodingSession, turns: Sequence[Turn]) -> Iterator[str]:
    """What the person asked for first, and what they asked for lately."""
    first = next(
        (turn for turn in session.turns.order_by("started_at")[:_TURNS] if not noise_reason(turn.prompt)), None
    )
    if first and first not in turns:
        yield f"Began with: {tokens.snippet(first.prompt, 300)}"
    asked = [turn.prompt for turn in turns if not noise_reason(turn.prompt)]
    for prompt in asked[:-1]:
        yield f"Asked: {tokens.snippet(prompt, 200)}"
    if asked:
        yield f"Goal now: {tokens.snippet(asked[-1], 500)}"


def _decisions(session: CodingSession, *, actor: Actor) -> Iterator[str]:
    rests_on_it = Memory.objects.visible_to(actor).current().filter(evidence__session=session, type="decision")
    for memory in rests_on_it.order_by("-occurred_at", "-pk").distinct()[:_DECISIONS]:
        yield f"Decided [{str(memory.uuid)[:12]}]: {memory.content}"


def changed_files(session: CodingSession) -> list[str]:
    """What was written to, the latest first, told from the project's root."""
    called = session.tool_calls.filter(name__in=_EDITS, failed=False).order_by("-called_at", "-pk")
    paths = [call.target for call in called[: 4 * _FILES]] + list(_observed_files(session))
    root = session.root.rstrip("/") + "/"
    return list(dict.fromkeys(path.removeprefix(root) for path in paths if path))[:_FILES]


def _observed_files(session: CodingSession) -> Iterator[str]:
    """From the hooks' own events, which are here before the transcript is."""
    used = session.observations.filter(event="PostToolUse", payload__tool_name__in=_EDITS).order_by("-occurred_at")
    for payload in used.values_list("payload", flat=True)[: 4 * _FILES]:
        given = payload.get("tool_input")
        path = given.get("file_path") or given.get("notebook_path") if isinstance(given, dict) else None
        if isinstance(path, str):
            yield path
