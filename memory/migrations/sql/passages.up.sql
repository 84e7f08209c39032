-- Passages: the middle of a long text has vectors too.

-- pgvector's settings are known once it is loaded.
DO $$ BEGIN PERFORM '[1]'::vector; END $$;

CREATE INDEX memorypassage_vectors_384 ON memory_memorypassage
    USING hnsw ((embedding::halfvec(384)) halfvec_cosine_ops) WITH (m = 16, ef_construction = 400)
    WHERE embedding_model = 'all-MiniLM-L6-v2';
CREATE INDEX messagepassage_vectors_384 ON memory_messagepassage
    USING hnsw ((embedding::halfvec(384)) halfvec_cosine_ops) WITH (m = 16, ef_construction = 400)
    WHERE embedding_model = 'all-MiniLM-L6-v2';
ALTER TABLE memory_memorypassage ADD CONSTRAINT passage_of_memory
    FOREIGN KEY (memory_id) REFERENCES memory_memory ON DELETE CASCADE;
ALTER TABLE memory_messagepassage ADD CONSTRAINT passage_of_message
    FOREIGN KEY (message_id) REFERENCES memory_message ON DELETE CASCADE;

-- As private as their texts; the triggers below alone make them.
ALTER TABLE memory_memorypassage ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_seen ON memory_memorypassage
    USING (team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id));
ALTER TABLE memory_messagepassage ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_seen ON memory_messagepassage
    USING (team_id = cairn_team() AND EXISTS (SELECT FROM memory_message m WHERE m.id = message_id));
REVOKE INSERT ON memory_memorypassage, memory_messagepassage FROM cairn_app;

-- Whether the end of a text is beyond what a model reads: 256 tokens, of about four bytes each.
CREATE FUNCTION cairn_is_long(content text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT octet_length(content) > 1000 $$;

-- Stretches of about 400 bytes that end with a line, else with a word, after the first one, for which the text's own
-- vector stands. A hundred at most: words alone find what comes after those.
CREATE FUNCTION cairn_passages(content text) RETURNS TABLE (first integer, length integer)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    whole constant integer := char_length(content);
    longest constant integer := 400 * whole / greatest(octet_length(content), 1);
    backwards text;
    tail integer; -- what is left for the next one
BEGIN
    IF NOT cairn_is_long(content) THEN RETURN; END IF;
    first := 1;
    FOR number IN 0 .. 100 LOOP
        EXIT WHEN first > whole;
        length := least(longest, whole - first + 1);
        IF first + length <= whole THEN
            backwards := reverse(substr(content, first, length));
            tail := strpos(backwards, chr(10)) - 1;
            IF tail NOT BETWEEN 0 AND length / 2 THEN tail := strpos(backwards, ' ') - 1; END IF;
            IF tail BETWEEN 0 AND length / 2 THEN length := length - tail; END IF;
        END IF;
        IF number > 0 AND substr(content, first, length) ~ '\w' THEN RETURN NEXT; END IF;
        first := first + length;
    END LOOP;
END
$$;

CREATE FUNCTION cairn_keep_passages() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        EXECUTE format('DELETE FROM memory_%1$spassage WHERE %1$s_id = $1', TG_ARGV[0]) USING NEW.id;
    END IF;
    EXECUTE format('INSERT INTO memory_%1$spassage (team_id, %1$s_id, first, length, embedding_model)
                    SELECT $1, $2, first, length, '''' FROM cairn_passages($3)', TG_ARGV[0])
    USING NEW.team_id, NEW.id, NEW.content;
    RETURN NULL;
END
$$;
CREATE TRIGGER memory_has_passages AFTER INSERT ON memory_memory FOR EACH ROW
    WHEN (cairn_is_long(NEW.content)) EXECUTE FUNCTION cairn_keep_passages('memory');
CREATE TRIGGER memory_changes_passages AFTER UPDATE OF content ON memory_memory FOR EACH ROW
    WHEN (OLD.content <> NEW.content) EXECUTE FUNCTION cairn_keep_passages('memory');
CREATE TRIGGER message_has_passages AFTER INSERT ON memory_message FOR EACH ROW
    WHEN (cairn_is_long(NEW.content)) EXECUTE FUNCTION cairn_keep_passages('message');
CREATE TRIGGER message_changes_passages AFTER UPDATE OF content ON memory_message FOR EACH ROW
    WHEN (OLD.content <> NEW.content) EXECUTE FUNCTION cairn_keep_passages('message');

INSERT INTO memory_memorypassage (team_id, memory_id, first, length, embedding_model)
SELECT m.team_id, m.id, p.first, p.length, '' FROM memory_memory m, cairn_passages(m.content) AS p;
INSERT INTO memory_messagepassage (team_id, message_id, first, length, embedding_model)
SELECT m.team_id, m.id, p.first, p.length, '' FROM memory_message m, cairn_passages(m.content) AS p;

-- Both arms of the memory search; `already` is the question with what the lexical one has found, if it was asked before.
-- A long memory is as near as the nearest of its passages. `strange` is the same for every row: the question names
-- something (`names`) that no memory of the team names.
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

-- The history search: as before, with the nearest of a long message's passages beside the message as a whole.
DROP FUNCTION cairn_search_messages(text, halfvec, text, integer, bigint[], timestamptz, timestamptz, boolean);
CREATE FUNCTION cairn_search_messages(
    query text, query_vector halfvec, model text, depth integer,
    projects bigint[], since timestamptz, until timestamptz, with_subagents boolean
) RETURNS TABLE (
    message_id bigint, session_id bigint, subagent varchar, place integer, said_at timestamptz,
    seed boolean, terms real[], session_share double precision, cosine double precision, passage double precision,
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
    nearness constant text := format('embedding::halfvec(%1$s) <=> $8::halfvec(%1$s)', vector_dims(query_vector));
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
           format('(SELECT m.id FROM memory_message m WHERE m.embedding_model = %1$L AND %2$s ORDER BY m.%3$s LIMIT $9)
                   UNION ALL
                   (SELECT m.id FROM memory_messagepassage p JOIN memory_message m ON m.id = p.message_id
                    WHERE p.embedding_model = %1$L AND %2$s ORDER BY p.%3$s LIMIT $9)', model, scoped, nearness) END
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
           format('CASE WHEN m.embedding_model = %L THEN 1 - (m.%s) END', model, nearness) END
        || ','
        || CASE WHEN query_vector IS NULL THEN 'NULL::double precision' ELSE
           format('CASE WHEN cairn_is_long(m.content) THEN (SELECT max(1 - (p.%s)) FROM memory_messagepassage p
                   WHERE p.message_id = m.id AND p.embedding_model = %L) END', nearness, model) END
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
