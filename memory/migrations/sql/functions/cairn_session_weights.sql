-- Return the BM25 weights of a session, as if all that was said in it were one document.
CREATE OR REPLACE FUNCTION cairn_session_weights(session bigint, average double precision) RETURNS sparsevec
LANGUAGE sql STABLE AS $$
    SELECT cairn_weighted(array_agg(slot), array_agg(tf), average, 1.2, 0.75)
    FROM (
        SELECT t.slot, sum(t.tf)::bigint AS tf
        FROM memory_message m, cairn_term_frequencies(m.tsv) AS t
        WHERE m.session_id = session GROUP BY t.slot
    ) AS said
$$;
