"""What people made of captured memories: signed, edited, retyped, thrown away; read from the audit and the lineage."""

from datetime import UTC, datetime

from django.db import connection

from memory.access import Actor
from memory.models.audit import JUDGING

SIGNED, EDITED, RETYPED, THROWN_AWAY, OUTDATED = "signed", "edited", "retyped", "thrown_away", "outdated"
_VERBS = ", ".join(f"'{verb}'" for verb in JUDGING)
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
# The deeds of people alone: what an agent did under its own token is no label, nor what a rule approved.
#
# Thrown away is what was forgotten without ever having been signed; what was signed first has only become outdated.
# Edited is what a new memory took the place of that was written for it and for nothing else: not what a merger or an
# older statement of the other side replaced. `as_distilled` is the type before anybody changed it.
JUDGED = f"""
judged AS (
    SELECT m.id, coalesce(CASE WHEN m.cue = 'corrected' THEN d.type END, m.type) AS as_distilled, CASE
        WHEN m.status = 'forgotten' AND d.thrown THEN CASE WHEN d.signed THEN 'outdated' ELSE 'thrown_away' END
        WHEN m.status = 'superseded' AND d.replaced AND EXISTS (
            SELECT FROM memory_supersession s JOIN memory_memory n ON n.id = s.newer_id
            WHERE s.older_id = m.id AND n.source = 'explicit' AND s.at - n.created_at < interval '1 minute'
            AND NOT EXISTS (SELECT FROM memory_supersession o WHERE o.newer_id = n.id AND o.older_id <> m.id)
        ) THEN 'edited'
        WHEN m.cue = 'corrected' THEN 'retyped'
        WHEN d.signed THEN 'signed' END AS verdict
    FROM (
        SELECT substr(e.subject, 8) AS uuid, bool_or(e.verb IN ('forget', 'reject')) AS thrown,
            bool_or(e.verb IN ('supersede', 'split')) AS replaced,
            (array_agg(e.detail ->> 'was' ORDER BY e.id) FILTER (WHERE e.verb = 'retype'))[1] AS type,
            coalesce((array_agg(e.verb IN ('approve', 'confirm') ORDER BY e.id DESC)
                FILTER (WHERE e.verb IN ('approve', 'confirm', 'unapprove', 'unconfirm')))[1], false) AS signed
        FROM memory_auditevent e
        WHERE e.team_id = %(team)s AND e.at >= %(since)s AND e.actor_id IS NOT NULL AND e.agent_id IS NULL
        AND e.verb IN ({_VERBS}) AND e.subject LIKE 'memory:%%'
        GROUP BY e.subject
    ) d JOIN memory_memory m ON m.uuid = d.uuid::uuid
    WHERE m.team_id = %(team)s AND m.source = 'captured' AND m.purged_at IS NULL
)
"""  # noqa: S608 - texts of our own


def judged(*, actor: Actor) -> dict[int, str]:
    """The verdict on each captured memory of the team that people judged and the actor sees, by key."""
    actor.authorize("search")
    with connection.cursor() as cursor:
        question = f"WITH {JUDGED} SELECT id, verdict FROM judged WHERE verdict IS NOT NULL ORDER BY id"  # noqa: S608
        cursor.execute(question, {"team": actor.team.pk, "since": _BEGINNING})
        return dict(cursor.fetchall())
