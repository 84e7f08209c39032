"""Third step of extraction: sentences become candidates, alone and with what was said around them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from memory.rules.extraction.markdown import Block, blocks
from memory.rules.extraction.phrasing import of_oneself, phrased
from memory.rules.extraction.sentences import sentences
from memory.rules.extraction.texts import Place, Text
from memory.rules.extraction.words import said
from memory.rules.languages.glossary import spoken
from memory.rules.material import Source

LONGEST = 420  # characters of a candidate: three dense sentences
LONGEST_SINGLE = 600  # characters of one sentence that is a candidate by itself, as many as a model's facts may have
MOST = 300  # sentences of one text that are read
_ENDS = (".", "!", "?", "。", ":", "：", "！", "？", ";", "；")


@dataclass(frozen=True, eq=False)
class Sentence:
    """One sentence of a turn, phrased to stand alone; `label` is the general label that it lost ("Root cause:").

    `language` is that of its text, "" for English and for those without a glossary. `index` of `total` counts within
    its text (number `text_no` of the turn), `in_block` within its block; `source` is that whole text as it was written.
    """

    text: str
    raw: str
    place: Place
    block: Block
    text_no: int
    index: int
    in_block: int
    block_size: int
    label: str = ""
    total: int = 0
    source: str = ""
    language: str = ""


@dataclass(frozen=True)
class Candidate:
    """What may become a fact: one to three neighbouring sentences, and how they were put together."""

    text: str
    parts: tuple[Sentence, ...]
    form: str = "single"

    @property
    def head(self) -> Sentence:
        return self.parts[0]

    @cached_property
    def said(self) -> str:
        """Its words in English where they are of another language that has a glossary, else ""."""
        return said(self.text, self.head.language) if self.head.language else ""

    def impersonal(self) -> "Candidate":
        """Without the sentences in which the speaker tells of themselves, where it is of another language.

        English loses its "I" when it is phrased; in other languages the verb would have to change.
        """
        if not self.said or len(self.parts) < 2:
            return self
        parts = tuple(part for part in self.parts if not of_oneself(said(part.text, part.language)))
        return Candidate(_joined(parts), parts, self.form) if 0 < len(parts) < len(self.parts) else self

    @property
    def source(self) -> Source:
        """Who said it: a prompt is the developer's, a commit message the agent's."""
        return {"prompt": "user", "output": "tool"}.get(self.head.place, "assistant")  # type: ignore[return-value]


def read(text: Text, number: int) -> list[Sentence]:
    """The sentences of one text in order, without code blocks."""
    found: list[Sentence] = []
    language = spoken(text.words)
    for block in blocks(text.words):
        parts = sentences(block.text, code_begins=bool(language)) if block.kind != "code" else []
        for at, part in enumerate(parts):
            bare, label = phrased(part)
            if bare and len(found) < MOST:
                found.append(Sentence(bare, part, text.place, block, number, len(found), at, len(parts), label))
    return [replace(sentence, total=len(found), source=text.words, language=language) for sentence in found]


def single(sentence: Sentence) -> Candidate:
    """The sentence by itself."""
    return Candidate(sentence.text, (sentence,))


def variants(read_sentences: Sequence[Sentence], at: int) -> Iterator[Candidate]:
    """The sentence at `at` with the one or two that follow it, and below its heading."""
    sentence, *following = read_sentences[at : at + 3]
    parts = [sentence]
    for other in following:
        if not _joins(parts[-1], other):
            break
        parts.append(other)
        text = _joined(parts)
        if len(text) <= LONGEST:
            yield Candidate(text, tuple(parts), f"joined{len(parts)}")
    heading = _subject(sentence)
    if heading and len(heading) + len(sentence.text) < LONGEST:
        yield Candidate(f"{heading}: {sentence.text}", (sentence,), "headed")


def _joins(one: Sentence, other: Sentence) -> bool:
    """Whether two neighbours may tell one thing: in one paragraph, in one list, or a list below its lead-in."""
    same = one.block is other.block or one.block.group == other.block.group
    return same or (one.text.endswith((":", "：")) and other.block.kind == "item")


def _joined(parts: Sequence[Sentence]) -> str:
    text = parts[0].text
    for part in parts[1:]:
        text += (" " if text.endswith(_ENDS) else "; ") + part.text
    return text


def _subject(sentence: Sentence) -> str:
    """The nearest heading, where it names something: `ChangedFiles`, "Issue 2: wrong edges"."""
    heading = sentence.block.headings[-1] if sentence.block.headings else ""
    bare = phrased(heading)[0].strip(" :*")
    return bare if 4 <= len(bare) <= 90 and len(bare.split()) >= 2 and "\n" not in bare else ""
