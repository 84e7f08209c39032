"""The world that the walk is about: a row of every kind in team acme, what is alice's alone, and mallory's team."""

import hashlib
from datetime import timedelta
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import connection
from django.utils import timezone

from memory import access
from memory.models import (
    AccessToken,
    Agent,
    ApprovalRule,
    AuditEvent,
    Block,
    ClientUsage,
    Delivery,
    Invitation,
    LexemeFrequency,
    LexiconSize,
    LineMove,
    Membership,
    Memory,
    Project,
    ProjectAlias,
    Recall,
    SavedSearch,
    Team,
    Usage,
    User,
    Webhook,
)
from tests.access import happened
from tests.access.refs import OTHER, PRIVATE, SHARED, THEN, Home, Refs

ROLES = {"alice": "admin", "adam": "admin", "carol": "curator", "bob": "member", "vera": "viewer"}
PASSWORD = "correct-horse-battery"


def secret(word: str, name: str) -> str:
    """The raw token of this name in a team's world, the same in every run."""
    return f"{AccessToken.PREFIX}{word}-{hashlib.sha256(name.encode()).hexdigest()}"


def other_team() -> Home:
    """Mallory's team, with a little of everything that lists show."""
    refs = OTHER
    home = _team(refs, {"mallory": "admin"})
    with access.scope(team=home.team, system=True):
        happened.work(home, refs, "mallory")
        happened.memories(home, refs, "mallory", visibility="team")
    return home


def acme() -> Home:
    """Team acme with rows in every table, but nothing private."""
    home = _team(SHARED, ROLES | {"remo": "member"})
    with access.scope(team=home.team, system=True):
        Membership.objects.filter(team=home.team, user=home.people["remo"]).delete()
        happened.work(home, SHARED, "alice")
        happened.memories(home, SHARED, "alice", visibility="team")
        happened.judged(home, SHARED, "bob")
        _governed(home)
        _counted(home)
        _wondered(home)
    return home


def private_rows(home: Home) -> None:
    """What is alice's alone: memories in every status, with all that hangs on them."""
    with access.scope(team=home.team, system=True):
        happened.memories(home, PRIVATE, "alice", visibility="private")
        happened.judged(home, PRIVATE, "alice")
        happened.raw(home, PRIVATE, "alice")


def _team(refs: Refs, roles: dict[str, str]) -> Home:
    name = refs.text("works")
    with access.scope(team=refs.pk(1)):
        team = Team.objects.create(pk=refs.pk(1), name=name, slug=name)
        people = {who: _person(refs, number, who) for number, who in enumerate(roles, 1)}
        for number, (who, role) in enumerate(roles.items(), 1):
            Membership.objects.create(pk=refs.pk(number), team=team, user=people[who], role=role)
    return Home(team, people, refs)


def _person(refs: Refs, number: int, who: str) -> User:
    name = refs.text(who)
    # Whoever could sign in to the admin site by its own flag: only the role may keep them out.
    return User.objects.create(
        pk=refs.pk(number),
        username=name,
        email=f"{who}@{refs.word}.example",
        first_name=name,
        password=make_password(PASSWORD),
        is_staff=True,
    )


def _governed(home: Home) -> None:
    """Tokens, invitations, rules, blocks and the log of it all."""
    team, refs, alice = home.team, home.refs, home.people["alice"]
    later = timezone.now() + timedelta(days=30)
    Invitation.objects.create(
        pk=refs.pk(1), team=team, email=f"new@{refs.word}.example", role="member",
        sha256=AccessToken.digest(f"{refs.word} invitation"), created_by=alice, expires_at=later,
    )  # fmt: skip
    agent = Agent.objects.create(pk=refs.pk(2), team=team, agent_id=refs.text("agent-two"), owner=home.people["bob"])
    issue(home, 1, "alice", scopes=("read",), name="first")
    spare = issue(home, 2, "bob", agent=agent, name="spare")
    Block.objects.create(pk=refs.pk(1), team=team, token=spare, reason=f"{refs.word} leak", blocked_by=alice)
    ApprovalRule.objects.create(pk=refs.pk(1), team=team, project_id=refs.pk(1), created_by=alice)
    LineMove.objects.create(pk=refs.pk(1), team=team, was=0.8, now=0.85, by=alice, at=THEN)
    AuditEvent.objects.create(
        pk=refs.pk(1), team=team, verb="pin", subject=f"memory:{refs.memory()}", actor=alice, detail={"was": refs.word}
    )
    _merged(home)
    hook = Webhook.objects.create(
        pk=refs.pk(1), team=team, url=f"https://{refs.word}.example/hook", secret=f"{refs.word} secret",
        events=["memory.learned"], created_by=alice,
    )  # fmt: skip
    memory = Memory.objects.get(uuid=refs.memory())
    Delivery.objects.create(
        pk=refs.pk(1), team=team, webhook=hook, event="memory.learned", memory=memory, status="dead", attempts=9
    )
    SavedSearch.objects.create(pk=refs.pk(1), team=team, user=alice, name=refs.text("search"), query=f"q={refs.word}")
    with connection.cursor() as cursor:  # the chain is written as a transaction ends, and ours does not end
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def _merged(home: Home) -> None:
    """Another project, and the deed of a merge that can be taken apart."""
    team, refs = home.team, home.refs
    Project.objects.create(
        pk=refs.pk(2), team=team, identity=f"github.com/{refs.word}/spare", name=refs.text("mill/spare")
    )
    alias = ProjectAlias.objects.create(
        pk=refs.pk(2), team=team, project_id=refs.pk(1), identity=f"github.com/{refs.word}/merged"
    )
    kinds = ("memories", "shared", "sessions", "aliases", "rules", "recalls")
    nothing: dict[str, list[int]] = {kind: [] for kind in kinds}
    detail = {"project": refs.pk(3), "captured": True, "since": THEN.isoformat(), "memories": 0, "sessions": 0}
    AuditEvent.objects.create(
        pk=refs.pk(2), team=team, verb="merge_projects", subject=f"project:{refs.pk(1)}", actor=home.people["alice"],
        detail=detail | {"moved": nothing | {"alias": [alias.pk]}},
    )  # fmt: skip


def _wondered(home: Home) -> None:
    """A question that found nothing, and one that somebody dismissed."""
    team, refs = home.team, home.refs
    for number, gist, dismissed in ((70, "gap-one", None), (71, "gap-two", THEN)):
        Recall.objects.create(
            pk=refs.pk(number), team=team, user=home.people["alice"], project_id=refs.pk(1), surface="web",
            question=f"Who tends {refs.word} mill {number}?", gist=refs.text(gist), dismissed_at=dismissed,
        )  # fmt: skip


def _counted(home: Home) -> None:
    """What the machinery counts."""
    team, refs = home.team, home.refs
    Usage.objects.create(pk=refs.pk(1), team=team, day=THEN.date(), provider=refs.word, calls=70_000_000)
    ClientUsage.objects.create(pk=refs.pk(1), team=team, day=THEN.date(), model=refs.word, calls=70_000_000)
    LexemeFrequency.objects.create(pk=refs.pk(1), team=team, collection="memory", slot=70_000_000, documents=3)
    LexiconSize.objects.create(pk=refs.pk(1), team=team, collection="memory", documents=70_000_000, lexemes=70_000_000)


def issue(
    home: Home,
    number: int,
    who: str,
    *,
    name: str,
    scopes: tuple[str, ...] = tuple(AccessToken.Scope.values),
    agent: Agent | None = None,
    **columns: Any,
) -> AccessToken:
    """A token whose raw value is `secret(word, name)`, used just now so that nobody notes its use again."""
    raw = secret(home.refs.word, name)
    with access.scope(team=home.team):
        return AccessToken.objects.create(
            pk=home.refs.pk(number),
            team=home.team,
            user=home.people[who],
            agent=agent,
            name=f"{home.refs.word} {name}",
            prefix=raw[:12],
            sha256=AccessToken.digest(raw),
            scopes=list(scopes),
            last_used_at=timezone.now() + timedelta(days=1),
            **columns,
        )
