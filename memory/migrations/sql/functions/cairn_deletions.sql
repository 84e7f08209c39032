-- Return the hashes of a word and of what remains of it when one letter is left out. Two words that share a hash are
-- one typing error apart (the symmetric deletion of SymSpell). NULL for what is no word of 4 to 24 letters.
CREATE OR REPLACE FUNCTION cairn_deletions(word text) RETURNS integer[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE WHEN length(word) BETWEEN 4 AND 24 AND word ~ '^[[:alpha:]][[:alnum:]._-]*$' THEN ARRAY(
        SELECT hashtext(word) UNION
        SELECT hashtext(left(word, n - 1) || substr(word, n + 1)) FROM generate_series(1, length(word)) AS n
    ) END
$$;
