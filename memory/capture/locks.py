"""Lets one sender of a person through at a time: two at once would both find the same session or event unknown."""

from django.db import connection

from memory.access import Actor


def one_sender_a_person(actor: Actor) -> None:
    """Wait for the person's other senders, of events and of transcripts; held until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('cairn.capture'), %s)", [actor.user.pk % 2**31])
