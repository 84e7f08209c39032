"""What the frame around every page needs, looked up only where a template asks for it."""

from collections.abc import Sequence
from functools import cached_property

from django.conf import settings
from django.http import HttpRequest

from memory.models import Team


class Frame:
    """The header's own questions."""

    version = settings.VERSION

    def __init__(self, request: HttpRequest) -> None:
        self._actor = getattr(request, "actor", None)

    @cached_property
    def teams(self) -> Sequence[Team]:
        """The teams that the person can switch between."""
        return list(Team.objects.filter(memberships__user=self._actor.user).order_by("name")) if self._actor else []

    @property
    def curator(self) -> bool:
        """Whether the person may decide what waits for review."""
        return bool(self._actor and self._actor.may("curate"))

    @property
    def admin(self) -> bool:
        """Whether the admin site lets this person in."""
        return bool(self._actor and self._actor.may("curate") and self._actor.user.is_staff)


def frame(request: HttpRequest) -> dict[str, object]:
    """`frame` for every template."""
    return {"frame": Frame(request)}
