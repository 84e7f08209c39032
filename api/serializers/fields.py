"""Fields that several shapes share: moments, lists in one parameter, and references to memories."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memory.errors import Refused

LONGEST_NAME = 400
_WIDEST_ZONE = timedelta(hours=16)
_HEX_ONLY = re.compile(r"[0-9a-f]{9,32}", re.I)


def moment(text: str) -> datetime:
    """A date (its midnight) or a date and time in ISO 8601; without a zone the server's counts.

    Raises Refused("invalid") for anything else.
    """
    # An unescaped + of the zone arrives as a space.
    text = re.sub(r"(?<=\d) (?=\d\d:?\d\d$)", "+", text.strip()) if "T" in text else text.strip()
    try:
        found = parse_datetime(text) or parse_date(text)
    except ValueError:
        found = None
    if found is None:
        raise Refused("invalid", f"'{text[:40]}' is not a date. Write 2026-03-19 or 2026-03-19T10:30:00+01:00.")
    return _aware(found)


def _aware(found: date) -> datetime:
    """With a zone: the one given, since relative dates count in it, unless Postgres does not take it."""
    whole = found if isinstance(found, datetime) else datetime.combine(found, time.min)
    aware = whole if whole.tzinfo else timezone.make_aware(whole)
    try:
        universal = aware.astimezone(UTC)
    except OverflowError:
        raise Refused("invalid", "This date is out of range.") from None
    return aware if abs(aware.utcoffset() or timedelta()) < _WIDEST_ZONE else universal


def reference(text: str) -> str:
    """A memory's id as it is stored: prefixes and ids without their dashes get them back."""
    text = text.strip().lower()
    if not _HEX_ONLY.fullmatch(text):
        return text
    cuts = (0, 8, 12, 16, 20, 32)
    parts = [text[start:end] for start, end in pairwise(cuts)]
    return "-".join(filter(None, parts))


@extend_schema_field(OpenApiTypes.DATETIME)
class Moment(serializers.Field):
    """A date or a date and time."""

    def to_internal_value(self, data: object) -> datetime:
        """The aware moment. Raises ValidationError."""
        try:
            return moment(str(data))
        except Refused as refusal:
            raise serializers.ValidationError(refusal.detail) from None

    def to_representation(self, value: datetime) -> str:
        """ISO 8601 with a zone."""
        return value.isoformat()


@extend_schema_field(OpenApiTypes.STR)
class CommaList(serializers.Field):
    """`a,b,c`: several values in one parameter, at most `most`, each of `choices` where they are given."""

    def __init__(self, *, choices: Sequence[str] = (), most: int = 100, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.choices = tuple(choices)
        self.most = most

    def to_internal_value(self, data: object) -> list[str]:
        """The values without blanks and repetitions. Raises ValidationError."""
        text = str(data)
        if "\x00" in text:
            raise serializers.ValidationError("Null characters are not allowed.")
        values = list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
        unknown = [value for value in values if self.choices and value not in self.choices]
        if unknown:
            raise serializers.ValidationError(f"'{unknown[0][:40]}' is none of {', '.join(self.choices)}.")
        if len(values) > self.most:
            raise serializers.ValidationError(f"At most {self.most} values.")
        return values

    def to_representation(self, value: Sequence[str]) -> str:
        """The values in one text."""
        return ",".join(value)


class Choice(serializers.ChoiceField):
    """One of `choices`; a wrong value is answered with the right ones."""

    def __init__(self, choices: Sequence[str], **kwargs: Any) -> None:
        message = f"'{{input}}' is none of {', '.join(choices)}."
        super().__init__(list(choices), error_messages={"invalid_choice": message}, **kwargs)


class Name(serializers.CharField):
    """An optional short text: a project, a tag, an agent; blank means not given."""

    def __init__(self, **kwargs: Any) -> None:
        usual: dict[str, Any] = {
            "required": False,
            "allow_blank": True,
            "default": "",
            "max_length": LONGEST_NAME,
        }
        super().__init__(**usual | kwargs)
