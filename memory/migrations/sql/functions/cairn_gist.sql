-- Return the words that a question asks with, in order; the question itself where all its words are small words.
-- Questions with the same gist are counted as one gap.
CREATE OR REPLACE FUNCTION cairn_gist(question text, of_team bigint) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT coalesce(
        left((SELECT string_agg(lexeme, ' ' ORDER BY lexeme)
              FROM unnest(to_tsvector((SELECT search_config::regconfig FROM memory_team WHERE id = of_team), question))), 400),
        lower(question))
$$;
