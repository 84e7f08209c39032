-- Return the two known words that an unknown one is most like: one letter more, less, other or exchanged behind the
-- same first letter, or a word that begins with it, or that it begins with. The likeness is between 0 and 1.
CREATE OR REPLACE FUNCTION cairn_words_like(unknown text)
RETURNS TABLE (word text, documents integer, likeness double precision)
LANGUAGE sql STABLE AS $$
    WITH found AS (
        SELECT f.word, f.documents, CASE
            WHEN f.word LIKE replace(replace(unknown, '\', ''), '_', '\_') || '%' THEN 0.9
            WHEN unknown LIKE replace(replace(f.word, '\', ''), '_', '\_') || '%' THEN 0.8
            WHEN length(f.word) <> length(unknown) THEN 0.85
            ELSE 0.75 END AS likeness
        FROM memory_lexemefrequency f
        WHERE f.team_id = nullif(current_setting('cairn.team', true), '')::bigint AND f.collection = 'memory'
          AND (f.owner_id IS NULL OR f.owner_id = nullif(current_setting('cairn.user', true), '')::bigint)
          AND f.documents > 0 AND f.deletions IS NOT NULL AND left(f.word, 1) = left(unknown, 1)
          AND (f.deletions && cairn_deletions(unknown) AND abs(length(f.word) - length(unknown)) <= 1
                   AND least(length(f.word), length(unknown)) >= CASE WHEN length(f.word) = length(unknown) THEN 6 ELSE 4 END
               OR f.word LIKE replace(replace(unknown, '\', ''), '_', '\_') || '%' AND length(unknown) >= 4
               OR f.word IN (left(unknown, -1), left(unknown, -2), left(unknown, -3)) AND length(f.word) >= 6)
    )
    SELECT word, sum(documents)::integer, max(likeness)::double precision FROM found
    GROUP BY word ORDER BY 3 DESC, 2 DESC, 1 LIMIT 2
$$;
