-- Return how often each lexeme occurs. Whole identifiers carry no positions and count once.
CREATE OR REPLACE FUNCTION cairn_term_frequencies(lexemes tsvector) RETURNS TABLE (slot integer, tf integer)
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT cairn_slot(lexeme), sum(coalesce(array_length(positions, 1), 1))::integer
    FROM unnest(lexemes) GROUP BY 1
$$;
