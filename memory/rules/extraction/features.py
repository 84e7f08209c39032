"""Fourth step of extraction: what the ranker sees of a candidate: measures of form and place, and how it is worded."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from zlib import crc32

from memory.rules.extraction.candidates import Candidate, Sentence
from memory.rules.extraction.cues import CUES, cues
from memory.rules.extraction.markdown import Block
from memory.rules.extraction.words import CODE, EASTERN, IDENTIFIER, length, words
from memory.rules.languages.glossary import spoken
from memory.rules.material import TurnMaterial

BUCKETS = 1 << 15
_CONTENT = re.compile(r"[^\W_][\w.-]{2,}")
_DIGITS = re.compile(r"\d+")
_EDITS = frozenset(("Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch"))
MEASURES = (
    "prompt answer commit request output single joined2 joined3 headed chars words code idents numbers position "
    "in_block block_size item row paragraph quote depth headings label bold index_first last_fifth in_prompt in_tools "
    "in_output in_commit central novel answer_len prompt_len tools edits failed commits sentences upper_start cjk "
    "colon_end semicolon"
).split() + list(CUES)
# What is counted in each sentence and added up over a candidate's, and what is divided by their words.
_COUNTS = ("words", "code", "idents", "numbers")
_SHARES = ("in_prompt", "in_tools", "in_output", "in_commit", "central", "novel")


def content(text: str) -> list[str]:
    """Words of three letters and more, identifiers whole, in small letters."""
    return [word.lower() for word in _CONTENT.findall(text)]


def buckets(names: Iterable[str]) -> frozenset[int]:
    """Where named features stand in the model's tables."""
    return frozenset(crc32(name.encode("utf-8", "replace")) % BUCKETS for name in names)


@dataclass(frozen=True)
class Turn:
    """What the candidates of one turn share: its words by place and its sizes."""

    material: TurnMaterial
    sentences: Sequence[Sentence]

    @cached_property
    def prompt(self) -> frozenset[str]:
        """The words of the prompt."""
        return frozenset(content(self.material.prompt[:6000]))

    @cached_property
    def answer(self) -> Counter[str]:
        """How often the answer has each word."""
        return Counter(content(self.material.answer[:20_000]))

    @cached_property
    def commands(self) -> frozenset[str]:
        """The words of commands and paths."""
        told = (f"{(tool.command or '')[:1000]} {tool.target or ''}" for tool in self.material.tools)
        return frozenset(word for text in told for word in content(text))

    @cached_property
    def outputs(self) -> frozenset[str]:
        """The words of what tools printed."""
        return frozenset(word for tool in self.material.tools for word in content(tool.output[:1000]))

    @cached_property
    def commits(self) -> frozenset[str]:
        """The words of commit messages and pull requests."""
        told = (one.text for one in self.sentences if one.place in ("commit", "request"))
        return frozenset(word for text in told for word in content(text))

    @cached_property
    def sizes(self) -> dict[str, float]:
        """How much was said and done, each between 0 and 1."""
        tools = self.material.tools
        return {
            "answer_len": min(len(self.material.answer), 6000) / 6000,
            "prompt_len": min(len(self.material.prompt), 4000) / 4000,
            "tools": min(len(tools), 12) / 12,
            "edits": min(sum(tool.name in _EDITS for tool in tools), 6) / 6,
            "failed": min(sum(tool.failed for tool in tools), 3) / 3,
            "commits": min(sum(one.place == "commit" for one in self.sentences), 5) / 5,
            "sentences": min(len(self.sentences), 80) / 80,
        }

    @cached_property
    def request(self) -> frozenset[int]:
        """Places of the words of the prompt: whether something was broken, wished or asked tells types of facts."""
        return buckets(f"P:{word}" for word in self._asked)

    @cached_property
    def asked(self) -> frozenset[int]:
        """Places of the first words of the prompt: a question, an order, a report."""
        return buckets(f"q:{word}" for word in self._asked[:12])

    @cached_property
    def _asked(self) -> list[str]:
        prompt = self.material.prompt
        return words(prompt[:1500], spoken(prompt))

    def headings(self, block: Block, language: str) -> frozenset[int]:
        """Places of the words of the nearest two headings."""
        return buckets(f"h:{word}" for heading in block.headings[-2:] for word in words(heading, language))


class Reading:
    """One sentence as the ranker reads it; made once, used for every candidate that holds it or stands beside it."""

    def __init__(self, sentence: Sentence, turn: Turn) -> None:
        text, self._turn = sentence.text, turn
        self.sentence = sentence
        self.words = words(text, sentence.language)
        self.counts = (
            len(self.words),
            len(CODE.findall(text)),
            len(IDENTIFIER.findall(CODE.sub(" ", text))),
            len(_DIGITS.findall(text)),
        )
        self.cjk = bool(EASTERN.search(text))

    @cached_property
    def cues(self) -> frozenset[str]:
        """The names of the cues that it has."""
        return cues(self.words, self.sentence.text)

    @cached_property
    def shared(self) -> tuple[float, ...]:
        """How many of its content words stand elsewhere in the turn, in the order of _SHARES, and how many it has."""
        turn, own = self._turn, content(self.sentence.text)
        told = [turn.answer[word] for word in own]
        return (
            sum(word in turn.prompt for word in own),
            sum(word in turn.commands for word in own),
            sum(word in turn.outputs for word in own),
            sum(word in turn.commits for word in own),
            sum(min(times - 1, 4) for times in told if times > 1) / 4,
            sum(times <= 1 and word not in turn.prompt for word, times in zip(own, told, strict=True)),
            len(own),
        )

    @cached_property
    def own(self) -> frozenset[int]:
        """Places of its words and pairs of words."""
        pairs = zip(self.words, self.words[1:], strict=False)
        return buckets([*(f"w:{word}" for word in self.words), *(f"b:{one} {other}" for one, other in pairs)])

    @cached_property
    def beginning(self) -> frozenset[int]:
        """Places of its beginning, of its label and of the headings above it."""
        starts = ("s:" + " ".join(self.words[:size]) for size in (1, 2, 3))
        block, language = self.sentence.block, self.sentence.language
        labels = (f"l:{word}" for word in words(self.sentence.label or block.bold, language)[:6])
        return buckets([*starts, *labels]) | self._turn.headings(block, language)

    @cached_property
    def ending(self) -> frozenset[int]:
        """The place of its last two words."""
        return buckets(["e:" + " ".join(self.words[-2:])])

    @cached_property
    def as_before(self) -> frozenset[int]:
        """Places of its words where it stands before a candidate."""
        return buckets(f"p:{word}" for word in self.words[:12])

    @cached_property
    def as_after(self) -> frozenset[int]:
        """Places of its words where it stands after a candidate."""
        return buckets(f"n:{word}" for word in self.words[:12])


def places(readings: Sequence[Reading], turn: Turn, before: Reading | None, after: Reading | None) -> tuple[int, ...]:
    """Where the words of a candidate, of its frame and of its neighbours stand in the model's tables."""
    found = turn.asked | readings[0].beginning | readings[-1].ending
    found = found.union(*(reading.own for reading in readings))
    if before:
        found |= before.as_before
    if after:
        found |= after.as_after
    return tuple(sorted(found))


def measures(candidate: Candidate, readings: Sequence[Reading], turn: Turn) -> list[float]:
    """The numbers of MEASURES for one candidate, each between 0 and 1; `readings` are those of its sentences."""
    text, head = candidate.text, candidate.head
    given: dict[str, float] = {head.place: 1.0, candidate.form: 1.0, head.block.kind: 1.0, **turn.sizes}
    for name, most, count in zip(_COUNTS, (80, 5, 5, 5), _sums([reading.counts for reading in readings]), strict=True):
        given[name] = min(count, most) / most
    *shared, size = _sums([reading.shared for reading in readings])
    given.update((name, count / max(1, size)) for name, count in zip(_SHARES, shared, strict=True))
    given.update(
        chars=min(length(text), 420) / 420,
        position=head.index / max(1, head.total - 1),
        in_block=min(head.in_block, 5) / 5,
        block_size=min(head.block_size, 8) / 8,
        depth=min(head.block.depth, 3) / 3,
        headings=min(len(head.block.headings), 3) / 3,
        label=bool(head.label),
        bold=bool(head.block.bold) and head.in_block == 0,
        index_first=head.index == 0,
        last_fifth=head.index >= 0.8 * head.total,
        upper_start=text[:1].isupper(),
        cjk=any(reading.cjk for reading in readings),
        colon_end=text.endswith((":", "：")),
        semicolon=";" in text,
    )
    given.update((cue, 1.0) for reading in readings for cue in reading.cues if cue != "past_change")
    given["past_change"] = "past_change" in readings[0].cues and candidate.form != "headed"
    return [float(given.get(name, 0.0)) for name in MEASURES]


def _sums(rows: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    # Most candidates are one sentence, and this is asked of each.
    return rows[0] if len(rows) == 1 else tuple(sum(column) for column in zip(*rows, strict=True))
