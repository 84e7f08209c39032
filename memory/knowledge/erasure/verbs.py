"""The three verbs of erasure, each one transaction in the team's turn, so that it happens whole or not at all."""

import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from datetime import datetime

from django.db import transaction

from memory import access
from memory.access import Actor
from memory.errors import NotFound, Refused
from memory.knowledge.erasure.account import close_account, forget_in_admin_log, scrub_admin_log
from memory.knowledge.erasure.names import names_of
from memory.knowledge.erasure.person import erase_rows, has_been_in
from memory.knowledge.erasure.report import Erased, Tally, exports_since
from memory.knowledge.erasure.scrubbing import Step, left_in_audit, scrub
from memory.knowledge.erasure.search import literal
from memory.knowledge.holds import refuse_held, refuse_held_team
from memory.knowledge.locks import one_writer_a_team
from memory.knowledge.tombstones import bury
from memory.models import Evidence, Invitation, Membership, Memory, User
from memory.people.member_audit import noted
from memory.recall.fetch import find_memory

SHORTEST_TEXT = 6


def _silent(now: str) -> None:
    """For callers who do not watch."""


@contextmanager
def _erasing(actor: Actor, *, dry_run: bool) -> Iterator[None]:
    """The one transaction, which sees all rows of the team; a rehearsal does everything and takes it back."""
    actor.authorize("erase")
    # The server's own work: rows of others, and private ones, are out of an admin's own reach.
    with access.scope(team=actor.team, user=actor.user, system=True), transaction.atomic():
        one_writer_a_team(actor.team.pk)
        refuse_held_team(actor.team)
        yield
        transaction.set_rollback(dry_run)


def erase_memory(ref: str, *, actor: Actor, dry_run: bool = False) -> Erased:
    """Erase one memory: words, evidence, vector; where a chain needs its place, a tombstone stays.

    Raises NotFound, Forbidden, Conflict("on_hold"). A private memory of somebody else needs its whole id.
    """
    with _erasing(actor, dry_run=dry_run):
        memory = _any_memory(ref, actor=actor)
        refuse_held(Memory, [memory.pk])
        tally = Tally()
        tally.add(Evidence, memory.evidence.count())
        buried = bury([memory.pk], team=actor.team)
        tally.add(Memory, buried.rows)
        tally.tombstones = buried.tombstones
        return _told(tally, f"memory:{memory.uuid}", memory.created_at, actor=actor)


def erase_text(text: str, *, actor: Actor, dry_run: bool = False, step: Step = _silent) -> Erased:
    """Put [ERASED] in the place of a leaked secret in every text of the team; vectors and words follow.

    Raises Refused("too_short") for less than 6 characters, Forbidden, Conflict("on_hold").
    """
    text = text.strip("\r\n")
    if len(text.strip()) < SHORTEST_TEXT or "\x00" in text:
        raise Refused("too_short", f"Give the full secret, at least {SHORTEST_TEXT} characters.")
    with _erasing(actor, dry_run=dry_run):
        tally, search = Tally(), literal(text)
        scrub(search, team=actor.team, tally=tally, step=step)
        scrub_admin_log(search, team=actor.team, tally=tally)
        notes = left_in_audit(search, team=actor.team)
        return replace(_told(tally, f"team:{actor.team.pk}", None, actor=actor), notes=notes)


def erase_person(
    username: str,
    *,
    actor: Actor,
    dry_run: bool = False,
    also: Iterable[str] = (),
    keep: Iterable[str] = (),
    step: Step = _silent,
    by_operator: bool = False,
) -> Erased:
    """Erase a person from the team: all that is theirs, and their names in what others wrote.

    What somebody else has seen too stays known, without them. Raises NotFound for who was never in the team,
    Refused("yourself") unless it is the server's operator who erases a team's only admin, Forbidden,
    Conflict("on_hold"). `also` and `keep`: names.names_of.
    """
    with _erasing(actor, dry_run=dry_run):
        person = _person(username, actor=actor, by_operator=by_operator)
        key, team, tally = person.pk, actor.team, Tally()
        names = names_of(person, team=team, also=also, keep=keep)
        membership = Membership.objects.filter(team=team, user=person)
        since = membership.values_list("created_at", flat=True).first()
        step("their rows")
        for rows in (User.objects.filter(pk=key), membership):
            forget_in_admin_log(rows, tally)
        _withdraw_invitations(person, actor=actor, tally=tally)
        erase_rows(person, team=team, tally=tally)
        scrub(names.search, team=team, tally=tally, step=step)
        scrub_admin_log(names.search, team=team, tally=tally)
        notes = [
            f"'{name}' alone was not erased, because other people or things have this name." for name in names.spared
        ]
        notes += left_in_audit(names.search, team=team)
        account = close_account(person, team=team, tally=tally)
        told = _told(tally, f"user:{key}", since, actor=actor, account=account)
        return replace(told, account=account, notes=tuple(notes))


def _told(tally: Tally, subject: str, since: datetime | None, *, actor: Actor, **detail: str) -> Erased:
    """The report, and the deed in the audit log: numbers only."""
    done = tally.erased(exports=exports_since(since, team=actor.team))
    by = None if subject == f"user:{actor.user.pk}" else actor  # who is erased has done nothing
    noted("erase", subject, team=actor.team, actor=by, rows=asdict(done)["rows"], tombstones=done.tombstones, **detail)
    return done


def _any_memory(ref: str, *, actor: Actor) -> Memory:
    with suppress(NotFound):
        return find_memory(ref, actor=actor)
    with suppress(ValueError):
        hidden = Memory.objects.filter(team=actor.team, uuid=uuid.UUID(str(ref)), purged_at=None).first()
        if hidden:
            return hidden
    raise NotFound


def _person(username: str, *, actor: Actor, by_operator: bool) -> User:
    person = User.objects.filter(username=username).first()
    if person is None or not has_been_in(actor.team, person):
        raise NotFound(f"Team {actor.team.slug} has and had no member '{username}'.")
    if person == actor.user and not by_operator:
        raise Refused("yourself", "You cannot erase yourself. Add another admin, or name one with --as.")
    return person


def _withdraw_invitations(person: User, *, actor: Actor, tally: Tally) -> None:
    theirs = Invitation.objects.filter(team=actor.team, accepted_by=person)
    if person.email:
        theirs |= Invitation.objects.filter(team=actor.team, email__iexact=person.email)
    tally.add(Invitation, theirs.delete()[0])
