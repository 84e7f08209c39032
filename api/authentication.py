"""Authentication: a bearer token (developers, agents, CI), or a person signed in to the web interface."""

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import PermissionDenied, Throttled
from rest_framework.request import Request

from api import familiar
from api.failures import Limit, caller
from api.problems import TokenRefused
from memory import access
from memory.access import Actor
from memory.models import User

# Unknown tokens from one address. A good one always passes: 256 bits are not guessed, and whole offices share an
# address; what this saves is the look-ups and the log.
GUESSES = Limit("token", most=60, seconds=60)


class BearerToken(BaseAuthentication):
    """`Authorization: Bearer cairn_…`; `request.auth` becomes the actor."""

    def authenticate(self, request: Request) -> tuple[User, Actor] | None:
        """Return the token's person and actor, or None without a bearer token. Raises TokenRefused with the reason."""
        scheme, _, raw = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        address = caller(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))
        actor = actor_behind(raw.strip(), address)
        return actor.user, actor

    def authenticate_header(self, request: Request) -> str:
        """The challenge of a 401. It names no OAuth server: clients would drop their token for one."""
        return "Bearer"


class SignedInPerson(SessionAuthentication):
    """A signed-in session of the web interface, in the team selected there, with CSRF protection."""

    def authenticate(self, request: Request) -> tuple[User, Actor] | None:
        """Return the signed-in person and actor, or None."""
        person = getattr(request._request, "user", None)
        if not isinstance(person, User) or not person.is_active:
            return None
        self.enforce_csrf(request)
        actor = getattr(request._request, "actor", None) or access.actor_for(person)
        if actor is None:
            raise PermissionDenied("You are not a member of any team. Ask a team admin to add you.")
        return actor.user, actor


def actor_behind(raw: str, address: str) -> Actor:
    """The actor of a raw token that came from `address`, for REST and MCP alike.

    Raises TokenRefused with a code and a detail, Throttled for an address that guesses.
    """
    actor = access.actor_for_token(raw)
    if actor is None:
        raise _refusal(raw, address)
    familiar.note(raw, actor.user.pk)
    return actor


def _refusal(raw: str, address: str) -> TokenRefused | Throttled:
    if GUESSES.is_reached(address):
        return Throttled(GUESSES.seconds)
    why = access.why_refused(raw)
    if why == "unknown":
        GUESSES.count(address)
    code, detail = _REFUSALS[why]
    return TokenRefused(detail, code)


_REFUSALS = {
    "unknown": ("token_unknown", "The server does not know this token. Check the token and the server's address."),
    "revoked": ("token_revoked", "This token was revoked. Ask a team admin for a new one."),
    "expired": ("token_expired", "This token has expired. Ask a team admin for a new one."),
    "left": ("token_revoked", "The owner of this token has left the team. Ask a team admin for a new one."),
}


class _BearerInSchema(OpenApiAuthenticationExtension):
    target_class = BearerToken
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A token of the form `cairn_…`."}


class _SessionInSchema(OpenApiAuthenticationExtension):
    target_class = SignedInPerson
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "session",
            "description": "Signed in to the web interface.",
        }
