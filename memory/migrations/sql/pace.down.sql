-- Back to looking words up in the wide table.

-- pgvector's settings are known once it is loaded.
DO $$ BEGIN PERFORM '[1]'::vector; END $$;

DROP FUNCTION cairn_search_memories(
    text, halfvec, text, integer, bigint[], text[], bigint, text, timestamptz, timestamptz, text[], cairn_question);
DROP FUNCTION cairn_shown(bigint[]);
DROP FUNCTION cairn_anchored(text[], integer);
DROP FUNCTION cairn_twins(bigint[], bigint[]);
DROP FUNCTION cairn_worded_memories(text, integer, bigint[], text[], bigint, text, timestamptz, timestamptz);
DROP FUNCTION cairn_read_question(text, text);
DROP TYPE cairn_question;
DROP FUNCTION cairn_condition(text, bigint[]);
DROP FUNCTION cairn_filters(text[], bigint, text, timestamptz, timestamptz);
-- Both arms of the memory search in one round trip. Row-level security would keep `@@` from its index (it is
-- not leakproof), so the function runs as the owner and takes team and person from the scope itself, never
-- from its arguments: no caller can name another team.
CREATE FUNCTION cairn_search_memories(
    query text, query_vector halfvec, model text, depth integer,
    projects bigint[], types text[], agent bigint, wanted_tag text, since timestamptz, until timestamptz
) RETURNS TABLE (
    memory_id bigint, lexical double precision, cosine double precision,
    memory_type varchar, occurred_at timestamptz, uses integer, project_count bigint
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET hnsw.iterative_scan = 'relaxed_order' SET plan_cache_mode = 'force_custom_plan' AS $$
DECLARE
    this_team constant bigint := nullif(current_setting('cairn.team', true), '')::bigint;
    this_user constant bigint := nullif(current_setting('cairn.user', true), '')::bigint;
    config regconfig;
    weights sparsevec;
    attainable double precision;
    rare tsquery;
    scoped constant text := $filter$
        m.team_id = $1 AND m.status IN ('active', 'disputed')
        AND (m.visibility <> 'private' OR m.author_id = $2)
        AND ($3::bigint[] IS NULL OR NOT EXISTS (SELECT FROM memory_memoryproject p WHERE p.memory_id = m.id)
             OR EXISTS (SELECT FROM memory_memoryproject p WHERE p.memory_id = m.id AND p.project_id = ANY ($3)))
        AND ($4::text[] IS NULL OR m.type = ANY ($4))
        AND ($5::bigint IS NULL OR m.agent_id = $5)
        AND ($6::text IS NULL OR $6 = ANY (m.tags))
        AND ($7::timestamptz IS NULL OR m.occurred_at >= $7)
        AND ($8::timestamptz IS NULL OR m.occurred_at < $8)
    $filter$;
BEGIN
    IF this_team IS NULL THEN RETURN; END IF;
    SELECT t.search_config::regconfig INTO config FROM memory_team t WHERE t.id = this_team;
    -- Only words at least a third as rare as the rarest known one fetch candidates; common ones still score.
    WITH terms AS MATERIALIZED (
        SELECT t.lexeme, t.slot, t.idf, max(t.idf) FILTER (WHERE t.documents > 0) OVER () AS rarest
        FROM cairn_query_terms(query, config, 'memory') AS t
    ), slots AS (
        SELECT slot, sum(idf) AS weight FROM terms GROUP BY slot
    )
    SELECT (SELECT ('{' || string_agg(slot || ':' || round(weight::numeric, 4), ',' ORDER BY slot) || '}/1000000000')::sparsevec
            FROM slots),
           (SELECT sum(weight) FROM slots),
           (SELECT string_agg(quote_literal(lexeme), ' | ')::tsquery FROM terms WHERE rarest IS NULL OR idf >= rarest / 3)
    INTO weights, attainable, rare;
    RETURN QUERY EXECUTE
        'WITH lexical AS ('
        || CASE WHEN rare IS NULL THEN 'SELECT NULL::bigint AS id WHERE false' ELSE
           'SELECT m.id FROM memory_memory m WHERE m.tsv @@ $9 AND ' || scoped || ' ORDER BY m.bm25 <#> $10 LIMIT $13' END
        || '), semantic AS ('
        || CASE WHEN query_vector IS NULL THEN 'SELECT NULL::bigint AS id WHERE false' ELSE
           format('SELECT m.id FROM memory_memory m WHERE m.embedding_model = %L AND ' || scoped
                  || ' ORDER BY m.embedding::halfvec(%s) <=> $11::halfvec(%s) LIMIT $13',
                  model, vector_dims(query_vector), vector_dims(query_vector)) END
        || ') SELECT m.id,'
        || CASE WHEN rare IS NULL THEN '0::double precision' ELSE '-(m.bm25 <#> $10) / $12' END || ','
        || CASE WHEN query_vector IS NULL THEN 'NULL::double precision' ELSE
           format('CASE WHEN m.embedding_model = %L THEN 1 - (m.embedding::halfvec(%s) <=> $11::halfvec(%s)) END',
                  model, vector_dims(query_vector), vector_dims(query_vector)) END
        || ', m.type, m.occurred_at, m.uses, (SELECT count(*) FROM memory_memoryproject p WHERE p.memory_id = m.id)'
        || ' FROM memory_memory m JOIN (SELECT id FROM lexical UNION SELECT id FROM semantic) AS found ON found.id = m.id'
        USING this_team, this_user, projects, types, agent, wanted_tag, since, until,
              rare, weights, query_vector, greatest(attainable, 0.0001), depth;
END
$$;

DROP TRIGGER memory_is_emptied ON memory_memory;
DROP TRIGGER memory_is_searchable ON memory_memory;
DROP FUNCTION cairn_keep_searchable();
DROP TABLE memory_searchable;
DROP FUNCTION cairn_best_worded(text, text[], double precision[], double precision, sparsevec, text, integer);
DROP FUNCTION cairn_expected_rows(text);
DROP FUNCTION cairn_reaching(text[], double precision[], double precision);

ALTER INDEX memory_vectors_384 SET (ef_construction = 64);
ALTER INDEX message_vectors_384 SET (ef_construction = 64);
