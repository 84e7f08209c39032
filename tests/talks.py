"""Builds stored sessions: what was asked, said and done, as rows."""

from datetime import UTC, datetime, timedelta
from itertools import count

from memory import access
from memory.access import Actor
from memory.capture.projects import project_for
from memory.models import CodingSession, Evidence, Memory, Message, ToolCall, Turn
from memory.rules.identity import from_remote

REMOTE = "git@github.com:acme/checkout.git"
SESSION = "0a1b2c3d-1111-4222-8333-444455556666"
STARTED = datetime(2026, 3, 19, 9, 0, tzinfo=UTC)

HEALTH = (
    "3075ee94-0f60-4aaa-8bbb-000000000001",
    "Can you add a health check endpoint?",
    "I'll add a `/health` endpoint that checks the database connection.",
)
CACHE = (
    "8e45ce0d-9a00-4aaa-8bbb-000000000002",
    "Add a Redis caching layer with a 5-minute TTL.",
    "Let me first look at the middleware.",
    ("Read", "src/middleware/__init__.py"),
    ("Bash", "pytest -q tests/cache", "3 failed"),
    "The cache key is `api:v1:{endpoint}`.",
)
METRICS = (
    "c708b40c-8f80-4aaa-8bbb-000000000003",
    "Let's add Prometheus metrics for cache hits.",
    "Counters for hits and misses are in.",
)


def talk(actor: Actor, *turns: tuple, session: str = SESSION, remote: str = REMOTE, **fields: object) -> CodingSession:
    """A session of `actor`: each turn is its uuid, the prompt, and then what followed, a second apart: words of the
    assistant, a tool's `(name, target[, result])`, or a subagent's words as `{agent id: words}`. Turns begin a
    minute apart."""
    started = fields.pop("started_at", STARTED)
    with access.acting(actor):
        usual = {"started_at": started, "last_event_at": started + timedelta(minutes=len(turns)), "branch": "main"}
        row = CodingSession.objects.create(
            team=actor.team,
            author=actor.user,
            external_id=session,
            project=project_for(from_remote(remote), actor=actor),
            **{**usual, **fields},
        )
        positions: dict[str, count] = {}
        for number, (uuid, prompt, *after) in enumerate(turns):
            _store_turn(row, uuid, prompt, after, started + timedelta(minutes=number), positions)
    return row


def _store_turn(
    session: CodingSession, uuid: str, prompt: str, after: list, at: datetime, positions: dict[str, count]
) -> None:
    turn = Turn.objects.create(team=session.team, session=session, uuid=uuid, prompt=prompt, started_at=at)
    own = {"team": session.team, "project": session.project, "session": session, "turn": turn}
    said: Message | None = None
    for second, thing in enumerate([{"": prompt}, *after]):
        moment = at + timedelta(seconds=second)
        if isinstance(thing, tuple):
            name, target, result = (*thing, "")[:3]
            call_id = f"toolu-{turn.pk}-{second}"
            ToolCall.objects.create(
                **own, message=said, call_id=call_id, name=name, target=target, result=result, called_at=moment
            )
            continue
        ((subagent, words),) = thing.items() if isinstance(thing, dict) else [("", thing)]
        message = Message.objects.create(
            **own,
            uuid=f"{second:04d}beef-{uuid}"[:100],
            role="user" if second == 0 else "assistant",
            content=words,
            subagent=subagent,
            position=next(positions.setdefault(subagent, count(1))),
            said_at=moment,
        )
        said = said if subagent else message


def learned_in_one_turn(actor: Actor, *ids: str) -> None:
    """Has the memories with these ids rest on the same turn, too."""
    session = talk(actor, HEALTH)
    with access.acting(actor):
        turn = session.turns.get()
        for memory in Memory.objects.filter(uuid__in=ids):
            Evidence.objects.create(
                team=actor.team, memory=memory, session=session, turn=turn, author=actor.user, source="assistant",
                at=STARTED,
            )  # fmt: skip
