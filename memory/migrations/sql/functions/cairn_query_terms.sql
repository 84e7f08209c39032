-- Return the words of a history question with their weights in the scope's team: IDF as in Lucene; an unknown word
-- counts as the rarest.
CREATE OR REPLACE FUNCTION cairn_query_terms(query text, config regconfig, wanted_collection text)
RETURNS TABLE (lexeme text, slot integer, documents integer, idf double precision)
LANGUAGE sql STABLE AS $$
    WITH size AS (
        SELECT greatest(coalesce(max(s.documents), 0), 1)::double precision AS n
        FROM memory_lexiconsize s
        WHERE s.team_id = nullif(current_setting('cairn.team', true), '')::bigint AND s.collection = wanted_collection
    )
    SELECT q.lexeme, cairn_slot(q.lexeme), coalesce(f.documents, 0),
           ln(1 + greatest(n - coalesce(f.documents, 0) + 0.5, 0.5) / (coalesce(f.documents, 0) + 0.5))
    FROM unnest(cairn_lexemes(left(query, 8000), config)) AS q
    CROSS JOIN size
    LEFT JOIN memory_lexemefrequency f
        ON f.team_id = nullif(current_setting('cairn.team', true), '')::bigint
       AND f.collection = wanted_collection AND f.slot = cairn_slot(q.lexeme)
    -- A long text as a question is known by its rarest words.
    ORDER BY 4 DESC, 1 LIMIT 64
$$;
