"""The `rules` distiller: a turn or a single text becomes short, typed, impersonal facts, or a reason why not."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal as OneOf

from memory.rules.blocks import essence
from memory.rules.classification import Classified, FactType, classify
from memory.rules.dates import absolute_dates
from memory.rules.frames import unframed
from memory.rules.languages import is_english
from memory.rules.literals import literals
from memory.rules.noise import noise_reason
from memory.rules.outcomes import Outcome, outcomes
from memory.rules.persons import mark_persons
from memory.rules.salience import Salience, is_hypothesis, salience
from memory.rules.segmentation import Segment, segments, sentences
from memory.rules.wording import foreign, impersonal

Source = OneOf["assistant", "user", "tool"]

MAX_FACTS = 3
MAX_SENTENCES = 3
MAX_FACT_CHARACTERS = 600
_TURN_SCORE = 4.2  # what a sentence of an answer needs to found a fact of its own
_STATED_SCORE = 3.0  # what a statement of the developer needs, who says few things for good
_TEXT_SCORE = 1.0  # what one needs in a text that somebody asked to be remembered


@dataclass(frozen=True)
class ToolUse:
    """One tool call of a turn: tool name, the file it touched or None, the command, its output, and whether it failed."""

    name: str
    target: str | None = None
    command: str | None = None
    output: str = ""
    failed: bool = False


@dataclass(frozen=True)
class TurnMaterial:
    """What one turn left behind; `occurred_at` is aware, in the developer's own zone."""

    prompt: str
    answer: str
    tools: tuple[ToolUse, ...]
    occurred_at: datetime


@dataclass(frozen=True)
class Fact:
    """One memory to be: 1–3 impersonal sentences, their type, and the excerpt of the source they rest on."""

    content: str
    type: FactType
    confidence: float
    cue: str
    source: Source
    excerpt: str


@dataclass(frozen=True)
class Rejection:
    """A text that became no fact, and why: noise, too_short, no_factual_content, hypothesis, question, plan …"""

    text: str
    reason: str


@dataclass(frozen=True)
class Distilled:
    """The facts of one piece of material in order of weight, and what was turned down."""

    facts: tuple[Fact, ...]
    rejected: tuple[Rejection, ...] = ()


class _Claim:
    """One sentence that states something: in its own words, and impersonally once it is asked for."""

    def __init__(self, raw: str, weight: Salience, segment: Segment, position: int, english: bool) -> None:
        self.raw, self.salience, self.segment, self.position = raw, weight, segment, position
        self.is_english = english
        self._text: str | None = None

    @property
    def text(self) -> str:
        """The impersonal wording; empty when nothing is left."""
        if self._text is None:
            worded = impersonal(self.raw) if self.is_english else foreign(self.raw)
            self._text = "" if self.is_english and _is_empty(worded) else worded
        return self._text

    def refers(self) -> bool:
        """Whether the sentence needs the one before it (`It …`, `This means …`)."""
        return bool(_REFERS.match(self.raw))

    def joined(self, other: "_Claim", text: str) -> "_Claim":
        """Both claims as one sentence."""
        claim = _Claim(f"{self.raw} {other.raw}", self.salience, self.segment, self.position, self.is_english)
        claim._text = text
        return claim


def distill_turn(material: TurnMaterial) -> Distilled:
    """The 0–3 facts of a turn: claims of the answer, statements of the developer, failures with their resolution."""
    prompt_claims, prompt_rejected = _stated(material.prompt, material.occurred_at)
    answer_claims, answer_rejected = _claims(material.answer, material.occurred_at, framed=True)
    groups = [(group, "assistant") for group in _groups(answer_claims, _TURN_SCORE, 1.0)]
    groups += [(group, "user") for group in _groups(prompt_claims, _STATED_SCORE, 0.5)]
    facts = [fact for group, source in groups if (fact := _fact(group, source))]  # type: ignore[arg-type]
    facts.sort(key=lambda fact: -_weight(fact))
    facts = _distinct(facts)
    for outcome in outcomes(material.tools):
        if not any(_tells_of(fact, outcome) for fact in facts):
            facts.append(_from_outcome(outcome))
    rejected = _rejections(material, prompt_rejected + answer_rejected) if not facts else ()
    return Distilled(tuple(fact for fact in facts[:MAX_FACTS]), rejected)


def distill_text(text: str, *, now: datetime, source: Source = "user") -> Distilled:
    """One fact that compresses the whole text, or one rejection: `noise`, `too_short` or `no_factual_content`."""
    reason = noise_reason(text)
    if reason:
        return Distilled((), (Rejection(text, reason),))
    claims, _ = _claims(text, now, framed=False)
    kept = _worth_keeping(claims)
    if not kept or not _is_technical(kept):
        return Distilled((), (Rejection(text, "no_factual_content"),))
    fact = _fact(_dense(kept), source, whole=True)
    return Distilled((fact,)) if fact else Distilled((), (Rejection(text, "no_factual_content"),))


_MEASURED = frozenset(("amount", "number", "version", "date", "acronym", "code", "path", "file"))


def _is_technical(claims: list[_Claim]) -> bool:
    """Whether single words of the trade are enough of a ground: two of them, a literal, or one with a cue that decides."""
    technical = sum(claim.salience.technical for claim in claims)
    decisive = not claims[0].is_english or any(cue not in ("description", "change") for claim in claims for cue in claim.salience.cues)
    return technical >= (0.5 if decisive else 0.7)


_OF_PEOPLE = re.compile(r"^(?:(?:turns out|so|and|but|also|well|ok)\b[\s,]+)*(?:I|we|my|she|he|they|you)\b(?!['’]?s? (?:must|never|always|don['’]t|do not))", re.IGNORECASE)


def _worth_keeping(claims: list[_Claim]) -> list[_Claim]:
    """Sentences of a single text that say something: by themselves, or by a number right after one that does."""
    kept: list[_Claim] = []
    for claim in claims:
        needed = _TEXT_SCORE if claim.is_english else 0.5
        follows = bool(kept) and kept[-1].position == claim.position - 1
        measured = follows and any(found.kind in _MEASURED for found in literals(claim.raw))
        chatter = claim.salience.technical < 0.5 and claim.is_english and _OF_PEOPLE.match(claim.raw)
        if (claim.salience.score >= needed or measured) and not chatter and claim.text:
            kept.append(claim)
    return kept


def _claims(text: str, now: datetime, *, framed: bool) -> tuple[list[_Claim], list[Rejection]]:
    """Every sentence of `text` that states something, and those that were turned down with their reason."""
    claims: list[_Claim] = []
    rejected: list[Rejection] = []
    dated = absolute_dates(text, now=now)
    english = is_english(dated)
    for position, (segment, raw) in enumerate(_statements(segments(dated), framed=framed)):
        block = segment.kind in _BLOCKS
        raw, weight = (raw, salience(raw)) if block else _weighed(raw, thorough=not framed)
        if weight.rejected and not block:
            rejected.append(Rejection(raw, weight.rejected))
        else:
            claims.append(_Claim(raw, weight, segment, position, english and not block))
    return claims, rejected


_BLOCKS = ("traceback", "log", "diff")


_MAYBE_FRAMED = re.compile(
    r"^(?:(?:so|ok|perfect|great|good|excellent|yes|done|and|but)\b[\s,.!]+)*(?:please (?:note|remember|be aware|keep)|i (?:can |just |now )?(?:confirm|verified)|here['’]s the|remember|(?:keep|bear) in mind|i think we|[^:]{2,60}: )",
    re.IGNORECASE,
)


def _weighed(raw: str, *, thorough: bool) -> tuple[str, Salience]:
    """The sentence, without a last clause that only supposes and explains nothing, and its weight without its frame."""
    weight = salience(raw)
    if not weight.rejected or not (thorough or _MAYBE_FRAMED.match(raw)):
        return raw, weight
    bare = unframed(mark_persons(raw))[0] or raw
    if not is_hypothesis(bare):
        return raw, salience(bare)
    clauses = re.split(r"(?<=[,;])\s|\s(?=[–—-]\s)", raw)
    sure = next((at for at, clause in enumerate(clauses) if is_hypothesis(clause)), len(clauses))
    supposed = " ".join(clauses[sure:])
    if not sure or _EXPLAINS.search(supposed) or salience(f"{supposed}.").technical >= 0.5:
        return raw, salience(bare)
    kept = " ".join(clauses[:sure]).rstrip(" ,;–—-") + "."
    return kept, salience(unframed(mark_persons(kept))[0] or kept)


_EXPLAINS = re.compile(r"\b(?:because|cause[sd]?|due to|since|why|reason)\b", re.IGNORECASE)
_LABELS = re.compile(
    r"^(?:root cause|cause|fix|the fix|solution|resolution|problem|the problem|issue|the issue|bug|the bug|decision|reason|rationale|why|why it (?:fails|failed|broke|happened|works)|limitations?|caveats?|gotchas?|"
    r"conventions?|key (?:insight|finding|learning|point)s?|findings?|what (?:happened|went wrong|broke)|breaking changes?|impact|workaround|lesson(?:s learned)?|note|important|warning|requirements?)\b",
    re.IGNORECASE,
)
_PROPOSES = re.compile(
    r"\b(?:plan|proposal|proposed|options?|recommend\w*|suggest\w*|next steps?|to ?do|improvements?|pros|cons|approach(?:es)?|alternatives?|ideas?|open questions?|follow-?ups?|remaining|future|usage|how to|example|test (?:plan|results?|coverage)|"
    r"verification|files? (?:changed|modified|created|to \w+)|step \d|phase \d|checklist|trade-?offs|considerations|scenarios?|implementation (?:steps|order|plan))\b",
    re.IGNORECASE,
)
_SUMS_UP = re.compile(r":\s*$")


def _statements(parts: list[Segment], *, framed: bool) -> Iterable[tuple[Segment, str]]:
    """Sentences with their segment; a list that a sentence introduces is joined to it, blocks speak by their essence."""
    skip_to = -1
    for at, segment in enumerate(parts):
        if at <= skip_to or segment.kind in ("heading", "code", "table"):
            continue
        if framed and segment.heading and _PROPOSES.search(segment.heading) and not _LABELS.match(segment.heading):
            continue
        if segment.kind in ("traceback", "log", "diff"):
            yield from ((segment, line) for line in essence(segment.kind, segment.text))
            continue
        found = sentences(segment.text)
        if found and _SUMS_UP.search(found[-1]) and segment.kind == "prose":
            joined, skip_to = _with_list(found[-1], parts, at)
            found[-1:] = [joined] if joined else []
        for sentence in found:
            label = segment.heading if _LABELS.match(segment.heading) and sentence is found[0] else ""
            yield segment, f"{label}: {sentence}" if label and not _LABELS.match(sentence) else sentence


_WORTH_A_LIST = frozenset(("cause", "decision", "convention", "limitation", "failure", "version"))
_LIST_LIMIT = 320


def _with_list(intro: str, parts: list[Segment], at: int) -> tuple[str, int]:
    """`intro: first; second; third` where short bullets follow a sentence that announces a fact."""
    items, last = [], at
    for number in range(at + 1, min(at + 6, len(parts))):
        if parts[number].kind != "bullet":
            break
        items.append(" ".join(parts[number].text.split()).rstrip(".;"))
        last = number
    joined = f"{intro.rstrip(' :')}: {'; '.join(items)}"
    announces = _WORTH_A_LIST.intersection(salience(intro).cues)
    if (
        not items
        or not announces
        or len(joined) > _LIST_LIMIT
        or last == min(at + 5, len(parts) - 1)
        and len(items) > 4
    ):
        return (intro.rstrip(" :") + "." if not items and announces else ""), at
    return joined, last


_REQUEST = re.compile(
    r"^(?:(?:ok(?:ay)?|so|now|then|and|also|but|yes|no|great|good|perfect|nice|hmm|next|first|actually)\b[\s,.:!–—-]*)*(?:add|fix|update|remove|rename|write|implement|create|run|commit|push|make|change|move|check|look|show|explain|refactor|delete|"
    r"replace|try|test|build|deploy|find|read|review|open|merge|rebase|clean|investigate|debug|generate|set up|install|give|tell|help|please|continue|start|stop|put|get|do|see|list|search|verify|ensure|validate|undo|revert|"
    r"rewrite|simplify|improve|extract|convert|document|summari[sz]e|analy[sz]e|compare|propose|suggest|plan|think|use|import|include|handle|expose|bump|upgrade|need|want|reply|respond|squash|stage|unstage|format|lint|let['’]?s)\b",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"\b(?:always|never|from now on|going forward|by convention|we (?:always|never|don['’]t|do not|only|use|prefer|require|agreed|decided|chose|standardi[sz]ed|run|are on|keep|store|deploy|target|support|no longer)|"
    r"our (?:convention|policy|standard|rule)|must (?:always|never|not|be)|instead of|rather than|not allowed|decided|convention|every \w+ (?:must|should)|do(?:n['’]t| not) (?:use|commit|mock|hard-?code|log|import|call|edit|touch))\b",
    re.IGNORECASE,
)
_CORRECTION = re.compile(
    r"^(?:no|nope|actually|wrong|not quite|that['’]s (?:not (?:right|correct|true)|wrong)|correction)\b[\s,.:;!–—-]+(?=\S)",
    re.IGNORECASE,
)
_PROMPT_LIMIT = 2000  # what people type themselves is short; the rest is pasted
_PASTED = re.compile(r"^\s*(?:implement the following plan|#{1,3} plan\b|this session is being continued)", re.IGNORECASE)


def _stated(prompt: str, now: datetime) -> tuple[list[_Claim], list[Rejection]]:
    """What the developer states for good (decisions, corrections, conventions); requests and questions are none."""
    own = prompt[:_PROMPT_LIMIT]
    if _PASTED.match(own) or not (_LASTING.search(own) or _CORRECTION.match(own)) or noise_reason(own) == "noise":
        return [], []
    claims, rejected = _claims(own, now, framed=True)
    kept = [claim for claim in claims if _is_own_word(claim.segment) and _is_statement(claim.raw)]
    return kept, rejected


def _is_own_word(segment: Segment) -> bool:
    return segment.kind in ("prose", "bullet") and not segment.heading


def _is_statement(sentence: str) -> bool:
    correction = _CORRECTION.match(sentence)
    if correction:
        rest = salience(sentence[correction.end() :])
        return (
            bool({"description", "number", "convention", "decision", "limitation", "version"}.intersection(rest.cues))
            and rest.technical >= 0.5
        )
    lasting = _LASTING.search(sentence)
    return bool(lasting) and not (
        _REQUEST.match(sentence)
        and not re.search(r"\b(?:always|never|from now on|instead of|rather than)\b", sentence, re.IGNORECASE)
    )


_REFERS = re.compile(
    r"^(?:(?:so|and|but|then|also|now|ok|done|fixed|good|yes|no|right|actually|because|found it)\b[\s,.!:–—-]+)*(?:it|this|that|these|those|they|both|the (?:former|latter|same|above)|such|which|otherwise|instead|as a result|therefore|thus|hence|in that case|that way|so)\b",
    re.IGNORECASE,
)


def _groups(claims: list[_Claim], score: float, technical: float) -> list[list[_Claim]]:
    """Claims that belong together (cause and fix, statement and reason), each group able to stand alone."""
    groups: list[list[_Claim]] = []
    for claim in claims:
        if groups and _belongs(groups[-1], claim):
            groups[-1].append(claim)
        elif not claim.refers():
            groups.append([claim])
    trimmed = [_trimmed(group, score, technical) for group in groups]
    return [group for group in trimmed if group]


def _belongs(group: list[_Claim], claim: _Claim) -> bool:
    last = group[-1]
    near = claim.position == last.position + 1
    same_place = claim.segment.paragraph == last.segment.paragraph and claim.segment.heading == last.segment.heading
    both_bullets = claim.segment.kind == last.segment.kind == "bullet" and claim.segment is not last.segment
    if not near or not same_place or both_bullets:
        return bool(near and claim.refers() and not both_bullets)
    return True


def _trimmed(group: list[_Claim], score: float, technical: float) -> list[_Claim]:
    """The best of a group: the claim that founds it, and neighbours that carry weight or that it refers to."""
    founding = max(group, key=_founding)
    if _founding(founding) < score or founding.salience.technical < technical:
        return []
    at = group.index(founding)
    kept = [founding]
    first = at
    while group[first].refers() and first > 0:
        first -= 1
        kept.insert(0, group[first])
    for claim in sorted(group[at + 1 :], key=lambda c: -c.salience.score):
        if (
            len(kept) < MAX_SENTENCES
            and _adds(claim, founding)
            and _length(kept) + len(claim.raw) <= MAX_FACT_CHARACTERS
        ):
            kept.append(claim)
    if first > 0 and len(kept) < MAX_SENTENCES and group[first - 1].salience.score >= 3.4:
        kept.append(group[first - 1])
    kept.sort(key=lambda claim: claim.position)
    return _without_gaps(kept) if _length(kept) <= MAX_FACT_CHARACTERS + 200 else [founding]


def _adds(claim: _Claim, founding: _Claim) -> bool:
    """Whether a later sentence belongs to the fact: it weighs much, or follows at once and is about something."""
    weight = claim.salience
    return weight.score >= 3.0 or (
        claim.position == founding.position + 1 and weight.score >= 1.5 and weight.technical >= 0.5
    )


_WORK_LOG = re.compile(
    r"^(?:[^:]{1,60}[:—–-]\s)?(?:i |we |i've |also |now |then |successfully )*(?:added|removed|updated|renamed|deleted|created|moved|extracted|refactored|implemented|introduced|cleaned|simplified|expanded|rewrote|changed|kept|"
    r"documented|committed|pushed|merged|ran|verified|tested|checked|reviewed|replied|noted|mentioned|wrote|add|remove|update|rename|delete|create|move|extract|keep|make|change|refactor|use|run|implement|replace|write|check)\b",
    re.IGNORECASE,
)
_REASONED = frozenset(("cause", "decision", "failure", "fix", "limitation"))
_HERE = re.compile(
    r"\b(?:this|that|these|the (?:new|current|above|previous)) (?:issue|pr|pull request|branch|change|changes|test|tests|session|plan|review|comment|comments|approach|case|line|feedback|problem|fix|finding|suggestion|edge case|scenario|question|error|bug|code|"
    r"function|method|file|section|step|one|commit|output|log)\b|\b(?:the (?:plan|review(?:er)?|comment|output|feedback|user|prompt|summary|diff|suggestion|above|message|request|conversation|screenshot|doc|docs) (?:says?|shows?|explains?|mentions?|asks?|suggests?|wants?|notes?|looks?))\b|"
    r"\bphase \d|\bstep \d|\bitem \d|\boption [a-d\d]\b|\bscenario \d|\bpart \d|\b(?:we|you|i) (?:could|might|should|may|would)\b",
    re.IGNORECASE,
)


def _founding(claim: _Claim) -> float:
    """The score of a claim as the ground of a fact: what was done, or points at this conversation, counts less."""
    score = claim.salience.score
    if _WORK_LOG.match(claim.raw):
        score -= 1.0 if _REASONED.intersection(claim.salience.cues) else 4.0
    return score - (1.6 if _HERE.search(claim.raw) else 0.0)


def _without_gaps(kept: list[_Claim]) -> list[_Claim]:
    """A sentence that refers to one which was left out goes as well."""
    good: list[_Claim] = []
    for claim in kept:
        if claim.refers() and (not good or good[-1].position != claim.position - 1):
            continue
        good.append(claim)
    return good


def _length(claims: list[_Claim]) -> int:
    return sum(len(claim.raw) + 1 for claim in claims)


def _dense(claims: list[_Claim]) -> list[_Claim]:
    """The claims of a single text that fit into one fact: the weightiest, in their own order, joined to three sentences."""
    chosen: list[_Claim] = []
    for claim in sorted(claims, key=lambda c: (-c.salience.score, c.position)):
        if not chosen or _length(chosen) + len(claim.raw) <= MAX_FACT_CHARACTERS:
            chosen.append(claim)
    chosen.sort(key=lambda claim: claim.position)
    while len(chosen) > MAX_SENTENCES:
        at = min(range(len(chosen) - 1), key=lambda n: len(chosen[n].text) + len(chosen[n + 1].text))
        first, second = chosen[at], chosen[at + 1]
        joined = f"{first.text.rstrip('.')}; {_lowered(second.text)}"
        chosen[at : at + 2] = [first.joined(second, joined)]
    return chosen


def _lowered(text: str) -> str:
    first = text.split(None, 1)[0]
    return (
        text[0].lower() + text[1:] if first.isalpha() and first[1:].islower() and first.lower() in _LOWERABLE else text
    )


_LOWERABLE = frozenset(
    "the a an this that these those there it if when after before because all every each no not do must cannot always never only for in on at".split()
)


def _fact(claims: list[_Claim], source: Source, *, whole: bool = False) -> Fact | None:
    content = " ".join(claim.text for claim in claims if claim.text).strip()
    if not content or (not whole and len(content) < 25):
        return None
    verdict = _classified(claims, content)
    excerpt = " ".join(" ".join(claim.raw for claim in claims).split())[:400]
    return Fact(content, verdict.type, verdict.confidence, verdict.cue, source, excerpt)


def _classified(claims: list[_Claim], content: str) -> Classified:
    """Type by the impersonal words, and by the original ones where those say nothing clear."""
    worded = classify(content)
    original = classify(" ".join(claim.raw for claim in claims))
    if worded.type == original.type:
        return replace(worded, confidence=max(worded.confidence, original.confidence))
    return worded if worded.confidence >= original.confidence - 0.05 else original


def _weight(fact: Fact) -> float:
    weight = salience(fact.content)
    lasting = {"failure": 0.6, "decision": 0.8, "pattern": 0.6, "dependency": 0.3, "context": 0.0}[fact.type]
    return weight.score + lasting + (0.8 if fact.source == "user" else 0.0)


def _distinct(facts: list[Fact]) -> list[Fact]:
    """Facts without those whose words another one already has."""
    kept: list[Fact] = []
    for fact in facts:
        words = set(fact.content.lower().split())
        if all(len(words & set(other.content.lower().split())) < 0.7 * len(words) for other in kept):
            kept.append(fact)
    return kept


def _tells_of(fact: Fact, outcome: Outcome) -> bool:
    names = {file.rsplit("/", 1)[-1] for file in outcome.files}
    words = [word for word in re.findall(r"\w{5,}", outcome.error)]
    told = sum(word in fact.content for word in words)
    return fact.type == "failure" and (any(name in fact.content for name in names) or told >= 2)


def _from_outcome(outcome: Outcome) -> Fact:
    files = ", ".join(outcome.files[:3])
    content = f"`{outcome.command}` failed with `{outcome.error}`. Resolved by a change in {files}."
    return Fact(content, "failure", 0.8, "failed, then passed", "tool", outcome.error)


def _rejections(material: TurnMaterial, rejected: list[Rejection]) -> tuple[Rejection, ...]:
    text = material.answer or material.prompt
    reason = noise_reason(text) or "no_factual_content"
    return (Rejection(text[:400], reason), *rejected[:10])


_EMPTY = re.compile(
    r"^(?:\W|(?:it|this|that|is|was|done|the|a|an|and|now|here|there|so|works?|fixed|ok|good|all|team member|users?|found|by|to)\b)*$",
    re.IGNORECASE,
)


def _is_empty(text: str) -> bool:
    return bool(_EMPTY.match(text))
