"""Tokens: issued, rotated and revoked; a raw one is shown once, only its digest is kept."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.errors import Conflict, Forbidden, NotFound, Refused
from memory.models import AccessToken, Agent, Membership, Team, User
from memory.people.agents import claim_agent, take_agent_name
from memory.people.member_audit import noted

LONGEST_GRACE = timedelta(days=7)


def issue_token(
    user: User,
    *,
    team: Team,
    scopes: list[str],
    name: str = "",
    agent: str | None = None,
    expires: datetime | None = None,
    for_good: bool = False,
    take_name: bool = False,
) -> tuple[AccessToken, str]:
    """Issue a token as the operator; returns its row and its raw value, which is never shown again.

    Without `expires` it lasts CAIRN_TOKEN_DAYS, `for_good` without end. Raises Refused for an unknown scope, a past
    expiry, a person outside the team, or an agent that is somebody else's, unless `take_name` sets its name free first.
    """
    _check(scopes, expires)
    with access.scope(team=team, user=user):
        if not Membership.objects.filter(team=team, user=user).exists():
            raise Refused("invalid", f"{user.username} is not in team {team.slug}. Run `manage.py add_person` first.")
        if agent and take_name:
            take_agent_name(agent, user=user, team=team)
        owned = claim_agent(agent, user=user, team=team) if agent else None
        until = expires if expires or for_good else _default_end()
        token, raw = _store(user, team=team, scopes=scopes, name=name, agent=owned, expires=until)
        noted("issue_token", f"token:{token.pk}", team=team, actor=None, person=user.pk)
    return token, raw


def issue_own_token(
    *,
    actor: Actor,
    scopes: Iterable[str],
    name: str = "",
    agent: str | None = None,
    expires: datetime | None = None,
) -> tuple[AccessToken, str]:
    """Issue a token for oneself that may no more than one may; as `issue_token` otherwise.

    Raises Forbidden for a scope that the actor does not hold, or an agent that is somebody else's.
    """
    actor.authorize("own_tokens")
    wanted = list(scopes)
    _check(wanted, expires)
    _no_more_than(actor, wanted)
    if agent and not (actor.may("write") or actor.may("capture")):
        raise Forbidden("An agent needs a role with write access. Ask a team admin.")
    with access.acting(actor):
        owned = claim_agent(agent, user=actor.user, team=actor.team) if agent else None
        until = expires or _default_end()
        token, raw = _store(actor.user, team=actor.team, scopes=wanted, name=name, agent=owned, expires=until)
        noted("issue_token", f"token:{token.pk}", team=actor.team, actor=actor)
    return token, raw


def rotate_token(token: AccessToken, *, actor: Actor, grace: timedelta = timedelta(0)) -> tuple[AccessToken, str]:
    """Replace one's own token by a new secret of the same name, scopes, agent and length of life.

    The old one works for `grace` more (7 days at most), by default not at all. Raises NotFound for somebody else's,
    Forbidden where it may more than the token that asks, Conflict where it has ended already. Of scopes that the
    person's role has lost the new one has none.
    """
    actor.authorize("own_tokens")
    if not timedelta(0) <= grace <= LONGEST_GRACE:
        raise Refused("invalid", f"The old token can stay valid for {LONGEST_GRACE.days} days at most.")
    with access.acting(actor):
        old = AccessToken.objects.select_for_update().filter(pk=token.pk, team=actor.team, user=actor.user).first()
        if old is None:
            raise NotFound("You do not have this token.")
        if actor.token:
            _no_more_than(actor, old.scopes)
        scopes = sorted(actor.scopes.intersection(old.scopes))
        if not scopes:
            raise Forbidden("Your role no longer has any scope of this token. Create a new one.")
        _end(old, grace)
        new, raw = _store(
            actor.user, team=actor.team, scopes=scopes, name=old.name, agent=old.agent, expires=_renewed_end(old)
        )
        noted("rotate_token", f"token:{new.pk}", team=actor.team, actor=actor, replaces=old.pk)
    return new, raw


def revoke_token(token: AccessToken, *, actor: Actor | None = None) -> bool:
    """Revoke at once; False when it was revoked already. Without an actor it is the server's own doing.

    Raises NotFound for a token of another team, Forbidden for somebody else's unless the actor is an admin.
    """
    if actor:
        actor.authorize("own_tokens" if token.user_id == actor.user.pk else "people")
        if token.team_id != actor.team.pk:
            raise NotFound("Your team does not have this token.")
    with access.acting(actor) if actor else access.scope(team=token.team_id):
        found = AccessToken.objects.filter(pk=token.pk, revoked_at=None)
        if found.update(revoked_at=timezone.now()) != 1:
            return False
        noted("revoke_token", f"token:{token.pk}", team=token.team, actor=actor)
    return True


def find_token(ref: str, *, actor: Actor) -> AccessToken:
    """A token by its number, or by the beginning that lists show: one's own, for admins anybody's of the team.

    Raises NotFound where there is none that this actor may see, Refused where the beginning fits several.
    """
    actor.authorize("own_tokens")
    with access.acting(actor):
        within = _seen_by(actor)
        by_number = ref.isascii() and ref.isdecimal() and len(ref) <= 18
        found = list((within.filter(pk=int(ref)) if by_number else within.filter(prefix=ref[:12]))[:2])
    if not found:
        raise NotFound("This token does not exist.")
    if len(found) > 1:
        raise Refused("ambiguous", f"Several tokens start with {ref[:12]}. Give the token's number.")
    return found[0]


def list_tokens(*, actor: Actor, everybody: bool = False) -> list[AccessToken]:
    """One's own tokens, newest first; `everybody` are the whole team's, for admins. Raises Forbidden for others."""
    actor.authorize("people" if everybody else "own_tokens")
    with access.acting(actor):
        tokens = _seen_by(actor) if everybody else AccessToken.objects.filter(team=actor.team, user=actor.user)
        return list(tokens.select_related("user", "agent").order_by("-created_at", "-pk"))


def _seen_by(actor: Actor) -> QuerySet[AccessToken]:
    tokens = AccessToken.objects.select_related("user", "agent", "team").filter(team=actor.team)
    return tokens if actor.may("admin") else tokens.filter(user=actor.user)


def _check(scopes: Iterable[str], expires: datetime | None) -> None:
    unknown = sorted(set(scopes) - set(AccessToken.Scope.values))
    if unknown or not scopes:
        raise Refused(
            "invalid", f"Scopes are {', '.join(AccessToken.Scope.values)}; got {', '.join(unknown) or 'none'}."
        )
    if expires and expires <= timezone.now():
        raise Refused("invalid", "A token cannot expire in the past.")


def _no_more_than(actor: Actor, scopes: Iterable[str]) -> None:
    if missing := sorted(set(scopes) - actor.scopes):
        raise Forbidden(f"A token cannot have more scopes than you. You do not have: {', '.join(missing)}.")


def _store(
    user: User, *, team: Team, scopes: Iterable[str], name: str, agent: Agent | None, expires: datetime | None
) -> tuple[AccessToken, str]:
    raw = AccessToken.new_secret()
    token = AccessToken.objects.create(
        team=team,
        user=user,
        agent=agent,
        name=name,
        scopes=sorted(set(scopes)),
        expires_at=expires,
        prefix=raw[:12],
        sha256=AccessToken.digest(raw),
    )
    return token, raw


def _end(token: AccessToken, grace: timedelta) -> None:
    now = timezone.now()
    if not AccessToken.objects.usable(now).filter(pk=token.pk).exists():
        raise Conflict("ended", "This token is expired or revoked. Create a new one.")
    if not grace:
        AccessToken.objects.filter(pk=token.pk).update(revoked_at=now)
    elif token.expires_at is None or token.expires_at > now + grace:
        AccessToken.objects.filter(pk=token.pk).update(expires_at=now + grace)


def _renewed_end(token: AccessToken) -> datetime | None:
    """The new one lives as long as the old one was meant to."""
    if token.expires_at is None:
        return _default_end()
    return timezone.now() + (token.expires_at - token.created_at)


def _default_end() -> datetime | None:
    days = settings.CAIRN_TOKEN_DAYS
    return timezone.now() + timedelta(days=days) if days else None
