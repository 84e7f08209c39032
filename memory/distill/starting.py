"""How a captured fact starts: active, as a draft or quarantined, trusted by its source, and told unasked or not."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from memory.distill.gathering import Work
from memory.knowledge.answering import PROPOSED
from memory.knowledge.believing import start_of_captured
from memory.knowledge.save import Ground, NewFact
from memory.models import Memory, Team, Turn
from memory.rules import poisoning, steering
from memory.rules.distillation import Fact
from memory.rules.own_words import said_by_themselves, stands_in

_MOST_READ = 400_000
_READERS = frozenset(("Read", "Grep", "WebFetch", "WebSearch", "NotebookRead", "Task"))
_SHOWS = re.compile(r"\s*(?:cat|head|tail|less|more|bat|zcat|sed -n|curl|wget|git (?:show|log|diff)|gh)\b")
_SHOWN_FILE = re.compile(r"(?<!\S)@[\w./~-]+")
# Facts read off a tool's output deserve less trust than what a person or their agent states.
_TRUST = {"user": 1.0, "assistant": 0.8, "tool": 0.5}


def new_fact(fact: Fact, ground: Ground, turn: Turn, team: Team, by: str, *, prompt: str, read: str = "") -> NewFact:
    """A captured fact as the team's policy lets it start; one that gives orders is quarantined.

    Only what somebody wrote themselves in the `prompt` may tell people and agents what to do. `read` is what tools
    brought: what repeats it, a README, is no more than that.
    """
    own = fact.source == "user" and said_by_themselves(fact, prompt)
    borrowed = fact.source == "user" and not own
    suspicious = poisoning.instruction_like(fact.content, source="tool" if borrowed else fact.source)
    start = start_of_captured(team, source=fact.source, confidence=fact.confidence, distiller=by)
    return NewFact(
        content=fact.content,
        type=fact.type,
        confidence=fact.confidence,
        cue=fact.cue,
        ground=Ground(**{**vars(ground), "source": fact.source, "excerpt": fact.excerpt}),
        source=Memory.Source.CAPTURED,
        status=Memory.Status.QUARANTINED if suspicious else start.status,
        visibility=start.visibility,
        basis="" if suspicious else start.basis,
        reason=suspicious or start.reason,
        trust=_TRUST[fact.source],
        unsigned=not own and _steers(fact, read, shows_file=_SHOWN_FILE.search(prompt) is not None),
        distiller=by,
        projects=(turn.session.project,),
        agent=turn.session.agent,
    )


def _steers(fact: Fact, read: str, *, shows_file: bool) -> bool:
    """Whether sessions that are told a fact would go by it: what speaks of duties, permissions and agents, and what
    stands in files and output; but failures are read off output, and warn. What a prompt shows (`@README.md`) is
    seen by the agent alone.
    """
    if shows_file or steering.steers(fact.content):
        return True
    return fact.type != "failure" and (fact.source == "tool" or stands_in(fact.content, read))


def as_proposed(fact: NewFact) -> NewFact:
    """The fact as a draft until the developer agrees; what waits for a curator waits on."""
    if fact.status not in (Memory.Status.ACTIVE, Memory.Status.DRAFT):
        return fact
    return replace(fact, status=Memory.Status.DRAFT, basis="", reason=PROPOSED)


def as_draft(fact: NewFact) -> NewFact:
    """The fact as imported history lets it start: nobody can say whether it still holds."""
    if fact.status != Memory.Status.ACTIVE:
        return fact
    return replace(fact, status=Memory.Status.DRAFT, basis="", reason="it comes from imported history")


def what_was_read(work: Work, *, texts_only: bool = False) -> str:
    """What the turn's tools brought, also those that teach nothing; or only texts that were read, no test's output."""
    calls = [row.payload for row in work.observations if isinstance(row.payload, dict)]
    answers = (call.get("tool_response") for call in calls if not texts_only or _shows_text(call))
    return "\n".join(text for answer in answers for text in _strings(answer))[:_MOST_READ]


def _shows_text(call: dict[str, Any]) -> bool:
    given = call.get("tool_input")
    command = str(given.get("command", "")) if isinstance(given, dict) else ""
    name = str(call.get("tool_name", ""))
    return name in _READERS or name.startswith("mcp__") or _SHOWS.match(command) is not None


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _strings(inner)
