"""The same sign-in by a real Chromium on a whole running server, where the strict policy has a say."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.live import LiveStack, new_home
from tests.people.oidc_provider import CLIENT_ID, CLIENT_SECRET, OidcProvider

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]


class StackWithProvider(LiveStack):
    """A server that is told of an identity provider."""

    def __init__(self, home: Path, provider: OidcProvider) -> None:
        super().__init__(home)
        self.provider = provider

    def environment(self) -> dict[str, str]:
        """Everything that the settings of the provider need."""
        return super().environment() | {
            "CAIRN_OIDC_ISSUER": self.provider.url,
            "CAIRN_OIDC_CLIENT_ID": CLIENT_ID,
            "CAIRN_OIDC_CLIENT_SECRET": CLIENT_SECRET,
            "CAIRN_OIDC_NAME": "Acme Login",
        }


@pytest.fixture(scope="module")
def provider() -> Iterator[OidcProvider]:
    """An identity provider on loopback."""
    made = OidcProvider()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def stack(provider: OidcProvider) -> Iterator[StackWithProvider]:
    """The running server, with one person in a team and another invited to it."""
    home = new_home()
    made = StackWithProvider(home, provider)
    try:
        made.start()
        made.manage("add_team", "acme")
        made.manage("add_person", "bob", "--team", "acme", "--role", "admin", "--email", "bob@acme.example")
        made.manage("invite", "nina@acme.example", "--team", "acme", "--role", "viewer")
        yield made
    finally:
        made.stop()
        shutil.rmtree(home.parent, ignore_errors=True)


@pytest.mark.parametrize(
    ("sub", "email", "name"), [("1", "bob@acme.example", "bob"), ("2", "nina@acme.example", "nina")]
)
def test_the_link_leads_to_the_provider_and_back_without_breaking_the_policy(
    stack: StackWithProvider, provider: OidcProvider, chromium: Browser, sub: str, email: str, name: str
) -> None:
    provider.become(sub, email=email, email_verified=True)
    said: list[str] = []
    context = chromium.new_context()
    page = context.new_page()
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"{stack.url}/sessions/")
    page.get_by_role("link", name="Sign in with Acme Login").click()
    page.wait_for_url(f"{stack.url}/sessions/")
    assert page.locator(".who").inner_text() == name
    page.locator(".who").click()
    page.get_by_role("button", name="Create token").click()
    assert page.locator("#new-token").inner_text().startswith("cairn_")
    context.close()
    assert not [text for text in said if "Content Security Policy" in text]
