-- Return what weighs a memory question: its words, and the pairs of words that stand side by side, which weigh like
-- the commoner of the two.
--
-- - The weight is the IDF as in Lucene; an unknown word counts as the rarest. A team that knows little counts as 300
--   documents, because among six facts every word would be rare or unknown.
-- - The parts of an identifier count only where they are known: a question for PostgreSQL does not ask for `postgre`.
-- - A name in capitals is also looked up as it is spelled.
-- - An unknown word is read as the known words that it is most like (`likeness` < 1), unless the question has more
--   than forty words.
CREATE OR REPLACE FUNCTION cairn_question_terms(question text, config regconfig) RETURNS TABLE (
    term text, slot integer, documents integer, weight double precision, pair tsquery, likeness double precision
)
LANGUAGE sql STABLE AS $$
    WITH size AS MATERIALIZED (
        SELECT greatest(cairn_known_memories(), 300)::double precision AS n
    ), read AS MATERIALIZED (
        SELECT lexeme, positions FROM unnest(cairn_lexemes(left(question, 8000), config))
    ), said AS MATERIALIZED (
        SELECT lexeme, positions, false AS in_capitals FROM read
        UNION ALL
        SELECT DISTINCT left(lower(found.word[1]), 200), NULL::smallint[], true
        FROM regexp_matches(left(question, 8000), '\y[[:upper:]][[:upper:][:digit:]]{3,}\y', 'g') AS found(word)
        WHERE left(lower(found.word[1]), 200) NOT IN (SELECT lexeme FROM read)
    ), counted AS MATERIALIZED (
        SELECT q.lexeme, q.positions, q.in_capitals, cairn_slot(q.lexeme) AS slot, coalesce(f.documents, 0) AS documents
        FROM said AS q
        LEFT JOIN LATERAL (
            SELECT sum(f.documents)::integer AS documents FROM memory_lexemefrequency f
            WHERE f.team_id = nullif(current_setting('cairn.team', true), '')::bigint
              AND f.collection = 'memory' AND f.slot = cairn_slot(q.lexeme)
              AND (f.owner_id IS NULL OR f.owner_id = nullif(current_setting('cairn.user', true), '')::bigint)
        ) AS f ON true
    ), known AS MATERIALIZED (
        SELECT * FROM counted c
        WHERE c.documents > 0 OR c.positions IS NULL AND NOT c.in_capitals
           OR c.lexeme = ANY (tsvector_to_array(cairn_base_forms(to_tsvector(config, left(question, 8000)), config)))
    ), liked AS MATERIALIZED (
        SELECT k.lexeme AS unknown, k.positions, l.word AS lexeme, l.documents, l.likeness
        FROM (SELECT * FROM known WHERE documents = 0 AND (SELECT count(*) FROM known) <= 40 ORDER BY length(lexeme) DESC LIMIT 8) AS k,
             cairn_words_like(k.lexeme) AS l
        WHERE l.word NOT IN (SELECT lexeme FROM known)
    ), words AS MATERIALIZED (
        SELECT w.lexeme, w.positions, cairn_slot(w.lexeme) AS slot, w.documents, w.likeness,
               w.likeness * ln(1 + greatest(n - w.documents + 0.5, 0.5) / (w.documents + 0.5)) AS idf
        FROM (SELECT lexeme, positions, documents, 1::double precision AS likeness FROM known
              WHERE lexeme NOT IN (SELECT unknown FROM liked)
              UNION ALL SELECT lexeme, positions, max(documents), max(likeness) FROM liked GROUP BY lexeme, positions) AS w
        CROSS JOIN size
        -- A long text as a question is known by its rarest words.
        ORDER BY idf DESC, w.lexeme LIMIT 64
    ), places AS (
        SELECT w.lexeme, w.idf, w.documents, place FROM words w, unnest(w.positions) AS place
    ), pairs AS (
        SELECT DISTINCT a.lexeme AS first, b.lexeme AS second, least(a.documents, b.documents) AS documents,
               least(a.idf, b.idf) AS weight
        FROM places a JOIN places b ON b.place = a.place + 1 AND b.lexeme <> a.lexeme
        ORDER BY 4 DESC, 1, 2 LIMIT 32
    )
    SELECT lexeme, slot, documents, idf, NULL::tsquery, likeness FROM words
    UNION ALL
    SELECT first || ' ' || second, NULL, documents, weight,
           (cairn_quoted(first) || ' <-> ' || cairn_quoted(second))::tsquery, 1
    FROM pairs
$$;
