-- Search in Postgres: lexemes that know identifiers, BM25 weights as sparse vectors, vectors by HNSW,
-- and one function that asks both arms in one round trip (see docs/search.md for the reasoning).

-- The lexemes of a text. Words are stemmed as Postgres does; identifiers, paths, versions and error codes
-- are kept whole (lower case) and are split into their parts as well.
CREATE FUNCTION cairn_lexemes(content text, config regconfig) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT to_tsvector(
               config,
               regexp_replace(
                   regexp_replace(left(content, 200000), '([a-z0-9])([A-Z])', '\1 \2', 'g'),
                   '[_./\\:@#=+*~<>|&%$^`-]+', ' ', 'g'
               )
           )
        || array_to_tsvector(ARRAY(
               SELECT DISTINCT left(lower(found.part[1]), 200)
               FROM regexp_matches(
                   left(content, 200000),
                   '([[:alnum:]]+(?:[_./\\:@-]+[[:alnum:]]+)+|[[:alpha:]]*[a-z][A-Z][[:alnum:]]*)', 'g'
               ) AS found(part)
           ))
$$;

-- The dimension of a lexeme in the sparse vectors: a stable hash, so that nothing has to be numbered.
CREATE FUNCTION cairn_slot(lexeme text) RETURNS integer
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT ((hashtextextended(lexeme, 0) & 9223372036854775807) % 1000000000)::integer + 1
$$;

-- How often each lexeme occurs. Whole identifiers carry no positions and count once.
CREATE FUNCTION cairn_term_frequencies(lexemes tsvector) RETURNS TABLE (slot integer, tf integer)
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT cairn_slot(lexeme), sum(coalesce(array_length(positions, 1), 1))::integer
    FROM unnest(lexemes) GROUP BY 1
$$;

-- A document's BM25 weights (k1 1.2, b 0.75): tf·(k1+1) / (tf + k1·(1 - b + b·length/average)).
-- The inner product with the query's IDF weights is the BM25 score.
CREATE FUNCTION cairn_bm25(lexemes tsvector, average_length double precision) RETURNS sparsevec
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    WITH terms AS (
        SELECT slot, tf FROM cairn_term_frequencies(lexemes) ORDER BY tf DESC, slot LIMIT 16000
    ), total AS (
        SELECT coalesce(sum(tf), 0) AS length FROM terms
    )
    SELECT ('{' || coalesce(string_agg(
               slot || ':' || round((tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * length / greatest(average_length, 1))))::numeric, 4),
               ',' ORDER BY slot), '') || '}/1000000000')::sparsevec
    FROM terms, total
$$;

-- Derived columns are never the application's business: whatever writes content, they follow.
CREATE FUNCTION cairn_derive_search_columns() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    config regconfig;
    average double precision;
BEGIN
    SELECT t.search_config::regconfig, s.average_length INTO config, average
    FROM memory_team t
    LEFT JOIN memory_lexiconsize s ON s.team_id = t.id AND s.collection = TG_ARGV[0]
    WHERE t.id = NEW.team_id;
    NEW.tsv := cairn_lexemes(NEW.content, coalesce(config, 'english'::regconfig));
    NEW.bm25 := cairn_bm25(NEW.tsv, coalesce(average, 12));
    RETURN NEW;
END
$$;

CREATE TRIGGER memory_search_columns BEFORE INSERT OR UPDATE OF content ON memory_memory
    FOR EACH ROW EXECUTE FUNCTION cairn_derive_search_columns('memory');
CREATE TRIGGER message_search_columns BEFORE INSERT OR UPDATE OF content ON memory_message
    FOR EACH ROW EXECUTE FUNCTION cairn_derive_search_columns('message');

-- Nearest vectors of the default model. Another dimension gets an index of its own beside it.
CREATE INDEX memory_vectors_384 ON memory_memory
    USING hnsw ((embedding::halfvec(384)) halfvec_cosine_ops) WITH (m = 16, ef_construction = 64)
    WHERE embedding_model = 'all-MiniLM-L6-v2';
CREATE INDEX message_vectors_384 ON memory_message
    USING hnsw ((embedding::halfvec(384)) halfvec_cosine_ops) WITH (m = 16, ef_construction = 64)
    WHERE embedding_model = 'all-MiniLM-L6-v2';

-- The words of a question with their weights in the scope's team: IDF as Lucene has it, unseen = rarest.
CREATE FUNCTION cairn_query_terms(query text, config regconfig, wanted_collection text)
RETURNS TABLE (lexeme text, slot integer, documents integer, idf double precision)
LANGUAGE sql STABLE AS $$
    WITH size AS (
        SELECT greatest(coalesce(max(s.documents), 0), 1)::double precision AS n
        FROM memory_lexiconsize s
        WHERE s.team_id = nullif(current_setting('cairn.team', true), '')::bigint AND s.collection = wanted_collection
    )
    SELECT q.lexeme, cairn_slot(q.lexeme), coalesce(f.documents, 0),
           ln(1 + greatest(n - coalesce(f.documents, 0) + 0.5, 0.5) / (coalesce(f.documents, 0) + 0.5))
    FROM unnest(cairn_lexemes(left(query, 8000), config)) AS q
    CROSS JOIN size
    LEFT JOIN memory_lexemefrequency f
        ON f.team_id = nullif(current_setting('cairn.team', true), '')::bigint
       AND f.collection = wanted_collection AND f.slot = cairn_slot(q.lexeme)
    -- A long text as a question is known by its rarest words.
    ORDER BY 4 DESC, 1 LIMIT 64
$$;

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
