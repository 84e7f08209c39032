"""Notes what the memory is asked and what came of it, beside every search and never in its way."""

import logging
from collections.abc import Iterable
from typing import Any

from django.db import DatabaseError, connection

from memory import access
from memory.access import Actor
from memory.models import Project, Recall
from memory.rules import redaction

_log = logging.getLogger(__name__)
_LONGEST = Recall._meta.get_field("question").max_length or 0

_NOTE = """
SELECT cairn_note_question(%(team)s, %(user)s, %(agent)s, %(surface)s, %(project)s, %(question)s, %(shown)s::bigint[])
"""
_FETCHED = """
UPDATE memory_recall SET fetched = ARRAY(
    SELECT unnest(fetched) UNION SELECT unnest(shown) INTERSECT SELECT unnest(%(ids)s::bigint[]))
WHERE team_id = %(team)s AND user_id = %(user)s AND at > statement_timestamp() - interval '1 hour'
  AND shown && %(ids)s::bigint[]
"""


def note_recall(
    question: str, *, actor: Actor, surface: str, shown: Iterable[int], project: Project | None = None
) -> None:
    """Note a question of the actor and the memories that its first page showed, best first.

    `surface` is one of Recall.Surface. Secrets are taken out. Never raises: a search does not fail for its note.
    """
    said = worded(question)
    if not said:
        return
    parameters = {"question": said, "surface": surface, "shown": list(shown), "project": project and project.pk}
    agent = actor.agent.pk if actor.agent else None
    _unfailing(_NOTE, {**parameters, "team": actor.team.pk, "user": actor.user.pk, "agent": agent}, actor=actor)


def note_fetched(memory_ids: Iterable[int], *, actor: Actor) -> None:
    """Mark these as opened in the questions of the actor's last hour that showed them. Never raises."""
    if ids := list(memory_ids):
        _unfailing(_FETCHED, {"ids": ids, "team": actor.team.pk, "user": actor.user.pk}, actor=actor)


def worded(question: str) -> str:
    """A question as it is kept: one line without secrets, of at most 400 characters."""
    storable = question.replace("\x00", " ").encode("utf-8", "replace").decode()
    return " ".join(redaction.redact(redaction.strip_private(storable)).text.split())[:_LONGEST].strip()


def gist_of(question: str, *, actor: Actor) -> str:
    """What all questions share that ask the same with the same words; `question` as `worded` gives it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT cairn_gist(%s, %s)", [question, actor.team.pk])
        return str(cursor.fetchone()[0])


def _unfailing(statement: str, parameters: dict[str, Any], *, actor: Actor) -> None:
    try:
        access.execute(statement, parameters, actor=actor)
    except DatabaseError:
        _log.warning("a question could not be noted", exc_info=True)
