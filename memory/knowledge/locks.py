"""Who changes what a team knows waits here for whoever does so already: two who meet must see each other."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from memory.access import Actor


def one_writer_a_team(team_id: int) -> None:
    """Wait for the team's turn, and hold it until the transaction ends.

    Take it before the first change of a memory's row: then nobody who has a row waits for the turn of somebody
    who wants that row.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('cairn.save'), %s)", [team_id % 2**31])


@contextmanager
def in_turn(actor: Actor) -> Iterator[None]:
    """One transaction (or savepoint) in the team's turn: what is read inside is what is changed."""
    with transaction.atomic():
        one_writer_a_team(actor.team.pk)
        yield
