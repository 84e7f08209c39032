"""How a captured fact starts: active, as a draft or quarantined, trusted by its source, and told unasked or not."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from memory.adapters.distiller import RULES
from memory.distill.gathering import Work
from memory.knowledge.answering import PROPOSED
from memory.knowledge.believing import start_of_captured
from memory.knowledge.save import Ground, NewFact
from memory.models import Memory, Observation, Team, Turn
from memory.rules import poisoning, steering
from memory.rules.answering import is_own_refusal
from memory.rules.distillation import Fact, Source
from memory.rules.own_words import is_stated, quotes_own_words, stands_in, statements, words_of_others

_MOST_READ = 400_000
_EARLIER, _MOST_PROMPT = 300, 20_000  # observations of a session; letters of a prompt
_READERS = frozenset(("Read", "Grep", "WebFetch", "WebSearch", "NotebookRead", "Task"))
_SHOWS = re.compile(r"\s*(?:cat|head|tail|less|more|bat|zcat|sed -n|curl|wget|git (?:show|log|diff)|gh)\b")
_SHOWN_FILE = re.compile(r"(?<!\S)@[\w./~-]+")
_SHOWN_TEXT = re.compile(r"(?<!\S)@[\w./~-]*(?:\.(?:mdx?|txt|rst|adoc|html?|pdf|ipynb)|readme)\b", re.IGNORECASE)
# Facts read off a tool's output deserve less trust than what a person or their agent states.
_TRUST = {"user": 1.0, "assistant": 0.8, "tool": 0.5}


@dataclass(frozen=True)
class Seen:
    """What the agent had before it: `text` that its tools brought, whether prompts showed it files (`@README.md`) that
    nobody else sees, and `asked`, the prompt of the turn before.
    """

    text: str = ""
    files: bool = False
    asked: str = ""


def new_fact(fact: Fact, ground: Ground, turn: Turn, team: Team, by: str, *, prompt: str, seen: Seen) -> NewFact:
    """A captured fact as the team's policy lets it start; one that gives orders is quarantined.

    Only what somebody wrote themselves in the `prompt` may tell people and agents what to do. What repeats a text that
    the agent has `seen`, a README, is no more than that.
    """
    source = _who_said(fact, turn, prompt, seen.asked if by == RULES else "")
    suspicious = poisoning.instruction_like(fact.content, source="tool" if source != fact.source else source)
    start = start_of_captured(team, source=source, confidence=fact.confidence, distiller=by)
    return NewFact(
        content=fact.content,
        type=fact.type,
        confidence=fact.confidence,
        cue=fact.cue,
        ground=Ground(**{**vars(ground), "source": source, "excerpt": fact.excerpt}),
        source=Memory.Source.CAPTURED,
        status=Memory.Status.QUARANTINED if suspicious else start.status,
        visibility=start.visibility,
        basis="" if suspicious else start.basis,
        reason=suspicious or start.reason,
        trust=_TRUST[source],
        unsigned=source != "user" and _steers(fact, source, seen),
        distiller=by,
        projects=(turn.session.project,),
        agent=turn.session.agent,
    )


def _who_said(fact: Fact, turn: Turn, prompt: str, asked: str) -> Source:
    """Whose words a fact is: "user" only where all of it is the person's own.

    With something of the agent's in it, or told by an agent without a person, it is worth what an agent says; what the
    prompt quotes is a text like others.
    """
    if fact.source != "user":
        return fact.source
    if turn.session.agent is None and (
        is_stated(fact.content, statements(prompt)) or (asked and is_own_refusal(fact, prompt=prompt, asked=asked))
    ):
        return "user"
    return "assistant" if quotes_own_words(fact.excerpt, prompt) else "tool"


def _steers(fact: Fact, source: Source, seen: Seen) -> bool:
    """Whether sessions that are told a fact would go by it: what bids or speaks of duties, permissions and agents, and
    what stands in files and output, where a failure may name its "fix", too.
    """
    return seen.files or source == "tool" or steering.steers(fact.content) or stands_in(fact.content, seen.text)


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


def seen_in(work: Work, prompt: str) -> Seen:
    """What the agent had before it in this turn and in the session's earlier ones, whatever brought it: a README comes
    by `cd docs && cat README.md`, `pip show` and the build's own log, too."""
    earlier = Observation.objects.filter(turn__session=work.turn.session_id).exclude(turn=work.turn)
    rows = earlier.filter(event__in=("PostToolUse", "PostToolUseFailure", "UserPromptSubmit")).order_by("-pk")
    payloads = [payload for payload in rows.values_list("payload", flat=True)[:_EARLIER] if isinstance(payload, dict)]
    files = bool(_SHOWN_FILE.search(prompt)) or any(
        _SHOWN_TEXT.search(str(payload.get("prompt", ""))[:_MOST_PROMPT]) for payload in payloads
    )
    before = _texts(told for payload in payloads for told in _answers(payload))
    asked = work.before.prompt if work.before else ""
    return Seen("\n".join((words_of_others(prompt), what_was_read(work), before)), files, asked)


def what_was_read(work: Work, *, texts_only: bool = False) -> str:
    """What the turn's tools brought, also those that teach nothing; or only texts that were read, no test's output."""
    calls = [row.payload for row in work.observations if isinstance(row.payload, dict)]
    told = [told for call in calls if not texts_only or _shows_text(call) for told in _answers(call)]
    # What the plugin found to be repeated of texts that stay on the developer's machine.
    return _texts([*(call.get("cairn_repeats") for call in calls), *told])


def _answers(call: dict[str, Any]) -> tuple[object, object]:
    """What a tool brought, and how it failed, which the client tells apart."""
    return call.get("tool_response"), call.get("error")


def _texts(answers: Iterable[object]) -> str:
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
