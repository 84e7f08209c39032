-- Return what a page of results shows of these memories, as far as the reader may see it. Only current memories
-- contradict: a draft does not yet. It reads the columns of accounts that the server's role may read.
--
-- It is a function so that its plan is kept: planning six tables behind row-level security takes longer than reading
-- them. With two or three rows Postgres would plan anew each time, and a plan from an empty table would read tables
-- from end to end, so both are ruled out by settings.
CREATE OR REPLACE FUNCTION cairn_shown(pks bigint[])
RETURNS TABLE (memory memory_memory, said_by jsonb, sent_by jsonb, belongs_to jsonb, contradicted boolean)
LANGUAGE plpgsql STABLE SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off AS $$
BEGIN
    RETURN QUERY WITH disputed AS MATERIALIZED (
        SELECT older_id AS id, newer_id AS other FROM memory_contradiction WHERE status = 'open' AND older_id = ANY (pks)
        UNION ALL
        SELECT newer_id, older_id FROM memory_contradiction WHERE status = 'open' AND newer_id = ANY (pks)
    )
    SELECT m, to_jsonb(u), to_jsonb(a),
           (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.id)
            FROM memory_memoryproject l JOIN memory_project p ON p.id = l.project_id WHERE l.memory_id = m.id),
           EXISTS (SELECT FROM disputed d JOIN memory_memory o ON o.id = d.other
                   WHERE d.id = m.id AND o.status IN ('active', 'disputed'))
    FROM memory_memory m
    LEFT JOIN (SELECT id, username, first_name, last_name, email, is_active, is_staff, is_superuser, last_login,
                      date_joined FROM memory_user) u ON u.id = m.author_id LEFT JOIN memory_agent a ON a.id = m.agent_id
    WHERE m.id = ANY (pks);
END
$$;
