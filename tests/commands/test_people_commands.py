"""The operator's commands for teams, people and tokens: one verb each, and clear words when it cannot be."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.models import AccessToken

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> tuple[str, str]:
    """What a command prints: its output and its notes."""
    out, notes = StringIO(), StringIO()
    call_command(*arguments, stdout=out, stderr=notes, no_color=True)
    return out.getvalue(), notes.getvalue()


def test_a_team_a_person_and_a_token_make_a_client_work() -> None:
    out, _ = run("add_team", "Acme Payments")
    assert "acme-payments" in out
    out, _ = run("add_person", "carol", "--team", "Acme Payments", "--role", "curator")
    assert "carol is curator of acme-payments." in out
    assert "Password (shown once): " in out
    out, notes = run("issue_token", "carol", "--team", "acme-payments", "--scopes", "read,write", "curate")
    raw = out.splitlines()[-1]
    actor = access.actor_for_token(raw)
    assert actor and (actor.user.username, actor.scopes) == ("carol", {"read", "write", "curate"})
    assert out.strip() == raw, "the output is the token and nothing else"
    assert "without expiry" in notes


def test_somebody_who_is_there_keeps_the_password_and_gets_the_new_role(bob: Actor) -> None:
    out, _ = run("add_person", "bob", "--team", "acme", "--role", "admin")
    assert out.strip() == "bob is admin of acme."


def test_a_token_may_stand_for_an_agent_and_end(bob: Actor) -> None:
    arguments = [
        "issue_token",
        "bob",
        "--team",
        "acme",
        "--scopes",
        "capture",
        "--agent",
        "nightly",
        "--expires",
        "90d",
    ]
    raw = run(*arguments)[0].strip()
    with access.acting(bob):
        token = AccessToken.objects.get(sha256=AccessToken.digest(raw))
        assert token.agent.agent_id == "nightly"
    assert timedelta(days=89) < token.expires_at - timezone.now() <= timedelta(days=90)


def test_a_date_as_expiry_means_the_end_of_that_day(bob: Actor) -> None:
    raw = run("issue_token", "bob", "--team", "acme", "--scopes", "read", "--expires", "2099-01-31")[0].strip()
    with access.acting(bob):
        token = AccessToken.objects.get(sha256=AccessToken.digest(raw))
    assert token.expires_at.isoformat() == "2099-02-01T00:00:00+00:00"


def test_scopes_that_the_role_does_not_hold_are_pointed_out(bob: Actor) -> None:
    _, notes = run("issue_token", "bob", "--team", "acme", "--scopes", "read", "admin")
    assert "As member, bob may not use: admin." in notes


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["add_team", "Acme"], "There is a team 'acme' already."),
        (["add_team", "!!!"], "at least one letter"),
        (["add_person", "dan", "--team", "nowhere"], "There is no team 'nowhere'"),
        (["add_person", "dan", "--team", "acme", "--role", "boss"], "invalid choice: 'boss'"),
        (["issue_token", "nobody", "--team", "acme", "--scopes", "read"], "There is no person 'nobody'"),
        (["issue_token", "mallory", "--team", "acme", "--scopes", "read"], "mallory is not in team acme"),
        (["issue_token", "bob", "--team", "acme", "--scopes", "fly"], "got fly"),
        (["issue_token", "bob", "--team", "acme", "--scopes", ","], "got none"),
        (
            ["issue_token", "bob", "--team", "acme", "--scopes", "read", "--expires", "soon"],
            "'soon' is no date",
        ),
        (
            ["issue_token", "bob", "--team", "acme", "--scopes", "read", "--expires", "2020-01-01"],
            "in the past",
        ),
        (["issue_token", "bob", "--team", "acme"], "--scopes"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(bob: Actor, mallory: Actor, arguments: list[str], says: str) -> None:
    with pytest.raises(CommandError, match=says) as refusal:
        run(*arguments)
    assert "\n" not in str(refusal.value)
