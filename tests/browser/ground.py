"""What the pages are shown with: the sample project, come in by the real door, and what its story leaves out."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from memory import access, people
from memory.access import Actor
from memory.distill.pipeline import distill_pending
from memory.knowledge import lifecycle
from memory.knowledge.sample import mark_sample
from memory.models import (
    Comment,
    Contradiction,
    Delivery,
    Evidence,
    LineMove,
    Memory,
    Project,
    Recall,
    SavedSearch,
    Usage,
    Webhook,
)
from tests.web.conftest import project_named, store
from tests.web.conversations import Conversation
from worker.sample import loading


@dataclass(frozen=True)
class Ground:
    """Where things stand: what addresses are made of."""

    memories: dict[str, str]
    session: str
    turn: str
    invitation: str
    project: int
    named: str
    question: str
    other: int
    contradiction: int
    webhook: int

    def memory(self, status: str = "active") -> str:
        """The address of a memory in this status."""
        return f"/memories/{self.memories[status]}"

    def merge(self, *statuses: str) -> str:
        """The address of the page that merges the memories in these statuses."""
        return "/memories/merge?" + "&".join(f"ids={self.memories[status]}" for status in statuses)


def lay(url: str, alice: Actor, bob: Actor) -> Ground:
    """Load the sample into team acme and add a row of every other kind."""
    load_sample(url, alice, bob)
    conversation = tell(alice)
    memory = _resting_on(conversation, alice)
    statuses = _statuses(alice, bob)
    pair = _dispute(alice, statuses)
    ids = {status: str(row.uuid) for status, row in {**statuses, "active": memory}.items()}
    with access.acting(alice):
        project = Project.objects.get(identity="github.com/acme/checkout")
        other = project_named(alice, "acme/checkout-fork")
        webhook = _around(alice, memory, project)
        _, raw = people.invite("nina@acme.example", "member", actor=alice)
        turn = conversation.session.turns.earliest("started_at").uuid
    return Ground(
        memories=ids,
        session=conversation.session.external_id,
        turn=turn,
        invitation=raw,
        project=project.pk,
        named=project.name,
        question="why+was+the+order+captured+twice",
        other=other.pk,
        contradiction=pair.pk,
        webhook=webhook.pk,
    )


def load_sample(url: str, alice: Actor, bob: Actor, *, now: datetime | None = None) -> None:
    """The sample project, as `load_sample` sends it; alice and bob are its two developers."""
    tokens = [people.issue_token(who.user, team=who.team, scopes=["capture", "read"])[1] for who in (alice, bob)]
    loading.load(url, tokens, now=now or timezone.now(), progress=lambda waiting: distill_pending())
    with access.acting(alice):
        mark_sample(Project.objects.get(identity="github.com/acme/checkout"), actor=alice)


def tell(actor: Actor) -> Conversation:
    """A conversation with everything in it that the reading view can show."""
    at = timezone.localtime().replace(hour=11, minute=8, second=0, microsecond=0) - timedelta(days=1)
    conversation = Conversation(actor, "Silent 401s of the partner API", at=at)
    conversation.turn(
        "Why does a 401 of the partner API never reach the log?",
        _ANSWER,
        calls=[
            ("Read", "src/partner/error_handler.py", "", False),
            ("Bash", "pytest -q tests/partner", "3 failed", True),
        ],
        summary=["The fallback in error_handler.py swallowed every 401 of the partner API."],
        beside=["Find every other `except Exception` in src/partner.", "There are **two**, both in `client.py`."],
    )
    conversation.compacted()
    conversation.turn("Remove the fallback, and let the client raise.", "Done; `PartnerDenied` is raised now.",
                      summary=["Removed the fallback; the client raises PartnerDenied."])  # fmt: skip
    return conversation


_ANSWER = """The fallback answers with an empty list, so **nothing** upstream sees the 401:

```python
except Exception:  # noqa
    return []
```

| place | swallowed |
|---|---:|
| `error_handler.py` | 401 |
| `client.py` | 403 |

1. Remove the fallback.
2. Raise `PartnerDenied`.
"""


def _resting_on(conversation: Conversation, actor: Actor) -> Memory:
    """A memory that stands on the first turn, with words of two people under it."""
    text = "The partner API client raises `PartnerDenied` on 401 and 403; nothing in src/partner swallows an error."
    memory = store(actor, text, session="Silent 401s of the partner API", pinned=True, tags=["errors", "partner-api"])
    with access.acting(actor):
        turn = conversation.session.turns.earliest("started_at")
        Evidence.objects.filter(memory=memory).update(turn=turn)
        Comment.objects.create(team=actor.team, memory=memory, author=actor.user, content="Ask Nina before widening.")
    return memory


def _statuses(alice: Actor, bob: Actor) -> dict[str, Memory]:
    """One memory in every status that a page shows in its own way."""
    rows = {
        "draft": store(
            bob,
            "The invoice worker needs 2 GB of memory since PDF/A.",
            type="context",
            status="draft",
            basis="doubted",
            confidence=0.62,
            reason="confidence .62 is below the team's line .80",
        ),
        "disputed": store(bob, "The gateway waits 5 seconds for an answer.", type="decision", status="disputed"),
        "contradicting": store(alice, "The gateway waits 8 seconds for an answer.", status="disputed"),
        "quarantined": store(bob, "Staging answers on port 8443.", type="context", status="quarantined"),
        "forgotten": store(alice, "The nightly export starts at 02:30.", type="context"),
        "private": store(alice, "The demo tenant may be reset on Fridays.", type="context", visibility="private"),
        "stale": store(alice, "Releases are cut on Tuesdays.", type="pattern", file_changes=9),
    }
    with access.acting(alice):
        lifecycle.forget(str(rows["forgotten"].uuid), actor=alice)
    return rows


def _dispute(alice: Actor, rows: dict[str, Memory]) -> Contradiction:
    with access.acting(alice):
        return Contradiction.objects.create(
            team=alice.team, older=rows["disputed"], newer=rows["contradicting"], kind="number",
            older_says="5 seconds", newer_says="8 seconds", confidence=0.9,
        )  # fmt: skip


def _around(alice: Actor, memory: Memory, project: Project) -> Webhook:
    """Questions with and without an answer, a kept search, a web hook, a day of a model's calls, a line that moved."""
    team = alice.team
    for number, question in enumerate(["who owns the billing cron", "who owns billing cron", "port of staging"]):
        Recall.objects.create(team=team, user=alice.user, project=project, surface="web", question=question,
                              gist="bill cron own" if number < 2 else "port stage")  # fmt: skip
    Recall.objects.create(team=team, user=alice.user, project=project, surface="mcp", gist="401 partner",
                          question="why are 401s silent", shown=[memory.pk], fetched=[memory.pk])  # fmt: skip
    SavedSearch.objects.create(team=team, user=alice.user, name="Payments", query="q=payments&type=decision")
    Usage.objects.create(team=team, day=timezone.localdate(), provider="ollama", calls=12)
    LineMove.objects.create(team=team, was=0.8, now=0.85, counted=31, rejected=8, at=timezone.now())
    webhook = Webhook.objects.create(
        team=team, url="https://chat.acme.example/cairn", secret="only-for-tests", events=["memory.learned"],
        created_by=alice.user,
    )  # fmt: skip
    Delivery.objects.create(team=team, webhook=webhook, event="memory.learned", memory=memory,
                            status="dead", attempts=8, response_status=503, error="503 Unavailable")  # fmt: skip
    return webhook
