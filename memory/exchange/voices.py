"""What people said of a memory, as an archive carries it: feedback, and comments."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.access import Actor
from memory.exchange.import_report import Receipt
from memory.exchange.memory_record import Keys, agent_id, moment, one_of, read_key, words
from memory.exchange.people import People
from memory.knowledge.comments import LONGEST
from memory.models import Comment, Feedback, Memory, User

_MANY = 1_000


@dataclass(frozen=True)
class Voice:
    """One person's feedback; `by` is empty where the exporter may not know whose it is."""

    verdict: str
    at: datetime
    by: str = ""
    agent: str = ""


@dataclass(frozen=True)
class Remark:
    """One comment, redacted."""

    content: str
    at: datetime
    by: str = ""


def feedback_keys(memory: Memory, *, actor: Actor) -> list[Keys]:
    """What an archive says of a memory's feedback: whose it is, the person knows, and who reads the audit log."""
    told = sorted(memory.feedback.all(), key=lambda one: (one.at, one.pk))
    return [_feedback_keys(one, named=one.author_id == actor.user.pk or actor.may("admin")) for one in told]


def _feedback_keys(one: Feedback, *, named: bool) -> Keys:
    keys: Keys = {"verdict": one.verdict, "at": one.at}
    if named:
        keys |= {"by": one.author.username} | ({"agent": one.agent.agent_id} if one.agent else {})
    return keys


def comment_keys(memory: Memory) -> list[Keys]:
    """What an archive says of a memory's comments; what was taken back stays here."""
    told = sorted(memory.comments.all(), key=lambda one: (one.created_at, one.pk))
    return [
        {"content": one.content, "at": one.created_at, "by": one.author.username}
        for one in told
        if one.removed_at is None
    ]


def read_voices(keys: Keys) -> tuple[Voice, ...]:
    """The feedback of a memory's line. Raises Refused where a key has no sense."""
    return tuple(
        Voice(
            verdict=read_key(one, "verdict", one_of(Feedback.Verdict.values)),
            at=read_key(one, "at", moment),
            by=read_key(one, "by", _name),
            agent=read_key(one, "agent", lambda value: agent_id(value or "")),
        )
        for one in _items(keys, "feedback")
    )


def read_remarks(keys: Keys) -> tuple[Remark, ...]:
    """The comments of a memory's line. Raises Refused where a key has no sense."""
    told = (
        Remark(
            content=read_key(one, "content", _remark),
            at=read_key(one, "at", moment),
            by=read_key(one, "by", _name),
        )
        for one in _items(keys, "comments")
    )
    return tuple(remark for remark in told if remark.content)


def store_feedback(told: Sequence[tuple[Memory, Voice]], people: People, receipt: Receipt) -> None:
    """Store feedback in the names of those who gave it; what the importer may say for nobody is left out."""
    rows: dict[tuple[int, int], Feedback] = {}
    for memory, voice in told:
        author = _speaker(voice.by, memory, people)
        if author is None:
            receipt.left_out["feedback"] += 1
            continue
        agent = people.agent(voice.agent, author=people.author(voice.by))
        rows[memory.pk, author.pk] = Feedback(
            team=people.importer.team, memory=memory, author=author, verdict=voice.verdict, agent=agent, at=voice.at
        )
    # auto_now says "now" in the insert, and nothing in the update.
    moments = [row.at for row in rows.values()]
    made = Feedback.objects.bulk_create(rows.values())
    for row, at in zip(made, moments, strict=True):
        row.at = at
    Feedback.objects.bulk_update(made, ["at"])
    receipt.feedback += len(made)


def store_comments(told: Sequence[tuple[Memory, Remark]], people: People, receipt: Receipt) -> None:
    """Store comments in the names of those who wrote them; what the importer may say for nobody is left out."""
    rows, moments = [], []
    for memory, remark in told:
        author = _speaker(remark.by, memory, people)
        if author is None:
            receipt.left_out["comments"] += 1
            continue
        rows.append(Comment(team=people.importer.team, memory=memory, author=author, content=remark.content))
        moments.append(remark.at)
    made = Comment.objects.bulk_create(rows)
    for row, at in zip(made, moments, strict=True):
        row.created_at = at
    Comment.objects.bulk_update(made, ["created_at"])
    receipt.comments += len(made)


def _speaker(name: str, memory: Memory, people: People) -> User | None:
    """Who said it, if they are in the team, see the memory, and the importer may speak for them."""
    user = people.member(name)
    if user is None or not people.speaks_for(user.pk):
        return None
    sees = memory.visibility != Memory.Visibility.PRIVATE or memory.author_id == user.pk
    return user if sees else None


def _remark(value: object) -> str:
    return words(value, 4 * LONGEST).strip()[:LONGEST]


def _name(value: object) -> str:
    return words(value or "", 150)


def _items(keys: Keys, name: str) -> list[Keys]:
    value = keys.get(name)
    return [one for one in value[:_MANY] if isinstance(one, dict)] if isinstance(value, list) else []
