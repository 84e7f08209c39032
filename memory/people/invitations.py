"""Invitations: a link that lets one person join a team, once, within days."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.errors import Conflict, NotFound, Refused
from memory.models import AccessToken, Invitation, Membership, Team, User
from memory.people.member_audit import noted
from memory.people.membership import join, known_role
from memory.people.usernames import ensure_free

PREFIX = "cairn_invite_"
DAYS = 7
LONGEST_DAYS = 90
_GONE = "This invitation is unknown, used, withdrawn or expired. Ask a team admin for a new one."


@dataclass(frozen=True)
class Offer:
    """What the holder of a link is offered: a team, and the role there."""

    team: Team
    role: str
    email: str
    expires_at: datetime


def invite(email: str, role: str, *, actor: Actor, days: int = DAYS) -> tuple[Invitation, str]:
    """Make an invitation; returns its row and the raw secret of its link, which is never shown again.

    An empty `email` invites whoever has the link. An older one for the same address ends. Raises Forbidden for those
    who are no admin, Refused for what is no address, role or number of days, Conflict for somebody who is in the team.
    """
    actor.authorize("people")
    known_role(role)
    address = _address(email)
    if not 1 <= days <= LONGEST_DAYS:
        raise Refused("invalid", f"An invitation must be valid for 1 to {LONGEST_DAYS} days.")
    with access.acting(actor):
        _make_way(address, actor)
        raw = PREFIX + secrets.token_urlsafe(32)
        invitation = Invitation.objects.create(
            team=actor.team,
            email=address,
            role=role,
            sha256=AccessToken.digest(raw),
            created_by=actor.user,
            expires_at=timezone.now() + timedelta(days=days),
        )
        noted("invite", f"invitation:{invitation.pk}", team=actor.team, actor=actor, role=role)
    return invitation, raw


def find_invitation(raw: str) -> Offer:
    """What a raw link offers. Raises NotFound for a link that is unknown, used, withdrawn or expired, all alike."""
    team_id, invitation_id = _behind(raw)
    with access.scope(team=team_id):
        invitation = Invitation.objects.select_related("team").get(pk=invitation_id)
        if not _is_open(invitation):
            raise NotFound(_GONE)
    return Offer(invitation.team, invitation.role, invitation.email, invitation.expires_at)


def accept_invitation(raw: str, user: User) -> Team:
    """Let a person into the team that a raw link is of; the link is used up.

    Raises NotFound for a link that opens nothing, Conflict (the link stays good) for somebody who is in already.
    """
    team_id, invitation_id = _behind(raw)
    return accept_by_number(team_id, invitation_id, user)


def join_with_new_account(raw: str, *, username: str, password: str) -> User:
    """Make an account with the invitation's e-mail address and accept; both or neither.

    Raises NotFound for a link that opens nothing, Refused for a name that is taken or impossible and for a password
    that is too weak, with what is wrong.
    """
    offer = find_invitation(raw)
    user = User(username=username.strip(), email=offer.email)
    _check_account(user, password)
    ensure_free(user.username)
    user.set_password(password)
    with transaction.atomic():
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError:
            raise Refused("taken", "This name is taken. Choose another.", status=409) from None
        accept_invitation(raw, user)
    return user


def accept_by_number(team_id: int, invitation_id: int, user: User) -> Team:
    """Let a person in by an invitation that is known to be theirs (its link, or its verified address)."""
    now = timezone.now()
    # The server's own work: who joins has no role yet that could write a membership.
    with access.scope(team=team_id, user=user):
        team = Team.objects.get(pk=team_id)
        if Membership.objects.filter(team=team, user=user).exists():
            raise Conflict("exists", f"You are already a member of {team.name}.")
        waiting = Invitation.objects.filter(pk=invitation_id, accepted_at=None, revoked_at=None, expires_at__gt=now)
        if waiting.update(accepted_at=now, accepted_by=user) != 1:
            raise NotFound(_GONE)
        invitation = Invitation.objects.get(pk=invitation_id)
        join(user, team=team, role=invitation.role)
        newcomer = Actor(user, team, invitation.role, frozenset())
        noted("accept_invitation", f"invitation:{invitation_id}", team=team, actor=newcomer, role=invitation.role)
    return team


def waiting_for(email: str) -> list[tuple[int, int]]:
    """Team and number of the open invitations for an address, whatever their team, oldest first."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT team_id, invitation_id FROM cairn_invitations_for(%s)", [email])
        return [(int(team), int(invitation)) for team, invitation in cursor.fetchall()]


def revoke_invitation(invitation_id: int, *, actor: Actor) -> bool:
    """Withdraw an invitation at once; False when it was used or withdrawn already. Raises Forbidden, NotFound."""
    actor.authorize("people")
    with access.acting(actor):
        mine = Invitation.objects.filter(pk=invitation_id, team=actor.team)
        if not mine.exists():
            raise NotFound("This invitation does not exist.")
        if mine.filter(accepted_at=None, revoked_at=None).update(revoked_at=timezone.now()) != 1:
            return False
        noted("revoke_invitation", f"invitation:{invitation_id}", team=actor.team, actor=actor)
    return True


def list_invitations(*, actor: Actor, waiting: bool = False) -> list[Invitation]:
    """The team's invitations, newest first; `waiting` are those that can still be accepted. Raises Forbidden."""
    actor.authorize("people")
    with access.acting(actor):
        found = Invitation.objects.filter(team=actor.team).select_related("created_by", "accepted_by")
        if waiting:
            found = found.filter(accepted_at=None, revoked_at=None, expires_at__gt=timezone.now())
        return list(found.order_by("-created_at", "-pk"))


def _behind(raw: str) -> tuple[int, int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT team_id, invitation_id FROM cairn_invitation(%s)", [AccessToken.digest(raw)])
        found = cursor.fetchone()
    if found is None:
        raise NotFound(_GONE)
    return int(found[0]), int(found[1])


def _is_open(invitation: Invitation) -> bool:
    ended = invitation.accepted_at or invitation.revoked_at
    return not ended and invitation.expires_at > timezone.now()


def _make_way(address: str, actor: Actor) -> None:
    """Nobody is invited who is in; a second invitation replaces the first, whose link may be lost."""
    if not address:
        return
    if Membership.objects.filter(team=actor.team, user__email__iexact=address).exists():
        raise Conflict("exists", f"{actor.team.slug} already has a member with the address {address}.")
    older = Invitation.objects.filter(team=actor.team, email__iexact=address, accepted_at=None, revoked_at=None)
    older.update(revoked_at=timezone.now())


def _address(email: str) -> str:
    address = email.strip()
    try:
        if address:
            validate_email(address)
    except ValidationError:
        raise Refused("invalid", f"'{address}' is not an e-mail address.") from None
    return address


def _check_account(user: User, password: str) -> None:
    """Raise Refused with all that is wrong with a new account."""
    wrong: list[str] = []
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        wrong += error.messages
    try:
        validate_password(password, user)
    except ValidationError as error:
        wrong += error.messages
    if wrong:
        raise Refused("invalid", " ".join(wrong))
