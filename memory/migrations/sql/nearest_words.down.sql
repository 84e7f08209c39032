DROP FUNCTION cairn_search_memories(text, halfvec, text, integer, bigint[], text[], bigint, text, timestamptz, timestamptz, text[], cairn_question);
DROP FUNCTION cairn_question_terms(text, regconfig);
ALTER TYPE cairn_question DROP ATTRIBUTE attainable_here;
CREATE FUNCTION cairn_question_terms(question text, config regconfig)
 RETURNS TABLE(term text, slot integer, documents integer, weight double precision, pair tsquery)
 LANGUAGE sql
 STABLE
AS $$
    WITH size AS MATERIALIZED (
        SELECT greatest(cairn_known_memories(), 300)::double precision AS n
    ), words AS MATERIALIZED (
        SELECT q.lexeme, q.positions, cairn_slot(q.lexeme) AS slot, coalesce(f.documents, 0) AS documents,
               ln(1 + greatest(n - coalesce(f.documents, 0) + 0.5, 0.5) / (coalesce(f.documents, 0) + 0.5)) AS idf
        FROM unnest(cairn_lexemes(left(question, 8000), config)) AS q
        CROSS JOIN size
        LEFT JOIN LATERAL (
            SELECT sum(f.documents)::integer AS documents FROM memory_lexemefrequency f
            WHERE f.team_id = nullif(current_setting('cairn.team', true), '')::bigint
              AND f.collection = 'memory' AND f.slot = cairn_slot(q.lexeme)
              AND (f.owner_id IS NULL OR f.owner_id = nullif(current_setting('cairn.user', true), '')::bigint)
        ) AS f ON true
        WHERE f.documents > 0 OR q.positions IS NULL
           OR q.lexeme = ANY (tsvector_to_array(cairn_base_forms(to_tsvector(config, left(question, 8000)), config)))
        -- A long text as a question is known by its rarest words.
        ORDER BY 5 DESC, 1 LIMIT 64
    ), places AS (
        SELECT w.lexeme, w.idf, w.documents, place FROM words w, unnest(w.positions) AS place
    ), pairs AS (
        SELECT DISTINCT a.lexeme AS first, b.lexeme AS second, least(a.documents, b.documents) AS documents,
               least(a.idf, b.idf) AS weight
        FROM places a JOIN places b ON b.place = a.place + 1 AND b.lexeme <> a.lexeme
        ORDER BY 4 DESC, 1, 2 LIMIT 32
    )
    SELECT lexeme, slot, documents, idf, NULL::tsquery FROM words
    UNION ALL
    SELECT first || ' ' || second, NULL, documents, weight,
           (cairn_quoted(first) || ' <-> ' || cairn_quoted(second))::tsquery
    FROM pairs
$$;

CREATE OR REPLACE FUNCTION cairn_read_question(query text, filters text)
 RETURNS cairn_question
 LANGUAGE plpgsql
 STABLE
AS $$
DECLARE
    this_team constant bigint := nullif(current_setting('cairn.team', true), '')::bigint;
    asked cairn_question;
    words text;
BEGIN
    SELECT t.search_config::regconfig, greatest(cairn_known_memories(), 1000) INTO asked.config, asked.known
    FROM memory_team t
    WHERE t.id = this_team;
    WITH terms AS MATERIALIZED (
        SELECT t.*, cairn_quoted(t.term) AS quoted, sum(t.documents) FILTER (WHERE t.pair IS NULL)
                    OVER (ORDER BY t.weight DESC, t.term) AS rows_so_far
        FROM cairn_question_terms(query, asked.config) AS t
    ), slots AS (
        SELECT slot, sum(weight) AS weight FROM terms WHERE pair IS NULL GROUP BY slot
    )
    SELECT (SELECT ('{' || string_agg(slot || ':' || round(weight::numeric, 4), ',' ORDER BY slot) || '}/1000000000')::sparsevec
            FROM slots),
           (SELECT sum(weight) FROM (SELECT weight FROM terms ORDER BY weight DESC LIMIT 12) AS heaviest),
           array_agg(pair ORDER BY term) FILTER (WHERE documents > 0 AND pair IS NOT NULL),
           array_agg(weight ORDER BY term) FILTER (WHERE documents > 0 AND pair IS NOT NULL),
           string_agg(quoted, ' | ') FILTER (WHERE pair IS NULL),
           string_agg(quoted, ' | ') FILTER (WHERE pair IS NULL AND rows_so_far <= 1000),
           (array_agg(quoted ORDER BY weight DESC, term) FILTER (WHERE pair IS NULL AND rows_so_far > 1000))[:8],
           (array_agg(weight ORDER BY weight DESC, term) FILTER (WHERE pair IS NULL AND rows_so_far > 1000))[:8],
           -- What the tenth best of the light ones may be expected to reach.
           max(weight) FILTER (WHERE pair IS NULL AND rows_so_far BETWEEN 10 AND 1000) / 1.2
    INTO asked.weights, asked.attainable, asked.pairs, asked.pair_weights, words,
         asked.light, asked.heavy, asked.heavy_weights, asked.enough
    FROM terms;
    asked.enough := greatest(asked.enough, (SELECT sum(w) * 0.75 FROM unnest(asked.heavy_weights) AS w));
    asked.narrow := filters <> '' AND cairn_expected_rows('m.team_id = ' || this_team || filters) ^ 2 < 400 * asked.known;
    IF asked.narrow THEN
        asked.light := words;
        asked.heavy := NULL;
    END IF;
    RETURN asked;
END
$$;

CREATE FUNCTION cairn_search_memories(query text, query_vector halfvec, model text, depth integer, projects bigint[], types text[], agent bigint, wanted_tag text, since timestamp with time zone, until timestamp with time zone, names text[], already cairn_question DEFAULT NULL::cairn_question)
 RETURNS TABLE(memory_id bigint, lexical double precision, cosine double precision, memory_type character varying, occurred_at timestamp with time zone, uses integer, project_count bigint, strange boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "hnsw.iterative_scan" TO 'relaxed_order'
 SET "hnsw.ef_search" TO '200'
AS $$
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
        (SELECT count(*) FROM memory_memoryproject p WHERE p.memory_id = m.id), names_strange
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

DROP FUNCTION cairn_words_like(text);
DROP INDEX lexeme_by_prefix, lexeme_by_deletions;
ALTER TABLE memory_lexemefrequency DROP COLUMN deletions;
DROP FUNCTION cairn_deletions(text);
