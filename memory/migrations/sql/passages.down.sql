-- pgvector's settings are known once it is loaded.
DO $$ BEGIN PERFORM '[1]'::vector; END $$;

CREATE OR REPLACE FUNCTION cairn_search_memories(
    query text, query_vector halfvec, model text, depth integer,
    projects bigint[], types text[], agent bigint, wanted_tag text, since timestamptz, until timestamptz, names text[],
    already cairn_question DEFAULT NULL
) RETURNS TABLE (
    memory_id bigint, lexical double precision, cosine double precision,
    memory_type varchar, occurred_at timestamptz, uses integer, project_count bigint, strange boolean
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET hnsw.iterative_scan = 'relaxed_order' SET hnsw.ef_search = 200 AS $$
DECLARE
    this_team constant bigint := nullif(current_setting('cairn.team', true), '')::bigint;
    filters constant text := cairn_filters(types, agent, wanted_tag, since, until);
    condition constant text := cairn_condition(filters, projects);
    nearness constant text := format('m.embedding::halfvec(%1$s) <=> $2::halfvec(%1$s)', vector_dims(query_vector));
    nearest text := 'SELECT NULL::bigint AS id WHERE false';
    asked cairn_question := already;
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
                AND f.slot = cairn_slot(part.lexeme) AND f.documents > 0));
    IF query_vector IS NOT NULL THEN
        nearest := CASE WHEN asked.narrow THEN
            -- Row by row: the graph of vectors would have to be walked further than that.
            format('SELECT m.id FROM (SELECT m.id FROM memory_searchable m WHERE %s OFFSET 0) AS kept
                    JOIN memory_memory m ON m.id = kept.id AND m.embedding_model = %L
                    ORDER BY (%s) + 0 LIMIT $3', condition, model, nearness)
        ELSE
            format('SELECT m.id FROM memory_memory m WHERE m.embedding_model = %L AND m.status IN (''active'', ''disputed'')
                    AND %s ORDER BY %s LIMIT $3', model, condition, nearness)
        END;
    END IF;
    RETURN QUERY EXECUTE
        'WITH semantic AS (' || nearest || ') SELECT m.id,'
        || CASE WHEN asked.weights IS NULL THEN '0::double precision' ELSE '(-(m.bm25 <#> $4)'
           || CASE WHEN asked.pairs IS NULL THEN '' ELSE
              ' + coalesce((SELECT sum(p.weight) FROM unnest($6, $7) AS p(pair, weight) WHERE m.tsv @@ p.pair), 0)' END
           || ') / $5' END || ','
        || CASE WHEN query_vector IS NULL THEN 'NULL::double precision' ELSE
           format('CASE WHEN m.embedding_model = %L THEN 1 - (%s) END', model, nearness) END
        || ', m.type, m.occurred_at, m.uses, (SELECT count(*) FROM memory_memoryproject p WHERE p.memory_id = m.id), $8'
        -- Whoever says what was found already is not trusted with these rows.
        || ' FROM memory_memory m JOIN (SELECT unnest($1) AS id UNION SELECT id FROM semantic) AS found ON found.id = m.id'
        || ' WHERE m.status IN (''active'', ''disputed'') AND ' || condition
        USING asked.worded, query_vector, depth, asked.weights, greatest(asked.attainable, 0.0001), asked.pairs, asked.pair_weights,
              names_strange;
END
$$;

DROP FUNCTION cairn_search_messages(text, halfvec, text, integer, bigint[], timestamptz, timestamptz, boolean);
CREATE FUNCTION cairn_search_messages(
    query text, query_vector halfvec, model text, depth integer,
    projects bigint[], since timestamptz, until timestamptz, with_subagents boolean
) RETURNS TABLE (
    message_id bigint, session_id bigint, subagent varchar, place integer, said_at timestamptz,
    seed boolean, terms real[], session_share double precision, cosine double precision,
    session_length integer, length integer, speaker text, asks boolean, ends_asking boolean
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET hnsw.iterative_scan = 'relaxed_order' SET plan_cache_mode = 'force_custom_plan' AS $$
DECLARE
    this_team constant bigint := nullif(current_setting('cairn.team', true), '')::bigint;
    config regconfig;
    weights sparsevec;
    units text; -- one expression for each word: its weight in a message
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
           (SELECT string_agg(format('-(m.bm25 <#> ''{%s:1}/1000000000''::sparsevec)', slot), ',' ORDER BY idf DESC, lexeme)
            FROM terms),
           (SELECT string_agg(cairn_quoted(lexeme), ' | ')::tsquery FROM terms WHERE rarest IS NULL OR idf >= rarest / 3),
           (SELECT string_agg(cairn_quoted(lexeme), ' | ')::tsquery FROM terms)
    INTO weights, attainable, units, rare, known;
    RETURN QUERY EXECUTE
        'WITH lexical AS ('
        || CASE WHEN rare IS NULL THEN 'SELECT NULL::bigint AS id WHERE false' ELSE
           'SELECT m.id FROM memory_message m WHERE m.tsv @@ $6 AND ' || scoped || ' ORDER BY m.bm25 <#> $7 LIMIT $9' END
        || '), semantic AS ('
        || CASE WHEN query_vector IS NULL THEN 'SELECT NULL::bigint AS id WHERE false' ELSE
           format('SELECT m.id FROM memory_message m WHERE m.embedding_model = %L AND ' || scoped
                  || ' ORDER BY m.embedding::halfvec(%s) <=> $8::halfvec(%s) LIMIT $9',
                  model, vector_dims(query_vector), vector_dims(query_vector)) END
        || '), seeds AS (SELECT m.id, m.session_id, m.subagent, m.position FROM memory_message m
                         JOIN (SELECT id FROM lexical UNION SELECT id FROM semantic) AS found ON found.id = m.id'
        || '), around AS (SELECT n.id, bool_or(n.id = s.id) AS seed FROM seeds s JOIN memory_message n
                          ON n.session_id = s.session_id AND n.subagent = s.subagent
                          AND n.position BETWEEN s.position - 3 AND s.position + 3 GROUP BY n.id
        ), shares AS MATERIALIZED (SELECT c.session_id, c.length,'
        || CASE WHEN weights IS NULL THEN '0::double precision' ELSE '-(c.bm25 <#> $7) / ($11 * 2.2)' END
        || ' AS share FROM memory_sessionweights c WHERE c.session_id IN (SELECT s.session_id FROM seeds s))
        SELECT m.id, m.session_id, m.subagent, m.position, m.said_at, around.seed,'
        || CASE WHEN known IS NULL THEN 'NULL::real[],' ELSE
           'CASE WHEN m.tsv @@ $10 THEN ARRAY[' || units || ']::real[] END,' END
        || 'coalesce(shares.share, 0),'
        || CASE WHEN query_vector IS NULL THEN 'NULL::double precision' ELSE
           format('CASE WHEN m.embedding_model = %L THEN 1 - (m.embedding::halfvec(%s) <=> $8::halfvec(%s)) END',
                  model, vector_dims(query_vector), vector_dims(query_vector)) END
        || $told$, coalesce(shares.length, 0), octet_length(m.content),
            CASE WHEN strpos(left(m.content, 32), ': ') > 1 THEN split_part(left(m.content, 32), ': ', 1)
                 WHEN m.role = 'user' AND m.subagent = '' THEN u.username END,
            octet_length(m.content) < 2000 AND (strpos(m.content, '?') > 0 OR strpos(m.content, '？') > 0),
            octet_length(m.content) < 2000 AND right(m.content, 2) ~ '[?？]'
           FROM memory_message m JOIN around ON around.id = m.id
           JOIN memory_codingsession s ON s.id = m.session_id JOIN memory_user u ON u.id = s.author_id
           LEFT JOIN shares ON shares.session_id = m.session_id$told$
        USING this_team, projects, since, until, with_subagents,
              rare, weights, query_vector, depth, known, greatest(attainable, 0.0001);
END
$$;

DROP TRIGGER memory_has_passages ON memory_memory;
DROP TRIGGER memory_changes_passages ON memory_memory;
DROP TRIGGER message_has_passages ON memory_message;
DROP TRIGGER message_changes_passages ON memory_message;
DROP FUNCTION cairn_keep_passages();
DROP FUNCTION cairn_passages(text);
DROP FUNCTION cairn_is_long(text);
