"""Tags of a memory, added and removed; the audit knows them by digest, for it outlives what people may want erased."""

import hashlib
from collections.abc import Iterable, Sequence

from memory import audit
from memory.access import Actor
from memory.errors import Refused
from memory.knowledge.conflict_errors import changed_meanwhile, subject_of
from memory.knowledge.lifecycle import KEPT
from memory.knowledge.locks import in_turn
from memory.knowledge.ownership import ensure_not_kept, find_changeable
from memory.models import Memory

MOST_TAGS = 20
LONGEST_TAG = 50


def tag(
    ref: str, *, actor: Actor, add: Sequence[str] = (), remove: Sequence[str] = (), agent_id: str | None = None
) -> Memory:
    """Add and remove tags; what is so already is no deed. Raises Refused for more than 20, Forbidden where another
    agent owns the memory or, for members, a curator vouched for it, Conflict("wrong_status") where it is superseded or
    forgotten."""
    actor.authorize("classify")
    with in_turn(actor):
        memory = find_changeable(ref, agent_id=agent_id, actor=actor)
        gone = set(cleaned(remove))
        tags = cleaned(kept for kept in [*memory.tags, *cleaned(add)] if kept not in gone)
        if tags != list(memory.tags):
            ensure_not_kept(memory, actor=actor)
        return set_tags(memory, tags, actor=actor)


def set_tags(memory: Memory, tags: Sequence[str], *, actor: Actor, **detail: object) -> Memory:
    """Give a memory exactly these tags. In the team's turn."""
    if len(tags) > MOST_TAGS:
        raise Refused("invalid", f"A memory can have at most {MOST_TAGS} tags.")
    before, after = list(memory.tags), list(tags)
    if before == after:
        return memory
    if not Memory.objects.filter(pk=memory.pk, tags=before, status__in=KEPT).update(tags=after):
        raise changed_meanwhile(memory, actor=actor)
    changes = {
        "added": [digest(name) for name in after if name not in before],
        "removed": [digest(name) for name in before if name not in after],
    }
    audit.record("tag", subject_of(memory), actor=actor, **changes, **detail)
    memory.tags = after
    return memory


def cleaned(tags: Iterable[str]) -> list[str]:
    """Tags as they are stored: trimmed, without blanks and repetitions."""
    return list(dict.fromkeys(name.strip()[:LONGEST_TAG].strip() for name in tags if name.strip()))


def digest(name: str) -> str:
    """By what the audit knows a tag."""
    return hashlib.sha256(name.encode()).hexdigest()[:16]
