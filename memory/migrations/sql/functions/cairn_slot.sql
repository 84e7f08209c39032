-- Return the dimension of a lexeme in the sparse vectors. It is a stable hash, so lexemes need no numbering.
CREATE OR REPLACE FUNCTION cairn_slot(lexeme text) RETURNS integer
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT ((hashtextextended(lexeme, 0) & 9223372036854775807) % 1000000000)::integer + 1
$$;
