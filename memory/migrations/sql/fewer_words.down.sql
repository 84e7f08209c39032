-- Back to a condition that holds all common words of a question.
CREATE OR REPLACE FUNCTION cairn_best_worded(
    light text, heavy text[], heavy_weights double precision[], enough double precision,
    weights sparsevec, condition text, depth integer
) RETURNS bigint[]
LANGUAGE plpgsql STABLE AS $$
DECLARE
    looked_at text;
    wanted text;
    reached double precision;
    found bigint[];
BEGIN
    LOOP
        wanted := concat_ws(' | ', light, cairn_reaching(heavy, heavy_weights, enough));
        -- What is enough may be lower and mean the same words.
        EXIT WHEN wanted = looked_at;
        IF wanted <> '' THEN
            EXECUTE 'SELECT array_agg(id), (array_agg(-distance))[10] FROM (
                         SELECT m.id, m.bm25 <#> $2 AS distance FROM memory_searchable m
                         WHERE m.tsv @@ $1 AND ' || condition || ' ORDER BY 2, 1 DESC LIMIT $3) AS nearest'
            INTO found, reached USING wanted::tsquery, weights, depth;
        END IF;
        EXIT WHEN heavy IS NULL OR reached >= enough * 1.2 OR enough <= heavy_weights[cardinality(heavy)];
        looked_at := wanted;
        enough := coalesce(reached / 1.21, enough / 2);
    END LOOP;
    RETURN found;
END
$$;
