"""Dates and times as an operator types them."""

from argparse import ArgumentTypeError
from datetime import datetime

from django.utils import timezone


def moment(text: str) -> datetime:
    """A date (its midnight) or a date and time in ISO 8601; without a zone the server's counts."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"'{text}' is not a date. Write 2026-03-19 or 2026-03-19T10:30:00+01:00.") from None
    return found if found.tzinfo else timezone.make_aware(found)
