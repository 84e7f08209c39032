"""A way back that is offered once, on the page after the deed: a form in place of a sentence."""

from dataclasses import asdict, dataclass, field

from django.http import HttpRequest

_KEY = "undo"


@dataclass(frozen=True)
class WayBack:
    """What was done, and the form that undoes it."""

    said: str
    address: str
    fields: dict[str, str] = field(default_factory=dict)


def offer_undo(request: HttpRequest, said: str, address: str, **fields: str) -> None:
    """Say on the next page what was done, with a button that takes it back."""
    request.session[_KEY] = asdict(WayBack(said, address, fields))


def offered_undo(request: HttpRequest) -> WayBack | None:
    """What `offer_undo` left for this page, once."""
    left = request.session.pop(_KEY, None) if _KEY in request.session else None
    return WayBack(**left) if left else None
