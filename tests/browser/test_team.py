"""The team's pages in a real browser: with the mouse, with the keyboard alone, on a phone, without script."""

import uuid

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from memory import access, people
from memory.access import Actor
from memory.models import Membership, Project
from tests.browser.conftest import Visit, Visiting
from tests.lines import set_line
from tests.web.conftest import project_named, store

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def _role(of: Actor) -> str:
    with access.acting(of):
        return Membership.objects.get(team=of.team, user=of.user).role


def _event(actor: Actor, token: str) -> None:
    body = {
        "id": str(uuid.uuid4()),
        "event": "UserPromptSubmit",
        "session_id": "the-first-session",
        "occurred_at": timezone.now().isoformat(),
        "project": {"remote": "https://github.com/acme/checkout.git", "root": "/home/dev/checkout", "branch": "main"},
        "payload": {"prompt_id": "turn", "prompt": "Why does checkout retry three times?"},
    }
    sender = Client(headers={"Authorization": f"Bearer {token}"})
    assert sender.post("/api/v1/events", {"events": [body]}, content_type="application/json").status_code < 300


def test_a_role_is_changed_and_taken_back(visit: Visiting, alice: Actor, bob: Actor) -> None:
    window = visit().sign_in(alice)
    window.open("/team/")
    window.page.get_by_label("Role of bob").select_option("curator")
    window.page.get_by_role("button", name="Set").click()
    expect(window.page.get_by_text("bob is now curator.")).to_be_visible()
    window.page.get_by_role("button", name="Undo").click()
    expect(window.page.get_by_text("bob is now member.")).to_be_visible()
    assert _role(bob) == "member"


def test_somebody_is_invited_and_joins_by_the_link(visit: Visiting, alice: Actor) -> None:
    window = visit().sign_in(alice)
    window.open("/team/")
    window.page.get_by_label("E-mail").fill("new@example.org")
    window.page.get_by_role("button", name="Create link").click()
    link = window.page.locator("#new-link").inner_text()
    expect(window.page.get_by_role("button", name="Copy the link")).to_be_visible()
    guest = visit()
    guest.page.goto(link)
    guest.page.get_by_label("Choose a name").fill("nina")
    guest.page.get_by_label("Choose a password").fill("correct-horse-battery")
    guest.page.get_by_role("button", name="Join").click()
    expect(guest.page.get_by_role("heading", name="Connect Claude Code")).to_be_visible()
    window.open("/team/")
    expect(window.page.get_by_label("Role of nina")).to_be_visible()


def test_an_invitation_is_withdrawn_by_the_keyboard_alone(visit: Visiting, alice: Actor) -> None:
    people.invite("new@example.org", "member", actor=alice)
    window = visit().sign_in(alice)
    window.open("/team/")
    window.page.locator(".sure summary").focus()
    window.page.keyboard.press("Enter")
    window.page.keyboard.press("Tab")
    expect(window.page.get_by_role("button", name="Withdraw")).to_be_focused()
    window.page.keyboard.press("Enter")
    expect(window.page.get_by_text("No pending invitations.")).to_be_visible()


def _double(alice: Actor) -> tuple[Project, Project]:
    store(alice, "Checkout retries three times.")
    store(alice, "The fork says the same.", project="acme/fork")
    with access.acting(alice):
        return project_named(alice, "acme/fork"), project_named(alice, "acme/checkout")


def _merge(window: Visit, gone: Project) -> None:
    window.open(f"/team/projects/{gone.pk}/")
    window.page.get_by_label("The project that stays").select_option("acme/checkout")
    window.page.get_by_role("button", name="Show what would move").click()
    expect(window.page.get_by_role("heading", name="Merge acme/fork into acme/checkout?")).to_be_visible()
    window.page.get_by_role("button", name="Merge projects").click()
    expect(window.page.get_by_text("acme/fork is now part of acme/checkout")).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
def test_two_projects_are_merged_and_taken_apart(visit: Visiting, alice: Actor, script: bool) -> None:
    gone, _ = _double(alice)
    window = visit(script=script, width=390).sign_in(alice)
    _merge(window, gone)
    expect(window.page.get_by_text("2 memories", exact=True)).to_be_visible()
    window.page.get_by_role("button", name="Separate again").click()
    expect(window.page.get_by_text("acme/fork is its own project again")).to_be_visible()


def test_a_policy_is_changed_by_the_keyboard_alone(visit: Visiting, alice: Actor) -> None:
    set_line(alice, 0.8)
    window = visit().sign_in(alice)
    window.open("/team/policy")
    window.page.get_by_label("active if believed").focus()
    window.page.keyboard.press("ArrowDown")
    expect(window.page.get_by_label("draft until approved")).to_be_checked()
    window.page.keyboard.press("Enter")
    expect(window.page.get_by_text("Saved. It applies from now on.")).to_be_visible()
    expect(window.page.get_by_label("draft until approved")).to_be_checked()


def test_everything_is_downloaded(visit: Visiting, bob: Actor) -> None:
    store(bob, "Checkout retries three times.")
    window = visit().sign_in(bob)
    window.open("/team/export")
    with window.page.expect_download() as download:
        window.page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename.endswith(".jsonl")
    assert "Checkout retries three times." in download.value.path().read_text()


def test_the_set_up_page_tells_when_the_first_event_arrives(visit: Visiting, bob: Actor, token_of) -> None:
    window = visit().sign_in(bob)
    window.open("/connect")
    expect(window.page.get_by_text("Waiting for your first event…")).to_be_visible()
    _event(bob, token_of(bob, "capture"))
    expect(window.page.get_by_text("Received!")).to_be_visible()
    asked: list[str] = []
    window.page.on("request", lambda request: asked.append(request.url))
    window.page.wait_for_timeout(2500)
    assert not asked, "It stops asking when it knows."


def test_without_script_one_looks_again_by_a_link(visit: Visiting, bob: Actor, token_of) -> None:
    window = visit(script=False).sign_in(bob)
    window.open("/connect")
    _event(bob, token_of(bob, "capture"))
    window.page.get_by_role("link", name="Check again").click()
    expect(window.page.get_by_text("Received!")).to_be_visible()


@pytest.mark.parametrize(("width", "dark"), [(390, True), (390, False), (1280, True)])
def test_every_page_of_the_team_fits(visit: Visiting, alice: Actor, bob: Actor, width: int, dark: bool) -> None:
    long = "acme/a-project-with-a-name-that-is-much-longer-than-any-telephone-is-wide-and-then-some"
    store(alice, "Checkout retries three times.", project=long, session="Retry policy")
    with access.acting(alice):
        project, other = project_named(alice, long), project_named(alice, "acme/other")
    people.invite("somebody.with.a.long.address@department.of.an.example.org", "member", actor=alice)
    window = visit(width=width, dark=dark).sign_in(alice)
    merge = f"/team/projects/{project.pk}/merge?into={other.pk}"
    pages = ("/team/", "/team/people/bob/remove", "/team/projects/", f"/team/projects/{project.pk}/", merge)
    for path in (*pages, "/team/policy", "/team/export", "/connect", "/tokens"):
        window.open(path)
        wide = window.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{path} is {wide} pixels too wide"
