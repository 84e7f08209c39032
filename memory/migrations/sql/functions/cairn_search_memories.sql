-- Search the current memories by words and by meaning, in one round trip. `already` is the question with what the arm
-- of words has found, if cairn_worded_memories was asked before. A long memory is as near as the nearest of its
-- passages. `reachable` narrows the arm of meaning, which reads the wide rows. Two columns are the same for every row:
-- `strange`, the question names something (`names`) that no memory names; `coverage`, the share of the attainable
-- score that known words can reach.
--
-- It runs as the owner because row-level security keeps `@@` from its index (the operator is not leakproof). It takes
-- team and person from the scope, never from its arguments, so no caller can name another team.
CREATE OR REPLACE FUNCTION cairn_search_memories(
    query text, query_vector halfvec, model text, depth integer, projects bigint[], types text[], agent bigint,
    wanted_tag text, since timestamptz, until timestamptz, names text[], already cairn_question DEFAULT NULL
) RETURNS TABLE (
    memory_id bigint, lexical double precision, cosine double precision, memory_type varchar,
    occurred_at timestamptz, uses integer, project_count bigint, strange boolean, coverage double precision
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET hnsw.iterative_scan = 'relaxed_order' SET hnsw.ef_search = 200 AS $$
DECLARE
    this_team constant bigint := nullif(current_setting('cairn.team', true), '')::bigint;
    this_user constant bigint := coalesce(nullif(current_setting('cairn.user', true), '')::bigint, 0);
    filters constant text := cairn_filters(types, agent, wanted_tag, since, until, projects);
    condition constant text := cairn_condition(filters);
    reachable constant text := cairn_condition(cairn_filters(types, agent, wanted_tag, since, until, NULL))
        || CASE WHEN projects IS NULL THEN '' ELSE ' AND (SELECT s.projects && ' || quote_literal(projects || 0::bigint)
                                                   || '::bigint[] FROM memory_searchable s WHERE s.id = m.id)' END;
    nearness constant text := format('embedding::halfvec(%1$s) <=> $1::halfvec(%1$s)', vector_dims(query_vector));
    asked cairn_question := already;
    found bigint[];
    names_strange boolean;
BEGIN
    IF this_team IS NULL THEN RETURN; END IF;
    IF asked.config IS NULL THEN
        asked := cairn_read_question(query, filters);
        asked.worded := cairn_best_worded(asked.light, asked.heavy, asked.heavy_weights, asked.enough, asked.weights,
                                          condition, depth);
    END IF;
    -- The more there is, the longer the list with which the graph of vectors has to be walked to miss nothing.
    PERFORM set_config('hnsw.ef_search', least(500, greatest(80, 22 * ln(asked.known / 1000)))::integer::text, true);
    -- German writes every noun like a name.
    names_strange := asked.config <> 'german'::regconfig AND EXISTS (
        SELECT FROM unnest(names) AS named(word) WHERE cairn_lexemes(word, asked.config) <> '' AND NOT EXISTS (
            SELECT FROM unnest(cairn_lexemes(word, asked.config)) AS part
            JOIN memory_lexemefrequency f ON f.team_id = this_team AND f.collection = 'memory'
                AND f.slot = cairn_slot(part.lexeme) AND f.documents > 0 AND (f.owner_id IS NULL OR f.owner_id = this_user)
                AND (f.documents > 100 OR EXISTS (SELECT FROM memory_searchable s WHERE s.team_id = this_team AND (s.visibility <> 'private' OR s.author_id = this_user)
                                                  AND s.tsv @@ cairn_quoted(part.lexeme)::tsquery))));
    IF query_vector IS NOT NULL THEN
        EXECUTE 'SELECT array_agg(id) FROM (' || CASE WHEN asked.narrow THEN
            -- Row by row: the graph of vectors would have to be walked further than that.
            format('SELECT m.id FROM (SELECT m.id FROM memory_searchable m WHERE %1$s OFFSET 0) AS kept
                    JOIN memory_memory m ON m.id = kept.id AND m.embedding_model = %2$L
                    LEFT JOIN memory_memorypassage p
                    ON cairn_is_long(m.content) AND p.memory_id = m.id AND p.embedding_model = %2$L
                    GROUP BY m.id ORDER BY least(min(m.%3$s), min(p.%3$s)) LIMIT $2', condition, model, nearness)
        ELSE
            format('(SELECT m.id FROM memory_memory m
                     WHERE m.embedding_model = %1$L AND m.status IN (''active'', ''disputed'') AND %2$s
                     ORDER BY m.%3$s LIMIT $2)', model, reachable, nearness)
            || CASE WHEN EXISTS (SELECT FROM memory_memorypassage p WHERE p.team_id = this_team) THEN
            format(' UNION ALL
                    (SELECT m.id FROM memory_memorypassage p JOIN memory_memory m ON m.id = p.memory_id
                     WHERE p.embedding_model = %1$L AND m.status IN (''active'', ''disputed'') AND %2$s
                     ORDER BY p.%3$s LIMIT $2)', model, reachable, nearness) ELSE '' END
        END || ') AS nearest' INTO found USING query_vector, depth;
    END IF;
    -- Said without EXECUTE, for its plan is kept. Whoever says what was found already is not trusted with these rows.
    RETURN QUERY SELECT m.id,
        CASE WHEN asked.weights IS NULL THEN 0 ELSE (-(m.bm25 <#> asked.weights) + coalesce(
            (SELECT sum(p.weight) FROM unnest(asked.pairs, asked.pair_weights) AS p(pair, weight) WHERE m.tsv @@ p.pair), 0)
        ) / greatest(asked.attainable, 0.0001) END,
        CASE WHEN m.embedding_model = model AND query_vector IS NOT NULL THEN
            greatest(1 - (m.embedding <=> query_vector), CASE WHEN cairn_is_long(m.content) THEN
                (SELECT max(1 - (p.embedding <=> query_vector)) FROM memory_memorypassage p
                 WHERE p.memory_id = m.id AND p.embedding_model = model) END) END,
        m.type, m.occurred_at, m.uses,
        (SELECT count(*) FROM memory_memoryproject p WHERE p.memory_id = m.id), names_strange,
        coalesce(asked.attainable_here / nullif(asked.attainable, 0), 0)
    FROM memory_memory m
    WHERE m.id = ANY (asked.worded || found) AND m.status IN ('active', 'disputed')
      AND m.team_id = this_team AND (m.visibility <> 'private' OR m.author_id = this_user)
      AND (types IS NULL OR m.type = ANY (types)) AND (agent IS NULL OR m.agent_id = agent)
      AND (wanted_tag IS NULL OR m.tags @> ARRAY[wanted_tag]::varchar[])
      AND (since IS NULL OR m.occurred_at >= since) AND (until IS NULL OR m.occurred_at < until)
      AND (projects IS NULL OR (SELECT bool_or(p.project_id = ANY (projects))
                                FROM memory_memoryproject p WHERE p.memory_id = m.id) IS NOT FALSE);
END
$$;
