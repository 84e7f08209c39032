-- Return what may contradict a text: the five current memories and the five drafts that share the most words with it,
-- and up to twenty that are near in meaning (cosine above `nearness`), in the same projects. A text or a memory
-- without projects concerns all projects. `whose` is the author of a private text, else NULL: a private text is
-- compared with what its author sees.
--
-- It reads no rows that cannot count: a memory must share half of the weight of the common words or one word that is
-- not common, and the walk through the vector index ends where nothing is near any more. It runs as the owner so that
-- the indexes are used, takes the team from the scope, and returns only ids and numbers.
CREATE OR REPLACE FUNCTION cairn_comparable_memories(
    content text, vector halfvec, model text, about bigint[], whose bigint, itself bigint,
    nearness double precision
) RETURNS TABLE (memory_id bigint, cosine double precision)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET hnsw.iterative_scan = 'relaxed_order' SET hnsw.ef_search = 100 AS $$
DECLARE
    this_team constant bigint := nullif(current_setting('cairn.team', true), '')::bigint;
    projects constant bigint[] := CASE WHEN cardinality(about) > 0 THEN about || 0::bigint END;
    comparable constant text := concat('m.team_id = ', this_team, ' AND m.id <> ', itself,
                                       ' AND (m.visibility <> ''private'' OR m.author_id = ' || whose || ')');
    shared constant text := '($2 IS NULL OR (SELECT coalesce(array_agg(p.project_id), ''{0}'') && $2
                                             FROM memory_memoryproject p WHERE p.memory_id = m.id))';
    asked cairn_question;
    words text;
    found bigint[];
    meant integer := 0;
    near record;
BEGIN
    IF this_team IS NULL THEN RETURN; END IF;
    asked := cairn_read_question(content, '');
    -- Half of the weight of its common words, or one that is not common.
    words := concat_ws(' | ', asked.light, cairn_reaching(
        asked.heavy, asked.heavy_weights, (SELECT sum(w) / 2 FROM unnest(asked.heavy_weights) AS w)));
    IF words <> '' THEN
        EXECUTE format(
            'SELECT array_agg(id) FROM (
                 (SELECT m.id FROM memory_searchable m
                  WHERE m.tsv @@ $1 AND %1$s AND ($2 IS NULL OR m.projects && $2) ORDER BY m.bm25 <#> $3, m.id LIMIT 5)
                 UNION ALL
                 (SELECT m.id FROM memory_memory m WHERE m.status = ''draft'' AND m.tsv @@ $1 AND %1$s AND %2$s ORDER BY m.bm25 <#> $3, m.id LIMIT 5)) AS worded', comparable, shared)
        INTO found USING words::tsquery, projects, asked.weights;
    END IF;
    IF vector IS NOT NULL THEN
        FOR near IN EXECUTE format(
            'SELECT m.id, m.embedding::halfvec(%1$s) <=> $1::halfvec(%1$s) AS distance, %3$s AND %4$s AS counts
             FROM memory_memory m WHERE m.embedding_model = %2$L AND m.status IN (''active'', ''disputed'', ''draft'')
             ORDER BY m.embedding::halfvec(%1$s) <=> $1::halfvec(%1$s) LIMIT 2000',
            vector_dims(vector), model, comparable, shared) USING vector, projects
        LOOP
            EXIT WHEN near.distance >= 1 - nearness OR meant = 20;
            IF near.counts THEN
                found := found || near.id;
                meant := meant + 1;
            END IF;
        END LOOP;
    END IF;
    RETURN QUERY SELECT m.id, CASE WHEN m.embedding_model = model THEN 1 - (m.embedding <=> vector) END
    FROM memory_memory m WHERE m.id = ANY (found) ORDER BY m.id;
END
$$;
