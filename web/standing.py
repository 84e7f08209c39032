"""Asks again who may watch: a stream outlives sign-outs, new passwords and removals from the team."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.sessions.models import Session
from django.utils import timezone

from memory import access
from memory.models import User


@dataclass(frozen=True)
class Ticket:
    """What a stream was opened with: the person, their session's key, and their session hash at that time."""

    user: int
    session: str
    proof: str


def still_standing(team: int, tickets: Mapping[Ticket, object]) -> set[Ticket]:
    """Those of people who are still active members of the team and signed in; two queries, however many they are.

    Every role reads, and so does who is blocked, so roles are not asked for.
    """
    with access.scope(team=team):
        people = User.objects.filter(memberships__team=team, is_active=True).in_bulk(
            {ticket.user for ticket in tickets}
        )
    proofs = {pk: user.get_session_auth_hash() for pk, user in people.items()}
    keys = {ticket.session for ticket in tickets}
    live = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    open_ones = set(live.values_list("session_key", flat=True))
    return {ticket for ticket in tickets if ticket.session in open_ones and proofs.get(ticket.user) == ticket.proof}
