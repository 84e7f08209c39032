"""Reads a turn and proposes candidates with all that the ranker wants to know of them."""

from dataclasses import dataclass

from memory.rules.extraction.candidates import LONGEST_SINGLE, Candidate, Sentence, read, single, variants
from memory.rules.extraction.features import Reading, Turn, measures, places
from memory.rules.extraction.phrasing import SHORTEST
from memory.rules.extraction.texts import texts
from memory.rules.extraction.words import length
from memory.rules.material import TurnMaterial


@dataclass(frozen=True)
class Proposal:
    """A candidate with its measures, and its words and those of the request as places in the model's tables."""

    candidate: Candidate
    measures: list[float]
    buckets: tuple[int, ...]
    request: tuple[int, ...]


class Reader:
    """One turn, read once: its sentences by text, and the proposals made of them."""

    def __init__(self, material: TurnMaterial) -> None:
        self._texts = [read(text, number) for number, text in enumerate(texts(material))]
        self.sentences = [sentence for sentences in self._texts for sentence in sentences]
        self._turn = Turn(material, self.sentences)
        self.request = tuple(sorted(self._turn.request))
        self._readings = {id(sentence): Reading(sentence, self._turn) for sentence in self.sentences}

    def singles(self) -> list[Proposal]:
        """Every sentence by itself, but for those too short or too long to be a fact."""
        fitting = (one for one in self.sentences if SHORTEST <= length(one.text) <= LONGEST_SINGLE)
        return [self._proposal(single(one)) for one in fitting]

    def around(self, sentence: Sentence) -> list[Sentence]:
        """The sentence, and the one before it, with which it may belong together."""
        return self._texts[sentence.text_no][max(0, sentence.index - 1) : sentence.index + 1]

    def variants(self, sentence: Sentence) -> list[Proposal]:
        """The sentence with its neighbours, and below its heading."""
        return [self._proposal(one) for one in variants(self._texts[sentence.text_no], sentence.index)]

    def _proposal(self, candidate: Candidate) -> Proposal:
        readings = [self._readings[id(part)] for part in candidate.parts]
        sentences = self._texts[candidate.head.text_no]
        first, last = candidate.parts[0].index, candidate.parts[-1].index
        before = self._readings[id(sentences[first - 1])] if first else None
        after = self._readings[id(sentences[last + 1])] if last + 1 < len(sentences) else None
        found = places(readings, self._turn, before, after)
        return Proposal(candidate, measures(candidate, readings, self._turn), found, self.request)
