-- Search the history by words and by meaning, with the conversation around each find, in one round trip. A row is a
-- message within three places of a seed (what an arm found), with what the ranking (memory/rules/history_ranking.py)
-- needs: the weight of each word of the question in it, its session's share of the attainable score and length in
-- bytes, the cosine of the message and of its nearest passage, who said it (the name in front, else the person at the
-- keyboard), and whether it asks, or ends with asking. A long text that asks somewhere is no question.
--
-- It runs as the owner and by the scope's team, like cairn_search_memories.
CREATE OR REPLACE FUNCTION cairn_search_messages(
    query text, query_vector halfvec, model text, depth integer, projects bigint[], since timestamptz,
    until timestamptz, with_subagents boolean
) RETURNS TABLE (
    message_id bigint, session_id bigint, subagent varchar, place integer, said_at timestamptz, seed boolean,
    terms real[], session_share double precision, cosine double precision, passage double precision,
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
