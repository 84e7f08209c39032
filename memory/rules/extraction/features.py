"""Fourth step of extraction: what the ranker sees of a candidate: measures of form and place, and how it is worded."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from zlib import crc32

from memory.rules.extraction.candidates import Candidate, Sentence
from memory.rules.extraction.cues import CUES
from memory.rules.material import TurnMaterial

BUCKETS = 1 << 15
_CODE = re.compile(r"`[^`]+`")
_IDENTIFIER = re.compile(
    r"(?<![\w/.-])(?:[A-Za-z]+_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|--[a-z][\w-]+|[\w-]+(?:\.[\w-]+)*\(\)|"
    r"[\w-]*/[\w./-]+|[\w-]+\.(?:py|ts|tsx|js|go|rs|md|json|toml|yml|yaml|sh|vue|css|html|sql))"
)
_TOKEN = re.compile(r"[\ue001\ue002]|[^\W\d_][\w'’]*|\d[\d.,]*|[^\w\s]")
_CONTENT = re.compile(r"[^\W_][\w.-]{2,}")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_DIGITS = re.compile(r"\d+")
_NAMES = {"\ue001": "<code>", "\ue002": "<id>"}
_EDITS = frozenset(("Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch"))
MEASURES = (
    "prompt answer commit request output single joined2 joined3 headed chars words code idents numbers position "
    "in_block block_size item row paragraph quote depth headings label bold index_first last_fifth in_prompt in_tools "
    "in_output in_commit central novel answer_len prompt_len tools edits failed commits sentences upper_start cjk "
    "colon_end semicolon"
).split() + list(CUES)


class Reading:
    """One sentence as the ranker reads it; made once, used for every candidate that holds it."""

    def __init__(self, sentence: Sentence) -> None:
        text = sentence.text
        self.words = words(text)
        self.content = content(text)
        self.cues = frozenset(name for name, pattern in CUES.items() if pattern.search(text))
        self.code = len(_CODE.findall(text))
        self.identifiers = len(_IDENTIFIER.findall(_CODE.sub(" ", text)))
        self.numbers = len(_DIGITS.findall(text))


@dataclass(frozen=True)
class Turn:
    """What the candidates of one turn share: its words by place and its sizes."""

    material: TurnMaterial
    sentences: Sequence[Sentence]

    @cached_property
    def prompt(self) -> frozenset[str]:
        return frozenset(content(self.material.prompt[:6000]))

    @cached_property
    def answer(self) -> Counter[str]:
        return Counter(content(self.material.answer[:20_000]))

    @cached_property
    def commands(self) -> frozenset[str]:
        told = (f"{(tool.command or '')[:1000]} {tool.target or ''}" for tool in self.material.tools)
        return frozenset(word for text in told for word in content(text))

    @cached_property
    def outputs(self) -> frozenset[str]:
        return frozenset(word for tool in self.material.tools for word in content(tool.output[:1000]))

    @cached_property
    def commits(self) -> frozenset[str]:
        told = (one.text for one in self.sentences if one.place in ("commit", "request"))
        return frozenset(word for text in told for word in content(text))

    @cached_property
    def sizes(self) -> dict[str, float]:
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
    def asked(self) -> list[str]:
        """The beginning of the prompt: a question, an order, a report."""
        return words(self.material.prompt[:1500])


def words(text: str) -> list[str]:
    """Words in small letters; code, identifiers and numbers are one word each, so that the model learns how facts
    are told, not of what."""
    text = _IDENTIFIER.sub(" \ue002 ", _CODE.sub(" \ue001 ", text))
    found: list[str] = []
    for token in _TOKEN.findall(text.lower()):
        if token in _NAMES:
            found.append(_NAMES[token])
        elif token[0].isdigit():
            found.append("<num>")
        elif _CJK.search(token):
            found += [token[at : at + 2] for at in range(max(1, len(token) - 1))]
        else:
            found.append(token)
    return found


def content(text: str) -> list[str]:
    """Words of three letters and more, identifiers whole, in small letters."""
    return [word.lower() for word in _CONTENT.findall(text)]


def measures(candidate: Candidate, readings: Sequence[Reading], turn: Turn) -> list[float]:
    """The numbers of MEASURES for one candidate, each between 0 and 1; `readings` are those of its sentences."""
    text, head = candidate.text, candidate.head
    own = [word for reading in readings for word in reading.content]
    size = max(1, len(own))
    given: dict[str, float] = {head.place: 1.0, candidate.form: 1.0, head.block.kind: 1.0, **turn.sizes}
    given.update(
        chars=min(len(text), 420) / 420,
        words=min(sum(len(reading.words) for reading in readings), 80) / 80,
        code=min(sum(reading.code for reading in readings), 5) / 5,
        idents=min(sum(reading.identifiers for reading in readings), 5) / 5,
        numbers=min(sum(reading.numbers for reading in readings), 5) / 5,
        position=head.index / max(1, head.total - 1),
        in_block=min(head.in_block, 5) / 5,
        block_size=min(head.block_size, 8) / 8,
        depth=min(head.block.depth, 3) / 3,
        headings=min(len(head.block.headings), 3) / 3,
        label=bool(head.label),
        bold=bool(head.block.bold) and head.in_block == 0,
        index_first=head.index == 0,
        last_fifth=head.index >= 0.8 * head.total,
        in_prompt=sum(word in turn.prompt for word in own) / size,
        in_tools=sum(word in turn.commands for word in own) / size,
        in_output=sum(word in turn.outputs for word in own) / size,
        in_commit=sum(word in turn.commits for word in own) / size,
        central=sum(min(turn.answer[word] - 1, 4) for word in own if turn.answer[word] > 1) / (4 * size),
        novel=sum(turn.answer[word] <= 1 and word not in turn.prompt for word in own) / size,
        upper_start=text[:1].isupper(),
        cjk=bool(_CJK.search(text)),
        colon_end=text.endswith((":", "：")),
        semicolon=";" in text,
    )
    given.update((cue, 1.0) for reading in readings for cue in reading.cues if cue != "past_change")
    given["past_change"] = "past_change" in readings[0].cues and candidate.form != "headed"
    return [float(given.get(name, 0.0)) for name in MEASURES]


def tokens(
    candidate: Candidate, readings: Sequence[Reading], turn: Turn, before: Reading | None, after: Reading | None
) -> Iterator[str]:
    """Names of the words: of the candidate, its beginning and end, headings, label, neighbours and what was asked."""
    own = [word for reading in readings for word in reading.words]
    yield from (f"w:{word}" for word in own)
    yield from (f"b:{one} {other}" for one, other in zip(own, own[1:], strict=False))
    yield from ("s:" + " ".join(own[:size]) for size in (1, 2, 3))
    yield "e:" + " ".join(own[-2:])
    head = candidate.head
    yield from (f"h:{word}" for heading in head.block.headings[-2:] for word in words(heading))
    yield from (f"l:{word}" for word in words(head.label or head.block.bold)[:6])
    yield from (f"p:{word}" for word in (before.words[:12] if before else ()))
    yield from (f"n:{word}" for word in (after.words[:12] if after else ()))
    yield from (f"q:{word}" for word in turn.asked[:12])


def request_tokens(turn: Turn) -> Iterator[str]:
    """Names of the words of the prompt: whether something was broken, wished or asked tells the type of its facts."""
    return (f"P:{word}" for word in turn.asked)


def buckets(names: Iterable[str]) -> tuple[int, ...]:
    """Where named features stand in the model's tables, each once, in order."""
    return tuple(sorted({crc32(name.encode("utf-8", "replace")) % BUCKETS for name in names}))
