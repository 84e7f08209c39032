"""Last step of extraction: the best candidates of a turn that stand alone and are faithful to it become facts."""

import re
from dataclasses import dataclass, replace

from memory.rules.extraction.candidates import Candidate, Sentence
from memory.rules.extraction.fidelity import faithful
from memory.rules.extraction.instructions import bonus
from memory.rules.extraction.model import LATER, Model, load
from memory.rules.extraction.phrasing import finished, stands_alone
from memory.rules.extraction.proposals import Proposal, Reader
from memory.rules.material import Fact, TurnMaterial
from memory.rules.persons.roster import with_roster

MAX_FACTS = 2
# Sentences whose neighbourhood is looked at: enough for two facts and their rivals, few enough to be quick.
_LOOKED_AT = 4
# No neighbour has lifted a sentence by more; where the best one is further below, nothing can come of the turn.
_LIFT = 1.5
_HARDLY = 0.5
_WORD = re.compile(r"[^\W_][\w.-]*")
_ALIKE = 0.6


@dataclass(frozen=True)
class _Scored:
    score: float
    proposal: Proposal

    @property
    def candidate(self) -> Candidate:
        return self.proposal.candidate

    def impersonal(self) -> "_Scored":
        """The same, told without what the speaker says of themselves."""
        bare = self.candidate.impersonal()
        return self if bare is self.candidate else _Scored(self.score, replace(self.proposal, candidate=bare))


def extract(material: TurnMaterial, model: Model | None = None) -> tuple[Fact, ...]:
    """The facts of a turn in order of worth, at most MAX_FACTS; none where nothing is likely enough to be kept.

    `confidence` is the calibrated probability that the fact is right and worth keeping.
    """
    model = model or load()
    kept: list[_Scored] = []
    facts: list[Fact] = []
    for ranked in _ranked(Reader(material), model):
        if len(facts) == MAX_FACTS or ranked.score < model.least - (LATER if facts else 0.0):
            break
        found = ranked.impersonal()
        known = any(_same(found.candidate, other.candidate) for other in kept)
        if known or not stands_alone(found.candidate.text, found.candidate.said):
            continue
        fact = _fact(found, material, model)
        if fact:
            facts.append(fact)
            kept.append(found)
    return tuple(facts)


def _ranked(reader: Reader, model: Model) -> list[_Scored]:
    """The turn's best sentences and what can be made of them with their neighbours, best first."""
    singles = _best([_scored(one, model) for one in reader.singles()])
    heads: dict[int, Sentence] = {}
    for found in singles[:_LOOKED_AT]:
        if found.score < model.least - _LIFT:
            break
        for head in reader.around(found.candidate.head):
            heads[id(head)] = head
    more = [_scored(one, model) for head in heads.values() for one in reader.variants(head)]
    return _fuller(_best(singles + more))


def _scored(proposal: Proposal, model: Model) -> _Scored:
    return _Scored(model.score(proposal) + bonus(proposal.candidate), proposal)


def _fuller(ranked: list[_Scored]) -> list[_Scored]:
    """The best, told with the sentence that follows it where that is hardly worse: a cause wants its remedy."""
    for found in ranked[1:]:
        if found.score < ranked[0].score - _HARDLY:
            break
        if found.candidate.form == "joined2" and found.candidate.head is ranked[0].candidate.head:
            if ranked[0].candidate.form == "single":
                return [_Scored(ranked[0].score, found.proposal), *ranked]
            break
    return ranked


def _best(found: list[_Scored]) -> list[_Scored]:
    return sorted(found, key=lambda one: -one.score)


def _fact(found: _Scored, material: TurnMaterial, model: Model) -> Fact | None:
    candidate = found.candidate
    if not faithful(candidate) or with_roster(candidate.text, material.people) != candidate.text:
        return None
    return Fact(
        content=finished(candidate.text, material.occurred_at),
        type=model.type(found.proposal),
        confidence=round(model.probability(found.score), 2),
        cue=f"ranked {candidate.head.place}",
        source=candidate.source,
        excerpt=" ".join(" ".join(part.raw for part in candidate.parts).split())[:400],
    )


def _same(one: Candidate, other: Candidate) -> bool:
    """Whether two candidates share a sentence, or most of their words."""
    if {id(part) for part in one.parts} & {id(part) for part in other.parts}:
        return True
    words, others = (set(_WORD.findall(text.lower())) for text in (one.text, other.text))
    return len(words & others) > _ALIKE * min(len(words), len(others))
