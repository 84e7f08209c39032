"""The team's policy: everybody reads it, admins change it, and each change can be taken back."""

from collections.abc import Callable

import pytest
from django.test import Client

from memory import access
from memory.access import Actor
from memory.models import ApprovalRule, AuditEvent, Team

SignedIn = Callable[[Actor], Client]


def _team(actor: Actor) -> Team:
    with access.acting(actor):
        return Team.objects.get(pk=actor.team.pk)


def test_a_member_reads_it_and_hears_whom_to_ask(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    page = client_of(bob).get("/team/policy").content.decode()
    assert "active if believed" in page and "Ask <strong>alice</strong>" in page and "/team/policy/change" not in page


def test_an_admin_changes_it_and_is_offered_the_way_back(alice: Actor, client_of: SignedIn) -> None:
    browser = client_of(alice)
    form = {"capture_policy": "draft", "daily_calls": "7", "message_days": "30", "distiller": "rules"}
    page = browser.post("/team/policy/change", form, follow=True).content.decode()
    assert "Saved. It applies from now on." in page and 'name="capture_policy" value="active"' in page
    team = _team(alice)
    assert (team.capture_policy, team.daily_calls, team.message_days, team.distiller) == ("draft", 7, 30, "rules")
    browser.post("/team/policy/change", {"capture_policy": "active", "daily_calls": "", "message_days": ""})
    team = _team(alice)
    assert (team.capture_policy, team.daily_calls, team.message_days, team.distiller) == ("active", None, None, "rules")
    with access.acting(alice):
        assert AuditEvent.objects.filter(verb="change_team").count() == 2


def test_the_choice_of_the_distiller_says_which_languages_need_a_model(alice: Actor, client_of: SignedIn) -> None:
    page = client_of(alice).get("/team/policy").content.decode()
    assert "rules understand English, Chinese, French, German" in page
    assert "Turns in other languages need a model." in page


@pytest.mark.parametrize(
    "form",
    [
        {"capture_policy": "loud"},
        {"stale_after_changes": "0"},
        {"daily_calls": "-1"},
        {"raw_days": "40000"},
        {"name": ""},
        {"distiller": "oracle"},
        {"daily_calls": "99999999999"},
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(alice: Actor, client_of: SignedIn, form: dict) -> None:
    before = _team(alice)
    response = client_of(alice).post("/team/policy/change", form)
    assert response.status_code == 400 and 'role="alert"' in response.content.decode()
    after = _team(alice)
    assert all(getattr(after, name) == getattr(before, name) for name in form)


def test_a_member_changes_nothing(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    browser = client_of(bob)
    for address in ("change", "rules", "hold"):
        assert (
            browser.post(f"/team/policy/{address}", {"capture_policy": "draft", "type": "decision"}).status_code == 403
        )
    assert _team(alice).capture_policy == "active"


def test_a_rule_is_added_and_removed(alice: Actor, client_of: SignedIn) -> None:
    browser = client_of(alice)
    form = {"type": "decision", "at_least_confidence": "80"}
    page = browser.post("/team/policy/rules", form, follow=True).content.decode()
    assert "at least 80 % sure" in page and "Undo" in page
    with access.acting(alice):
        rule = ApprovalRule.objects.get()
    assert "Removed." in browser.post(f"/team/policy/rules/{rule.pk}/remove", follow=True).content.decode()
    with access.acting(alice):
        assert not ApprovalRule.objects.exists()


def test_a_rule_that_asks_for_nothing_is_refused(alice: Actor, client_of: SignedIn) -> None:
    response = client_of(alice).post("/team/policy/rules", {"type": ""})
    assert response.status_code == 400 and "without conditions" in response.content.decode()


def test_another_team_has_a_policy_of_its_own(alice: Actor, mallory: Actor, client_of: SignedIn) -> None:
    client_of(alice).post("/team/policy/rules", {"type": "decision"})
    with access.acting(alice):
        rule = ApprovalRule.objects.get()
    browser = client_of(mallory)
    assert "None: every draft waits" in browser.get("/team/policy").content.decode()
    assert browser.post(f"/team/policy/rules/{rule.pk}/remove").status_code == 404
    browser.post("/team/policy/change", {"capture_policy": "private"})
    assert _team(alice).capture_policy == "active"


def test_a_hold_is_laid_and_released(alice: Actor, client_of: SignedIn) -> None:
    browser = client_of(alice)
    assert "legal hold" in browser.post("/team/policy/hold", {"hold": "1"}, follow=True).content.decode()
    assert _team(alice).legal_hold
    browser.post("/team/policy/hold")
    assert not _team(alice).legal_hold
