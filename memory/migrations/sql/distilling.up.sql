-- The walls of contradictions and of the meter.

-- A contradiction is shown to whoever may see both sides of it: a private memory's words stay its author's.
ALTER TABLE memory_contradiction ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_both_sides ON memory_contradiction
    USING (team_id = cairn_team()
           AND EXISTS (SELECT FROM memory_memory m WHERE m.id = older_id)
           AND EXISTS (SELECT FROM memory_memory m WHERE m.id = newer_id))
    WITH CHECK (team_id = cairn_team());
ALTER TABLE memory_usage ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team ON memory_usage USING (team_id = cairn_team());

-- "Is this known to the letter?", asked before every save. Hashed, for a content may be longer than a btree's page;
-- on the text itself, because row-level security keeps md5() from its index and = not.
CREATE INDEX memory_same_content ON memory_memory USING hash (content);

-- What may contradict a text: the nearest by meaning above a cosine, and the five best by words, among what is
-- current or waits, in the same projects (a text or a memory without projects concerns all). Private memories are
-- compared with their author's and with what everybody sees: `whose` is the author of a private text, else NULL.
-- As the owner and by the scope's team, like cairn_search_memories; ids and numbers only, the rows are the scope's.
CREATE FUNCTION cairn_comparable_memories(
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
