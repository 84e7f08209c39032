"""Sign-in by an identity provider: which account an identity stands for, by its verified e-mail address."""

import re
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction

from memory import access
from memory.access import Actor
from memory.errors import Conflict, Forbidden, NotFound
from memory.models import Membership, Team, User
from memory.people.invitations import accept_by_number, waiting_for
from memory.people.member_audit import noted
from memory.people.membership import join, known_role, was_removed
from memory.people.teams import find_team

_UNPROVED = (
    "An account here has your e-mail address, but nobody has verified that it is yours. If it is yours, sign in with"
    ' its password and link it under "Your account". If not, open the link in your invitation, create an account there,'
    " and link that account."
)


@dataclass(frozen=True)
class Identity:
    """What a provider says of a person, its signature checked: their address, whether it verified it, a name."""

    email: str
    verified: bool
    username: str = ""
    first_name: str = ""
    last_name: str = ""


@transaction.atomic
def person_behind(identity: Identity, *, linked: User | None = None, signed_in: User | None = None) -> User:
    """The account of an identity: the one it is linked to, else the one whose proved address it has verified.

    Somebody `signed_in` who wants to link their account keeps it. Invitations that wait for the address are accepted;
    with CAIRN_OIDC_TEAM newcomers join that team. Raises Forbidden for an address that is not verified, one that nobody
    proved for its account, a closed account, an address of several accounts, and for somebody whom no team expects;
    Conflict for an identity that another account is linked to.
    """
    if signed_in and linked and linked.pk != signed_in.pk:
        raise Conflict("linked", "Your identity provider account is already linked to another account here.")
    user = signed_in or linked
    # The database folds other letters than mail does (a dotless i): only plain addresses are compared.
    address = identity.email if identity.verified and identity.email.isascii() else ""
    if not user and not address:
        raise Forbidden("Your identity provider has not verified your e-mail address. Verify it there first.")
    user = user or _known(address)
    if user and not user.is_active:
        raise Forbidden("This account is closed. Ask your server's operator.")
    waiting = waiting_for(address) if address else []
    if user is None:
        user = _newcomer(identity, expected=bool(waiting or settings.CAIRN_OIDC_TEAM))
    _prove(user, address)
    _accept(waiting, user)
    if settings.CAIRN_OIDC_TEAM:
        _join_default_team(user)
    return user


def _known(address: str) -> User | None:
    """The account whose address is proved; whoever had an invitation's link may have another's in theirs."""
    found = list(User.objects.filter(email__iexact=address))
    proved = [user for user in found if user.email_proved]
    if len(proved) > 1:
        raise Forbidden("Several accounts have your e-mail address. Ask your server's operator which one is yours.")
    if found and not proved:
        raise Forbidden(_UNPROVED)
    return proved[0] if proved else None


def _prove(user: User, address: str) -> None:
    if address and not user.email_proved and user.email.lower() == address.lower():
        user.email_proved = True
        user.save(update_fields=["email_proved"])


def _newcomer(identity: Identity, *, expected: bool) -> User:
    if not expected:
        raise Forbidden("Your e-mail address has no invitation. Ask a team admin to invite you.")
    user = User(
        username=_free_name(identity),
        email=identity.email,
        first_name=identity.first_name[:150],
        last_name=identity.last_name[:150],
    )
    user.set_unusable_password()
    user.save()
    return user


def _free_name(identity: Identity) -> str:
    """The provider's user name or the address's first part, with a number where that is taken."""
    wanted = str(User.normalize_username(identity.username or identity.email))
    base = re.sub(r"[^\w.+-]", "", wanted.partition("@")[0])[:100] or "person"
    taken = set(User.objects.filter(username__istartswith=base).values_list("username", flat=True))
    taken = {name.lower() for name in taken}
    names = (base if number == 1 else f"{base}{number}" for number in range(1, len(taken) + 2))
    return next(name for name in names if name.lower() not in taken)


def _accept(waiting: list[tuple[int, int]], user: User) -> None:
    for team_id, invitation_id in waiting:
        try:
            accept_by_number(team_id, invitation_id, user)
        except (Conflict, NotFound):  # in the team already, or another sign-in was faster
            continue


def _join_default_team(user: User) -> None:
    """Everybody of the provider belongs to one team, but whom an admin has removed from it."""
    role, team = settings.CAIRN_OIDC_ROLE, find_team(settings.CAIRN_OIDC_TEAM)
    known_role(role)
    with access.scope(team=team, user=user):
        if _is_member(user, team) or was_removed(user, team):
            return
        join(user, team=team, role=role)
        noted("join_by_sso", f"user:{user.pk}", team=team, actor=Actor(user, team, role, frozenset()), role=role)


def _is_member(user: User, team: Team) -> bool:
    return Membership.objects.filter(team=team, user=user).exists()
