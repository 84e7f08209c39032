-- Return a document's BM25 weights (k1 1.2, b 0.75): tf·(k1+1) / (tf + k1·(1 - b + b·length/average)). The inner
-- product with the IDF weights of a query is the BM25 score, so one index-free distance ranks all candidates.
CREATE OR REPLACE FUNCTION cairn_bm25(lexemes tsvector, average_length double precision) RETURNS sparsevec
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    WITH terms AS (
        SELECT slot, tf FROM cairn_term_frequencies(lexemes) ORDER BY tf DESC, slot LIMIT 16000
    ), total AS (
        SELECT coalesce(sum(tf), 0) AS length FROM terms
    )
    SELECT ('{' || coalesce(string_agg(
               slot || ':' || round((tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * length / greatest(average_length, 1))))::numeric, 4),
               ',' ORDER BY slot), '') || '}/1000000000')::sparsevec
    FROM terms, total
$$;
