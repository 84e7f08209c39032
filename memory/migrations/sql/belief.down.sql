-- pgvector's settings are known once it is loaded.
DO $$ BEGIN PERFORM '[1]'::vector; END $$;

CREATE OR REPLACE FUNCTION cairn_shown(pks bigint[])
RETURNS TABLE (memory memory_memory, said_by jsonb, sent_by jsonb, belongs_to jsonb, contradicted boolean)
LANGUAGE plpgsql STABLE SET plan_cache_mode = 'force_generic_plan' AS $$
BEGIN
    RETURN QUERY WITH disputed AS MATERIALIZED (
        SELECT older_id, newer_id FROM memory_contradiction
        WHERE status = 'open' AND (older_id = ANY (pks) OR newer_id = ANY (pks))
    )
    SELECT m, to_jsonb(u) - 'password', to_jsonb(a),
           (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.id)
            FROM memory_memoryproject l JOIN memory_project p ON p.id = l.project_id WHERE l.memory_id = m.id),
           m.id IN (SELECT older_id FROM disputed UNION ALL SELECT newer_id FROM disputed)
    FROM memory_memory m
    LEFT JOIN memory_user u ON u.id = m.author_id LEFT JOIN memory_agent a ON a.id = m.agent_id
    WHERE m.id = ANY (pks);
END
$$;
DO $$
BEGIN
    EXECUTE replace(pg_get_functiondef('cairn_comparable_memories'::regproc),
        'FROM memory_memory m WHERE m.status = ''''draft'''' AND m.tsv @@ $1 AND %1$s AND %2$s',
        'FROM (SELECT * FROM memory_memory m WHERE m.status = ''''draft'''' AND %1$s OFFSET 0) AS m
                  WHERE m.tsv @@ $1 AND %2$s');
    EXECUTE replace(pg_get_functiondef('cairn_search_memories'::regproc),
        'AND f.documents > 0
                AND (f.documents > 100 OR EXISTS (SELECT FROM memory_searchable s WHERE s.team_id = this_team
                                                  AND s.tsv @@ cairn_quoted(part.lexeme)::tsquery))));',
        'AND f.documents > 0));');
END
$$;
DROP FUNCTION cairn_search_drafts(
    text, halfvec, text, integer, bigint[], text[], bigint, text, timestamptz, timestamptz);
DROP INDEX draft_lexemes;
DROP POLICY own_team ON memory_linemove;
DROP POLICY who_may_add ON memory_linemove;
DROP POLICY who_may_change ON memory_linemove;
DROP POLICY who_may_delete ON memory_linemove;
