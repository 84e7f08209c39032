"""What one person left in a team: their sessions and raw events, their part in memories, all that is theirs."""

from collections.abc import Iterator
from typing import Any

from django.db import connection, models
from django.db.models import Exists, OuterRef, Q, QuerySet

from memory.knowledge.erasure.report import Tally
from memory.knowledge.holds import refuse_held
from memory.knowledge.tombstones import bury
from memory.models import AuditEvent, CodingSession, Evidence, Memory, Message, Observation, Team, ToolCall, Turn, User
from memory.models.lexicon import Collection
from memory.recall import lexicon

_CHUNK = 2_000
# Whoever else saw it is its author now; who is gone corroborates nothing.
_REST_ON_OTHERS = """
UPDATE memory_memory m SET
    author_id = CASE WHEN m.author_id = %(person)s THEN (
        SELECT e.author_id FROM memory_evidence e WHERE e.memory_id = m.id AND e.author_id IS NOT NULL
        ORDER BY e.at, e.id LIMIT 1) ELSE m.author_id END,
    corroborations = least(m.corroborations, greatest(0, (
        SELECT count(*) FROM (SELECT DISTINCT e.session_id, e.turn_id, e.author_id FROM memory_evidence e
                              WHERE e.memory_id = m.id) AS sightings) - 1))
WHERE m.id = ANY (%(ids)s)
"""


def has_been_in(team: Team, person: User) -> bool:
    """Whether any row of the team is this person's."""
    return any(rows.exists() for _, _, rows in rows_of(person, team))


def rows_of(person: User, team: Team) -> Iterator[tuple[Any, str, QuerySet[models.Model]]]:
    """Every relation to a person in a table of the team: (relation, its column, the rows)."""
    for relation in relations(of_teams=True):
        name = relation.field.name
        yield relation, name, relation.related_model._base_manager.filter(**{"team": team, name: person})


def relations(*, of_teams: bool) -> Iterator[Any]:
    """What points to people: in tables of teams, or in those of other applications."""
    for relation in User._meta.get_fields(include_hidden=True):
        if relation.one_to_many or relation.one_to_one:
            model: Any = relation.related_model
            if any(field.name == "team" for field in model._meta.fields) == of_teams:
                yield relation


def erase_rows(person: User, *, team: Team, tally: Tally) -> None:
    """Take out all that is theirs, inside the team's `system` scope and turn. Raises Conflict("on_hold")."""
    _erase_memories(person, team=team, tally=tally)
    _erase_sessions(person, team=team, tally=tally)
    for relation, name, rows in rows_of(person, team):
        if relation.on_delete is models.CASCADE:
            tally.add(relation.related_model, rows.count())
            rows.delete()
        elif relation.related_model is AuditEvent:
            with connection.cursor() as cursor:
                cursor.execute("SELECT cairn_unname_audit(%s)", [person.pk])
        else:
            rows.update(**{name: None})


def _erase_memories(person: User, *, team: Team, tally: Tally) -> None:
    """What rests on this person alone goes; what somebody else saw too stays, without them."""
    theirs = Evidence.objects.filter(memory=OuterRef("pk"), author=person)
    others = Evidence.objects.filter(memory=OuterRef("pk")).exclude(author=person)
    known = Memory.objects.filter(Q(author=person) | Exists(theirs), team=team, purged_at=None)
    private = Q(visibility=Memory.Visibility.PRIVATE, author=person)
    gone = list(known.filter(~Exists(others) | private).values_list("pk", flat=True))
    stay = list(known.exclude(pk__in=gone).values_list("pk", flat=True))
    refuse_held(Memory, [*gone, *stay])
    buried = bury(gone, team=team)
    tally.tombstones += buried.tombstones
    tally.add(Memory, buried.rows)
    evidence = Evidence.objects.filter(team=team, author=person)
    tally.add(Evidence, evidence.delete()[0])
    with connection.cursor() as cursor:
        cursor.execute(_REST_ON_OTHERS, {"person": person.pk, "ids": stay})


def _erase_sessions(person: User, *, team: Team, tally: Tally) -> None:
    """Their sessions with all that was said and done in them, and raw events wherever they are."""
    sessions = list(CodingSession.objects.filter(team=team, author=person).values_list("pk", flat=True))
    refuse_held(CodingSession, sessions)
    in_them = {"team": team, "session__in": sessions}
    for model in (ToolCall, Message):
        while chunk := list(model.objects.filter(**in_them).values_list("pk", flat=True)[:_CHUNK]):
            if model is Message:
                lexicon.discount(chunk, team=team, collection=Collection.MESSAGE)
            model.objects.filter(pk__in=chunk).delete()
            tally.add(model, len(chunk))
    raw = Observation.objects.filter(Q(session__in=sessions) | Q(author=person), team=team)
    tally.add(Observation, raw.count())
    raw.delete()
    tally.add(Turn, Turn.objects.filter(**in_them).count())
    CodingSession.objects.filter(pk__in=sessions).delete()
    tally.add(CodingSession, len(sessions))
