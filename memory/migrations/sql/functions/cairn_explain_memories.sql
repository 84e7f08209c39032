-- Return what each of these memories has of a question's words and pairs: `gain` adds up to the memory's share of the
-- attainable score (`lexical`). It runs in the asker's own scope. The caller names the rows, so it needs no index.
CREATE OR REPLACE FUNCTION cairn_explain_memories(question text, memories bigint[])
RETURNS TABLE (memory_id bigint, term text, gain double precision)
LANGUAGE sql STABLE AS $$
    WITH terms AS MATERIALIZED (
        SELECT t.* FROM memory_team team, cairn_question_terms(question, team.search_config::regconfig) AS t
        WHERE team.id = nullif(current_setting('cairn.team', true), '')::bigint
    ), attainable AS (
        SELECT greatest(sum(weight), 0.0001) AS most FROM (SELECT weight FROM terms ORDER BY weight DESC LIMIT 12) AS heaviest
    ), gains AS (
        SELECT m.id, t.term, CASE
            WHEN t.pair IS NULL THEN -(m.bm25 <#> ('{' || t.slot || ':1}/1000000000')::sparsevec) * t.weight
            WHEN m.tsv @@ t.pair THEN t.weight ELSE 0 END AS gain
        FROM memory_memory m, terms t WHERE m.id = ANY (memories)
    )
    SELECT id, gains.term, gains.gain / most FROM gains, attainable WHERE gains.gain > 0
$$;
