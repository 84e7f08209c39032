"""The kill switch: a source is switched off, and all that it led to is hidden, until the block is lifted."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from memory import access, audit
from memory.access import Actor
from memory.errors import Conflict, Forbidden, NotFound, Refused
from memory.knowledge import hiding
from memory.knowledge.locks import one_writer_a_team
from memory.models import AccessToken, Agent, Block, CodingSession, Membership, Observation, Team, Turn, User
from memory.recall.sessions import find_session

SOURCES = ("token", "agent", "session", "person")
_LONGEST_REASON = 200
_Source = AccessToken | Agent | CodingSession | User


@dataclass(frozen=True)
class Blocked:
    """A block, and how many memories and sessions it hid (or, lifted, showed again)."""

    block: Block
    memories: int
    sessions: int


def block(*, actor: Actor, reason: str, **source: str | None) -> Blocked:
    """Switch one source off and hide what it led to; `lift` brings exactly that back.

    One of `token` (its prefix or number), `agent` (its agent_id), `session` (the client's id), `person` (username).
    Memories of which every piece of evidence comes from blocked sources are quarantined; what others know too stays.
    The source's sessions are shown to curators only. It can capture and write nothing (code `blocked`) and keeps
    reading; turns of it that wait for a worker wait on. Raises Refused, NotFound, Conflict("already_blocked").
    """
    actor.authorize("block")
    kind, named = _asked(source)
    if not reason.strip():
        raise Refused("invalid", "Give a short 'reason'. Reviewers see it.")
    with transaction.atomic():
        one_writer_a_team(actor.team.pk)
        made = _made(kind, _find(kind, named, actor=actor), reason.strip()[:_LONGEST_REASON], actor=actor)
        # What a source led to may be private to it: the verb hides more than its caller may see.
        with access.scope(team=actor.team, user=actor.user, system=True):
            hidden = hiding.hide(made)
            detail = {"source": kind, "memories": hidden.memories, "sessions": hidden.sessions}
            audit.record("block", f"block:{made.pk}", actor=actor, **detail, **hidden.undo)
    return Blocked(made, hidden.memories, hidden.sessions)


def lift(ref: str | int, *, actor: Actor) -> Blocked:
    """Take a block back: what it hid is what it was, but for what another block still covers.

    What a curator has changed meanwhile stays as they left it. Raises NotFound, Conflict("already_lifted").
    """
    actor.authorize("block")
    with transaction.atomic():
        one_writer_a_team(actor.team.pk)
        found = _standing(ref, actor=actor)
        values = {"lifted_at": timezone.now(), "lifted_by": actor.user}
        if not Block.objects.filter(pk=found.pk, lifted_at=None).update(**values):
            raise Conflict("already_lifted", "This block was already lifted.")
        with access.scope(team=actor.team, user=actor.user, system=True):
            shown = hiding.show(found)
            _wake_turns(actor.team)
            counts = {"memories": shown.memories, "sessions": shown.sessions}
            audit.record("lift", f"block:{found.pk}", actor=actor, **counts)
    found.refresh_from_db()
    return Blocked(found, shown.memories, shown.sessions)


def blocks(*, actor: Actor, lifted: bool = False) -> list[Block]:
    """The standing blocks of the team, the newest first; with `lifted` those that are over, too."""
    actor.authorize("block")
    found = Block.objects.filter(team=actor.team).order_by("-pk")
    found = found.select_related("blocked_by", "lifted_by", *SOURCES)
    return list(found if lifted else found.filter(lifted_at=None))


def is_blocked(
    team: Team,
    *,
    person: int | None = None,
    session: int | None = None,
    agents: Iterable[int | None] = (),
    tokens: Iterable[int | None] = (),
) -> bool:
    """Whether any of these sources of the team is switched off now."""
    named = Q(agent__in=[pk for pk in agents if pk]) | Q(token__in=[pk for pk in tokens if pk])
    named |= Q(person=person or 0) | Q(session=session or 0)
    return Block.objects.filter(named, team=team, lifted_at=None).exists()


def _asked(source: dict[str, str | None]) -> tuple[str, str]:
    given = [(kind, str(named)) for kind, named in source.items() if named and kind in SOURCES]
    if len(given) != 1:
        raise Refused("invalid", f"Name one source: {', '.join(SOURCES)}.")
    return given[0]


def _find(kind: str, named: str, *, actor: Actor) -> _Source:
    """The source in the actor's team. Raises NotFound, and Forbidden or Refused for who must not be blocked."""
    if kind == "session":
        return find_session(named, actor=actor)
    if kind == "agent":
        found: _Source | None = Agent.objects.filter(team=actor.team, agent_id=named).first()
    elif kind == "token":
        number = int(named) if named.isascii() and named.isdecimal() and len(named) < 19 else 0
        called = AccessToken.objects.filter(Q(pk=number) | Q(prefix=named), team=actor.team)[:2]
        found = called[0] if len(called) == 1 else None
    else:
        found = _person(named, actor=actor)
    if found is None:
        raise NotFound(f"This team has no {kind} '{named[:100]}'.")
    return found


def _person(username: str, *, actor: Actor) -> User | None:
    place = Membership.objects.filter(team=actor.team, user__username=username).select_related("user").first()
    if place is None:
        return None
    if place.user_id == actor.user.pk:
        raise Refused("invalid", "You cannot block yourself. Revoke your tokens instead.")
    if place.role == Membership.Role.ADMIN and not actor.may("admin"):
        raise Forbidden("Only an admin can block an admin. Block the token or the session instead.")
    return place.user


def _made(kind: str, source: _Source, reason: str, *, actor: Actor) -> Block:
    try:
        with transaction.atomic():
            return Block.objects.create(team=actor.team, blocked_by=actor.user, reason=reason, **{kind: source})
    except IntegrityError:
        raise Conflict("already_blocked", f"This {kind} is already blocked.") from None


def _standing(ref: str | int, *, actor: Actor) -> Block:
    number = int(ref) if str(ref).isascii() and str(ref).isdecimal() and len(str(ref)) < 19 else 0
    found = Block.objects.filter(team=actor.team, pk=number).first()
    if found is None:
        raise NotFound("This block does not exist.")
    return found


def _wake_turns(team: Team) -> None:
    """What was captured before the block and not distilled is due now."""
    waiting = Observation.objects.filter(team=team, status=Observation.Status.PENDING, turn__due_at=None)
    Turn.objects.filter(pk__in=waiting.values("turn")).update(due_at=timezone.now())
