-- The history's walls, its weights, its search, and whose turn comes first.

ALTER TABLE memory_toolcall ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team ON memory_toolcall USING (team_id = cairn_team());
ALTER TABLE memory_sessionweights ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team ON memory_sessionweights USING (team_id = cairn_team());

-- A worker takes what is due, the newest first: an import of years must not delay what is happening now.
CREATE OR REPLACE FUNCTION cairn_claim_turns(how_many integer, lease interval)
RETURNS TABLE (turn_id bigint, team_id bigint, author_id bigint, claimed_until timestamptz, attempts smallint)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE memory_turn AS t SET claimed_until = clock_timestamp() + lease, attempts = t.attempts + 1
    FROM memory_codingsession AS s
    WHERE s.id = t.session_id AND t.id IN (
        SELECT id FROM memory_turn
        WHERE due_at <= clock_timestamp() AND (claimed_until IS NULL OR claimed_until < clock_timestamp())
        ORDER BY started_at DESC LIMIT how_many FOR UPDATE SKIP LOCKED)
    RETURNING t.id, t.team_id, s.author_id, t.claimed_until, t.attempts
$$;

-- BM25 weights of a bag of words, given as parallel arrays: tf·(k1+1) / (tf + k1·(1 - b + b·length/average)).
CREATE FUNCTION cairn_weighted(slots integer[], tfs bigint[], average double precision, k1 numeric, b numeric)
RETURNS sparsevec
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    WITH terms AS (
        SELECT slot, tf FROM unnest(slots, tfs) AS t(slot, tf) ORDER BY tf DESC, slot LIMIT 16000
    ), total AS (
        SELECT coalesce(sum(tf), 0) AS length FROM terms
    )
    SELECT ('{' || coalesce(string_agg(
               slot || ':' || round((tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / greatest(average::numeric, 1)))), 4),
               ',' ORDER BY slot), '') || '}/1000000000')::sparsevec
    FROM terms, total
$$;

-- The weights of one document of a collection. Messages vary more in length than facts do, and their length says
-- less: k1 0.9 and b 0.3 were the best on the development sets, where 1.2 and 0.75 lost a twentieth of nDCG@10.
CREATE FUNCTION cairn_document_weights(lexemes tsvector, average double precision, collection text) RETURNS sparsevec
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE collection
        WHEN 'message' THEN (
            SELECT cairn_weighted(array_agg(slot), array_agg(tf::bigint), average, 0.9, 0.3)
            FROM cairn_term_frequencies(lexemes))
        ELSE cairn_bm25(lexemes, average)
    END
$$;

CREATE OR REPLACE FUNCTION cairn_derive_search_columns() RETURNS trigger
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
    NEW.bm25 := cairn_document_weights(NEW.tsv, coalesce(average, 12), TG_ARGV[0]);
    RETURN NEW;
END
$$;

-- The weights of a session, as if all that was said in it were one document.
CREATE FUNCTION cairn_session_weights(session bigint, average double precision) RETURNS sparsevec
LANGUAGE sql STABLE AS $$
    SELECT cairn_weighted(array_agg(slot), array_agg(tf), average, 1.2, 0.75)
    FROM (
        SELECT t.slot, sum(t.tf)::bigint AS tf
        FROM memory_message m, cairn_term_frequencies(m.tsv) AS t
        WHERE m.session_id = session GROUP BY t.slot
    ) AS said
$$;

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
        m.team_id = $1
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
