-- Return the words and pairs of a question with their weights, as the asker may know them: a word that stands only in
-- what is private to others counts as unknown. It runs as the owner so that the index of words is used; the team is
-- the scope's.
CREATE OR REPLACE FUNCTION cairn_asked_words(question text)
RETURNS TABLE (term text, weight double precision, is_unknown boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH team AS (
        SELECT id, search_config::regconfig AS config FROM memory_team
        WHERE id = nullif(current_setting('cairn.team', true), '')::bigint
    ), terms AS MATERIALIZED (
        SELECT t.*, t.documents = 0 OR NOT EXISTS (
            SELECT FROM memory_memory m
            WHERE m.team_id = team.id AND m.tsv @@ coalesce(t.pair, cairn_quoted(t.term)::tsquery)
              AND (m.visibility <> 'private' OR m.author_id = nullif(current_setting('cairn.user', true), '')::bigint)
        ) AS is_unknown
        FROM team, cairn_question_terms(question, team.config) AS t
    ), unheard AS MATERIALIZED (
        SELECT ln(1 + (greatest(cairn_known_memories(), 300) + 0.5) / 0.5) AS weight
    )
    SELECT terms.term, CASE WHEN terms.is_unknown THEN unheard.weight ELSE terms.weight END, terms.is_unknown
    FROM terms, unheard ORDER BY 2 DESC, 1
$$;
