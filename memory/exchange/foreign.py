"""Bullets of somebody else's log go the way of captured facts: redacted, filtered, distilled, guarded, saved."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.conf import settings

from memory.access import Actor
from memory.adapters.embedder import embedded
from memory.capture.event_validation import clean_text
from memory.errors import Refused
from memory.exchange.import_report import Receipt, Refusal
from memory.exchange.memsearch import LoggedBullet
from memory.knowledge.roster import people_of
from memory.knowledge.save import Ground, NewFact, save
from memory.models import CodingSession, Evidence, Memory, Project, Team, Turn
from memory.recall import log
from memory.rules import poisoning, redaction, steering
from memory.rules.distillation import distill_text

# As much trust as what an assistant says while it works (it wrote these summaries).
_TRUST = 0.8
# What memsearch writes where its summariser failed.
_NO_SUMMARY = "Memory summary unavailable:"
_UNTOLD = ("no_summary", "too_long")
# So much of it is kept as evidence.
_EXCERPT = 4000


@dataclass(frozen=True)
class Place:
    """Where bullets stand: the file, the moment, the session and turn that their anchor names, and who may see them."""

    file: str
    at: datetime
    projects: tuple[Project, ...]
    session: CodingSession | None = None
    turn: Turn | None = None
    visibility: str = Memory.Visibility.TEAM
    tags: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Bullet:
    line: int
    text: str
    fact: NewFact | None
    reason: str = ""


def take_bullets(bullets: Sequence[LoggedBullet], place: Place, receipt: Receipt, *, actor: Actor) -> dict[int, str]:
    """Store what the bullets tell, count it in the receipt, and return their clean words by line.

    A bullet that was taken before (the same words in the same place) is a duplicate and changes nothing, even if
    its memory has been forgotten since.
    """
    people = people_of(actor.team) if bullets else frozenset()
    read = [_read(bullet, place, receipt.redactions, people, actor=actor) for bullet in bullets]
    receipt.refusals += [Refusal(place.file, bullet.line, bullet.reason) for bullet in read if bullet.reason]
    known = _taken_before([bullet.text for bullet in read], place) if read else set()
    fresh = {bullet.text: bullet.fact for bullet in read if bullet.fact and bullet.text[:_EXCERPT] not in known}
    receipt.duplicates += sum(1 for bullet in read if bullet.fact) - len(fresh)
    _save(list(fresh.values()), receipt, actor=actor)
    return {bullet.line: bullet.text for bullet in read if bullet.reason not in _UNTOLD}


def tellable(text: str) -> bool:
    """Whether a summary may say this: agents read it, so orders and credentials stay out."""
    return bool(poisoning.tellable(text)) and not redaction.live_credential(text)


def _save(facts: Sequence[NewFact], receipt: Receipt, *, actor: Actor) -> None:
    embeddings = embedded([fact.content for fact in facts])
    for fact, embedding in zip(facts, embeddings, strict=True):
        made = save(replace(fact, embedding=embedding), actor=actor).made
        receipt.memories += made
        receipt.duplicates += not made
        receipt.quarantined += made and fact.status == Memory.Status.QUARANTINED


def _read(
    bullet: LoggedBullet, place: Place, redactions: Counter[str], people: frozenset[str], *, actor: Actor
) -> _Bullet:
    """The bullet's clean words, and the fact they hold or the reason why they hold none."""
    found: dict[str, int] = {}
    text = log.one_line(clean_text(bullet.text, found))
    redactions.update(found)
    try:
        return _Bullet(bullet.line, text, _fact(text, place, people, actor=actor))
    except Refused as refusal:
        return _Bullet(bullet.line, text, None, refusal.code)


def _fact(text: str, place: Place, people: frozenset[str], *, actor: Actor) -> NewFact:
    """Raises Refused with the reason as its code."""
    if len(text) > settings.CAIRN_MAX_OBSERVATION_CHARS:
        raise Refused("too_long", "This is longer than a fact may be.")
    if text.startswith(_NO_SUMMARY):
        raise Refused("no_summary", "memsearch could not summarise this turn.")
    distilled = distill_text(text, now=place.at, source="assistant", people=people)
    if not distilled.facts:
        raise Refused(distilled.rejected[0].reason if distilled.rejected else "no_factual_content", text)
    fact = distilled.facts[0]
    if redaction.live_credential(fact.content):
        raise Refused("secret", "This holds what looks like a live credential.")
    suspicious = next(
        filter(None, (poisoning.instruction_like(told, source="assistant") for told in (text, fact.content))), None
    )
    return NewFact(
        content=fact.content,
        type=fact.type,
        confidence=fact.confidence,
        cue=fact.cue,
        ground=Ground(source="assistant", at=place.at, excerpt=text, session=place.session, turn=place.turn),
        source=Memory.Source.IMPORTED,
        status=Memory.Status.QUARANTINED if suspicious else _start(actor.team),
        reason=suspicious or "",
        trust=_TRUST,
        unsigned=steering.steers(fact.content),
        visibility=place.visibility,
        tags=place.tags,
        projects=place.projects,
        agent=place.session.agent if place.session else None,
        distiller="rules",
    )


def _start(team: Team) -> str:
    """Whoever imports wants it known: only a team that asks for drafts gets drafts. The place says who sees it."""
    return Memory.Status.DRAFT if team.capture_policy == Team.CapturePolicy.DRAFT else Memory.Status.ACTIVE


def _taken_before(texts: Sequence[str], place: Place) -> set[str]:
    """Which of these words are evidence of this place already."""
    here = Evidence.objects.filter(
        session=place.session, turn=place.turn, excerpt__in=[text[:_EXCERPT] for text in texts]
    )
    if place.session is None and place.projects:
        here = here.filter(memory__projects__in=place.projects)
    return set(here.values_list("excerpt", flat=True))
