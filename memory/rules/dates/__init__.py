"""A step of distilling: relative dates as ISO dates, in English and in other languages."""

from memory.rules.dates.beside import dates_beside
from memory.rules.dates.english import absolute_dates

__all__ = ["absolute_dates", "dates_beside"]
