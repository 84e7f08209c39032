"""What people made of captured memories: signed, edited, retyped, thrown away; read from the audit and the lineage."""

from datetime import UTC, datetime

from django.db import connection

from memory.access import Actor
from memory.models.audit import JUDGING

SIGNED, EDITED, RETYPED, THROWN_AWAY, OUTDATED = "signed", "edited", "retyped", "thrown_away", "outdated"
_VERBS = ", ".join(f"'{verb}'" for verb in JUDGING)
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
# What people did to memories, by the memory's id: whether they threw it away or replaced it, the type before
# they first changed it, and whether the last word on its truth was that it stands. What an agent did under its own
# token is no verdict, nor what a rule approved.
DEEDS = f"""
deeds AS (
    SELECT substr(e.subject, 8)::uuid AS uuid, bool_or(e.verb IN ('forget', 'reject')) AS thrown,
        bool_or(e.verb IN ('supersede', 'split')) AS replaced,
        substr(min(lpad(e.id::text, 20, '0') || (e.detail ->> 'was')) FILTER (WHERE e.verb = 'retype'), 21) AS type,
        coalesce(max(e.id) FILTER (WHERE e.verb IN ('approve', 'confirm'))
            > coalesce(max(e.id) FILTER (WHERE e.verb IN ('unapprove', 'unconfirm')), 0), false) AS signed
    FROM memory_auditevent e
    WHERE e.team_id = %(team)s AND e.at >= %(since)s AND e.actor_id IS NOT NULL AND e.agent_id IS NULL
    AND e.verb IN ({_VERBS}) AND e.subject LIKE 'memory:%%'
    GROUP BY substr(e.subject, 8)::uuid
), corrected AS MATERIALIZED (
    SELECT s.older_id FROM memory_supersession s JOIN memory_memory n ON n.id = s.newer_id
    WHERE s.team_id = %(team)s AND s.at >= %(since)s AND n.source = 'explicit'
    AND s.at - n.created_at < interval '1 minute'
    AND NOT EXISTS (SELECT FROM memory_supersession o WHERE o.newer_id = n.id AND o.older_id <> s.older_id)
)
"""  # noqa: S608 - texts of our own
# The verdict on a memory `m` with the deeds `d`; none where nobody judged it.
#
# Thrown away is what was forgotten without ever having been signed; what was signed first has only become outdated.
# Edited is what a new memory took the place of that was written for it and for nothing else (`corrected`): not what a
# merger or an older statement of the other side replaced.
VERDICT = """
CASE
    WHEN m.status = 'forgotten' AND d.thrown IS TRUE THEN CASE WHEN d.signed THEN 'outdated' ELSE 'thrown_away' END
    WHEN m.status = 'superseded' AND d.replaced IS TRUE AND m.id IN (SELECT older_id FROM corrected)
        THEN 'edited'
    WHEN d.type <> m.type THEN 'retyped'
    WHEN d.signed THEN 'signed'
END
"""
_JUDGED = f"""
WITH {DEEDS}, judged AS (
    SELECT m.id, {VERDICT} AS verdict FROM deeds d JOIN memory_memory m ON m.uuid = d.uuid
    WHERE m.team_id = %(team)s AND m.source = 'captured' AND m.purged_at IS NULL
)
SELECT id, verdict FROM judged WHERE verdict IS NOT NULL ORDER BY id
"""  # noqa: S608 - of our own names


def judged(*, actor: Actor) -> dict[int, str]:
    """The verdict on each captured memory of the team that people judged and the actor sees, by key."""
    actor.authorize("search")
    with connection.cursor() as cursor:
        cursor.execute(_JUDGED, {"team": actor.team.pk, "since": _BEGINNING})
        return dict(cursor.fetchall())
