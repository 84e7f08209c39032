"""Slows down whoever guesses passwords: for one name from one address, and for one address whatever the name.

Whether there is such a name makes no difference: names are counted as they are typed.
"""

from django.http import HttpRequest

from api.failures import Limit, caller

ONE_NAME = Limit("sign-in", most=10, seconds=60)
ANY_NAME = Limit("sign-in-address", most=60, seconds=300)


def seconds_to_wait(request: HttpRequest, username: str) -> int:
    """How long this address has to wait before it may try this name again; 0: not at all."""
    address = _address(request)
    waits = [ANY_NAME.seconds] if ANY_NAME.is_reached(address) else []
    if ONE_NAME.is_reached(_folded(username), address):
        waits.append(ONE_NAME.seconds)
    return max(waits, default=0)


def count_failure(request: HttpRequest, username: str) -> None:
    """Count one failure, for the name and for the address."""
    address = _address(request)
    ONE_NAME.count(_folded(username), address)
    ANY_NAME.count(address)


def _folded(username: str) -> str:
    return username.strip().lower()


def _address(request: HttpRequest) -> str:
    return caller(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))
