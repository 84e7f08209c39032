"""Sign-in by the identity provider: off to it, and back; both are plain GETs, which the strict policy allows."""

import logging
import secrets
from typing import Any

from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.providers.base import AuthProcess
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from requests import RequestException

from memory.errors import Unavailable
from web.access import public
from web.filters import text
from web.sso import PROVIDER, TITLE, Provider, failed
from web.views import errors

logger = logging.getLogger(__name__)


@public
@never_cache
@require_GET
@transaction.non_atomic_requests
def start(request: HttpRequest) -> HttpResponse:
    """To the provider, with a state, a nonce and a PKCE challenge of this sign-in alone."""
    nonce = secrets.token_urlsafe(24)
    provider = get_adapter(request).get_provider(request, PROVIDER)
    return _or_a_page(
        request,
        lambda: provider.redirect(
            request, AuthProcess.LOGIN, next_url=_next(request), auth_params={"nonce": nonce}, nonce=nonce
        ),
    )


@public
@never_cache
@require_GET
@transaction.non_atomic_requests
def callback(request: HttpRequest) -> HttpResponse:
    """Back from the provider, with a code to exchange or with an error."""
    return _or_a_page(request, lambda: OAuth2CallbackView.adapter_view(Provider(request))(request))


def _or_a_page(request: HttpRequest, step: Any) -> HttpResponse:
    """What the step answers; a provider that is away or talks nonsense becomes a page."""
    try:
        return step()
    except RequestException as error:
        logger.error("the identity provider does not answer: %s", error)
        away = Unavailable(
            "Your identity provider does not answer. Try again in a moment, or sign in with your password."
        )
        return errors.failure(request, away, title=TITLE)
    except (OAuth2Error, KeyError, TypeError, ValueError) as error:
        logger.error("the identity provider's answer is not understood: %r", error)
        return failed(request)


def _next(request: HttpRequest) -> str | None:
    wanted = text(request.GET, "next")
    fine = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if fine else None
