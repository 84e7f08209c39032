"""Asks again who may watch: a stream outlives sign-outs, new passwords and removals from the team."""

from collections.abc import Mapping
from dataclasses import dataclass

from memory import access
from memory.models import User
from memory.people.session_store import open_sessions, session_hashes


@dataclass(frozen=True)
class Ticket:
    """What a stream was opened with: the person, their session's key, and their session hash at that time."""

    user: int
    session: str
    proof: str


def still_standing(team: int, tickets: Mapping[Ticket, object]) -> set[Ticket]:
    """Those of people who are still active members of the team and signed in; three queries, however many they are.

    Every role reads, and so does who is blocked, so roles are not asked for.
    """
    with access.scope(team=team):
        people = User.objects.filter(memberships__team=team, is_active=True).in_bulk(
            {ticket.user for ticket in tickets}
        )
        proofs = session_hashes(people.values())
        still_open = open_sessions({ticket.session for ticket in tickets})
    return {ticket for ticket in tickets if ticket.session in still_open and proofs.get(ticket.user) == ticket.proof}
