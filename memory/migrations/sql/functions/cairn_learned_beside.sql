-- Return what the sessions of some hits (best first) learned besides, about the same matter: in the same turn, or at
-- least as near in meaning as `near` (a cosine). Each memory comes with the hit that it is nearest to, at most `most`
-- per hit, the nearest first. Hits, what is folded into one (`but`), and memories that a later one contradicts are
-- left out.
--
-- It runs as the owner because the policies look at each row of evidence and its memory again, which takes longer than
-- all the rest. It repeats their conditions.
CREATE OR REPLACE FUNCTION cairn_learned_beside(
    hits bigint[], but uuid[], near double precision, most integer
) RETURNS TABLE (hit bigint, sibling bigint, place bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off AS $$
DECLARE
    of_team constant bigint := cairn_team();
    seen_by constant bigint := cairn_user();
    sees_private constant boolean := cairn_system();
    sees_blocked constant boolean := cairn_may('curate');
    hidden constant bigint[] := cairn_hidden_sessions();
    -- Of a long session what was learned shortly before and after.
    around_each constant integer := 16;
BEGIN
    RETURN QUERY WITH said AS MATERIALIZED (
        SELECT DISTINCT ON (e.memory_id, e.session_id) e.memory_id, e.session_id, e.turn_id, e.at,
               h.embedding, h.embedding_model
        FROM memory_evidence e JOIN memory_memory h ON h.id = e.memory_id
        WHERE e.memory_id = ANY (hits) AND e.team_id = of_team AND e.session_id <> ALL (hidden)
        ORDER BY e.memory_id, e.session_id, e.at
    ), known AS (
        SELECT said.memory_id, m.id AS other, around.turn_id = said.turn_id AS in_turn,
               CASE WHEN m.embedding_model = said.embedding_model THEN 1 - (m.embedding <=> said.embedding) END AS cosine
        FROM said, LATERAL (
            (SELECT e.memory_id, e.turn_id FROM memory_evidence e JOIN memory_memory seen ON seen.id = e.memory_id
             WHERE e.session_id = said.session_id AND e.at <= said.at
             AND seen.team_id = of_team AND seen.status IN ('active', 'disputed')
             AND (seen.visibility <> 'private' OR seen.author_id = seen_by OR sees_private)
             AND (seen.blocked_by_id IS NULL OR sees_blocked)
             ORDER BY e.at DESC LIMIT around_each)
            UNION ALL
            (SELECT e.memory_id, e.turn_id FROM memory_evidence e JOIN memory_memory seen ON seen.id = e.memory_id
             WHERE e.session_id = said.session_id AND e.at > said.at
             AND seen.team_id = of_team AND seen.status IN ('active', 'disputed')
             AND (seen.visibility <> 'private' OR seen.author_id = seen_by OR sees_private)
             AND (seen.blocked_by_id IS NULL OR sees_blocked)
             ORDER BY e.at LIMIT around_each)
        ) AS around JOIN memory_memory m ON m.id = around.memory_id
        WHERE around.memory_id <> ALL (hits) AND m.uuid <> ALL (but)
    ), nearest AS (
        SELECT DISTINCT ON (k.other) k.memory_id, k.other, k.cosine FROM known k WHERE k.in_turn OR k.cosine >= near
        ORDER BY k.other, k.cosine DESC NULLS LAST, array_position(hits, k.memory_id)
    ), ranked AS (
        SELECT n.memory_id, n.other,
               row_number() OVER (PARTITION BY n.memory_id ORDER BY n.cosine DESC NULLS LAST, n.other DESC) AS number
        FROM nearest n
        -- Counted, for an EXISTS would be planned as a walk through all contradictions.
        WHERE (SELECT count(*) FROM memory_contradiction c JOIN memory_memory later ON later.id = c.newer_id
               WHERE c.older_id = n.other AND c.status = 'open' AND later.status IN ('active', 'disputed')
                 AND (later.visibility <> 'private' OR later.author_id = seen_by OR sees_private)
                 AND (later.blocked_by_id IS NULL OR sees_blocked)) = 0
    )
    SELECT r.memory_id, r.other, r.number FROM ranked r WHERE r.number <= most;
END
$$;
