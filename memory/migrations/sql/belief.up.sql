-- Belief: how a team's line moved stands behind its wall; drafts can be searched, and shake nothing that is known.

-- pgvector's settings are known once it is loaded.
DO $$ BEGIN PERFORM '[1]'::vector; END $$;

ALTER TABLE memory_linemove ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team ON memory_linemove USING (team_id = cairn_team());
CREATE POLICY who_may_add ON memory_linemove AS RESTRICTIVE FOR INSERT WITH CHECK (cairn_may('admin'));
CREATE POLICY who_may_change ON memory_linemove AS RESTRICTIVE FOR UPDATE USING (cairn_may('admin'));
CREATE POLICY who_may_delete ON memory_linemove AS RESTRICTIVE FOR DELETE USING (cairn_may('admin'));

-- Drafts by their words: for the search in them, and for what may contradict a new memory.
CREATE INDEX draft_lexemes ON memory_memory USING gin (tsv) WITH (fastupdate = off) WHERE status = 'draft';

-- The search in drafts, for who asks for them: both arms over what waits for approval, which no other search reads. As
-- the owner and by the scope's team and person, like cairn_search_memories, with the same columns.
CREATE FUNCTION cairn_search_drafts(
    query text, query_vector halfvec, model text, depth integer,
    projects bigint[], types text[], agent bigint, wanted_tag text, since timestamptz, until timestamptz
) RETURNS TABLE (
    memory_id bigint, lexical double precision, cosine double precision,
    memory_type varchar, occurred_at timestamptz, uses integer, project_count bigint, strange boolean
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET hnsw.iterative_scan = 'relaxed_order' SET hnsw.ef_search = 100 AS $$
DECLARE
    wanted constant text := concat(
        'm.status = ''draft'' AND ', cairn_condition(cairn_filters(types, agent, wanted_tag, since, until, NULL)),
        ' AND (SELECT bool_or(p.project_id = ANY (' || quote_literal(projects) || '::bigint[]))
               FROM memory_memoryproject p WHERE p.memory_id = m.id) IS NOT FALSE');
    asked cairn_question;
    words text;
    worded bigint[];
    near bigint[];
BEGIN
    IF nullif(current_setting('cairn.team', true), '') IS NULL THEN RETURN; END IF;
    asked := cairn_read_question(query, '');
    words := concat_ws(' | ', asked.light, array_to_string(asked.heavy, ' | '));
    IF words <> '' THEN
        EXECUTE 'SELECT array_agg(id) FROM (SELECT m.id FROM memory_memory m WHERE m.tsv @@ $1 AND ' || wanted
                || ' ORDER BY m.bm25 <#> $2, m.id DESC LIMIT $3) AS nearest'
        INTO worded USING words::tsquery, asked.weights, depth;
    END IF;
    IF query_vector IS NOT NULL THEN
        EXECUTE format('SELECT array_agg(id) FROM (SELECT m.id FROM memory_memory m WHERE m.embedding_model = %L AND %s
                        ORDER BY m.embedding::halfvec(%3$s) <=> $1::halfvec(%3$s) LIMIT $2) AS nearest',
                       model, wanted, vector_dims(query_vector))
        INTO near USING query_vector, depth;
    END IF;
    RETURN QUERY SELECT m.id,
        CASE WHEN asked.weights IS NULL THEN 0 ELSE (-(m.bm25 <#> asked.weights) + coalesce(
            (SELECT sum(p.weight) FROM unnest(asked.pairs, asked.pair_weights) AS p(pair, weight) WHERE m.tsv @@ p.pair), 0)
        ) / greatest(asked.attainable, 0.0001) END,
        CASE WHEN m.embedding_model = model AND query_vector IS NOT NULL THEN 1 - (m.embedding <=> query_vector) END,
        m.type, m.occurred_at, m.uses,
        (SELECT count(*) FROM memory_memoryproject p WHERE p.memory_id = m.id), false
    FROM memory_memory m WHERE m.id = ANY (worded || near);
END
$$;

-- Two functions of before read what they should not, or too much of it.
DO $$
DECLARE
    stood text;
    wanted text;
BEGIN
    -- What may contradict a new memory: drafts are most of what is captured now, so they are looked up by their words.
    stood := pg_get_functiondef('cairn_comparable_memories'::regproc);
    wanted := replace(stood,
        'FROM (SELECT * FROM memory_memory m WHERE m.status = ''''draft'''' AND %1$s OFFSET 0) AS m
                  WHERE m.tsv @@ $1 AND %2$s',
        'FROM memory_memory m WHERE m.status = ''''draft'''' AND m.tsv @@ $1 AND %1$s AND %2$s');
    IF wanted = stood THEN RAISE EXCEPTION 'cairn_comparable_memories reads drafts in another way than this expects'; END IF;
    EXECUTE wanted;
    -- A question names something that the team knows where a memory that searches find names it. The lexicon counts
    -- drafts and forgotten ones too, so of what it counts rarely the memories themselves are asked.
    stood := pg_get_functiondef('cairn_search_memories'::regproc);
    wanted := replace(stood, 'AND f.slot = cairn_slot(part.lexeme) AND f.documents > 0));',
        'AND f.slot = cairn_slot(part.lexeme) AND f.documents > 0
                AND (f.documents > 100 OR EXISTS (SELECT FROM memory_searchable s WHERE s.team_id = this_team
                                                  AND s.tsv @@ cairn_quoted(part.lexeme)::tsquery))));');
    IF wanted = stood THEN RAISE EXCEPTION 'cairn_search_memories knows names in another way than this expects'; END IF;
    EXECUTE wanted;
END
$$;

-- As before, but that only what is known contradicts: a draft is nobody's word yet.
CREATE OR REPLACE FUNCTION cairn_shown(pks bigint[])
RETURNS TABLE (memory memory_memory, said_by jsonb, sent_by jsonb, belongs_to jsonb, contradicted boolean)
LANGUAGE plpgsql STABLE SET plan_cache_mode = 'force_generic_plan' AS $$
BEGIN
    RETURN QUERY WITH disputed AS MATERIALIZED (
        SELECT older_id AS id, newer_id AS other FROM memory_contradiction WHERE status = 'open' AND older_id = ANY (pks)
        UNION ALL
        SELECT newer_id, older_id FROM memory_contradiction WHERE status = 'open' AND newer_id = ANY (pks)
    )
    SELECT m, to_jsonb(u) - 'password', to_jsonb(a),
           (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.id)
            FROM memory_memoryproject l JOIN memory_project p ON p.id = l.project_id WHERE l.memory_id = m.id),
           EXISTS (SELECT FROM disputed d JOIN memory_memory o ON o.id = d.other
                   WHERE d.id = m.id AND o.status IN ('active', 'disputed'))
    FROM memory_memory m
    LEFT JOIN memory_user u ON u.id = m.author_id LEFT JOIN memory_agent a ON a.id = m.agent_id
    WHERE m.id = ANY (pks);
END
$$;
