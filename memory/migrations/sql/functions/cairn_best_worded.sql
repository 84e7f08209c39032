-- Return the memories that meet `condition` and have most of a question's words, best first, at most `depth`.
--
-- `light` are words that few memories have: every memory with one of them is scored. One `heavy` (common) word alone
-- says little, so only memories whose heavy words weigh `enough` together are scored. `enough` is lowered until no
-- other memory can be among the first ten: a memory of less than three fifths of the usual length scores at most 1.2
-- times the weight of its words (with tf 1, (k1+1) / (1 + k1·(1 - b + b·0.6)) is 1.2).
--
-- The index tests the whole condition on every memory with one of its words, which is slow for eight common words. So
-- the condition holds the heaviest five and leaves room for what the others can add; the first ten stay the same.
CREATE OR REPLACE FUNCTION cairn_best_worded(
    light text, heavy text[], heavy_weights double precision[], enough double precision, weights sparsevec,
    condition text, depth integer
) RETURNS bigint[]
LANGUAGE plpgsql STABLE AS $$
DECLARE
    -- What the words behind the heaviest five can add, at most.
    rest constant double precision := coalesce((SELECT sum(w) FROM unnest(heavy_weights[6:]) AS w), 0);
    looked_at text;
    wanted text;
    reached double precision;
    found bigint[];
BEGIN
    LOOP
        wanted := concat_ws(' | ', light, CASE WHEN enough > rest
            THEN cairn_reaching(heavy[:5], heavy_weights[:5], enough - rest)
            ELSE cairn_reaching(heavy, heavy_weights, enough) END);
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
