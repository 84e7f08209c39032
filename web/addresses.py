"""What stands in addresses besides Django's own kinds: a client's session id, and a day."""

from datetime import date
from urllib.parse import unquote


class SessionId:
    """Whatever a client calls its session: what no part of a path may hold is quoted once more."""

    regex = "[^/]{1,300}"

    def to_python(self, value: str) -> str:
        """The id itself."""
        return unquote(value)

    def to_url(self, value: str) -> str:
        """The id without slashes, and not one that a browser takes for a step up."""
        quoted = value.replace("%", "%25").replace("/", "%2F")
        return quoted if quoted.strip(".") else quoted.replace(".", "%2E")


class Day:
    """A day of this age of the world as 2026-03-19; one that the calendar does not have is no address."""

    regex = r"(?:19[7-9]|2[01]\d)\d-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        """The day; ValueError means "no such page" to Django."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """The day in ISO 8601."""
        return value.isoformat()
