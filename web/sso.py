"""What allauth asks us in a sign-in by an identity provider: is this token real, and who is it here.

Imported only where a provider is named; allauth carries the protocol (state, PKCE, the exchange of the code).
"""

import hashlib
import hmac
import logging
from typing import Any

import jwt
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.adapter import get_adapter as account_adapter
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialLogin, SocialToken
from allauth.socialaccount.providers.base import AuthError
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from memory import people
from memory.errors import CairnError, Refused
from memory.people import Identity
from web.views import errors
from web.views.account import account_to_link

logger = logging.getLogger(__name__)

PROVIDER = "sso"
TITLE = "You are not signed in"
_BACKEND = "django.contrib.auth.backends.ModelBackend"
# What is signed with the provider's public key; never "none", never a shared secret.
_ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
_CLOCKS_DIFFER = 30


class Provider(OpenIDConnectOAuth2Adapter):
    """The configured provider, with its ID token checked in full: signature, issuer, audience, times."""

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request, PROVIDER)

    def get_callback_url(self, request: HttpRequest, app: SocialApp) -> str:
        """The one address that is registered with the provider."""
        return request.build_absolute_uri(reverse("sso-callback"))

    def complete_login(self, request: HttpRequest, app: SocialApp, token: SocialToken, **kwargs: Any) -> SocialLogin:
        """The claims, checked. Nothing of them is stored but a digest of the subject. Raises OAuth2Error."""
        raw = kwargs["response"].get("id_token")
        if not raw:
            raise OAuth2Error("the provider sent no ID token")
        claims = self._checked(raw, app)
        # Some providers leave the address to the userinfo endpoint.
        if "email" not in claims:
            claims = self._with_userinfo(claims, token.token)
        social = self.get_provider().sociallogin_from_response(request, {"id_token": claims})
        # Numbers of another issuer are other people's, should the operator change it.
        social.account.uid = hashlib.sha256(f"{claims['iss']}\n{claims['sub']}".encode()).hexdigest()
        social.account.extra_data = {}
        social.claims = claims
        return social

    def _checked(self, raw: str, app: SocialApp) -> dict[str, Any]:
        try:
            claims: dict[str, Any] = jwt.decode(
                raw,
                self._key(raw).key,
                algorithms=_ALGORITHMS,
                audience=app.client_id,
                issuer=self.openid_config["issuer"],
                leeway=_CLOCKS_DIFFER,
                options={"require": ["exp", "iat", "iss", "aud", "sub"]},
            )
        except (jwt.PyJWTError, KeyError, TypeError, ValueError) as error:
            raise OAuth2Error(f"the ID token is invalid: {error}") from error
        if claims.get("azp", app.client_id) != app.client_id:
            raise OAuth2Error("the ID token was made for another client")
        return claims

    def _key(self, raw: str) -> jwt.PyJWK:
        """The provider's key that the token names; without a name there must be one only."""
        with account_adapter().get_requests_session() as session:
            answer = session.get(self.openid_config["jwks_uri"])
            answer.raise_for_status()
        keys = [key for key in jwt.PyJWKSet.from_dict(answer.json()).keys if key.public_key_use in (None, "sig")]
        name = jwt.get_unverified_header(raw).get("kid")
        fitting = [key for key in keys if key.key_id == name] if name else keys
        if len(fitting) != 1:
            raise OAuth2Error("the ID token names no key of the provider")
        return fitting[0]

    def _with_userinfo(self, claims: dict[str, Any], access_token: str) -> dict[str, Any]:
        told = self._fetch_user_info(access_token)
        if told.get("sub") != claims["sub"]:
            raise OAuth2Error("userinfo is about somebody else")
        return {**told, **claims}

    @property
    def openid_config(self) -> dict[str, Any]:
        """What the provider says of itself; it must be the one that is configured."""
        config: dict[str, Any] = super().openid_config
        wanted = self.get_provider().app.settings["server_url"]
        if str(config.get("issuer", "")).rstrip("/") != wanted:
            raise OAuth2Error("the provider gives itself another issuer")
        return config


class KnownPeople(DefaultSocialAccountAdapter):
    """Lets in whom a team knows or expects, and answers every failure with our own page."""

    def get_provider(self, request: HttpRequest, provider: str, client_id: str | None = None) -> Any:
        """allauth's provider, talked to as `Provider` does."""
        found = super().get_provider(request, provider, client_id)
        found.get_oauth2_adapter = Provider
        return found

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Sign the person in, or say why not; allauth's own ways on (sign-up forms, connections) are never taken."""
        if not _is_fresh(sociallogin):
            logger.warning("sign-in by the identity provider failed: the ID token is not of this sign-in")
            raise ImmediateHttpResponse(failed(request))
        linked = sociallogin.user if sociallogin.is_existing else None
        try:
            user = people.person_behind(
                _identity(sociallogin.claims), linked=linked, signed_in=account_to_link(request)
            )
        except CairnError as refusal:
            raise ImmediateHttpResponse(errors.failure(request, refusal, title=TITLE)) from None
        if not linked:
            SocialAccount.objects.create(
                user=user, provider=sociallogin.account.provider, uid=sociallogin.account.uid, extra_data={}
            )
        login(request, user, backend=_BACKEND)
        raise ImmediateHttpResponse(redirect(sociallogin.state.get("next") or "timeline"))

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: object,
        error: str = AuthError.UNKNOWN,
        exception: Exception | None = None,
        extra_context: dict[str, Any] | None = None,
    ) -> None:
        """A broken, forged or cancelled sign-in: the log says what, the page says to try again."""
        logger.warning("sign-in by the identity provider failed: %s", exception or error)
        raise ImmediateHttpResponse(failed(request))


def _is_fresh(sociallogin: SocialLogin) -> bool:
    wanted, given = sociallogin.state.get("nonce"), sociallogin.claims.get("nonce")
    return bool(wanted) and isinstance(given, str) and hmac.compare_digest(wanted.encode(), given.encode())


def _identity(claims: dict[str, Any]) -> Identity:
    def words(name: str) -> str:
        value = claims.get(name)
        return value.strip() if isinstance(value, str) else ""

    # Some providers write booleans as words.
    verified = claims.get("email_verified") is True or claims.get("email_verified") == "true"
    return Identity(words("email"), verified, words("preferred_username"), words("given_name"), words("family_name"))


def failed(request: HttpRequest) -> HttpResponse:
    """The page of a sign-in that came to nothing; it says nothing that helps to forge one."""
    detail = "Signing in with your identity provider failed, or you canceled it. Sign in again."
    return errors.failure(request, Refused("sso_failed", detail), title=TITLE)
