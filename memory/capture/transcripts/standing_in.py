"""What a turn's own events say, kept as messages for as long as the transcript has not said it.

Other agents send no transcript, and that of Claude Code lags: without these nobody finds what was said there.
"""

from collections.abc import Iterable, Sequence

from django.db import connection

from hooks.scrubbing import cut
from hooks.transcripts.words import spoken, typed
from memory.access import Actor
from memory.capture.locks import one_sender_a_person
from memory.capture.transcripts.placing import fitting
from memory.capture.transcripts.storing import LONGEST_MESSAGE
from memory.capture.transcripts.threads import Threads
from memory.models import CodingSession, Message, Observation, Turn
from memory.models.lexicon import Collection
from memory.recall import lexicon
from memory.rules.edits import settings_changed
from memory.rules.extraction import texts
from memory.rules.material import ToolUse

_TOOLS = ("PostToolUse",)
# How the uuid of a message begins that a transcript does not have, and so does not replace.
_DONE = "commit-"

# The turn of the transcript says the same, or the thread has gone on behind it: a client's clocks differ by little.
_REPLACED = """
SELECT s.id FROM memory_message s
WHERE s.session_id = %(session)s AND starts_with(s.uuid, %(mark)s) AND EXISTS (
    SELECT FROM memory_message t
    WHERE t.session_id = s.session_id AND t.subagent = s.subagent
      AND NOT starts_with(t.uuid, %(mark)s) AND NOT starts_with(t.uuid, %(done)s)
      AND (t.said_at > s.said_at
           OR t.role = s.role AND t.turn_id = s.turn_id AND strpos(t.content, left(s.content, 300)) > 0
           OR t.role = s.role AND t.content = s.content AND t.said_at > s.said_at - interval '10 minutes'))
"""


def note_said(turn: Turn, observations: Iterable[Observation], *, actor: Actor) -> None:
    """Store what these events of a turn say, but for what is known, also from the transcript; doing it again adds
    nothing. In the author's scope and a transaction that has locked nothing yet."""
    told = [message for observation in observations if (message := _message(observation, turn))]
    if not told:
        return
    one_sender_a_person(actor)
    session, threads = turn.session, Threads()
    known = set(session.messages.filter(uuid__in=[row.uuid for row in told]).values_list("uuid", flat=True))
    fresh = threads.append(session, [row for row in told if row.uuid not in known])
    # A name that is taken is somebody else's; Postgres may hide whose.
    Message.objects.bulk_create(fresh, ignore_conflicts=True)
    new = [row.uuid for row in fresh]
    # What is new is not counted yet.
    Message.objects.filter(pk__in=_replaced(session), uuid__in=new).delete()
    threads.close_up(session, {row.subagent for row in fresh})
    give_way(session, actor=actor)
    stored = session.messages.filter(uuid__in=new).values_list("pk", flat=True)
    lexicon.count(list(stored), team=actor.team, collection=Collection.MESSAGE)


def give_way(session: CodingSession, *, actor: Actor) -> None:
    """Remove what events said of this session and its transcript says now."""
    gone = _replaced(session)
    if gone:
        lexicon.discount(gone, team=actor.team, collection=Collection.MESSAGE)
        rows = Message.objects.filter(pk__in=gone)
        names = set(rows.values_list("subagent", flat=True))
        rows.delete()
        Threads().close_up(session, names)


def _replaced(session: CodingSession) -> Sequence[int]:
    with connection.cursor() as cursor:
        cursor.execute(_REPLACED, {"session": session.pk, "mark": Message.OF_EVENT, "done": _DONE})
        return [row[0] for row in cursor.fetchall()]


def _message(observation: Observation, turn: Turn) -> Message | None:
    """What one event says, as the transcript would have it; its words were redacted when it was taken."""
    role, words, thread = _words(observation)
    if not words.strip():
        return None
    return Message(
        team_id=turn.team_id,
        project_id=turn.session.project_id,
        session=turn.session,
        turn=turn,
        uuid=f"{_DONE if observation.event in _TOOLS else Message.OF_EVENT}{observation.client_id}",
        role=role,
        content=cut(words, LONGEST_MESSAGE),
        subagent=fitting(thread),
        said_at=observation.occurred_at,
    )


def _words(observation: Observation) -> tuple[str, str, str]:
    """Role, words and thread; no words where nobody said anything."""
    told = {name: value for name, value in observation.payload.items() if isinstance(value, str)}
    answer, agent = spoken(told.get("last_assistant_message", "")), told.get("agent_id", "")
    if observation.event == "UserPromptSubmit":
        return Message.Role.USER, typed(told.get("prompt", ""))[1], ""
    if observation.event in _TOOLS:
        return Message.Role.ASSISTANT, _done(observation.payload.get("tool_input")), agent
    if observation.event == "Stop":
        return Message.Role.ASSISTANT, answer, ""
    # A compaction ends a nameless subagent, with the summary as its answer.
    named = observation.event == "SubagentStop" and agent and told.get("agent_type", agent)
    return Message.Role.ASSISTANT, answer if named else "", agent


def _done(given: object) -> str:
    """What a call tells others in a commit or a pull request, and which settings it changes.

    A transcript has only the first line of these, as a call.
    """
    return "\n\n".join(filter(None, (_committed(given), *settings_changed(given))))


def _committed(given: object) -> str:
    command = given.get("command") if isinstance(given, dict) else None
    if not isinstance(command, str):
        return ""
    told = (text.words.strip() for text in texts.told(ToolUse("Bash", command=command)))
    words = "\n\n".join(filter(None, told))
    return f"Committed: {words}" if words else ""
