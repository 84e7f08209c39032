"""How numbers and stretches of time read on a page."""

from datetime import timedelta

from django import template

register = template.Library()

_UNITS = ((86_400, "day"), (3_600, "hour"), (60, "minute"))


@register.filter
def thousands(value: int) -> str:
    """12345 as 12,345."""
    return f"{value:,}"


@register.filter
def lasting(span: timedelta) -> str:
    """A stretch of time in its largest unit: 3 days, 1 hour, under a minute."""
    seconds = span.total_seconds()
    for size, unit in _UNITS:
        if seconds >= size:
            count = round(seconds / size)
            return f"{count:,} {unit}{'' if count == 1 else 's'}"
    return "under a minute"
