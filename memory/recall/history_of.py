"""The history of one memory: what was done, by whom and when."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from memory.access import Actor
from memory.models import AuditEvent, Contradiction, Memory

MOST = 50
# How a deed reads after a name.
_DID = {
    "activate": "added it again, which made it active",
    "approve": "approved it",
    "auto_approve": "approved it by a team rule",
    "block": "blocked its source",
    "confirm": "confirmed it",
    "corroborate": "added it again",
    "forget": "forgot it",
    "import": "imported it",
    "lift": "unblocked its source",
    "merge": "merged it",
    "pin": "pinned it",
    "propose": "proposed it as a correction",
    "redact": "removed secrets from it",
    "reject": "rejected it",
    "reinstate": "made it active again",
    "remember": "added it",
    "reopen": "reopened a contradiction",
    "resolve": "resolved a contradiction",
    "restore": "restored it",
    "retype": "changed its type",
    "settle": "resolved a contradiction with it",
    "share": "shared it",
    "split": "split it",
    "supersede": "corrected it",
    "tag": "changed its tags",
    "unapprove": "undid the approval",
    "unconfirm": "undid the confirmation",
    "unpin": "unpinned it",
    "assign": "assigned the review",
    "unassign": "unassigned the review",
}
_SAID = {"helpful": "called it helpful", "wrong": "called it wrong", "outdated": "called it outdated"}


@dataclass(frozen=True)
class HistoryEntry:
    """One action: who, when, its text, and what changed from `was` to `now` ('' for no change)."""

    who: str
    at: datetime
    did: str
    was: str = ""
    now: str = ""
    agent: str = ""


def history_of(memory: Memory, *, actor: Actor) -> list[HistoryEntry]:
    """Return the latest 50 actions on a memory and its contradictions, newest first, with two queries.

    What people think of a memory is theirs: who gave feedback is named to themselves and to those who read the audit.
    """
    actor.authorize("search")
    pairs = Contradiction.objects.filter(Q(older=memory) | Q(newer=memory)).values_list("pk", flat=True)
    subjects = [f"memory:{memory.uuid}", *(f"contradiction:{pk}" for pk in pairs)]
    events = AuditEvent.objects.filter(team=actor.team, subject__in=subjects).select_related("actor", "agent")
    return [_entry(event, actor=actor) for event in events.order_by("-pk")[:MOST]]


def _entry(event: AuditEvent, *, actor: Actor) -> HistoryEntry:
    agent = event.agent.agent_id if event.agent else ""
    if event.verb == "feedback":
        named = event.actor_id == actor.user.pk or actor.may("admin")
        did = _SAID.get(str(event.detail.get("verdict")), "withdrew their feedback")
        return HistoryEntry(
            _who(event) if named else "Somebody", event.at, did, *_change(event), agent if named else ""
        )
    did = "undid it" if "undoes" in event.detail and event.verb not in _DID else _DID.get(event.verb, event.verb)
    return HistoryEntry(_who(event), event.at, did, *_change(event), agent)


def _who(event: AuditEvent) -> str:
    """Return the person's name, "Cairn" for the server's own actions, or "Somebody who left" for an erased person."""
    if event.actor:
        return str(event.actor)
    return "Cairn" if event.actor_key is None else "Somebody who left"


def _change(event: AuditEvent) -> tuple[str, str]:
    """The status or type before and after, where the deed changed one."""
    was, now = event.detail.get("was"), event.detail.get("now")
    return (str(was), str(now)) if isinstance(was, str) and isinstance(now, str) and was != now else ("", "")
