-- Return BM25 weights of a bag of words, given as parallel arrays: tf·(k1+1) / (tf + k1·(1 - b + b·length/average)).
CREATE OR REPLACE FUNCTION cairn_weighted(
    slots integer[], tfs bigint[], average double precision, k1 numeric, b numeric
) RETURNS sparsevec
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
