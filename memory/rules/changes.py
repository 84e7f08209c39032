"""The fact that a turn changed what was so before: the developer's words, with what the agent says that it is now."""

import re
from collections.abc import Iterator, Sequence

from memory.rules.extraction.phrasing import phrased, stands_alone
from memory.rules.extraction.sentences import sentences
from memory.rules.extraction.texts import texts
from memory.rules.imperative import bids
from memory.rules.languages.word_lists import entries
from memory.rules.literals import literals
from memory.rules.material import Fact, Source, TurnMaterial
from memory.rules.noise import noise_reason
from memory.rules.own_words import own_words

CHANGED = "told a change"
# A prompt that changes a rule says so in few words; long ones are plans and reports.
_LONGEST_PROMPT = 320
_SENTENCES = 4
_LONGEST_SENTENCE = 200
_SHORTEST, _MOST = 30, 2
# What a person asks for is believed; what only the agent tells waits for more in most teams.
_ASKED_FOR, _TOLD = 0.8, 0.55
_REPLACES = re.compile("|".join(entries("answering", "replaces")), re.IGNORECASE)
_ASKED = re.compile("|".join(entries("answering", "asked")), re.IGNORECASE)
_RULED = re.compile("|".join(entries("answering", "ruled")), re.IGNORECASE)
# A value that became another one, in any words.
_VALUE = re.compile("|".join(entries("answering", "changed value")), re.IGNORECASE)
_REQUEST = re.compile("|".join(entries("answering", "request")), re.IGNORECASE)
_QUESTION_END = re.compile(r"([?？]+)\s+")
_FENCED = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_AMOUNTS = frozenset(("amount", "number", "version"))
_LINKS = re.compile(r"\]\(|\S+/\S+:\d|^\W*\d+[.)] ")


def change(material: TurnMaterial) -> Fact | None:
    """What a turn changed, in the developer's words and the agent's; None where nothing tells another value."""
    words = _words(material.prompt)
    if not words:
        return None
    ruled, replaces = bool(_RULED.search(words)), bool(_REPLACES.search(words))
    asked, given, alone = replaces or bool(_ASKED.search(words)), _amounts(words), stands_alone(words)
    told = [sentence for sentence in _told(material) if asked or given or _amounts(sentence)][:_MOST]
    if not (told or ruled or (asked and given)):
        return None
    # A rule is the developer's, word by word; with the agent's words behind it nobody would have signed it.
    if alone and (ruled or replaces):
        return _fact((words,), _ASKED_FOR, "user", words)
    if asked or given or not told:
        return _fact((words, *told), _ASKED_FOR, "user", words)
    if alone:
        return _fact((words, *told), _TOLD, "assistant", told[0])
    return _fact(told, _TOLD, "assistant", told[0]) if stands_alone(told[0]) else None


def _fact(parts: Sequence[str], confidence: float, source: Source, excerpt: str) -> Fact | None:
    content = " ".join(_ended(part) for part in parts)
    return Fact(content, "decision", confidence, CHANGED, source, excerpt) if len(content) >= _SHORTEST else None


def _words(prompt: str) -> str:
    """What the developer says at the beginning of a short prompt, without questions, tasks and pleasantries."""
    own = own_words(prompt).strip()
    if len(prompt) > _LONGEST_PROMPT:
        return ""
    # People who type fast begin no sentence with a capital.
    lines = (line for part in own.splitlines() for line in _QUESTION_END.sub(r"\1\n", part).splitlines())
    parts = [part for line in lines for part in sentences(line)][:_SENTENCES]
    return phrased(" ".join(part for part in parts if not part.endswith(("?", "？")) and not _is_task(part)))[0]


def _is_task(sentence: str) -> bool:
    """Whether it only tells the agent to act, or pleases it: nothing that holds when the turn is over."""
    if _REPLACES.search(sentence) or _RULED.search(sentence) or (_ASKED.search(sentence) and _amounts(sentence)):
        return False
    return bids(sentence) or bool(_REQUEST.match(sentence)) or noise_reason(sentence) == "noise"


def _told(material: TurnMaterial) -> Iterator[str]:
    """Sentences of the answer and of commits that tell what is different now, with the value."""
    for text in texts(material):
        if text.place == "commit":
            yield from (one for one in sentences(text.words) if _amounts(one) and len(one) <= _LONGEST_SENTENCE)
        if text.place == "answer":
            for line in _FENCED.sub("", text.words).splitlines():
                if not line.lstrip().startswith("|"):
                    yield from filter(_tells, sentences(line.strip("*-# ").replace("**", "")))


def _tells(sentence: str) -> bool:
    return len(sentence) <= _LONGEST_SENTENCE and bool(_VALUE.search(sentence)) and not _LINKS.search(sentence)


def _amounts(text: str) -> bool:
    return any(found.kind in _AMOUNTS for found in literals(text))


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "。", "！", "…")) else f"{text}."
