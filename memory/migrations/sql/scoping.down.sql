-- Back to looking up a memory's projects row by row.

-- pgvector's settings are known once it is loaded.
DO $$ BEGIN PERFORM '[1]'::vector; END $$;

DROP FUNCTION cairn_note_question(bigint, bigint, bigint, text, bigint, text, bigint[]);
DROP FUNCTION cairn_gist(text, bigint);

ALTER FUNCTION cairn_shown(bigint[]) RESET plan_cache_mode;
ALTER FUNCTION cairn_twins(bigint[], bigint[]) RESET plan_cache_mode;

DROP TRIGGER projects_are_added ON memory_memoryproject;
DROP TRIGGER projects_are_changed ON memory_memoryproject;
DROP TRIGGER projects_are_removed ON memory_memoryproject;
DROP FUNCTION cairn_keep_projects();

CREATE OR REPLACE FUNCTION cairn_keep_searchable() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' THEN
        TRUNCATE memory_searchable;
    ELSIF TG_OP = 'DELETE' OR NEW.status NOT IN ('active', 'disputed') THEN
        DELETE FROM memory_searchable WHERE id = OLD.id;
    ELSE
        INSERT INTO memory_searchable (id, team_id, author_id, agent_id, occurred_at, type, visibility, tags, bm25, tsv)
        VALUES (NEW.id, NEW.team_id, NEW.author_id, NEW.agent_id, NEW.occurred_at, NEW.type, NEW.visibility, NEW.tags,
                NEW.bm25, strip(NEW.tsv))
        ON CONFLICT (id) DO UPDATE SET team_id = excluded.team_id, author_id = excluded.author_id,
            agent_id = excluded.agent_id, occurred_at = excluded.occurred_at, type = excluded.type,
            visibility = excluded.visibility, tags = excluded.tags, bm25 = excluded.bm25, tsv = excluded.tsv;
    END IF;
    RETURN NULL;
END
$$;

DROP FUNCTION cairn_projects_of(bigint);
ALTER TABLE memory_searchable DROP COLUMN projects;

DROP FUNCTION cairn_filters(text[], bigint, text, timestamptz, timestamptz, bigint[]);
CREATE FUNCTION cairn_filters(types text[], agent bigint, wanted_tag text, since timestamptz, until timestamptz) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT concat(
        ' AND m.type = ANY (' || quote_literal(types) || '::varchar[])', ' AND m.agent_id = ' || agent,
        ' AND m.tags @> ARRAY[' || quote_literal(wanted_tag) || ']::varchar[]',
        ' AND m.occurred_at >= ' || quote_literal(since), ' AND m.occurred_at < ' || quote_literal(until))
$$;

DROP FUNCTION cairn_condition(text);
CREATE FUNCTION cairn_condition(filters text, projects bigint[]) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT concat(
        'm.team_id = ', nullif(current_setting('cairn.team', true), '')::bigint, ' AND (m.visibility <> ''private'' OR m.author_id = ',
        coalesce(nullif(current_setting('cairn.user', true), '')::bigint, 0), ')', filters,
        ' AND (SELECT bool_or(p.project_id = ANY (' || quote_literal(projects) || '::bigint[]))
               FROM memory_memoryproject p WHERE p.memory_id = m.id) IS NOT FALSE')
$$;

CREATE OR REPLACE FUNCTION cairn_worded_memories(
    query text, depth integer,
    projects bigint[], types text[], agent bigint, wanted_tag text, since timestamptz, until timestamptz
) RETURNS cairn_question
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    filters constant text := cairn_filters(types, agent, wanted_tag, since, until);
    asked cairn_question;
BEGIN
    IF nullif(current_setting('cairn.team', true), '') IS NULL THEN RETURN NULL; END IF;
    asked := cairn_read_question(query, filters);
    asked.worded := cairn_best_worded(asked.light, asked.heavy, asked.heavy_weights, asked.enough, asked.weights,
                                      cairn_condition(filters, projects), depth);
    RETURN asked;
END
$$;

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
    this_user constant bigint := coalesce(nullif(current_setting('cairn.user', true), '')::bigint, 0);
    filters constant text := cairn_filters(types, agent, wanted_tag, since, until);
    condition constant text := cairn_condition(filters, projects);
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
                AND f.slot = cairn_slot(part.lexeme) AND f.documents > 0));
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
                     ORDER BY m.%3$s LIMIT $2)
                    UNION ALL
                    (SELECT m.id FROM memory_memorypassage p JOIN memory_memory m ON m.id = p.memory_id
                     WHERE p.embedding_model = %1$L AND m.status IN (''active'', ''disputed'') AND %2$s
                     ORDER BY p.%3$s LIMIT $2)', model, condition, nearness)
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

CREATE OR REPLACE FUNCTION cairn_comparable_memories(
    content text, vector halfvec, model text, about bigint[], whose bigint, itself bigint, nearness double precision
) RETURNS TABLE (memory_id bigint, cosine double precision)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET hnsw.iterative_scan = 'relaxed_order' SET plan_cache_mode = 'force_custom_plan' AS $$
DECLARE
    this_team constant bigint := nullif(current_setting('cairn.team', true), '')::bigint;
    config regconfig;
    weights sparsevec;
    rare tsquery;
    scoped constant text := $filter$
        m.team_id = $1 AND m.status IN ('active', 'disputed', 'draft') AND m.id <> $2
        AND ($3::bigint IS NULL OR m.visibility <> 'private' OR m.author_id = $3)
        AND (cardinality($4::bigint[]) = 0
             OR NOT EXISTS (SELECT FROM memory_memoryproject p WHERE p.memory_id = m.id)
             OR EXISTS (SELECT FROM memory_memoryproject p WHERE p.memory_id = m.id AND p.project_id = ANY ($4)))
    $filter$;
BEGIN
    IF this_team IS NULL THEN RETURN; END IF;
    SELECT t.search_config::regconfig INTO config FROM memory_team t WHERE t.id = this_team;
    -- Words that only the memory itself has bring nobody, and must not make the others look common.
    WITH terms AS MATERIALIZED (
        SELECT t.lexeme, t.slot, t.idf, max(t.idf) FILTER (WHERE t.documents > sign(itself)) OVER () AS rarest
        FROM cairn_query_terms(content, config, 'memory') AS t
    ), slots AS (
        SELECT slot, sum(idf) AS weight FROM terms GROUP BY slot
    )
    SELECT (SELECT ('{' || string_agg(slot || ':' || round(weight::numeric, 4), ',' ORDER BY slot) || '}/1000000000')::sparsevec
            FROM slots),
           (SELECT string_agg(quote_literal(lexeme), ' | ')::tsquery FROM terms WHERE rarest IS NULL OR idf >= rarest / 3)
    INTO weights, rare;
    RETURN QUERY EXECUTE
        'WITH lexical AS ('
        || CASE WHEN rare IS NULL THEN 'SELECT NULL::bigint AS id WHERE false' ELSE
           'SELECT m.id FROM memory_memory m WHERE m.tsv @@ $5 AND ' || scoped || ' ORDER BY m.bm25 <#> $6, m.id LIMIT 5' END
        || '), semantic AS ('
        || CASE WHEN vector IS NULL THEN 'SELECT NULL::bigint AS id, 0::double precision AS cosine WHERE false' ELSE
           format('SELECT m.id, 1 - (m.embedding::halfvec(%s) <=> $7::halfvec(%s)) AS cosine FROM memory_memory m'
                  || ' WHERE m.embedding_model = %L AND ' || scoped
                  || ' ORDER BY m.embedding::halfvec(%s) <=> $7::halfvec(%s) LIMIT 20',
                  vector_dims(vector), vector_dims(vector), model, vector_dims(vector), vector_dims(vector)) END
        || ') SELECT m.id,'
        || CASE WHEN vector IS NULL THEN 'NULL::double precision' ELSE
           format('CASE WHEN m.embedding_model = %L THEN 1 - (m.embedding::halfvec(%s) <=> $7::halfvec(%s)) END',
                  model, vector_dims(vector), vector_dims(vector)) END
        || ' FROM memory_memory m JOIN (SELECT id FROM lexical UNION SELECT id FROM semantic WHERE semantic.cosine > $8) AS found'
        || ' ON found.id = m.id ORDER BY m.id'
        USING this_team, itself, whose, about, rare, weights, vector, nearness;
END
$$;
