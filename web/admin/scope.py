"""Who is at work in the admin site, and what they may do."""

from django.http import HttpRequest

from memory.access import Actor


def actor_of(request: HttpRequest) -> Actor:
    """The curator or admin at work."""
    return request.actor  # type: ignore[attr-defined]


def may(request: HttpRequest, scope: str) -> bool:
    """Whether the person at work holds `scope`; nobody does who has not signed in."""
    actor = actor_of(request)
    return bool(actor) and actor.may(scope)
