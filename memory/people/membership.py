"""Who is in a team, and as what: added, given a role, removed; a team never loses its last admin."""

import secrets

from django.db import transaction
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.errors import Conflict, Forbidden, NotFound, Refused
from memory.models import AccessToken, AuditEvent, Invitation, Membership, Team, User
from memory.people.member_audit import noted
from memory.people.usernames import ensure_free

_STAFF = (Membership.Role.CURATOR, Membership.Role.ADMIN)


@transaction.atomic
def add_person(
    username: str, *, team: Team, role: str, email: str = "", password: str | None = None
) -> tuple[User, str | None]:
    """Add a person to a team as the operator, creating the account on first sight; one who is there gets the role.

    The operator vouches for the address of a new account. Returns the user and the generated password of a new account
    (None for one that existed). Raises Refused for an unknown role, Conflict where it would leave the team without an
    admin, and for a new name that differs from an account's in case alone.
    """
    known_role(role)
    if not User.objects.filter(username=username).exists():
        username = ensure_free(username)
    user, made = User.objects.get_or_create(username=username, defaults={"email": email, "email_proved": bool(email)})
    if made:
        password = password or secrets.token_urlsafe(12)
        user.set_password(password)
        user.save()
    with access.scope(team=team, user=user):
        if role != Membership.Role.ADMIN:
            _keep_an_admin_besides(user, team)
        join(user, team=team, role=role)
        noted("add_person", f"user:{user.pk}", team=team, actor=None, role=role)
    return user, password if made else None


def find_member(username: str, *, actor: Actor) -> User:
    """A person of the actor's own team. Raises NotFound for everybody else, whether they exist or not."""
    if "\x00" in username:
        raise NotFound("No person has this name.")
    with access.acting(actor):
        membership = Membership.objects.select_related("user").filter(team=actor.team, user__username=username).first()
    if membership is None:
        raise NotFound(f"Team {actor.team.slug} has no member '{username}'.")
    return membership.user


def change_role(person: User, role: str, *, actor: Actor) -> None:
    """Give a person of the team another role; the one they have is no error.

    Raises Forbidden for oneself and for those who are no admin, Refused for an unknown role, NotFound for a person
    who is not in the team, Conflict where the team would lose its last admin.
    """
    actor.authorize("people")
    known_role(role)
    _not_oneself(person, actor, "You cannot change your own role. Ask another admin.")
    with access.acting(actor):
        if role != Membership.Role.ADMIN:
            _keep_an_admin_besides(person, actor.team)
        before = _held_by(person, actor.team)
        if before.role == role:
            return
        if before.role == Membership.Role.ADMIN:
            _end_invitations(person, actor.team, addressed=False)
        Membership.objects.filter(pk=before.pk).update(role=role)
        _open_admin_site(person, actor.team)
        noted("change_role", f"user:{person.pk}", team=actor.team, actor=actor, role=role, before=before.role)


def remove_person(person: User, *, actor: Actor) -> int:
    """End a person's membership: their tokens are revoked at once, what they taught the team stays.

    Returns how many tokens were revoked. Invitations that they made or that wait for them end too, lest they let
    themselves in again. Raises Forbidden for oneself and for those who are no admin, NotFound, and Conflict for
    the last admin.
    """
    actor.authorize("people")
    _not_oneself(person, actor, "You cannot remove yourself. Ask another admin.")
    with access.acting(actor):
        _keep_an_admin_besides(person, actor.team)
        membership = _held_by(person, actor.team)
        tokens = AccessToken.objects.filter(team=actor.team, user=person, revoked_at=None)
        revoked = tokens.update(revoked_at=timezone.now())
        _end_invitations(person, actor.team, addressed=True)
        membership.delete()
        _open_admin_site(person, actor.team)
        noted("remove_person", f"user:{person.pk}", team=actor.team, actor=actor, tokens=revoked)
    return revoked


def join(user: User, *, team: Team, role: str) -> None:
    """Write the membership, inside the team's scope; the door to the admin site opens or closes with it."""
    Membership.objects.update_or_create(team=team, user=user, defaults={"role": role})
    _open_admin_site(user, team)


def was_removed(user: User, team: Team) -> bool:
    """Whether an admin has put this person out of the team (asked inside its scope)."""
    return AuditEvent.objects.filter(team=team, verb="remove_person", subject=f"user:{user.pk}").exists()


def known_role(role: str) -> None:
    """Raise Refused unless this is a role."""
    if role not in Membership.Role.values:
        raise Refused("invalid", f"'{role}' is not a role. Choose one of {', '.join(Membership.Role.values)}.")


def _held_by(person: User, team: Team) -> Membership:
    membership = Membership.objects.select_for_update().filter(team=team, user=person).first()
    if membership is None:
        raise NotFound(f"{person.username} is not in team {team.slug}.")
    return membership


def _not_oneself(person: User, actor: Actor, detail: str) -> None:
    if person.pk == actor.user.pk:
        raise Forbidden(detail)


def _keep_an_admin_besides(person: User, team: Team) -> None:
    """Lock the team's admins, so that two of them cannot take each other's role at once."""
    admins = Membership.objects.select_for_update().filter(team=team, role=Membership.Role.ADMIN).order_by("pk")
    holders = [admin.user_id for admin in admins]
    if holders == [person.pk]:
        raise Conflict("last_admin", f"{person.username} is the last admin of {team.slug}. Add another admin first.")


def _end_invitations(person: User, team: Team, *, addressed: bool) -> None:
    pending = Invitation.objects.filter(team=team, accepted_at=None, revoked_at=None)
    ended = pending.filter(created_by=person)
    if addressed and person.email:
        ended = ended | pending.filter(email__iexact=person.email)
    ended.update(revoked_at=timezone.now())


def _open_admin_site(user: User, team: Team) -> None:
    """The admin site lets in who is a curator or admin somewhere; what they may do there the verbs decide."""
    # In the person's own scope all their memberships show, those in other teams too.
    with access.scope(team=team, user=user):
        staff = user.is_superuser or Membership.objects.filter(user=user, role__in=_STAFF).exists()
    if user.is_staff != staff:
        user.is_staff = staff
        User.objects.filter(pk=user.pk).update(is_staff=staff)
