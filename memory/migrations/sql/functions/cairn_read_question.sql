-- Read a question into what the search looks it up by (the type cairn_question).
CREATE OR REPLACE FUNCTION cairn_read_question(query text, filters text) RETURNS cairn_question
LANGUAGE plpgsql STABLE AS $$
DECLARE
    this_team constant bigint := nullif(current_setting('cairn.team', true), '')::bigint;
    asked cairn_question;
    words text;
BEGIN
    SELECT t.search_config::regconfig, greatest(cairn_known_memories(), 1000) INTO asked.config, asked.known
    FROM memory_team t
    WHERE t.id = this_team;
    WITH terms AS MATERIALIZED (
        SELECT t.*, cairn_quoted(t.term) AS quoted, sum(t.documents) FILTER (WHERE t.pair IS NULL)
                    OVER (ORDER BY t.weight DESC, t.term) AS rows_so_far
        FROM cairn_question_terms(query, asked.config) AS t
    ), slots AS (
        SELECT slot, sum(weight) AS weight FROM terms WHERE pair IS NULL GROUP BY slot
    )
    SELECT (SELECT ('{' || string_agg(slot || ':' || round(weight::numeric, 4), ',' ORDER BY slot) || '}/1000000000')::sparsevec
            FROM slots),
           (SELECT sum(weight) FROM (SELECT weight FROM terms ORDER BY weight DESC LIMIT 12) AS heaviest),
           (SELECT sum(weight) FROM (SELECT weight FROM terms WHERE documents > 0 ORDER BY weight DESC LIMIT 12) AS heaviest),
           array_agg(pair ORDER BY term) FILTER (WHERE documents > 0 AND pair IS NOT NULL),
           array_agg(weight ORDER BY term) FILTER (WHERE documents > 0 AND pair IS NOT NULL),
           string_agg(quoted, ' | ') FILTER (WHERE pair IS NULL),
           string_agg(quoted, ' | ') FILTER (WHERE pair IS NULL AND rows_so_far <= 1000),
           (array_agg(quoted ORDER BY weight DESC, term) FILTER (WHERE pair IS NULL AND rows_so_far > 1000))[:8],
           (array_agg(weight ORDER BY weight DESC, term) FILTER (WHERE pair IS NULL AND rows_so_far > 1000))[:8],
           -- What the tenth best of the light ones may be expected to reach.
           max(weight) FILTER (WHERE pair IS NULL AND rows_so_far BETWEEN 10 AND 1000) / 1.2
    INTO asked.weights, asked.attainable, asked.attainable_here, asked.pairs, asked.pair_weights, words,
         asked.light, asked.heavy, asked.heavy_weights, asked.enough
    FROM terms;
    asked.enough := greatest(asked.enough, (SELECT sum(w) * 0.75 FROM unnest(asked.heavy_weights) AS w));
    asked.narrow := filters <> '' AND cairn_expected_rows('m.team_id = ' || this_team || filters) ^ 2 < 400 * asked.known;
    IF asked.narrow THEN
        asked.light := words;
        asked.heavy := NULL;
    END IF;
    RETURN asked;
END
$$;
