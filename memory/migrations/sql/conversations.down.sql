-- pgvector's settings are known once it is loaded.
DO $$ BEGIN PERFORM '[1]'::vector; END $$;

DROP FUNCTION cairn_search_messages(text, halfvec, text, integer, bigint[], timestamptz, timestamptz, boolean);

-- Both arms of the history search, with the conversation around what they find, in one round trip. A row is a
-- message within three places of a seed (what an arm found): the weight of each word of the question in it, its
-- session's share of the attainable score, and its cosine. The ranking itself is memory/rules/history_ranking.py.
-- As the owner and by the scope's team, like cairn_search_memories.
CREATE FUNCTION cairn_search_messages(
    query text, query_vector halfvec, model text, depth integer,
    projects bigint[], since timestamptz, until timestamptz, with_subagents boolean
) RETURNS TABLE (
    message_id bigint, session_id bigint, subagent varchar, place integer, said_at timestamptz,
    seed boolean, terms real[], session_share double precision, cosine double precision
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET hnsw.iterative_scan = 'relaxed_order' SET plan_cache_mode = 'force_custom_plan' AS $$
DECLARE
    this_team constant bigint := nullif(current_setting('cairn.team', true), '')::bigint;
    config regconfig;
    weights sparsevec;
    units sparsevec[];
    attainable double precision;
    rare tsquery;
    known tsquery;
    scoped constant text := $filter$
        m.team_id = $1 AND m.session_id <> ALL ((SELECT cairn_hidden_sessions())::bigint[])
        AND ($2::bigint[] IS NULL OR m.project_id = ANY ($2))
        AND ($3::timestamptz IS NULL OR m.said_at >= $3)
        AND ($4::timestamptz IS NULL OR m.said_at < $4)
        AND ($5 OR m.subagent = '')
    $filter$;
BEGIN
    IF this_team IS NULL THEN RETURN; END IF;
    SELECT t.search_config::regconfig INTO config FROM memory_team t WHERE t.id = this_team;
    WITH terms AS MATERIALIZED (
        SELECT t.lexeme, t.slot, t.idf, t.documents, max(t.idf) FILTER (WHERE t.documents > 0) OVER () AS rarest
        FROM cairn_query_terms(query, config, 'message') AS t
    ), slots AS (
        SELECT slot, sum(idf) AS weight FROM terms GROUP BY slot
    )
    SELECT (SELECT ('{' || string_agg(slot || ':' || round(weight::numeric, 4), ',' ORDER BY slot) || '}/1000000000')::sparsevec
            FROM slots),
           (SELECT sum(weight) FROM slots),
           (SELECT array_agg(('{' || slot || ':1}/1000000000')::sparsevec ORDER BY idf DESC, lexeme) FROM terms),
           (SELECT string_agg(quote_literal(lexeme), ' | ')::tsquery FROM terms WHERE rarest IS NULL OR idf >= rarest / 3),
           (SELECT string_agg(quote_literal(lexeme), ' | ')::tsquery FROM terms)
    INTO weights, attainable, units, rare, known;
    RETURN QUERY EXECUTE
        'WITH lexical AS ('
        || CASE WHEN rare IS NULL THEN 'SELECT NULL::bigint AS id WHERE false' ELSE
           'SELECT m.id FROM memory_message m WHERE m.tsv @@ $6 AND ' || scoped || ' ORDER BY m.bm25 <#> $7 LIMIT $10' END
        || '), semantic AS ('
        || CASE WHEN query_vector IS NULL THEN 'SELECT NULL::bigint AS id WHERE false' ELSE
           format('SELECT m.id FROM memory_message m WHERE m.embedding_model = %L AND ' || scoped
                  || ' ORDER BY m.embedding::halfvec(%s) <=> $8::halfvec(%s) LIMIT $10',
                  model, vector_dims(query_vector), vector_dims(query_vector)) END
        || '), seeds AS (SELECT m.id, m.session_id, m.subagent, m.position FROM memory_message m
                         JOIN (SELECT id FROM lexical UNION SELECT id FROM semantic) AS found ON found.id = m.id'
        || '), around AS (SELECT n.id, bool_or(n.id = s.id) AS seed FROM seeds s JOIN memory_message n
                          ON n.session_id = s.session_id AND n.subagent = s.subagent
                          AND n.position BETWEEN s.position - 3 AND s.position + 3 GROUP BY n.id
        ), shares AS MATERIALIZED (SELECT c.session_id,'
        || CASE WHEN weights IS NULL THEN '0::double precision' ELSE '-(c.bm25 <#> $7) / ($12 * 2.2)' END
        || ' AS share FROM memory_sessionweights c WHERE c.session_id IN (SELECT s.session_id FROM seeds s))
        SELECT m.id, m.session_id, m.subagent, m.position, m.said_at, around.seed,'
        || CASE WHEN known IS NULL THEN 'NULL::real[],' ELSE
           'CASE WHEN m.tsv @@ $11 THEN
                ARRAY(SELECT (-(m.bm25 <#> u.unit))::real FROM unnest($9) WITH ORDINALITY AS u(unit, n) ORDER BY u.n) END,' END
        || 'coalesce(shares.share, 0),'
        || CASE WHEN query_vector IS NULL THEN 'NULL::double precision' ELSE
           format('CASE WHEN m.embedding_model = %L THEN 1 - (m.embedding::halfvec(%s) <=> $8::halfvec(%s)) END',
                  model, vector_dims(query_vector), vector_dims(query_vector)) END
        || ' FROM memory_message m JOIN around ON around.id = m.id LEFT JOIN shares ON shares.session_id = m.session_id'
        USING this_team, projects, since, until, with_subagents,
              rare, weights, query_vector, units, depth, known, greatest(attainable, 0.0001);
END
$$;
