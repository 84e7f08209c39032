-- Search the drafts, which no other search reads. It has the arms and columns of cairn_search_memories, runs as the
-- owner like it, and takes team and person from the scope.
CREATE OR REPLACE FUNCTION cairn_search_drafts(
    query text, query_vector halfvec, model text, depth integer, projects bigint[], types text[], agent bigint,
    wanted_tag text, since timestamptz, until timestamptz
) RETURNS TABLE (
    memory_id bigint, lexical double precision, cosine double precision, memory_type varchar,
    occurred_at timestamptz, uses integer, project_count bigint, strange boolean
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET hnsw.iterative_scan = 'relaxed_order' SET hnsw.ef_search = 100 AS $$
DECLARE
    wanted constant text := concat(
        'm.status = ''draft'' AND ', cairn_condition(cairn_filters(types, agent, wanted_tag, since, until, NULL)),
        ' AND (SELECT bool_or(p.project_id = ANY (' || quote_literal(projects) || '::bigint[]))
               FROM memory_memoryproject p WHERE p.memory_id = m.id) IS NOT FALSE');
    asked cairn_question;
    words text;
    worded bigint[];
    near bigint[];
BEGIN
    IF nullif(current_setting('cairn.team', true), '') IS NULL THEN RETURN; END IF;
    asked := cairn_read_question(query, '');
    words := concat_ws(' | ', asked.light, array_to_string(asked.heavy, ' | '));
    IF words <> '' THEN
        EXECUTE 'SELECT array_agg(id) FROM (SELECT m.id FROM memory_memory m WHERE m.tsv @@ $1 AND ' || wanted
                || ' ORDER BY m.bm25 <#> $2, m.id DESC LIMIT $3) AS nearest'
        INTO worded USING words::tsquery, asked.weights, depth;
    END IF;
    IF query_vector IS NOT NULL THEN
        EXECUTE format('SELECT array_agg(id) FROM (SELECT m.id FROM memory_memory m WHERE m.embedding_model = %L AND %s
                        ORDER BY m.embedding::halfvec(%3$s) <=> $1::halfvec(%3$s) LIMIT $2) AS nearest',
                       model, wanted, vector_dims(query_vector))
        INTO near USING query_vector, depth;
    END IF;
    RETURN QUERY SELECT m.id,
        CASE WHEN asked.weights IS NULL THEN 0 ELSE (-(m.bm25 <#> asked.weights) + coalesce(
            (SELECT sum(p.weight) FROM unnest(asked.pairs, asked.pair_weights) AS p(pair, weight) WHERE m.tsv @@ p.pair), 0)
        ) / greatest(asked.attainable, 0.0001) END,
        CASE WHEN m.embedding_model = model AND query_vector IS NOT NULL THEN 1 - (m.embedding <=> query_vector) END,
        m.type, m.occurred_at, m.uses,
        (SELECT count(*) FROM memory_memoryproject p WHERE p.memory_id = m.id), false
    FROM memory_memory m WHERE m.id = ANY (worded || near);
END
$$;
