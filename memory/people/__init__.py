"""Verbs on people: teams, memberships, tokens, invitations, sign-in by an identity provider."""

from memory.errors import Refused
from memory.people.agents import free_agent_name
from memory.people.invitations import (
    accept_invitation,
    find_invitation,
    invite,
    join_with_new_account,
    list_invitations,
    revoke_invitation,
)
from memory.people.membership import add_person, change_role, find_member, remove_person
from memory.people.sso import Identity, person_behind
from memory.people.teams import add_team, find_team
from memory.people.tokens import (
    find_token,
    issue_own_token,
    issue_token,
    list_tokens,
    revoke_token,
    rotate_token,
)

__all__ = [
    "Identity",
    "Refused",
    "accept_invitation",
    "add_person",
    "add_team",
    "change_role",
    "find_invitation",
    "find_member",
    "find_team",
    "find_token",
    "free_agent_name",
    "invite",
    "issue_own_token",
    "issue_token",
    "join_with_new_account",
    "list_invitations",
    "list_tokens",
    "person_behind",
    "remove_person",
    "revoke_invitation",
    "revoke_token",
    "rotate_token",
]
