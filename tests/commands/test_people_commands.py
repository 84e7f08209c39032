"""The operator's commands for teams, people and tokens: one verb each, and clear words when it cannot be."""

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
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


def test_an_operator_takes_an_agents_name_for_whom_it_was_meant(alice: Actor, bob: Actor) -> None:
    token_for = ("--team", "acme", "--scopes", "capture", "--agent", "nightly")
    theirs = run("issue_token", "bob", *token_for)[0].strip()
    with pytest.raises(CommandError, match="belongs to another person"):
        run("issue_token", "alice", *token_for)
    raw = run("issue_token", "alice", *token_for, "--take-name")[0].strip()
    assert [access.actor_for_token(token).agent.agent_id for token in (raw, theirs)] == ["nightly", "nightly (bob)"]


def test_a_date_as_expiry_means_the_end_of_that_day(bob: Actor) -> None:
    raw = run("issue_token", "bob", "--team", "acme", "--scopes", "read", "--expires", "2099-01-31")[0].strip()
    with access.acting(bob):
        token = AccessToken.objects.get(sha256=AccessToken.digest(raw))
    assert token.expires_at.isoformat() == "2099-02-01T00:00:00+00:00"


def test_scopes_that_the_role_does_not_hold_are_pointed_out(bob: Actor) -> None:
    _, notes = run("issue_token", "bob", "--team", "acme", "--scopes", "read", "admin")
    assert "The role member does not allow bob to use: admin." in notes


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["add_team", "Acme"], "Team 'acme' already exists."),
        (["add_team", "!!!"], "at least one letter"),
        (["add_person", "dan", "--team", "nowhere"], "Team 'nowhere' does not exist"),
        (["add_person", "dan", "--team", "acme", "--role", "boss"], "invalid choice: 'boss'"),
        (["issue_token", "nobody", "--team", "acme", "--scopes", "read"], "Person 'nobody' does not exist"),
        (["issue_token", "mallory", "--team", "acme", "--scopes", "read"], "mallory is not in team acme"),
        (["issue_token", "bob", "--team", "acme", "--scopes", "fly"], "got fly"),
        (["issue_token", "bob", "--team", "acme", "--scopes", ","], "got none"),
        (
            ["issue_token", "bob", "--team", "acme", "--scopes", "read", "--expires", "soon"],
            "'soon' is not a date",
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


def test_a_person_is_invited_by_a_link_that_opens_a_page(alice: Actor, client: Client) -> None:
    out, notes = run(
        "invite", "nina@acme.example", "--role", "curator", "--team", "acme", "--url", "https://c.example/"
    )
    link = out.strip()
    assert link.startswith("https://c.example/join/cairn_invite_")
    assert "as curator of acme" in notes
    assert link not in notes
    assert "Join acme" in client.get(link.removeprefix("https://c.example")).content.decode()
    listed = json.loads(run("invitations", "--team", "acme", "--json")[0])
    assert [(one["email"], one["role"]) for one in listed] == [("nina@acme.example", "curator")]
    assert "nina@acme.example" in run("invitations", "--team", "acme")[0]
    number = str(listed[0]["id"])
    assert run("invitations", "--team", "acme", "--revoke", number)[0].strip() == "Withdrawn."
    assert "already" in run("invitations", "--team", "acme", "--revoke", number)[0]
    assert run("invitations", "--team", "acme")[0].strip() == "No pending invitations."


def test_tokens_are_listed_rotated_and_revoked(alice: Actor, bob: Actor, mallory: Actor) -> None:
    raw = run("issue_token", "bob", "--team", "acme", "--scopes", "read", "--name", "laptop")[0].strip()
    run("issue_token", "mallory", "--team", "other", "--scopes", "read")
    (listed,) = json.loads(run("list_tokens", "--team", "acme", "--json")[0])
    assert (listed["person"], listed["name"], listed["prefix"]) == ("bob", "laptop", raw[:12])
    assert raw not in run("list_tokens", "--team", "acme")[0]
    out, notes = run("rotate_token", raw[:12], "--team", "acme", "--grace", "10m")
    new = out.strip()
    assert access.actor_for_token(raw)
    assert access.actor_for_token(new)
    assert "For bob in acme: read" in notes
    assert "of bob no longer works" in run("revoke_token", raw[:12], "--team", "acme")[0]
    assert "was already revoked" in run("revoke_token", raw[:12], "--team", "acme")[0]
    assert access.actor_for_token(raw) is None
    assert [one["state"] for one in json.loads(run("list_tokens", "--team", "acme", "--json", "--all")[0])] == [
        "works",
        "revoked",
    ]


def test_a_role_is_given_and_a_person_removed(alice: Actor, bob: Actor) -> None:
    raw = run("issue_token", "bob", "--team", "acme", "--scopes", "read")[0].strip()
    assert run("set_role", "bob", "curator", "--team", "acme")[0].strip() == "bob is curator of acme."
    assert "tokens revoked: 1" in run("remove_person", "bob", "--team", "acme")[0]
    assert access.actor_for_token(raw) is None


def test_a_token_lasts_as_the_server_says_unless_it_never_ends(bob: Actor, settings: Any) -> None:
    settings.CAIRN_TOKEN_DAYS = 30
    arguments = ["issue_token", "bob", "--team", "acme", "--scopes", "read"]
    assert "until" in run(*arguments)[1]
    assert "without expiry" in run(*arguments, "--expires", "never")[1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["set_role", "mallory", "viewer", "--team", "acme"], "Team acme has no member 'mallory'"),
        (["set_role", "alice", "viewer", "--team", "acme"], "You cannot change your own role"),
        (["set_role", "bob", "viewer", "--team", "acme", "--user", "bob"], "needs the 'admin' scope"),
        (["remove_person", "alice", "--team", "acme"], "You cannot remove yourself"),
        (["remove_person", "mallory", "--team", "acme"], "Team acme has no member 'mallory'"),
        (["invite", "nowhere", "--team", "acme"], "is not an e-mail address"),
        (["invite", "--team", "acme", "--days", "0"], "1 to 90 days"),
        (["invitations", "--team", "acme", "--revoke", "999999"], "invitation does not exist"),
        (["revoke_token", "cairn_nothing", "--team", "acme"], "this token|This token"),
        (["rotate_token", "999999", "--team", "acme"], "this token|This token"),
        (["rotate_token", "1", "--team", "acme", "--grace", "soon"], "not a duration"),
    ],
)
def test_what_an_admin_cannot_do_a_command_cannot(
    alice: Actor, bob: Actor, mallory: Actor, arguments: list[str], says: str
) -> None:
    with pytest.raises(CommandError, match=says) as refusal:
        run(*arguments)
    assert "\n" not in str(refusal.value)
