"""Slows down whoever guesses passwords: for a name from one address and from all, for an address whatever the name.

Whether there is such a name makes no difference: names are counted as they are typed, whatever letters spell them. A
browser in which somebody has signed in under the name before is not held up by what others try: locking people out must
not be that easy.
"""

import hashlib

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from api.failures import Limit, caller
from memory.models import User

ONE_NAME = Limit("sign-in", most=10, seconds=60)
ANY_NAME = Limit("sign-in-address", most=60, seconds=300)
ANY_ADDRESS = Limit("sign-in-name", most=50, seconds=900)
_KNOWN, _SALT, _DAYS = "cairn_known", "web.throttle.known", 180


def seconds_to_wait(request: HttpRequest, username: str) -> int:
    """How long this address has to wait before it may try this name again; 0: not at all."""
    address = _place(request, username)
    waits = [ANY_NAME.seconds] if ANY_NAME.is_reached(address) else []
    if ONE_NAME.is_reached(_folded(username), address):
        waits.append(ONE_NAME.seconds)
    if ANY_ADDRESS.is_reached(_folded(username)) and not _is_known(request, username):
        waits.append(ANY_ADDRESS.seconds)
    return max(waits, default=0)


def count_failure(request: HttpRequest, username: str) -> None:
    """Count one failure, for the name, for the address, and for both together."""
    address = _place(request, username)
    ONE_NAME.count(_folded(username), address)
    ANY_NAME.count(address)
    ANY_ADDRESS.count(_folded(username))


def remember(response: HttpResponse, username: str) -> None:
    """Note in the browser that somebody has signed in under this name."""
    note = signing.dumps(_digest(username), salt=_SALT)
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(_KNOWN, note, max_age=_DAYS * 86_400, secure=secure, httponly=True, samesite="Lax")


def _place(request: HttpRequest, username: str) -> str:
    """Where the guesses of a browser are counted: with its address, but apart where it is known under the name."""
    return request.COOKIES[_KNOWN] if _is_known(request, username) else _address(request)


def _is_known(request: HttpRequest, username: str) -> bool:
    try:
        noted = signing.loads(request.COOKIES.get(_KNOWN, ""), salt=_SALT, max_age=_DAYS * 86_400)
    except signing.BadSignature:
        return False
    return bool(noted == _digest(username))


def _digest(username: str) -> str:
    return hashlib.sha256(_folded(username).encode("utf-8", "replace")).hexdigest()


def _folded(username: str) -> str:
    # Signing in reads names in their normal form (NFKC): full-width letters are the same name.
    return str(User.normalize_username(username)).strip().lower()


def _address(request: HttpRequest) -> str:
    return caller(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))
