"""Notes what the memory is asked and what came of it, beside every search and never in its way."""

import logging
from collections.abc import Iterable
from typing import Any

from django.db import DatabaseError, connection, transaction

from memory.access import Actor
from memory.models import Project, Recall
from memory.rules import redaction

_log = logging.getLogger(__name__)
_LONGEST = Recall._meta.get_field("question").max_length or 0

# The words that a question asks with, in order; where all of them are small words, the question itself.
GIST = """
coalesce(
    left((SELECT string_agg(lexeme, ' ' ORDER BY lexeme)
          FROM unnest(to_tsvector((SELECT search_config::regconfig FROM memory_team WHERE id = %(team)s),
                                  %(question)s))), 400),
    lower(%(question)s))
"""
# One statement: whoever types on goes on in their row of the last 30 seconds. Losing the last of these rows in a
# crash is no loss, so nobody waits for the disk.
_NOTE = f"""
WITH said AS MATERIALIZED (
    SELECT {GIST} AS gist, set_config('synchronous_commit', 'off', true) AS quick
), gone_on AS (
    UPDATE memory_recall AS r SET question = %(question)s, gist = said.gist, shown = %(shown)s::bigint[],
        project_id = %(project)s, at = statement_timestamp()
    FROM said
    WHERE r.id = (
        SELECT id FROM memory_recall
        WHERE team_id = %(team)s AND at > statement_timestamp() - interval '30 seconds'
          AND user_id = %(user)s AND agent_id IS NOT DISTINCT FROM %(agent)s AND surface = %(surface)s
          AND NOT asked_team AND answered_by_id IS NULL AND dismissed_at IS NULL
          AND (starts_with(lower(%(question)s), lower(question)) OR starts_with(lower(question), lower(%(question)s)))
        ORDER BY at DESC LIMIT 1)
    RETURNING r.id
)
INSERT INTO memory_recall (
    team_id, user_id, agent_id, project_id, surface, question, gist, shown, fetched, asked_team, at)
SELECT %(team)s, %(user)s, %(agent)s, %(project)s, %(surface)s, %(question)s, gist, %(shown)s::bigint[],
       '{{}}', false, statement_timestamp()
FROM said WHERE quick IS NOT NULL AND NOT EXISTS (SELECT FROM gone_on)
"""  # noqa: S608 - the one insertion is our own expression
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
    _unfailing(_NOTE, {**parameters, "team": actor.team.pk, "user": actor.user.pk, "agent": agent})


def note_fetched(memory_ids: Iterable[int], *, actor: Actor) -> None:
    """Mark these as opened in the questions of the actor's last hour that showed them. Never raises."""
    if ids := list(memory_ids):
        _unfailing(_FETCHED, {"ids": ids, "team": actor.team.pk, "user": actor.user.pk})


def worded(question: str) -> str:
    """A question as it is kept: one line without secrets, of at most 400 characters."""
    storable = question.replace("\x00", " ").encode("utf-8", "replace").decode()
    return " ".join(redaction.redact(redaction.strip_private(storable)).text.split())[:_LONGEST].strip()


def gist_of(question: str, *, actor: Actor) -> str:
    """What all questions share that ask the same with the same words; `question` as `worded` gives it."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {GIST}", {"question": question, "team": actor.team.pk})
        return str(cursor.fetchone()[0])


def _unfailing(statement: str, parameters: dict[str, Any]) -> None:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, parameters)
    except DatabaseError:
        _log.warning("a question could not be noted", exc_info=True)
