"""What each role may do: the one table that verbs ask, pages show and the documentation is made of.

A permission belongs to a scope; a role holds scopes, and a token narrows its person's. Postgres holds the same by
scope (migrations/sql/policies/who_may_write.sql), whatever a verb forgets; `WRITABLE_WITH` says so here, and a test
compares.
"""

from dataclasses import dataclass

from memory.models import AccessToken, Membership

_Scope = AccessToken.Scope
_Role = Membership.Role

SCOPES_OF_ROLE: dict[str, frozenset[str]] = {
    _Role.VIEWER: frozenset({_Scope.READ}),
    _Role.MEMBER: frozenset({_Scope.READ, _Scope.CAPTURE, _Scope.WRITE}),
    _Role.CURATOR: frozenset({_Scope.READ, _Scope.CAPTURE, _Scope.WRITE, _Scope.CURATE}),
    _Role.ADMIN: frozenset({_Scope.READ, _Scope.CAPTURE, _Scope.WRITE, _Scope.CURATE, _Scope.ADMIN}),
}


@dataclass(frozen=True)
class Permission:
    """One thing that can be done, the scope that it needs, and how it reads in a sentence."""

    name: str
    scope: str
    says: str


PERMISSIONS: dict[str, Permission] = {
    permission.name: permission
    for permission in (
        Permission("search", _Scope.READ, "search and read memories, conversations, sessions and daily logs"),
        Permission("export", _Scope.READ, "export what they may see"),
        Permission("capture", _Scope.CAPTURE, "send events and transcripts of their own sessions"),
        Permission("remember", _Scope.WRITE, "add a fact, correct one, import their own"),
        Permission(
            "forget", _Scope.WRITE, "forget a memory and restore it (an agent's: only that agent, or a curator)"
        ),
        Permission("classify", _Scope.WRITE, "correct the type and the tags of a memory"),
        Permission("share", _Scope.WRITE, "share their own memory with projects or with the team"),
        Permission("feedback", _Scope.WRITE, "mark a memory as helpful, wrong or outdated"),
        Permission("own_tokens", _Scope.READ, "create, rotate and revoke their own tokens, within their own scopes"),
        Permission("comment", _Scope.WRITE, "comment on a memory, and remove their own comments"),
        Permission("ask_team", _Scope.READ, "ask the team a question that no memory answers"),
        Permission(
            "review", _Scope.CURATE, "approve, reject, confirm, pin and assign in the review queue, and undo these"
        ),
        Permission("merge", _Scope.CURATE, "merge memories, split one, resolve contradictions"),
        Permission(
            "block", _Scope.CURATE, "block a token, agent, session or person and hide everything that came from it"
        ),
        Permission("projects", _Scope.ADMIN, "rename, merge and close projects"),
        Permission("people", _Scope.ADMIN, "add, invite and remove people, change roles, revoke anybody's tokens"),
        Permission("policy", _Scope.ADMIN, "set the team's policies, approval rules, retention, legal hold and budget"),
        Permission("webhooks", _Scope.ADMIN, "register, test and remove web hooks"),
        Permission("erase", _Scope.ADMIN, "erase a person, a memory or a leaked secret for good"),
        Permission("audit", _Scope.ADMIN, "read, verify and export the audit log"),
    )
}

_KNOWLEDGE = frozenset({_Scope.WRITE, _Scope.CAPTURE, _Scope.CURATE})
_SESSIONS = frozenset({_Scope.CAPTURE, _Scope.WRITE})
_NAMES = frozenset({_Scope.CAPTURE, _Scope.WRITE, _Scope.ADMIN})
# Which scopes let a row be added, changed or deleted, any of them, as the policies of Postgres have it.
WRITABLE_WITH: dict[str, frozenset[str]] = {
    **dict.fromkeys(("memory", "memoryproject", "supersession", "evidence", "contradiction"), _KNOWLEDGE),
    **dict.fromkeys(("observation", "codingsession", "turn", "message", "toolcall", "clientusage"), _SESSIONS),
    **dict.fromkeys(("project", "projectalias", "agent"), _NAMES),
    "feedback": frozenset({_Scope.WRITE}),
    "comment": frozenset({_Scope.WRITE, _Scope.CURATE}),
    **dict.fromkeys(("recall", "savedsearch"), frozenset({_Scope.READ})),
    **dict.fromkeys(("assignment", "block"), frozenset({_Scope.CURATE})),
    **dict.fromkeys(
        ("approvalrule", "invitation", "linemove", "membership", "team", "webhook"), frozenset({_Scope.ADMIN})
    ),
    "delivery": frozenset({_Scope.CAPTURE, _Scope.WRITE, _Scope.CURATE, _Scope.ADMIN}),
}


def scopes_of(role: str, narrowed_to: frozenset[str] | None = None) -> frozenset[str]:
    """What a role may, within what a token was given (None: no token)."""
    allowed = SCOPES_OF_ROLE[_Role(role)]
    return allowed if narrowed_to is None else allowed & narrowed_to


def roles_that_may(permission: str) -> tuple[str, ...]:
    """The roles that hold a permission, the least first."""
    scope = PERMISSIONS[permission].scope
    return tuple(role.value for role in _Role if scope in SCOPES_OF_ROLE[role])


def as_markdown() -> str:
    """The tables of this module as docs/permissions.md shows them (`manage.py permissions --write`)."""
    return _PAGE.format(matrix=_matrix(), scopes=_scopes(), rows=_rows())


def _matrix() -> str:
    roles = [role.value for role in _Role]
    lines = [_line("permission", *roles, "a person may"), _line(*["---"] * (len(roles) + 2))]
    for permission in PERMISSIONS.values():
        may = roles_that_may(permission.name)
        lines.append(_line(f"`{permission.name}`", *("yes" if role in may else "–" for role in roles), permission.says))
    return "\n".join(lines)


def _scopes() -> str:
    lines = [_line("scope", "roles", "permissions"), _line("---", "---", "---")]
    for scope in _Scope:
        roles = ", ".join(role.value for role in _Role if scope in SCOPES_OF_ROLE[role])
        held = ", ".join(f"`{permission.name}`" for permission in PERMISSIONS.values() if permission.scope == scope)
        lines.append(_line(f"`{scope.value}`", roles, held))
    return "\n".join(lines)


def _rows() -> str:
    lines = [_line("rows", "added, changed and deleted with any of"), _line("---", "---")]
    for table, scopes in WRITABLE_WITH.items():
        lines.append(_line(f"`memory_{table}`", ", ".join(f"`{scope.value}`" for scope in _Scope if scope in scopes)))
    return "\n".join(lines)


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


_PAGE = """# Roles and scopes

This page is generated from `memory/permissions.py` by `manage.py permissions --write docs/permissions.md`.

A person has one role in each of their teams. Nobody can see that another team exists.

{matrix}

An admin can change every role except their own. The last admin of a team cannot be removed. When a person is
removed, their tokens and invitations end immediately. Their memories stay.

## Scopes and tokens

Each permission belongs to a scope. A signed-in person has the scopes of their role. A token has the scopes that it
was given *and* that its person's role holds. Both are checked at every request, so a change of role, a revocation
or an expiry takes effect immediately.

{scopes}

**Agents.** A token of an agent acts as its owner and marks what it stores as the agent's. Only that agent or a
curator can forget a memory of an agent. An agent's name belongs to the first person who uses it. An admin can
release the name in the Django admin, and `manage.py issue_token --agent NAME --take-name` gives it to another
person. Older memories stay with their author, as `NAME (bob)`.

**Limits.** Nobody can issue a token with more rights than their own. A rotated token keeps name, scopes and agent.
The old secret ends immediately, or after the time that was asked for.

## The same rules in Postgres

Every request sets the team, the person and the scopes that may write in its transaction (a search over REST does so
for each statement). Row-level security is on for every table of a team: without a team a query returns nothing, and
rows of another team cannot be read or written. Only the author can see private memories and raw observations.
Restrictive policies allow a row to be written only with one of these scopes, even if the code forgets a check:

{rows}

A token's row can be written by its person, or with `admin`. The audit log is append-only for everybody.
"""
