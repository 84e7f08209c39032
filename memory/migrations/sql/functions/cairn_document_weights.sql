-- Return the BM25 weights of one document of a collection. Messages vary more in length than facts do, and their
-- length says less: k1 0.9 and b 0.3 were best on the development sets, where 1.2 and 0.75 lost a twentieth of
-- nDCG@10.
CREATE OR REPLACE FUNCTION cairn_document_weights(lexemes tsvector, average double precision, collection text)
RETURNS sparsevec
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE collection
        WHEN 'message' THEN (
            SELECT cairn_weighted(array_agg(slot), array_agg(tf::bigint), average, 0.9, 0.3)
            FROM cairn_term_frequencies(lexemes))
        ELSE cairn_bm25(lexemes, average)
    END
$$;
