"""Sign-in by an identity provider, from the link to the timeline, against a provider that also lies and breaks."""

import html
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from django.apps import apps
from django.test import Client
from django.urls import NoReverseMatch, reverse

from memory import access, people
from memory.access import Actor
from memory.models import AuditEvent, Membership, User
from tests.people.conftest import settings_with
from tests.people.oidc_provider import CLIENT_ID, OidcProvider
from web.middleware import CONTENT_SECURITY_POLICY

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_provider")]


def to_provider(browser: Client, next_page: str = "") -> str:
    """Follow the link of the sign-in page; the address at the provider that it leads to."""
    response = browser.get("/sso/start" + (f"?next={next_page}" if next_page else ""))
    assert response.status_code == 302, response.content.decode()
    return response.url


def consent(address: str) -> str:
    """Go to the provider, who sends one back; the local part of the address to come back to."""
    answer = requests.get(address, allow_redirects=False, timeout=5)
    back = urlsplit(answer.headers["Location"])
    assert back.netloc == "testserver"
    return f"{back.path}?{back.query}"


def sign_in(browser: Client, next_page: str = "") -> Any:
    """The whole way."""
    return browser.get(consent(to_provider(browser, next_page)))


def whose(browser: Client) -> str | None:
    """Who is signed in."""
    response = browser.get("/api/v1/whoami")
    return response.json().get("person") if response.status_code == 200 else None


def with_email(actor: Actor, email: str) -> Actor:
    User.objects.filter(pk=actor.user.pk).update(email=email, email_proved=True)
    return actor


def test_a_known_person_with_a_verified_address_is_signed_in_where_they_wanted_to_go(
    bob: Actor, provider: OidcProvider, client: Client
) -> None:
    with_email(bob, "bob@acme.example")
    provider.become("idp-7", email="Bob@acme.example", email_verified=True)
    response = sign_in(client, "/connect")
    assert (response.status_code, response.url) == (302, "/connect")
    assert whose(client) == "bob"


def test_the_sign_in_page_has_a_link_and_the_policy_still_lets_forms_go_nowhere_else(client: Client) -> None:
    response = client.get("/login?next=/connect")
    page = response.content.decode()
    assert '<a class="button" href="/sso/start?next=%2Fconnect">Sign in with Acme Login</a>' in page
    assert not re.search(r'<form[^>]*action="[^"]*sso', page)
    assert response["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert "form-action 'self'" in CONTENT_SECURITY_POLICY


def test_the_request_carries_a_state_a_nonce_and_a_challenge_of_its_own(client: Client) -> None:
    first, second = (parse_qs(urlsplit(to_provider(client)).query) for _ in range(2))
    assert first["client_id"] == [CLIENT_ID]
    assert first["redirect_uri"] == ["http://testserver/sso/callback"]
    for name in ("state", "nonce", "code_challenge"):
        assert len(first[name][0]) >= 16
        assert first[name] != second[name]


def test_once_linked_the_person_is_known_by_number_even_with_another_address(
    bob: Actor, provider: OidcProvider, client: Client
) -> None:
    with_email(bob, "bob@acme.example")
    provider.become("idp-7", email="bob@acme.example", email_verified=True)
    sign_in(client)
    provider.become("idp-7", email="robert@acme.example", email_verified=False)
    browser = Client()
    sign_in(browser)
    assert whose(browser) == "bob"
    link = apps.get_model("socialaccount", "SocialAccount").objects.get()
    assert link.extra_data == {}
    assert "idp-7" not in link.uid, "nothing of the provider's is kept but a digest"
    assert not apps.get_model("account", "EmailAddress").objects.exists()
    assert not apps.get_model("socialaccount", "SocialToken").objects.exists()


def test_an_address_that_is_only_in_userinfo_counts_and_must_be_of_the_same_person(
    bob: Actor, provider: OidcProvider, client: Client
) -> None:
    with_email(bob, "bob@acme.example")
    provider.become("idp-8", email="bob@acme.example", email_verified=True)
    provider.faults = {"only_in_userinfo": True, "userinfo": {"sub": "somebody-else"}}
    assert sign_in(client).status_code == 400
    provider.faults = {"only_in_userinfo": True}
    assert sign_in(client).status_code == 302
    assert whose(client) == "bob"


@pytest.mark.parametrize("verified", [False, None, "no", 1])
def test_an_address_that_is_not_verified_opens_nothing(
    bob: Actor, provider: OidcProvider, client: Client, verified: object
) -> None:
    with_email(bob, "bob@acme.example")
    provider.become("idp-9", email="bob@acme.example", email_verified=verified)
    response = sign_in(client)
    assert response.status_code == 403
    assert "has not verified your e-mail address" in response.content.decode()
    assert whose(client) is None


def test_somebody_whom_no_team_expects_gets_no_account(provider: OidcProvider, client: Client, alice: Actor) -> None:
    provider.become("idp-10", email="stranger@elsewhere.example", email_verified=True)
    response = sign_in(client)
    assert response.status_code == 403
    assert "Ask a team admin to invite you" in response.content.decode()
    assert "acme" not in response.content.decode()
    assert not User.objects.filter(email="stranger@elsewhere.example").exists()


def test_a_closed_account_stays_closed_linked_or_not(bob: Actor, provider: OidcProvider, client: Client) -> None:
    with_email(bob, "bob@acme.example")
    provider.become("idp-7", email="bob@acme.example", email_verified=True)
    User.objects.filter(pk=bob.user.pk).update(is_active=False)
    assert "account is closed" in sign_in(client).content.decode()
    User.objects.filter(pk=bob.user.pk).update(is_active=True)
    sign_in(client)
    User.objects.filter(pk=bob.user.pk).update(is_active=False)
    browser = Client()
    assert sign_in(browser).status_code == 403
    assert whose(browser) is None


def test_an_address_of_two_accounts_opens_neither(
    alice: Actor, bob: Actor, provider: OidcProvider, client: Client
) -> None:
    with_email(alice, "shared@acme.example")
    with_email(bob, "SHARED@acme.example")
    provider.become("idp-11", email="shared@acme.example", email_verified=True)
    assert sign_in(client).status_code == 403
    assert whose(client) is None


def test_an_invited_person_gets_an_account_and_the_role(alice: Actor, provider: OidcProvider, client: Client) -> None:
    people.invite("nina@acme.example", "curator", actor=alice)
    provider.become("idp-12", email="Nina@acme.example", email_verified=True, given_name="Nina")
    assert sign_in(client).status_code == 302
    told = client.get("/api/v1/whoami").json()
    assert (told["person"], told["role"], told["team"]) == ("Nina", "curator", "acme")
    assert not User.objects.get(username="Nina").has_usable_password()
    assert people.list_invitations(actor=alice, waiting=True) == []
    with access.acting(alice):
        assert AuditEvent.objects.filter(verb="accept_invitation").exists()


def test_an_invitation_of_a_second_team_is_accepted_by_whom_one_has_already(
    bob: Actor, mallory: Actor, provider: OidcProvider, client: Client
) -> None:
    with_email(bob, "bob@acme.example")
    people.invite("bob@acme.example", "viewer", actor=mallory)
    provider.become("idp-7", email="bob@acme.example", email_verified=True)
    sign_in(client)
    assert {actor.role for team in (bob.team, mallory.team) if (actor := access.actor_for(bob.user, team=team))} == {
        "member",
        "viewer",
    }


def test_an_invitation_is_not_accepted_for_an_address_that_is_not_verified(
    bob: Actor, mallory: Actor, provider: OidcProvider, client: Client
) -> None:
    with_email(bob, "bob@acme.example")
    provider.become("idp-7", email="bob@acme.example", email_verified=True)
    sign_in(client)
    people.invite("victim@acme.example", "admin", actor=mallory)
    provider.become("idp-7", email="victim@acme.example", email_verified=False)
    sign_in(Client())
    assert access.actor_for(bob.user, team=mallory.team) is None


def test_a_name_that_is_taken_gets_a_number(alice: Actor, bob: Actor, provider: OidcProvider, client: Client) -> None:
    people.invite("bob@other.example", "viewer", actor=alice)
    provider.become("idp-13", email="bob@other.example", email_verified=True, preferred_username="Bob")
    sign_in(client)
    assert whose(client) == "Bob2"


def test_a_name_that_is_taken_in_other_letters_gets_a_number(
    alice: Actor, bob: Actor, provider: OidcProvider, client: Client
) -> None:
    people.invite("bob@other.example", "viewer", actor=alice)
    provider.become("idp-14", email="bob@other.example", email_verified=True, preferred_username="\uff22\uff4fb")
    sign_in(client)
    assert whose(client) == "Bob2"


def test_everybody_of_the_provider_joins_the_team_that_is_named_but_not_again_once_removed(
    alice: Actor, provider: OidcProvider, client: Client, settings: Any
) -> None:
    settings.CAIRN_OIDC_TEAM, settings.CAIRN_OIDC_ROLE = "acme", "viewer"
    provider.become("idp-14", email="zoe@acme.example", email_verified=True)
    sign_in(client)
    assert client.get("/api/v1/whoami").json()["role"] == "viewer"
    people.remove_person(User.objects.get(username="zoe"), actor=alice)
    browser = Client()
    sign_in(browser)
    with access.acting(alice):
        assert not Membership.objects.filter(user__username="zoe").exists()
    assert "not a member of any team" in browser.get("/").content.decode()


def _joined(raw: str, name: str, password: str) -> Client:
    """A browser in which an invitation's link has made an account."""
    browser = Client()
    assert browser.post(f"/join/{raw}", {"username": name, "password": password}).status_code == 302
    return browser


def test_an_account_whose_address_nobody_proved_is_handed_to_nobody(
    alice: Actor, mallory: Actor, provider: OidcProvider, client: Client
) -> None:
    _joined(people.invite("chief@acme.example", "viewer", actor=mallory)[1], "x", "mallory-knows-this")
    people.invite("chief@acme.example", "admin", actor=alice)
    provider.become("idp-20", email="chief@acme.example", email_verified=True)
    response = sign_in(client)
    assert response.status_code == 403
    assert "sign in with its password and link it" in html.unescape(response.content.decode())
    assert whose(client) is None
    assert access.actor_for(User.objects.get(username="x"), team=alice.team) is None


def test_who_joins_by_a_link_and_links_signs_in_by_the_provider_and_others_do_not(
    alice: Actor, mallory: Actor, provider: OidcProvider, client: Client
) -> None:
    _joined(people.invite("chief@acme.example", "viewer", actor=mallory)[1], "x", "mallory-knows-this")
    chief = _joined(people.invite("chief@acme.example", "admin", actor=alice)[1], "chief", "a-password-of-mine")
    provider.become("idp-20", email="chief@acme.example", email_verified=True)
    assert sign_in(Client()).status_code == 403
    linking = chief.post("/account/link", {"password": "a-password-of-mine"}).content.decode()
    assert '<a class="button primary" href="/sso/start?next=/account">' in linking
    assert sign_in(chief, "/account").url == "/account"
    assert sign_in(client).status_code == 302
    assert whose(client) == "chief"
    assert access.actor_for(User.objects.get(username="x"), team=alice.team) is None


def test_linking_asks_for_the_password_once_a_time_and_slows_down_who_guesses(
    bob: Actor, provider: OidcProvider, client: Client
) -> None:
    client.force_login(bob.user)
    provider.become("idp-21", email="mallory@other.example", email_verified=True)
    assert {client.post("/account/link", {"password": f"guess {number}"}).status_code for number in range(10)} == {422}
    assert client.post("/account/link", {"password": "bob-password"}).status_code == 429
    assert sign_in(client).status_code == 403, "nothing is linked that was not asked for"
    assert apps.get_model("socialaccount", "SocialAccount").objects.count() == 0


def test_an_identity_of_another_account_is_not_linked_a_second_time(
    alice: Actor, bob: Actor, provider: OidcProvider, client: Client
) -> None:
    with_email(alice, "alice@acme.example")
    provider.become("idp-22", email="alice@acme.example", email_verified=True)
    sign_in(Client())
    client.force_login(bob.user)
    client.post("/account/link", {"password": "bob-password"})
    assert sign_in(client).status_code == 409
    browser = Client()
    sign_in(browser)
    assert whose(browser) == "alice"


def test_an_address_that_only_the_database_takes_for_the_same_opens_nothing(
    bob: Actor, provider: OidcProvider, client: Client
) -> None:
    with_email(bob, "bill@acme.example")
    provider.become("idp-23", email="b\u0131ll@acme.example", email_verified=True)
    assert sign_in(client).status_code == 403
    assert whose(client) is None


def test_the_operator_vouches_for_the_address_of_an_account_they_make(
    alice: Actor, provider: OidcProvider, client: Client
) -> None:
    people.add_person("nils", team=alice.team, role="member", email="nils@acme.example")
    provider.become("idp-24", email="nils@acme.example", email_verified=True)
    sign_in(client)
    assert whose(client) == "nils"


LIES: dict[str, dict[str, Any]] = {
    "signed with another key": {"foreign_key": True},
    "not signed": {"algorithm": "none", "secret": None},
    "signed with the shared secret": {"algorithm": "HS256", "secret": "provider-secret-" * 4},
    "of another sign-in": {"claims": {"nonce": "a-nonce-of-another-sign-in"}},
    "without a nonce": {"claims": {"nonce": None}},
    "for another client": {"claims": {"aud": "another-client"}},
    "handed on by another client": {"claims": {"aud": [CLIENT_ID, "another"], "azp": "another"}},
    "of another issuer": {"claims": {"iss": "https://evil.example"}},
    "expired": {"claims": {"exp": 1_600_000_000}},
    "of a time to come": {"claims": {"iat": 9_999_999_999}},
    "missing": {"no_id_token": True},
    "of a provider with another name": {"issuer": "https://evil.example"},
}


@pytest.mark.parametrize("lie", LIES)
def test_an_id_token_that_does_not_hold_opens_nothing(
    bob: Actor, provider: OidcProvider, client: Client, lie: str
) -> None:
    with_email(bob, "bob@acme.example")
    provider.become("idp-7", email="bob@acme.example", email_verified=True)
    back = consent(to_provider(client))
    provider.faults = LIES[lie]
    response = client.get(back)
    assert response.status_code == 400
    assert "failed, or you canceled it" in response.content.decode()
    assert whose(client) is None


def test_a_wrong_state_a_foreign_one_and_one_used_twice_open_nothing(
    bob: Actor, provider: OidcProvider, client: Client
) -> None:
    with_email(bob, "bob@acme.example")
    provider.become("idp-7", email="bob@acme.example", email_verified=True)
    back = consent(to_provider(client))
    assert client.get(back.replace("state=", "state=x")).status_code == 400
    assert Client().get(back).status_code == 400, "somebody else's browser cannot finish it"
    assert client.get(back).status_code == 302
    assert Client().get(back).status_code == 400
    browser = Client()
    again = consent(to_provider(browser))
    browser.get(again)
    browser.logout()
    assert browser.get(again).status_code == 400
    assert whose(browser) is None


def test_a_code_without_the_right_verifier_buys_nothing(bob: Actor, provider: OidcProvider, client: Client) -> None:
    with_email(bob, "bob@acme.example")
    provider.become("idp-7", email="bob@acme.example", email_verified=True)
    victim = consent(to_provider(client))
    stolen = parse_qs(urlsplit(victim).query)["code"][0]
    thief = Client()
    own = consent(to_provider(thief))
    assert thief.get(re.sub(r"code=[^&]+", f"code={stolen}", own)).status_code == 400
    assert whose(thief) is None


def test_who_cancels_there_and_a_provider_that_is_away_get_a_page_with_words(
    provider: OidcProvider, client: Client
) -> None:
    state = parse_qs(urlsplit(to_provider(client)).query)["state"][0]
    assert client.get(f"/sso/callback?error=access_denied&state={state}").status_code == 400
    provider.faults = {"away": True}
    response = client.get("/sso/start")
    assert response.status_code == 503
    assert "does not answer" in response.content.decode()
    provider.faults = {}


def test_nobody_is_sent_to_another_site_afterwards(bob: Actor, provider: OidcProvider, client: Client) -> None:
    with_email(bob, "bob@acme.example")
    provider.become("idp-7", email="bob@acme.example", email_verified=True)
    assert sign_in(client, "https://evil.example/").url == "/"


def test_only_the_two_addresses_of_the_flow_exist(client: Client) -> None:
    for address in ("/accounts/login/", "/accounts/signup/", "/sso/login", "/accounts/social/connections/"):
        assert client.get(address).status_code == 404
    for name in ("account_login", "account_signup", "socialaccount_signup", "openid_connect_login"):
        with pytest.raises(NoReverseMatch):
            reverse(name)
    assert client.post("/sso/start").status_code == 405


def test_the_wall_stands_for_those_who_came_this_way(
    bob: Actor, mallory: Actor, provider: OidcProvider, client: Client, remembered: Callable[..., Any]
) -> None:
    memory = remembered(bob, "Checkout answers a gateway timeout with exponential back-off.")
    with_email(mallory, "mallory@other.example")
    provider.become("idp-15", email="mallory@other.example", email_verified=True)
    sign_in(client)
    assert client.get(f"/memories/{memory.uuid}").status_code == 404
    assert "exponential" not in client.get("/").content.decode()


def test_without_an_issuer_nothing_of_it_is_installed() -> None:
    told = settings_with()
    assert not any(name.startswith("allauth") for name in told["INSTALLED_APPS"] + told["MIDDLEWARE"])
    assert not any(name.startswith("SOCIALACCOUNT") for name in told)


def test_the_secret_may_come_from_a_file(tmp_path: Any) -> None:
    (tmp_path / "secret").write_text("from-a-file\n")
    told = settings_with(
        CAIRN_OIDC_ISSUER="https://login.example",
        CAIRN_OIDC_CLIENT_ID="c",
        CAIRN_OIDC_CLIENT_SECRET_FILE=str(tmp_path / "secret"),
    )
    assert told["SOCIALACCOUNT_PROVIDERS"]["openid_connect"]["APPS"][0]["secret"] == "from-a-file"


@pytest.mark.parametrize(
    ("environment", "says"),
    [
        ({"CAIRN_OIDC_ISSUER": "https://login.example"}, "needs CAIRN_OIDC_CLIENT_ID"),
        ({"CAIRN_OIDC_ISSUER": "http://login.example", "CAIRN_OIDC_CLIENT_ID": "c"}, "must begin with https"),
    ],
)
def test_a_setting_that_cannot_work_is_said_at_the_start(environment: dict[str, str], says: str) -> None:
    with pytest.raises(Exception, match=says):
        settings_with(**environment)
