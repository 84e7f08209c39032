"""Sends the week's digest by e-mail, each in its reader's own scope, and each week once."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from memory import access
from memory.access import Actor
from memory.models import Membership
from memory.people import digests
from memory.recall.digest import Digest, Week, digest_of, week_of

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Mailed:
    """How many mails left, and how many could not."""

    sent: int
    failed: int


def send_weekly(now: datetime) -> Mailed:
    """Send last week's digest to everybody who chose it and has not got it yet."""
    week = week_of(now - timedelta(days=7))
    since = week.after.bounds[0]
    outcomes = [_send_once(place, week, since, now) for team in access.team_ids() for place in _readers(team)]
    return Mailed(outcomes.count(True), outcomes.count(False))


def send_to(actor: Actor, week: Week) -> bool:
    """Send one reader a week's digest now, whatever they chose; False where there was nothing to tell.

    Raises OSError or SMTPException where it could not be sent.
    """
    with access.acting(actor):
        digest = digest_of(week, actor=actor)
    if digest.is_empty:
        return False
    _mail(digest, actor).send()
    return True


def _readers(team: int) -> Iterator[Membership]:
    with access.scope(team=team):
        places = digests.readers(team)
    yield from places


def _send_once(place: Membership, week: Week, since: datetime, now: datetime) -> bool | None:
    """None where it had been sent, or there is nothing to tell."""
    with access.scope(team=place.team):
        mine = digests.note_sent(place, since=since, now=now)
    actor = access.actor_for(place.user, team=place.team) if mine else None
    if actor is None:
        return None
    try:
        return send_to(actor, week) or None
    except (OSError, SMTPException) as error:
        log.warning("a digest of team %s could not be sent: %s", place.team.slug, type(error).__name__)
        with access.scope(team=place.team):
            digests.note_failed(place)
        return False


def _mail(digest: Digest, actor: Actor) -> EmailMultiAlternatives:
    context = {"digest": digest, "team": actor.team, "address": settings.CAIRN_PUBLIC_URL}
    subject = f"What {actor.team.name} learned: {digest.week.monday:%-d %b} to {digest.week.sunday:%-d %b %Y}"
    page = f"<{settings.CAIRN_PUBLIC_URL}/digest>"
    mail = EmailMultiAlternatives(
        # A line break in a team's name would end the header.
        " ".join(subject.split()),
        render_to_string("mail/digest.txt", context),
        to=[actor.user.email],
        headers={"List-Unsubscribe": page},
    )
    mail.attach_alternative(render_to_string("mail/digest.html", context), "text/html")
    return mail
