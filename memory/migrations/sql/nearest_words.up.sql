-- Words that no memory has: read as the known words that they are most like, and weighed less in what a question can
-- attain. The lexicon keeps the word of each slot, and the hashes of what remains of it when a letter is left out: two
-- words that share one are a typing error apart (the symmetric deletion of SymSpell).
CREATE FUNCTION cairn_deletions(word text) RETURNS integer[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
    SELECT CASE WHEN length(word) BETWEEN 4 AND 24 AND word ~ '^[[:alpha:]][[:alnum:]._-]*$' THEN ARRAY(
        SELECT hashtext(word) UNION
        SELECT hashtext(left(word, n - 1) || substr(word, n + 1)) FROM generate_series(1, length(word)) AS n
    ) END
$$;
ALTER TABLE memory_lexemefrequency ADD COLUMN deletions integer[] GENERATED ALWAYS AS (cairn_deletions(word)) STORED;
-- The word of a typing error.
CREATE INDEX lexeme_by_deletions ON memory_lexemefrequency USING gin (deletions) WHERE deletions IS NOT NULL;
-- The words that begin so.
CREATE INDEX lexeme_by_prefix ON memory_lexemefrequency (team_id, word text_pattern_ops) WHERE deletions IS NOT NULL;

DELETE FROM memory_lexemefrequency WHERE collection = 'memory';
INSERT INTO memory_lexemefrequency (team_id, collection, owner_id, slot, documents, word)
SELECT m.team_id, 'memory', CASE WHEN m.visibility = 'private' THEN m.author_id END, cairn_slot(t.lexeme), count(*),
       min(left(t.lexeme, 200))
FROM memory_memory m, unnest(m.tsv) AS t
WHERE m.visibility <> 'private' OR m.author_id IS NOT NULL
GROUP BY 1, 3, 4;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;

-- The known words that an unknown one is most like: one letter more, less, other or exchanged behind the same first one,
-- or a word that begins with it, or that it begins with. The likeness is between 0 and 1.
CREATE FUNCTION cairn_words_like(unknown text) RETURNS TABLE (word text, documents integer, likeness double precision)
LANGUAGE sql STABLE AS $$
    WITH found AS (
        SELECT f.word, f.documents, CASE
            WHEN f.word LIKE replace(replace(unknown, '\', ''), '_', '\_') || '%' THEN 0.9
            WHEN unknown LIKE replace(replace(f.word, '\', ''), '_', '\_') || '%' THEN 0.8
            WHEN length(f.word) <> length(unknown) THEN 0.85
            ELSE 0.75 END AS likeness
        FROM memory_lexemefrequency f
        WHERE f.team_id = nullif(current_setting('cairn.team', true), '')::bigint AND f.collection = 'memory'
          AND (f.owner_id IS NULL OR f.owner_id = nullif(current_setting('cairn.user', true), '')::bigint)
          AND f.documents > 0 AND f.deletions IS NOT NULL AND left(f.word, 1) = left(unknown, 1)
          AND (f.deletions && cairn_deletions(unknown) AND abs(length(f.word) - length(unknown)) <= 1
                   AND least(length(f.word), length(unknown)) >= CASE WHEN length(f.word) = length(unknown) THEN 6 ELSE 4 END
               OR f.word LIKE replace(replace(unknown, '\', ''), '_', '\_') || '%' AND length(unknown) >= 4
               OR f.word IN (left(unknown, -1), left(unknown, -2), left(unknown, -3)) AND length(f.word) >= 6)
    )
    SELECT word, sum(documents)::integer, max(likeness)::double precision FROM found
    GROUP BY word ORDER BY 3 DESC, 2 DESC, 1 LIMIT 2
$$;

-- As before, and: written all in capitals, a name is looked up as it is spelled, too; what is unknown is read as what it
-- is like (`likeness` < 1). A question of more words than forty is known without that.
DROP FUNCTION cairn_question_terms(text, regconfig);
CREATE FUNCTION cairn_question_terms(question text, config regconfig)
RETURNS TABLE (term text, slot integer, documents integer, weight double precision, pair tsquery, likeness double precision)
LANGUAGE sql STABLE AS $$
    WITH size AS MATERIALIZED (
        SELECT greatest(cairn_known_memories(), 300)::double precision AS n
    ), read AS MATERIALIZED (
        SELECT lexeme, positions FROM unnest(cairn_lexemes(left(question, 8000), config))
    ), said AS MATERIALIZED (
        SELECT lexeme, positions, false AS in_capitals FROM read
        UNION ALL
        SELECT DISTINCT left(lower(found.word[1]), 200), NULL::smallint[], true
        FROM regexp_matches(left(question, 8000), '\y[[:upper:]][[:upper:][:digit:]]{3,}\y', 'g') AS found(word)
        WHERE left(lower(found.word[1]), 200) NOT IN (SELECT lexeme FROM read)
    ), counted AS MATERIALIZED (
        SELECT q.lexeme, q.positions, q.in_capitals, cairn_slot(q.lexeme) AS slot, coalesce(f.documents, 0) AS documents
        FROM said AS q
        LEFT JOIN LATERAL (
            SELECT sum(f.documents)::integer AS documents FROM memory_lexemefrequency f
            WHERE f.team_id = nullif(current_setting('cairn.team', true), '')::bigint
              AND f.collection = 'memory' AND f.slot = cairn_slot(q.lexeme)
              AND (f.owner_id IS NULL OR f.owner_id = nullif(current_setting('cairn.user', true), '')::bigint)
        ) AS f ON true
    ), known AS MATERIALIZED (
        SELECT * FROM counted c
        WHERE c.documents > 0 OR c.positions IS NULL AND NOT c.in_capitals
           OR c.lexeme = ANY (tsvector_to_array(cairn_base_forms(to_tsvector(config, left(question, 8000)), config)))
    ), liked AS MATERIALIZED (
        SELECT k.lexeme AS unknown, k.positions, l.word AS lexeme, l.documents, l.likeness
        FROM (SELECT * FROM known WHERE documents = 0 AND (SELECT count(*) FROM known) <= 40 ORDER BY length(lexeme) DESC LIMIT 8) AS k,
             cairn_words_like(k.lexeme) AS l
        WHERE l.word NOT IN (SELECT lexeme FROM known)
    ), words AS MATERIALIZED (
        SELECT w.lexeme, w.positions, cairn_slot(w.lexeme) AS slot, w.documents, w.likeness,
               w.likeness * ln(1 + greatest(n - w.documents + 0.5, 0.5) / (w.documents + 0.5)) AS idf
        FROM (SELECT lexeme, positions, documents, 1::double precision AS likeness FROM known
              WHERE lexeme NOT IN (SELECT unknown FROM liked)
              UNION ALL SELECT lexeme, positions, max(documents), max(likeness) FROM liked GROUP BY lexeme, positions) AS w
        CROSS JOIN size
        -- A long text as a question is known by its rarest words.
        ORDER BY idf DESC, w.lexeme LIMIT 64
    ), places AS (
        SELECT w.lexeme, w.idf, w.documents, place FROM words w, unnest(w.positions) AS place
    ), pairs AS (
        SELECT DISTINCT a.lexeme AS first, b.lexeme AS second, least(a.documents, b.documents) AS documents,
               least(a.idf, b.idf) AS weight
        FROM places a JOIN places b ON b.place = a.place + 1 AND b.lexeme <> a.lexeme
        ORDER BY 4 DESC, 1, 2 LIMIT 32
    )
    SELECT lexeme, slot, documents, idf, NULL::tsquery, likeness FROM words
    UNION ALL
    SELECT first || ' ' || second, NULL, documents, weight,
           (cairn_quoted(first) || ' <-> ' || cairn_quoted(second))::tsquery, 1
    FROM pairs
$$;

-- What a question can attain by the words that are known here, beside what it could if all were.
ALTER TYPE cairn_question ADD ATTRIBUTE attainable_here double precision;
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
           (SELECT sum(weight) FROM (SELECT weight FROM terms WHERE documents > 0 ORDER BY weight DESC LIMIT 12) AS heaviest),
           array_agg(pair ORDER BY term) FILTER (WHERE documents > 0 AND pair IS NOT NULL),
           array_agg(weight ORDER BY term) FILTER (WHERE documents > 0 AND pair IS NOT NULL),
           string_agg(quoted, ' | ') FILTER (WHERE pair IS NULL),
           string_agg(quoted, ' | ') FILTER (WHERE pair IS NULL AND rows_so_far <= 1000),
           (array_agg(quoted ORDER BY weight DESC, term) FILTER (WHERE pair IS NULL AND rows_so_far > 1000))[:8],
           (array_agg(weight ORDER BY weight DESC, term) FILTER (WHERE pair IS NULL AND rows_so_far > 1000))[:8],
           -- What the tenth best of the light ones may be expected to reach.
           max(weight) FILTER (WHERE pair IS NULL AND rows_so_far BETWEEN 10 AND 1000) / 1.2
    INTO asked.weights, asked.attainable, asked.attainable_here, asked.pairs, asked.pair_weights, words,
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

DROP FUNCTION cairn_search_memories(text, halfvec, text, integer, bigint[], text[], bigint, text, timestamptz, timestamptz, text[], cairn_question);
CREATE FUNCTION cairn_search_memories(query text, query_vector halfvec, model text, depth integer, projects bigint[], types text[], agent bigint, wanted_tag text, since timestamp with time zone, until timestamp with time zone, names text[], already cairn_question DEFAULT NULL::cairn_question)
 RETURNS TABLE(memory_id bigint, lexical double precision, cosine double precision, memory_type character varying, occurred_at timestamp with time zone, uses integer, project_count bigint, strange boolean, coverage double precision)
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
