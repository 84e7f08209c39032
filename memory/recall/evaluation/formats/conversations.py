"""LoCoMo (arXiv 2402.17753) and LongMemEval (arXiv 2410.10813): conversations, questions, and the turns that answer."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memory.errors import Refused
from memory.recall.evaluation.dataset import Dataset, Document, Question
from memory.recall.evaluation.formats.lines import whole

_SESSION = re.compile(r"session_(\d+)")
_EVIDENCE = re.compile(r"D(\d+):(\d+)")
_MOMENTS = ("%I:%M %p on %d %B, %Y", "%Y/%m/%d (%a) %H:%M")


def read_conversations(path: Path) -> Dataset:
    """The turns are messages of their sessions, each conversation (each question's, in LongMemEval) for itself.

    Questions without a turn or session that answers them are left out.
    """
    dataset = Dataset(path.name.split(".")[0], "message")
    for number, entry in enumerate(whole(path)):
        with _naming(path, number):
            _take_locomo(entry, number, dataset) if "conversation" in entry else _take_longmemeval(entry, dataset)
    # A haystack that nothing is asked of would be read for nothing.
    return dataset.limited(len(dataset.questions))


@contextmanager
def _naming(path: Path, number: int) -> Iterator[None]:
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused("invalid_dataset", f"{path.name}, entry {number + 1}: {error!r}.") from None


def _take_locomo(entry: Mapping[str, Any], number: int, dataset: Dataset) -> None:
    pool, talk = str(entry.get("sample_id", number)), entry["conversation"]
    for session in sorted(filter(_SESSION.fullmatch, talk), key=lambda name: int(name.split("_")[1])):
        at = _moment(talk.get(f"{session}_date_time", ""))
        for position, turn in enumerate(talk[session]):
            seen = f" [image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            text, name = f"{turn['speaker']}: {turn['text']}{seen}", f"{pool}/{turn['dia_id']}"
            dataset.documents.append(Document(pool, name, text, at, f"{pool}/{session}", position))
    for place, asked in enumerate(entry["qa"]):
        turns = [found for one in asked.get("evidence") or () for found in _EVIDENCE.finditer(str(one))]
        relevant = frozenset(f"{pool}/{turn[0]}" for turn in turns)
        groups = frozenset(f"{pool}/session_{turn[1]}" for turn in turns)
        question = Question(
            pool, f"{pool}/q{place}", str(asked.get("category", "")), asked["question"], relevant, groups
        )
        if relevant:
            dataset.questions.append(question)


def _take_longmemeval(entry: Mapping[str, Any], dataset: Dataset) -> None:
    pool = str(entry["question_id"])
    relevant: set[str] = set()
    sessions = zip(entry["haystack_session_ids"], entry["haystack_dates"], entry["haystack_sessions"], strict=True)
    for place, (session, date, turns) in enumerate(sessions):
        for position, turn in enumerate(turns):
            # A session may be there twice.
            name = f"{pool}/{place}:{position}"
            relevant |= {name} if turn.get("has_answer") else set()
            where = f"{pool}/{session}", position, turn["role"]
            dataset.documents.append(Document(pool, name, turn["content"], _moment(date), *where))
    groups = frozenset(f"{pool}/{session}" for session in entry["answer_session_ids"])
    # Questions of this kind have no answer; their sessions only look like one.
    if groups and not pool.endswith("_abs"):
        kind = str(entry.get("question_type", ""))
        dataset.questions.append(Question(pool, pool, kind, entry["question"], frozenset(relevant), groups))


def _moment(text: str) -> str | None:
    for form in _MOMENTS:
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC).isoformat()
        except ValueError:
            continue
    return None
